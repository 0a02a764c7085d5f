import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { workflowQuery } from "../../shared/api/queries.ts";
import type { TestHelperProps } from "../../shared/flow/flow.ts";
import { usePortalSession } from "../../shared/session/portal-session.tsx";

// The environment is known at build time, so a production build does not contain the file.
const Helper =
  import.meta.env.VITE_ENVIRONMENT === "production"
    ? null
    : lazy(async () => ({ default: (await import("./test-business.tsx")).TestBusiness }));

/** A shortcut for a test business under a step that needs a vendor. Other businesses see nothing. */
export function TestHelper(props: TestHelperProps) {
  const session = usePortalSession();
  const workflow = useQuery(workflowQuery(session));
  if (!Helper || !workflow.data?.testBusiness) return null;
  return (
    <Suspense>
      <Helper {...props} />
    </Suspense>
  );
}
