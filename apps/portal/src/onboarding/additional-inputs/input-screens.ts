import type { AnswerableInput } from "@inlay/contracts/onboarding/additional-inputs.ts";
import { type Component, onDemand } from "../../shared/page/on-demand.tsx";
import type { InputScreen } from "./input-screen.ts";

/** The screen of each input that may be requested after consent, loaded on demand. */
export const inputScreens: { [I in AnswerableInput]: Component<InputScreen<I>> } = {
  VERIFY_USER_IDENTITY_INFORMATION: onDemand(
    async () => (await import("./verify-user-identity-information.tsx")).VerifyUserIdentityInformation,
  ),
  VERIFY_BUSINESS_INFORMATION: onDemand(
    async () => (await import("./verify-business-information.tsx")).VerifyBusinessInformation,
  ),
  VERIFY_BUSINESS_TAX_ID: onDemand(async () => (await import("./verify-business-tax-id.tsx")).VerifyBusinessTaxId),
  VERIFY_CREDIT_REPORT_UNLOCKED: onDemand(
    async () => (await import("./verify-credit-report-unlocked.tsx")).VerifyCreditReportUnlocked,
  ),
  RECOLLECT_PLAID: onDemand(async () => (await import("./recollect-plaid.tsx")).RecollectPlaid),
  UPDATE_PRIMARY_BANK_ACCOUNT: onDemand(
    async () => (await import("./update-primary-bank-account.tsx")).UpdatePrimaryBankAccount,
  ),
  RECOLLECT_BANK_INFO: onDemand(async () => (await import("./recollect-bank-info.tsx")).RecollectBankInfo),
  RECOLLECT_BANK_STATEMENTS: onDemand(
    async () => (await import("./recollect-bank-statements.tsx")).RecollectBankStatements,
  ),
  RECOLLECT_RAILZ: onDemand(async () => (await import("./recollect-railz.tsx")).RecollectRailz),
  RECOLLECT_TAX_RETURNS: onDemand(async () => (await import("./recollect-tax-returns.tsx")).RecollectTaxReturns),
  RECOLLECT_SECONDARY_BUSINESS_OWNER_DETAILS: onDemand(
    async () =>
      (await import("./recollect-secondary-business-owner-details.tsx")).RecollectSecondaryBusinessOwnerDetails,
  ),
  ADDITIONAL_DOCUMENTS_UPLOAD: onDemand(
    async () => (await import("./additional-documents-upload.tsx")).AdditionalDocumentsUpload,
  ),
};
