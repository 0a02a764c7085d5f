import { LinkBanks } from "../../shared/linking/banks/link-banks.tsx";
import type { StepScreen } from "../step-screen.ts";

export function CollectPlaid({ data, onComplete, onBack, takesFocus }: StepScreen<"COLLECT_PLAID">) {
  return (
    <LinkBanks
      data={data}
      onDone={() => onComplete({})}
      onStatements={() => onComplete({ optToProvideBankStatements: true })}
      onBack={onBack}
      takesFocus={takesFocus}
    />
  );
}
