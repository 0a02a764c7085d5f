import { CreditLocked } from "./credit-locked.tsx";
import type { InputScreen } from "./input-screen.ts";

export function VerifyCreditReportUnlocked(props: InputScreen<"VERIFY_CREDIT_REPORT_UNLOCKED">) {
  const { data, onComplete, takesFocus } = props;
  return <CreditLocked isStillLocked={data.isStillLocked} onContinue={() => onComplete({})} takesFocus={takesFocus} />;
}
