import { addDays, daysBetween } from "../../calendar/business-date.ts";
import { type Cents, negate, noCents, sum } from "../../money/cents.ts";
import { fraction } from "../../money/fraction.ts";
import { toDecimals } from "../../money/rounding.ts";
import type { ClassifiedTransaction } from "../cash-flow/bank-transaction.ts";
import {
  type CashFlowSummary,
  meanCents,
  type RangeType,
  rangeDays,
  summarize,
} from "../cash-flow/cash-flow-summary.ts";
import { classifyTransactions } from "../cash-flow/classify-transactions.ts";
import {
  type DailyRollup,
  negativeDays,
  rollUpAccounts,
  rollUpTogether,
  type Span,
} from "../cash-flow/daily-rollup.ts";
import { type MonthlyDebt, monthlyDebts, paymentsByLender, totalMonthlyDebt } from "../cash-flow/debt-payments.ts";
import { lenderOf } from "../cash-flow/lender-names.ts";
import {
  averageMonthlyRevenue,
  cashFlowAvailableForDebtService,
  type RevenueGrowth,
  type RevenueMonth,
  revenueGrowth,
  revenueMonths,
  seasonality,
} from "../cash-flow/monthly-revenue.ts";
import type { UnderwritingFacts } from "./facts.ts";

/** Card companies and processors as banks name them. */
const cardProcessors =
  /\b(SQUARE|STRIPE|TOAST|CLOVER|SHOPIFY|PAYPAL|WORLDPAY|FISERV|FIRST DATA|HEARTLAND|ELAVON|BANKCARD|MERCHANT (SERVICES|DEPOSIT)|CARD (DEPOSIT|SALES|SETTLEMENT))/;
/** Expenses that are not paid to vendors of goods and services. */
const noVendor =
  /^(RENT_AND_UTILITIES|GOVERNMENT_AND_NON_PROFIT|BANK_FEES|LOAN_PAYMENTS|TRANSFER_OUT_WITHDRAWAL|GENERAL_SERVICES_INSURANCE)/;
const payroll = /\b(PAYROLL|WAGES|SALAR(Y|IES)|GUSTO|ADP|PAYCHEX)\b/;
/** Sales are averaged over this many full months. */
const salesMonths = 6;
const listedTransactions = 10;

/** What the bank accounts of a business say about it. */
export type BankDetails = {
  span: Span | null;
  transactions: ClassifiedTransaction[];
  days: DailyRollup[];
  daysPerAccount: ReadonlyMap<string, DailyRollup[]>;
  summaries: Partial<Record<RangeType, CashFlowSummary>>;
  months: RevenueMonth[];
  averageMonthlyRevenueCents: Cents | null;
  cashFlowCents: Cents | null;
  growth: RevenueGrowth;
  seasonality: { month: number; index: number }[] | null;
  debts: MonthlyDebt[];
  monthlyDebtCents: Cents;
  averageMonthlyCardSalesCents: Cents | null;
  averageMonthlyInvoicePaymentsCents: Cents | null;
  averageMonthlyVendorPaymentsCents: Cents | null;
  negativeDaysCount: number;
  /** The share of the revenue that comes from the largest payor, with four decimals. */
  largestPayorShare: number | null;
  topDeposits: ClassifiedTransaction[];
  topWithdrawals: ClassifiedTransaction[];
};

export function bankDetailsOf({ accounts, transactions: given, takenOn, debts }: UnderwritingFacts): BankDetails {
  const transactions = classifyTransactions(given).filter(({ date }) => date <= takenOn);
  const checking = new Set(
    accounts.filter(({ isBusinessChecking }) => isBusinessChecking).map(({ accountId }) => accountId),
  );
  const counted = transactions.filter(({ accountId }) => checking.has(accountId));
  const [first] = counted;
  const span = first ? { from: first.date, to: takenOn } : null;
  const daysPerAccount = span ? rollUpAccounts(accounts, counted, span) : new Map<string, DailyRollup[]>();
  const days = rollUpTogether([...daysPerAccount.values()]);
  const months = span ? revenueMonths(counted, span) : [];
  const seen = span ? paymentsByLender(counted, span) : [];
  const known = monthlyDebts(seen, debts);
  const ranges = Object.keys(rangeDays) as RangeType[];
  const mean = (of: (one: ClassifiedTransaction) => boolean) => monthlyMean(counted.filter(of), months);
  return {
    span,
    transactions: counted,
    days,
    daysPerAccount,
    summaries: Object.fromEntries(
      ranges.flatMap((range) => {
        const summary = summarize(days, range);
        return summary ? [[range, summary]] : [];
      }),
    ),
    months,
    averageMonthlyRevenueCents: months.length > 0 ? averageMonthlyRevenue(months) : null,
    cashFlowCents: months.length > 0 ? cashFlowAvailableForDebtService(months) : null,
    growth: revenueGrowth(months),
    seasonality: seasonality(months),
    debts: known,
    monthlyDebtCents: totalMonthlyDebt(known),
    averageMonthlyCardSalesCents: mean(isCardSale),
    averageMonthlyInvoicePaymentsCents: mean((one) => one.kind === "REVENUE" && !isCardSale(one)),
    averageMonthlyVendorPaymentsCents: mean(
      (one) => one.kind === "OPERATING" && !noVendor.test(one.category ?? "") && !payroll.test(textOf(one)),
    ),
    negativeDaysCount: negativeDays(days),
    largestPayorShare: largestShare(counted.filter(({ kind }) => kind === "REVENUE")),
    topDeposits: largest(counted.filter(({ amountCents }) => amountCents > 0)),
    topWithdrawals: largest(counted.filter(({ amountCents }) => amountCents < 0)),
  };
}

/** Whether a transaction is the payout of card sales, of which a cash advance takes its share. */
export const isCardSale = (one: ClassifiedTransaction): boolean =>
  one.kind === "REVENUE" && cardProcessors.test(textOf(one));

const textOf = ({ name, merchantName }: ClassifiedTransaction) => `${merchantName ?? ""} ${name}`.toUpperCase();

/** The monthly mean of some transactions over the last full months. Null without a full month. */
function monthlyMean(transactions: readonly ClassifiedTransaction[], months: readonly RevenueMonth[]): Cents | null {
  const last = months.slice(-salesMonths);
  if (last.length === 0) return null;
  const byMonth = Map.groupBy(transactions, ({ date }) => date.slice(0, 7));
  return meanCents(
    last.map(({ month }) => {
      const total = sum((byMonth.get(month.slice(0, 7)) ?? []).map(({ amountCents }) => amountCents));
      return total < 0 ? negate(total) : total;
    }),
  );
}

function largestShare(revenue: readonly ClassifiedTransaction[]): number | null {
  const total = sum(revenue.map(({ amountCents }) => amountCents));
  if (total <= 0) return null;
  const byPayor = Map.groupBy(revenue, lenderOf);
  const sums = [...byPayor.values()].map((same) => sum(same.map(({ amountCents }) => amountCents)));
  return toDecimals(fraction(Math.max(...sums, noCents), total), 4);
}

const largest = (transactions: readonly ClassifiedTransaction[]): ClassifiedTransaction[] =>
  transactions.toSorted((a, b) => Math.abs(b.amountCents) - Math.abs(a.amountCents)).slice(0, listedTransactions);

/** The number of days that the bank data covers. */
export const historyDays = ({ span }: BankDetails): number => (span ? daysBetween(span.from, addDays(span.to, 1)) : 0);
