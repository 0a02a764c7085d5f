import { addBankingDays } from "../calendar/banking-day.ts";
import { type BusinessDate, dateAt } from "../calendar/business-date.ts";
import { clock, easternInstant } from "../calendar/eastern-time.ts";
import { stateProductRow } from "../disclosures/state-product-matrix.ts";
import type { Cents } from "../money/cents.ts";
import type { ProductType } from "../products/product-type.ts";
import type { BankTransaction } from "../underwriting/cash-flow/bank-transaction.ts";
import { classifyTransactions } from "../underwriting/cash-flow/classify-transactions.ts";
import { type DenialReason, mostDenialReasons } from "../underwriting/denial-reasons.ts";

/** The checks before a loan is made, in order. Each result is stored with its author and time. */
export const closingChecks = [
  "SIGNERS_IDENTIFIED",
  "TAX_ID_MATCHED",
  "SANCTIONS_CLEAR_TODAY",
  "ACCOUNT_VERIFIED_AND_OWNED",
  "BALANCE_FRESH_AND_SOUND",
  "DISCLOSURE_SIGNED_BEFORE_AGREEMENT",
  "AGREEMENT_SIGNED_BY_ALL",
  "ACH_AUTHORIZATION_ON_FILE",
  "PAYOFF_LETTERS_RECEIVED",
  "CAPITAL_RESERVED",
  "STATE_REGISTRATION_HELD",
] as const;
export type ClosingCheck = (typeof closingChecks)[number];

type Closed = { refinancesExternalDebt: boolean; state: string; product: ProductType };

/** Payoff letters apply to refinancing another lender's debt, and registration to some states. The other checks always apply. */
export const closingChecksFor = (loan: Closed): ClosingCheck[] =>
  closingChecks.filter((check) => {
    if (check === "PAYOFF_LETTERS_RECEIVED") return loan.refinancesExternalDebt;
    if (check === "STATE_REGISTRATION_HELD") return needsRegistration(loan);
    return true;
  });

/** A state that the matrix does not list counts as one that requires registration, so nothing is closed there. */
const needsRegistration = ({ state, product }: Closed): boolean =>
  stateProductRow(state, product)?.registrationOf.length !== 0;

/**
 * Checks that staff confirm if the data does not say whether they pass. What the data says is not overruled: a check that fails is corrected,
 * or the closing fails.
 */
const confirmable: ReadonlySet<ClosingCheck> = new Set<ClosingCheck>([
  "SIGNERS_IDENTIFIED",
  "TAX_ID_MATCHED",
  "BALANCE_FRESH_AND_SOUND",
  "STATE_REGISTRATION_HELD",
]);

/** Checks whose result counts on the day on which it was found. */
const ofToday: ReadonlySet<ClosingCheck> = new Set<ClosingCheck>(["SANCTIONS_CLEAR_TODAY", "BALANCE_FRESH_AND_SOUND"]);

export const isOfToday = (check: ClosingCheck): boolean => ofToday.has(check);

/** The check BALANCE_FRESH_AND_SOUND: the account is not overdrawn, and no payment has bounced since the day of the decision. */
export const isBalanceSound = (
  balanceCents: Cents,
  transactions: readonly BankTransaction[],
  decidedOn: BusinessDate,
): boolean =>
  balanceCents >= 0 &&
  !classifyTransactions(transactions).some(({ kind, date }) => kind === "NSF_FEE" && date > decidedOn);

export const checkResults = ["PASSED", "FAILED", "OPEN"] as const;
export type CheckResult = (typeof checkResults)[number];
export const checkSources = ["COMPUTED", "CONFIRMED"] as const;
export type CheckSource = (typeof checkSources)[number];

/** A stored result of a check. */
export type StoredCheck = { result: "PASSED" | "FAILED"; source: CheckSource; checkedOn: BusinessDate };

/**
 * The result of a check: what the data says now. Where it says nothing, a confirmation of staff counts, and of a check of the day what was
 * found today.
 */
export function resultOf(
  check: ClosingCheck,
  computed: boolean | null,
  stored: StoredCheck | null,
  today: BusinessDate,
): CheckResult {
  if (computed !== null) return computed ? "PASSED" : "FAILED";
  const counts = stored && (isOfToday(check) ? stored.checkedOn === today : stored.source === "CONFIRMED");
  return counts ? stored.result : "OPEN";
}

export type ConfirmRefusal = "CHECK_NOT_CONFIRMABLE" | "CHECK_COMPUTED";

export function whyNotConfirm(check: ClosingCheck, computed: boolean | null): ConfirmRefusal | null {
  if (!confirmable.has(check)) return "CHECK_NOT_CONFIRMABLE";
  return computed === null ? null : "CHECK_COMPUTED";
}

const reasonOf: Record<ClosingCheck, DenialReason> = {
  SIGNERS_IDENTIFIED: "UNABLE_TO_VERIFY_IDENTITY",
  TAX_ID_MATCHED: "UNABLE_TO_VERIFY_INFORMATION",
  SANCTIONS_CLEAR_TODAY: "UNABLE_TO_VERIFY_IDENTITY",
  ACCOUNT_VERIFIED_AND_OWNED: "UNABLE_TO_VERIFY_INFORMATION",
  BALANCE_FRESH_AND_SOUND: "CASH_FLOW_INSUFFICIENT",
  DISCLOSURE_SIGNED_BEFORE_AGREEMENT: "CREDIT_APPLICATION_INCOMPLETE",
  AGREEMENT_SIGNED_BY_ALL: "CREDIT_APPLICATION_INCOMPLETE",
  ACH_AUTHORIZATION_ON_FILE: "CREDIT_APPLICATION_INCOMPLETE",
  PAYOFF_LETTERS_RECEIVED: "EXCESSIVE_OBLIGATIONS",
  CAPITAL_RESERVED: "NO_FUNDING_AVAILABLE",
  STATE_REGISTRATION_HELD: "LOANS_UNAVAILABLE_IN_STATE",
};

/** The reasons for a denial because these checks did not pass. A balance that could not be read is not a bad one. */
export function reasonsOf(
  notPassed: readonly { check: ClosingCheck; result: Exclude<CheckResult, "PASSED"> }[],
): DenialReason[] {
  const reasons = notPassed.map(({ check, result }) =>
    check === "BALANCE_FRESH_AND_SOUND" && result === "OPEN" ? "UNABLE_TO_VERIFY_INFORMATION" : reasonOf[check],
  );
  return [...new Set(reasons)].slice(0, mostDenialReasons);
}

const firstCheckBankingDays = 1;
const alarmBankingDays = 8;
const closingBankingDays = 10;
const endOfWork = clock(17, 0);
const after = (from: Date, bankingDays: number): Date =>
  easternInstant(addBankingDays(dateAt(from), bankingDays), endOfWork);

/** When staff have looked at a new checklist, when they are alarmed, and when the closing fails because it is not complete. */
export const closingDeadlines = (begunAt: Date): { checkBy: Date; alarmAt: Date; closeBy: Date } => ({
  checkBy: after(begunAt, firstCheckBankingDays),
  alarmAt: after(begunAt, alarmBankingDays),
  closeBy: after(begunAt, closingBankingDays),
});
