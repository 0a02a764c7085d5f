import { CreditLocked } from "../additional-inputs/credit-locked.tsx";
import type { CoOwnerInputScreen } from "./request-additional-input.tsx";

export const VerifySecondaryOwnerCreditReportUnlocked = ({ onComplete, takesFocus }: CoOwnerInputScreen) => (
  <CreditLocked onContinue={() => onComplete({})} takesFocus={takesFocus} />
);
