import type { AnswerableInput } from "@inlay/contracts/onboarding/additional-inputs.ts";
import { type ComponentType, type LazyExoticComponent, lazy } from "react";
import type { InputScreen } from "./input-screen.ts";

type Screen<I extends AnswerableInput> = ComponentType<InputScreen<I>>;

const screen = <I extends AnswerableInput>(load: () => Promise<Screen<I>>): LazyExoticComponent<Screen<I>> =>
  lazy(async () => ({ default: await load() }));

/** The screen of each input that may be requested after consent, loaded on demand. */
export const inputScreens: { [I in AnswerableInput]: LazyExoticComponent<Screen<I>> } = {
  VERIFY_USER_IDENTITY_INFORMATION: screen(
    async () => (await import("./verify-user-identity-information.tsx")).VerifyUserIdentityInformation,
  ),
  VERIFY_BUSINESS_INFORMATION: screen(
    async () => (await import("./verify-business-information.tsx")).VerifyBusinessInformation,
  ),
  VERIFY_BUSINESS_TAX_ID: screen(async () => (await import("./verify-business-tax-id.tsx")).VerifyBusinessTaxId),
  VERIFY_CREDIT_REPORT_UNLOCKED: screen(
    async () => (await import("./verify-credit-report-unlocked.tsx")).VerifyCreditReportUnlocked,
  ),
  RECOLLECT_PLAID: screen(async () => (await import("./recollect-plaid.tsx")).RecollectPlaid),
  UPDATE_PRIMARY_BANK_ACCOUNT: screen(
    async () => (await import("./update-primary-bank-account.tsx")).UpdatePrimaryBankAccount,
  ),
  RECOLLECT_BANK_INFO: screen(async () => (await import("./recollect-bank-info.tsx")).RecollectBankInfo),
  RECOLLECT_BANK_STATEMENTS: screen(
    async () => (await import("./recollect-bank-statements.tsx")).RecollectBankStatements,
  ),
  RECOLLECT_RAILZ: screen(async () => (await import("./recollect-railz.tsx")).RecollectRailz),
  RECOLLECT_TAX_RETURNS: screen(async () => (await import("./recollect-tax-returns.tsx")).RecollectTaxReturns),
  RECOLLECT_SECONDARY_BUSINESS_OWNER_DETAILS: screen(
    async () =>
      (await import("./recollect-secondary-business-owner-details.tsx")).RecollectSecondaryBusinessOwnerDetails,
  ),
  ADDITIONAL_DOCUMENTS_UPLOAD: screen(
    async () => (await import("./additional-documents-upload.tsx")).AdditionalDocumentsUpload,
  ),
};
