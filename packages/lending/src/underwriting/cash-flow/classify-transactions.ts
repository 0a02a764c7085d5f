import { addDays, daysBetween } from "../../calendar/business-date.ts";
import type { BankTransaction, ClassifiedTransaction, TransactionKind } from "./bank-transaction.ts";
import { lenderOf, namesKnownLender, soundsLikeLender } from "./lender-names.ts";

/** Two lines of a transfer between own accounts are at most this many days apart. */
const transferDays = 2;
/** A fee that is paid back within this many days does not count. */
const feeRefundDays = 5;
/** Equal payments to a company that sounds like a lender are debt payments from this many on. */
const leastRecurrences = 3;

/**
 * Removes pending and repeated transactions and says what each of the others counts as. Where the texts leave it open, money that comes in
 * is not counted as revenue and money that goes out is counted as an expense. The result is ordered by date and id.
 */
export function classifyTransactions(transactions: readonly BankTransaction[]): ClassifiedTransaction[] {
  const posted = postedOnce(transactions);
  const transfers = transfersBetween(posted);
  const recurring = recurringLenders(posted);
  const classified = posted.map((one) => ({
    ...one,
    kind: transfers.has(one.transactionId) ? ("INTERNAL_TRANSFER" as const) : kindOf(one, recurring),
  }));
  return withoutRefundedFees(classified);
}

function postedOnce(transactions: readonly BankTransaction[]): BankTransaction[] {
  const byId = new Map<string, BankTransaction>();
  for (const one of transactions) {
    if (!one.isPending && !byId.has(one.transactionId)) byId.set(one.transactionId, one);
  }
  return [...byId.values()].toSorted(
    (a, b) => compareText(a.date, b.date) || compareText(a.transactionId, b.transactionId),
  );
}

const compareText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** Days from the outgoing line of a transfer to the incoming one, nearest first. */
const transferOffsets = Array.from({ length: 2 * transferDays + 1 }, (_, n) => (n % 2 === 0 ? n / 2 : -(n + 1) / 2));

/** The two lines of each transfer between own accounts: the same amount out of one and into another, at most two days apart. */
function transfersBetween(posted: readonly BankTransaction[]): ReadonlySet<string> {
  const found = new Set<string>();
  const incoming = new Map<string, BankTransaction[]>();
  for (const one of posted) {
    if (one.amountCents <= 0) continue;
    const key = `${one.date} ${one.amountCents}`;
    const known = incoming.get(key);
    if (known) known.push(one);
    else incoming.set(key, [one]);
  }
  for (const out of posted) {
    if (out.amountCents >= 0) continue;
    for (const offset of transferOffsets) {
      const sameDay = incoming.get(`${addDays(out.date, offset)} ${-out.amountCents}`) ?? [];
      const at = sameDay.findIndex(({ accountId }) => accountId !== out.accountId);
      const [into] = at < 0 ? [] : sameDay.splice(at, 1);
      if (!into) continue;
      found.add(out.transactionId);
      found.add(into.transactionId);
      break;
    }
  }
  return found;
}

/** Payees that sound like lenders and are paid the same amount again and again. */
function recurringLenders(posted: readonly BankTransaction[]): ReadonlySet<string> {
  const times = new Map<string, number>();
  for (const one of posted) {
    if (one.amountCents >= 0 || !isOpenCategory(one.category) || !soundsLikeLender(textOf(one))) continue;
    const key = recurrenceOf(one);
    times.set(key, (times.get(key) ?? 0) + 1);
  }
  return new Set([...times].filter(([, count]) => count >= leastRecurrences).map(([key]) => key));
}

/** Whether the category leaves it open who was paid. The name of a landlord may sound like that of a lender. */
const isOpenCategory = (category: string | null): boolean =>
  category === null || /^(TRANSFER_OUT|GENERAL_SERVICES)_(?!INSURANCE)/.test(category);

const recurrenceOf = (one: BankTransaction) => `${lenderOf(one)} ${one.amountCents}`;
const textOf = ({ name, merchantName }: BankTransaction) => `${merchantName ?? ""} ${name}`.toUpperCase();

function kindOf(one: BankTransaction, recurring: ReadonlySet<string>): TransactionKind {
  return one.amountCents >= 0 ? incomingKind(one) : outgoingKind(one, recurring);
}

/** Transfers that the bank itself recognizes. Deposits of cash and checks are no transfers. */
const transferCategories =
  /^TRANSFER_(IN|OUT)_(ACCOUNT_TRANSFER|SAVINGS|INVESTMENT_AND_RETIREMENT_FUNDS)$|^TRANSFER_IN_(OTHER_TRANSFER_IN|TRANSFER_IN_FROM_APPS)$/;
const ownerPaysIn = /\b(CAPITAL CONTRIBUTION|OWNERS? (CONTRIBUTION|DEPOSIT|INJECTION|INVESTMENT)|SHAREHOLDER LOAN)\b/;
const ownerTakesOut = /\b(OWNERS? DRAW|DISTRIBUTION TO (OWNER|MEMBER|SHAREHOLDER)|MEMBER DISTRIBUTION)\b/;
const taxRefund = /\bTAX ?REF(UND)?\b|\bIRS TREAS\b/;
const refund = /\b(REFUND|REVERSAL|REVERSED|CREDIT ADJUSTMENT|RETURN OF PAYMENT)\b/;

function incomingKind(one: BankTransaction): TransactionKind {
  const text = textOf(one);
  const category = one.category ?? "";
  if (category === "TRANSFER_IN_CASH_ADVANCES_AND_LOANS" || namesKnownLender(text)) return "LOAN_PROCEEDS";
  if (ownerPaysIn.test(text)) return "OWNER_INJECTION";
  if (category === "INCOME_TAX_REFUND" || taxRefund.test(text)) return "TAX_REFUND";
  if (transferCategories.test(category)) return "INTERNAL_TRANSFER";
  // A purchase that is paid back has the category of the purchase.
  const isIncome = category === "" || category.startsWith("INCOME_") || category === "TRANSFER_IN_DEPOSIT";
  return !isIncome || refund.test(text) ? "REFUND" : "REVENUE";
}

const nsf = /\bNSF\b|\bRETURNED ITEM\b|\bINSUFFICIENT\b/;
/** A check of a customer that was returned, which says nothing about the balance of the business. */
const returnedDeposit = /\bDEPOSIT(ED)?\b/;
const overdraft = /\bOVERDRAFT\b|\bOD FEE\b/;

function outgoingKind(one: BankTransaction, recurring: ReadonlySet<string>): TransactionKind {
  const text = textOf(one);
  const category = one.category ?? "";
  if (transferCategories.test(category)) return "INTERNAL_TRANSFER";
  if (category === "BANK_FEES_INSUFFICIENT_FUNDS" || (nsf.test(text) && !returnedDeposit.test(text))) return "NSF_FEE";
  if (category === "BANK_FEES_OVERDRAFT_FEES" || overdraft.test(text)) return "OVERDRAFT_FEE";
  if (category.startsWith("LOAN_PAYMENTS_") || namesKnownLender(text) || recurring.has(recurrenceOf(one)))
    return "DEBT_PAYMENT";
  return ownerTakesOut.test(text) ? "OWNER_DRAW" : "OPERATING";
}

/** A fee that the bank pays back soon is no event. It and the repayment count as refunds. */
function withoutRefundedFees(classified: readonly ClassifiedTransaction[]): ClassifiedTransaction[] {
  const refunds = new Map<string, ClassifiedTransaction[]>();
  for (const one of classified) {
    if (one.kind !== "REFUND") continue;
    const key = `${one.accountId} ${one.amountCents}`;
    refunds.set(key, [...(refunds.get(key) ?? []), one]);
  }
  return classified.map((fee) => {
    if (fee.kind !== "NSF_FEE" && fee.kind !== "OVERDRAFT_FEE") return fee;
    const candidates = refunds.get(`${fee.accountId} ${-fee.amountCents}`) ?? [];
    const at = candidates.findIndex(({ date }) => {
      const days = daysBetween(fee.date, date);
      return days >= 0 && days <= feeRefundDays;
    });
    if (at < 0) return fee;
    candidates.splice(at, 1);
    const kind: TransactionKind = "REFUND";
    return { ...fee, kind };
  });
}
