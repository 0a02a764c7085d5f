import type { StepScreen } from "../step-screen.ts";
import { LinkBanks } from "./collect-plaid/link-banks.tsx";

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
