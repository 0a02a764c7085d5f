import { useOwnerStep } from "./closing-step.ts";
import { VerifyIdentity } from "./verify-identity.tsx";

/** The identity of the primary owner. */
export const CollectPersona = ({ takesFocus }: { takesFocus: boolean }) => {
  const step = useOwnerStep("COLLECT_PERSONA");
  return <VerifyIdentity {...step} takesFocus={takesFocus} />;
};
