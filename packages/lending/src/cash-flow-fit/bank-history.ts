import { addDays, type BusinessDate } from "../calendar/business-date.ts";
import { type Cents, cents } from "../money/cents.ts";
import type { ClassifiedTransaction, TransactionKind } from "../underwriting/cash-flow/bank-transaction.ts";
import { classifyTransactions } from "../underwriting/cash-flow/classify-transactions.ts";
import { rollUpAccounts, rollUpTogether } from "../underwriting/cash-flow/daily-rollup.ts";
import { lenderOf } from "../underwriting/cash-flow/lender-names.ts";
import { isCardSale } from "../underwriting/data/bank-details.ts";
import type { UnderwritingFacts } from "../underwriting/data/facts.ts";

/** The payments of an offer are laid over this many days of balances, or over those that are known. */
const historyDays = 365;
/** A transfer between own accounts is recognized by a line that is at most this many days older. */
const daysBefore = 2;

export type DailyBalance = { date: BusinessDate; balanceCents: Cents };

/** What left the accounts on one day to one payee. The amount is positive. */
export type Outflow = { date: BusinessDate; payee: string; amountCents: Cents };

export type DailySales = { date: BusinessDate; salesCents: Cents };

/** The last year of a business's checking accounts, as a decision knew it. */
export type BankHistory = {
  /** One row a day without gaps, at the end of the day. Empty if no balance is known. */
  days: DailyBalance[];
  outflows: Outflow[];
  cardSales: DailySales[];
  /** Sales on the platform, without refunds. A day with more refunds than sales is negative. */
  platformSales: DailySales[];
};

/** Fees of the bank and transfers between own accounts are no payments that a business plans. */
const plannedKinds: readonly TransactionKind[] = ["OPERATING", "DEBT_PAYMENT", "OWNER_DRAW"];

export function bankHistoryOf({
  accounts,
  transactions,
  takenOn,
  salesDays,
}: Pick<UnderwritingFacts, "accounts" | "transactions" | "takenOn" | "salesDays">): BankHistory {
  const checking = new Set(accounts.flatMap((one) => (isCounted(one) ? [one.accountId] : [])));
  const first = firstDate(transactions.filter((one) => !one.isPending && checking.has(one.accountId)));
  const yearAgo = addDays(takenOn, 1 - historyDays);
  const from = first !== null && first > yearAgo ? first : yearAgo;
  const recent = transactions.filter(({ date }) => date >= addDays(from, -daysBefore) && date <= takenOn);
  const counted = classifyTransactions(recent).filter(({ accountId, date }) => checking.has(accountId) && date >= from);
  const accountDays = first === null ? [] : [...rollUpAccounts(accounts, counted, { from, to: takenOn }).values()];
  return {
    days: rollUpTogether(accountDays).map(({ date, balanceCents }) => ({ date, balanceCents })),
    outflows: outflowsIn(counted),
    cardSales: salesIn(counted.filter(isCardSale)),
    platformSales: salesDays.map(({ date, netCents }) => ({ date, salesCents: netCents })),
  };
}

const isCounted = ({ isBusinessChecking, balanceCents }: UnderwritingFacts["accounts"][number]): boolean =>
  isBusinessChecking && balanceCents !== null;

const firstDate = (transactions: readonly { date: BusinessDate }[]): BusinessDate | null =>
  transactions.reduce<BusinessDate | null>((first, { date }) => (first === null || date < first ? date : first), null);

function outflowsIn(transactions: readonly ClassifiedTransaction[]): Outflow[] {
  const byPayeeAndDay = new Map<string, { date: BusinessDate; payee: string; amount: number }>();
  for (const one of transactions) {
    if (one.amountCents >= 0 || !plannedKinds.includes(one.kind)) continue;
    const payee = lenderOf(one);
    const key = `${one.date} ${payee}`;
    const known = byPayeeAndDay.get(key);
    if (known) known.amount -= one.amountCents;
    else byPayeeAndDay.set(key, { date: one.date, payee, amount: -one.amountCents });
  }
  return [...byPayeeAndDay.values()].map(({ date, payee, amount }) => ({ date, payee, amountCents: cents(amount) }));
}

function salesIn(transactions: readonly ClassifiedTransaction[]): DailySales[] {
  const byDay = new Map<BusinessDate, number>();
  for (const { date, amountCents } of transactions) byDay.set(date, (byDay.get(date) ?? 0) + amountCents);
  return [...byDay].map(([date, sales]) => ({ date, salesCents: cents(sales) }));
}
