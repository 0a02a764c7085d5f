import type { AdditionalInput } from "@inlay/lending/onboarding/steps.ts";
import type { z } from "zod/mini";
import { additionalDocumentsUpload } from "./additional-inputs/additional-documents-upload.ts";
import { recollectBankInfo } from "./additional-inputs/recollect-bank-info.ts";
import { recollectBankStatements } from "./additional-inputs/recollect-bank-statements.ts";
import { recollectPlaid } from "./additional-inputs/recollect-plaid.ts";
import { recollectRailz } from "./additional-inputs/recollect-railz.ts";
import { recollectSecondaryBusinessOwnerDetails } from "./additional-inputs/recollect-secondary-business-owner-details.ts";
import { recollectTaxReturns } from "./additional-inputs/recollect-tax-returns.ts";
import { updatePrimaryBankAccount } from "./additional-inputs/update-primary-bank-account.ts";
import { verifyBusinessInformation } from "./additional-inputs/verify-business-information.ts";
import { verifyBusinessTaxId } from "./additional-inputs/verify-business-tax-id.ts";
import { verifyCreditReportUnlocked } from "./additional-inputs/verify-credit-report-unlocked.ts";
import { verifyUserIdentityInformation } from "./additional-inputs/verify-user-identity-information.ts";
import type { StepContract } from "./step.ts";

/** The inputs that the primary owner can answer. MANUAL_OVERRIDE is a hold by staff, which the owner cannot answer. */
export type AnswerableInput = Exclude<AdditionalInput, "MANUAL_OVERRIDE">;

/** A new additional input must be added here, to the server's handlers and to the portal's screens. */
export const additionalInputContracts = {
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
} satisfies Record<AnswerableInput, StepContract>;

export const isAnswerable = (subStep: string): subStep is AnswerableInput => subStep in additionalInputContracts;

type Contracts = typeof additionalInputContracts;
/** The data that the input's screen shows. */
export type InputScreenData<I extends AnswerableInput> = z.output<Contracts[I]["screen"]>;
/** The answer before parsing, as a client sends it. */
export type SentInput<I extends AnswerableInput> = z.input<Contracts[I]["completion"]>;
/** The answer after parsing. */
export type InputAnswer<I extends AnswerableInput> = z.output<Contracts[I]["completion"]>;
