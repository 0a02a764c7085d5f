import { type ClosingCheck, closingChecksFor, isBalanceSound } from "@inlay/lending/applications/closing-checks.ts";
import type { BusinessDate } from "@inlay/lending/calendar/business-date.ts";
import type { Cents } from "@inlay/lending/money/cents.ts";
import { externalDebtsOf } from "@inlay/lending/offers/issued-terms.ts";
import { isPayoffAsSigned } from "@inlay/lending/offers/payoff-letters.ts";
import { isCreditorAccountUsable, loanAccountsOf, readBalances } from "../banking/public.ts";
import { reservedFor } from "../capital/public.ts";
import type { AppContext } from "../context.ts";
import type { Tx } from "../db/scope.ts";
import { agreementOf, checkDisclosedBeforeAgreement, lettersOf } from "../disclosures/public.ts";
import { isHolderClear, isNobodyListed, isTaxIdMatched, readFacts, screenApplicants } from "../underwriting/public.ts";
import { areSignersIdentified } from "./identified-signers.ts";
import type { LoanToClose, Tenant } from "./loan-to-close.ts";

/** What vendors say today. */
export type VendorAnswers = {
  /** Nobody of the business is or may be listed. */
  isClear: boolean;
  balances: ReadonlyMap<string, Cents>;
};

/** Screens the business and its owners against the list of today, and reads the balances from the banks. */
export const askVendors = async (app: AppContext, tenant: Tenant): Promise<VendorAnswers> => ({
  isClear: await screenApplicants(app, tenant),
  balances: await readBalances(app, tenant),
});

type Computed = {
  tx: Tx;
  loan: LoanToClose;
  accounts: Awaited<ReturnType<typeof loanAccountsOf>>;
  answers: VendorAnswers | null;
  today: BusinessDate;
};

const compute: Record<ClosingCheck, (given: Computed) => Promise<boolean | null>> = {
  SIGNERS_IDENTIFIED: ({ tx, loan, today }) => areSignersIdentified(tx, loan.offerId, today),
  TAX_ID_MATCHED: ({ tx, loan }) => isTaxIdMatched(tx, loan.businessId),
  SANCTIONS_CLEAR_TODAY: isClearToday,
  ACCOUNT_VERIFIED_AND_OWNED: async ({ accounts: { paidTo, debited } }) =>
    paidTo?.isUsable === true && debited?.isUsable === true,
  BALANCE_FRESH_AND_SOUND: isSound,
  DISCLOSURE_SIGNED_BEFORE_AGREEMENT: ({ tx, loan }) => checkDisclosedBeforeAgreement(tx, loan, loan.offerId),
  AGREEMENT_SIGNED_BY_ALL: async ({ tx, loan }) => (await agreementOf(tx, loan.offerId))?.isComplete === true,
  ACH_AUTHORIZATION_ON_FILE: async ({ accounts }) => accounts.debited?.isAuthorized === true,
  PAYOFF_LETTERS_RECEIVED: areLettersReceived,
  CAPITAL_RESERVED: async ({ tx, loan }) => ((await reservedFor(tx, loan.applicationId)) ?? 0) >= loan.amountCents,
  // Registrations are kept outside of the system, so staff confirm them.
  STATE_REGISTRATION_HELD: async () => null,
};

/**
 * What the data of now says about each check that applies to a loan. Null: it says nothing. Without the answers of vendors nothing is said
 * about the balance, and about sanctions only that somebody may be listed.
 */
export async function computeChecks(
  tx: Tx,
  loan: LoanToClose,
  answers: VendorAnswers | null,
  today: BusinessDate,
): Promise<Map<ClosingCheck, boolean | null>> {
  const { businessId, state, terms } = loan;
  const refinancesExternalDebt = externalDebtsOf(terms).length > 0;
  const accounts = await loanAccountsOf(tx, businessId);
  const computed = new Map<ClosingCheck, boolean | null>();
  for (const check of closingChecksFor({ refinancesExternalDebt, state, product: terms.productType }))
    computed.set(check, await compute[check]({ tx, loan, accounts, answers, today }));
  return computed;
}

/** The creditors are screened when their accounts are saved, with every new list, and again before they are paid. */
async function isClearToday({ tx, loan, answers }: Computed): Promise<boolean | null> {
  for (const { letter } of await lettersOf(tx, loan))
    if (letter && !(await isHolderClear(tx, letter.bankAccountId))) return false;
  if (!(await isNobodyListed(tx, loan.businessId))) return false;
  return answers?.isClear ?? null;
}

async function isSound({ tx, loan, accounts, answers }: Computed): Promise<boolean | null> {
  const balanceCents = answers?.balances.get(accounts.debited?.vendorAccountId ?? "");
  if (balanceCents === undefined) return null;
  const { transactions } = await readFacts(tx, loan, new Map());
  return isBalanceSound(balanceCents, transactions, loan.decidedOn);
}

async function areLettersReceived({ tx, loan, today }: Computed): Promise<boolean> {
  for (const { payoffCents, letter } of await lettersOf(tx, loan)) {
    if (!letter || !isPayoffAsSigned(payoffCents, letter, today)) return false;
    if (!(await isCreditorAccountUsable(tx, loan.businessId, letter.bankAccountId))) return false;
  }
  return true;
}
