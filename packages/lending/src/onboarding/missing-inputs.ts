import type { DocumentType } from "../documents/document.ts";
import { type FailureReason, failureReasons } from "../payments/failure-reason.ts";
import { type AdditionalInput, additionalInputs } from "./steps.ts";

/** How old what a bank told us may be while somebody decides by it, and how long an invited accountant is waited for. */
export const freshBankDataDays = 30;
export const accountantAnswersInDays = 5;
const yearsOfReturns = 2;

/**
 * What is known about the things that were collected. Where something is wrong with one of them, the fact is a mark of exactly that
 * trouble, so that the same trouble is spoken of once and another one again.
 */
export type CollectedFacts = {
  hasConsented: boolean;
  /** The application that is still being decided; null when there is none. */
  openApplicationId: string | null;
  /** Banks that let us in no more, or have let us in again but were not read since. */
  lostBanks: readonly string[];
  /** Banks that let us in but told us nothing for too long. */
  staleBanks: readonly string[];
  /** Accounts that repayments come from, and can come from no more. */
  lostServicingAccounts: readonly string[];
  /** Accounts that were typed in, and that no money reaches. */
  failedManualAccounts: readonly string[];
  /** Papers that a step or an answer was completed with, and that were rejected since. */
  rejectedDocuments: readonly { id: string; documentType: DocumentType }[];
  hasAccountingData: boolean;
  /** Books that let us in no more. */
  lostAccounting: readonly string[];
  hasAccountant: boolean;
  /** Accountants who were asked long enough ago and have brought nothing. */
  silentAccountants: readonly string[];
  isTaxedAsCorporation: boolean;
  /** Tax returns that the business itself brought, and those of them that were not rejected. */
  returns: number;
  usableReturns: number;
};

export type MissingInput = { subStep: AdditionalInput; cause: string };

const recollected: Partial<Record<DocumentType, AdditionalInput>> = {
  BANK_STATEMENT: "RECOLLECT_BANK_STATEMENTS",
  TAX_RETURN: "RECOLLECT_TAX_RETURNS",
  ADDITIONAL_DOCUMENTS: "ADDITIONAL_DOCUMENTS_UPLOAD",
};

const causes = (subStep: AdditionalInput, kind: string, marks: readonly string[]): MissingInput[] =>
  marks.map((mark) => ({ subStep, cause: `${kind}/${mark}` }));

/**
 * What has to be asked of the primary owner because of what became of the things that were collected, in the order in which it is asked.
 * Before consent the steps themselves ask. Where the money goes matters for as long as there is any; everything else matters while somebody
 * decides by it.
 */
export function missingInputs(facts: CollectedFacts): MissingInput[] {
  if (!facts.hasConsented) return [];
  const found = [
    ...causes("UPDATE_PRIMARY_BANK_ACCOUNT", "account", facts.lostServicingAccounts),
    ...causes("RECOLLECT_BANK_INFO", "account", facts.failedManualAccounts),
    ...(facts.openApplicationId === null ? [] : missingForDecision(facts, facts.openApplicationId)),
  ];
  return additionalInputs.flatMap((subStep) => found.filter((one) => one.subStep === subStep));
}

function missingForDecision(facts: CollectedFacts, applicationId: string): MissingInput[] {
  const isByUpload = facts.returns > 0 && !facts.hasAccountingData && !facts.hasAccountant;
  // Nobody reads returns yet. A return is a year and comes as a file of its own, so one file is less than two years; who has sent both
  // years in one says so once by sending it again, and is not asked a second time.
  const isShort = isByUpload && facts.isTaxedAsCorporation && facts.usableReturns < yearsOfReturns;
  return [
    ...causes("RECOLLECT_PLAID", "bank", [...facts.lostBanks, ...facts.staleBanks]),
    // How many months the statements show nobody can say before somebody reads them: a file may be a month or a year. What is known is
    // that one of them cannot be read at all.
    ...facts.rejectedDocuments.flatMap(({ id, documentType }) => {
      const subStep = recollected[documentType];
      return subStep ? causes(subStep, "document", [id]) : [];
    }),
    ...(facts.hasAccountingData || isByUpload ? [] : causes("RECOLLECT_RAILZ", "books", facts.lostAccounting)),
    ...(facts.hasAccountingData ? [] : causes("RECOLLECT_RAILZ", "accountant", facts.silentAccountants)),
    ...(isShort ? causes("RECOLLECT_TAX_RETURNS", "application", [applicationId]) : []),
  ];
}

/** Whether a payment failed because the numbers of the account are not those of an account that takes one. */
export const saysNumbersAreWrong = (reason: FailureReason): boolean =>
  reason === "account_not_verified" ||
  (failureReasons[reason].newAccount === "YES" && !["blocked_account", "deceased_party"].includes(reason));

// Titles by which a register calls somebody who owns a part. Who only runs the business, or takes its mail, is none of them.
const owning = /\b(owner|member|partner|shareholder|stockholder|proprietor)\b/i;

type Person = { firstName: string; lastName: string };

/** How many people a register calls owners whom nobody has named to us. */
export const unnamedOwners = (
  officers: readonly { name: string; titles: readonly string[] }[],
  named: readonly Person[],
): number =>
  officers.filter(
    ({ name, titles }) => titles.some((title) => owning.test(title)) && !named.some((person) => isSame(name, person)),
  ).length;

/** A register may turn a name round, and add what stands between first and last. */
function isSame(name: string, { firstName, lastName }: Person): boolean {
  const there = new Set(wordsOf(name));
  return [...wordsOf(firstName).slice(0, 1), ...wordsOf(lastName)].every((word) => there.has(word));
}

const wordsOf = (name: string): string[] =>
  name
    .normalize("NFD")
    .replace(/\p{Diacritic}/gu, "")
    .toLowerCase()
    .split(/[^\p{Letter}\p{Number}]+/u)
    .filter((word) => word !== "");
