import { CreditLocked } from "../additional-inputs/credit-locked.tsx";
import type { CoOwnerInputScreen } from "./co-owner-input-screen.ts";

export const VerifySecondaryOwnerCreditReportUnlocked = ({ onComplete, takesFocus }: CoOwnerInputScreen) => (
  <CreditLocked onContinue={() => onComplete({})} takesFocus={takesFocus} />
);
