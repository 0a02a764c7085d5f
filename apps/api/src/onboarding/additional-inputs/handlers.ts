import type { AnswerableInput } from "@inlay/contracts/onboarding/additional-inputs.ts";
import type { InputHandler } from "../step-handler.ts";
import { additionalDocumentsUpload } from "./additional-documents-upload.ts";
import { recollectBankInfo } from "./recollect-bank-info.ts";
import { recollectBankStatements } from "./recollect-bank-statements.ts";
import { recollectPlaid } from "./recollect-plaid.ts";
import { recollectRailz } from "./recollect-railz.ts";
import { recollectSecondaryBusinessOwnerDetails } from "./recollect-secondary-business-owner-details.ts";
import { recollectTaxReturns } from "./recollect-tax-returns.ts";
import { updatePrimaryBankAccount } from "./update-primary-bank-account.ts";
import { verifyBusinessInformation } from "./verify-business-information.ts";
import { verifyBusinessTaxId } from "./verify-business-tax-id.ts";
import { verifyCreditReportUnlocked } from "./verify-credit-report-unlocked.ts";
import { verifyUserIdentityInformation } from "./verify-user-identity-information.ts";

export const inputHandlers: { [I in AnswerableInput]: InputHandler<I> } = {
  VERIFY_USER_IDENTITY_INFORMATION: verifyUserIdentityInformation,
  VERIFY_BUSINESS_INFORMATION: verifyBusinessInformation,
  VERIFY_BUSINESS_TAX_ID: verifyBusinessTaxId,
  VERIFY_CREDIT_REPORT_UNLOCKED: verifyCreditReportUnlocked,
  RECOLLECT_PLAID: recollectPlaid,
  UPDATE_PRIMARY_BANK_ACCOUNT: updatePrimaryBankAccount,
  RECOLLECT_BANK_INFO: recollectBankInfo,
  RECOLLECT_BANK_STATEMENTS: recollectBankStatements,
  RECOLLECT_RAILZ: recollectRailz,
  RECOLLECT_TAX_RETURNS: recollectTaxReturns,
  RECOLLECT_SECONDARY_BUSINESS_OWNER_DETAILS: recollectSecondaryBusinessOwnerDetails,
  ADDITIONAL_DOCUMENTS_UPLOAD: additionalDocumentsUpload,
};
