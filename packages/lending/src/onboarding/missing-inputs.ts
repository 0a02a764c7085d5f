import { type DocumentType, yearsOfTaxReturns } from "../documents/document.ts";
import { type FailureReason, failureReasons } from "../payments/failure-reason.ts";
import { type AdditionalInput, additionalInputs } from "./steps.ts";

/** The maximum age of bank data during a decision, and the number of days an invited accountant has to answer. */
export const freshBankDataDays = 30;
/** How long the transactions may take to be read after an application has opened, before the owner is asked about old ones. */
export const readInDays = 1;
export const accountantAnswersInDays = 5;

/**
 * The facts about the collected inputs. Each problem is identified by an id, so that the same problem is raised once and a new one is
 * raised again.
 */
export type CollectedFacts = {
  hasConsented: boolean;
  /** The application that is still being decided; null when there is none. */
  openApplicationId: string | null;
  /** Banks that are disconnected, or reconnected but not read since. */
  lostBanks: readonly string[];
  /** Banks that are connected but whose data is too old. */
  staleBanks: readonly string[];
  /** Repayment accounts that can no longer be debited. */
  lostServicingAccounts: readonly string[];
  /** Manually entered accounts to which a payment failed. */
  failedManualAccounts: readonly string[];
  /** Documents that completed a step or an additional input and were rejected later. */
  rejectedDocuments: readonly { id: string; documentType: DocumentType }[];
  hasAccountingData: boolean;
  /** Accounting connections that are disconnected. */
  lostAccounting: readonly string[];
  hasAccountant: boolean;
  /** Invited accountants who have provided nothing within the time limit. */
  silentAccountants: readonly string[];
  isTaxedAsCorporation: boolean;
  /** The number of tax returns that the business uploaded, and of those that were not rejected. */
  returns: number;
  usableReturns: number;
  /** The owner has said that there is only one file of them. */
  hasOnlyOneReturn: boolean;
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
 * The additional inputs to request from the primary owner because a collected input has a problem, in the order of the queue. Before
 * consent the steps themselves request them. Problems of a bank account matter for the life of a product; all others matter only until the
 * application is decided.
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
  // Tax returns are not parsed. One file counts as one year, unless the owner has said that there is only one: the step asks for two files
  // or for that statement. An answer without either is asked for the second year once.
  const wanted = facts.hasOnlyOneReturn ? 1 : yearsOfTaxReturns;
  const isShort = isByUpload && facts.isTaxedAsCorporation && facts.usableReturns < wanted;
  return [
    ...causes("RECOLLECT_PLAID", "bank", [...facts.lostBanks, ...facts.staleBanks]),
    // Bank statements are not parsed, and a file may cover a month or a year, so missing months are unknown. Only rejected files are known.
    ...facts.rejectedDocuments.flatMap(({ id, documentType }) => {
      const subStep = recollected[documentType];
      return subStep ? causes(subStep, "document", [id]) : [];
    }),
    ...(facts.hasAccountingData || isByUpload ? [] : causes("RECOLLECT_RAILZ", "books", facts.lostAccounting)),
    ...(facts.hasAccountingData ? [] : causes("RECOLLECT_RAILZ", "accountant", facts.silentAccountants)),
    ...(isShort ? causes("RECOLLECT_TAX_RETURNS", "application", [applicationId]) : []),
  ];
}

/** Whether a payment failed because the account's numbers are wrong. */
export const saysNumbersAreWrong = (reason: FailureReason): boolean =>
  reason === "account_not_verified" ||
  (failureReasons[reason].newAccount === "YES" && !["blocked_account", "deceased_party"].includes(reason));

// The titles of owners in a business register. Officers without a share and registered agents have other titles.
const owning = /\b(owner|member|partner|shareholder|stockholder|proprietor)\b/i;

type Person = { firstName: string; lastName: string };

/** The number of owners in a business register whom the business has not named. */
export const unnamedOwners = (
  officers: readonly { name: string; titles: readonly string[] }[],
  named: readonly Person[],
): number =>
  officers.filter(
    ({ name, titles }) => titles.some((title) => owning.test(title)) && !named.some((person) => isSame(name, person)),
  ).length;

/** A register may put the last name first and add middle names. */
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
