import { createHash } from "node:crypto";
import { type BusinessDate, businessDate } from "@inlay/lending/calendar/business-date.ts";
import { add, type Cents, cents, subtract } from "@inlay/lending/money/cents.ts";
import { z } from "zod/mini";
import {
  type AccountingConnection,
  type AccountingMonth,
  type AccountingTransaction,
  AccountingUnavailable,
  type AccountingWebhook,
  type MonthOfRatios,
} from "../port.ts";

const states = {
  pending: "PENDING",
  active: "ACTIVE",
  disconnected: "LOST",
  expired: "LOST",
  invalid: "LOST",
} as const satisfies Record<string, AccountingConnection["state"]>;
type Status = keyof typeof states;

const access = z.object({ access_token: z.string() });
const connections = z.object({
  data: z.array(
    z.object({
      connectionUuid: z.string(),
      serviceName: z.string(),
      status: z.enum(Object.keys(states) as [Status, ...Status[]]),
    }),
  ),
});
const line = z.object({ section: z.string(), subSection: z.nullish(z.string()), value: z.number() });
const reportsOf = <Line extends z.ZodMiniType>(data: Line) =>
  z.object({ reports: z.array(z.object({ meta: z.object({ startDate: z.string() }), data: z.array(data) })) });
const statements = reportsOf(line);
const ratioReports = reportsOf(z.object({ ratio: z.string(), value: z.nullable(z.number()) }));
const transactionPage = z.object({
  count: z.int(),
  data: z.array(
    z.object({
      id: z.string(),
      postedDate: z.string(),
      amount: z.number(),
      account: z.string(),
      memo: z.nullish(z.string()),
    }),
  ),
});
const message = z.object({
  data: z.object({ event: z.string(), businessName: z.string() }),
  requestId: z.nullish(z.string()),
});

/** The vendor sends dollars with decimals. More than two decimals are an error. */
function centsOf(dollars: number): Cents {
  const whole = Math.round(dollars * 100);
  if (Math.abs(whole - dollars * 100) > 0.000_1) throw new Error("an accounting amount has fractions of a cent");
  return cents(whole === 0 ? 0 : whole);
}

const dayOf = (instant: string): BusinessDate => businessDate(instant.slice(0, 10));

export function tokenIn(answer: unknown): string {
  const read = z.safeParse(access, answer);
  if (!read.success) throw new AccountingUnavailable("the vendor returned no token");
  return read.data.access_token;
}

export const connectionsFrom = (answer: unknown): AccountingConnection[] =>
  z.parse(connections, answer).data.map(({ connectionUuid, serviceName, status }) => ({
    connectionId: connectionUuid,
    service: serviceName,
    state: states[status],
  }));

type Line = z.infer<typeof line>;
const total = (lines: readonly Line[], section: string, subSection?: string): Cents =>
  lines
    .filter((one) => one.section === section && (!subSection || one.subSection === subSection))
    .reduce((sum, one) => add(sum, centsOf(one.value)), cents(0));

/** A month consists of three reports. A month that lacks one of them is left out. */
export function accountingDataFrom(answers: {
  income: unknown;
  balance: unknown;
  cashFlow: unknown;
}): AccountingMonth[] {
  const byMonth = (answer: unknown) =>
    new Map(z.parse(statements, answer).reports.map(({ meta, data }) => [dayOf(meta.startDate), data]));
  const [balances, flows] = [byMonth(answers.balance), byMonth(answers.cashFlow)];
  const months = [...byMonth(answers.income)].toSorted(([one], [other]) => (one < other ? -1 : 1));
  return months.flatMap(([month, income]) => {
    const [balance, flow] = [balances.get(month), flows.get(month)];
    return balance && flow ? [monthFrom(month, income, balance, flow)] : [];
  });
}

function monthFrom(month: BusinessDate, income: Line[], balance: Line[], flow: Line[]): AccountingMonth {
  const revenueCents = total(income, "Revenue", "Operating Revenue");
  const otherIncomeCents = total(income, "Revenue", "Other Revenue");
  const costOfGoodsCents = total(income, "Cost of Goods Sold");
  const operatingExpensesCents = total(income, "Expenses", "Operating Expenses");
  const otherExpensesCents = total(income, "Expenses", "Other Expenses");
  const netIncomeCents = [costOfGoodsCents, operatingExpensesCents, otherExpensesCents].reduce(
    (left, cost) => subtract(left, cost),
    add(revenueCents, otherIncomeCents),
  );
  return {
    month,
    income: {
      revenueCents,
      costOfGoodsCents,
      operatingExpensesCents,
      otherIncomeCents,
      otherExpensesCents,
      netIncomeCents,
    },
    balance: {
      cashCents: total(balance, "Assets", "Cash and Cash Equivalents"),
      assetsCents: total(balance, "Assets"),
      liabilitiesCents: total(balance, "Liabilities"),
      equityCents: total(balance, "Equity"),
    },
    cashFlow: {
      operatingCents: total(flow, "Operating Activities"),
      investingCents: total(flow, "Investing Activities"),
      financingCents: total(flow, "Financing Activities"),
    },
  };
}

export const ratiosFrom = (answer: unknown): MonthOfRatios[] =>
  z
    .parse(ratioReports, answer)
    .reports.map(({ meta, data }) => {
      const named = (name: string) => data.find(({ ratio }) => ratio === name)?.value ?? null;
      return {
        month: dayOf(meta.startDate),
        currentRatio: named("currentRatio"),
        debtToEquity: named("debtToEquity"),
        grossMargin: named("grossProfitMargin"),
        netMargin: named("netProfitMargin"),
      };
    })
    .toSorted((one, other) => (one.month < other.month ? -1 : 1));

export function transactionsFrom(answer: unknown): { transactions: AccountingTransaction[]; count: number } {
  const { count, data } = z.parse(transactionPage, answer);
  const transactions = data.map(({ id, postedDate, amount, account, memo }) => ({
    id,
    postedOn: dayOf(postedDate),
    amountCents: centsOf(amount),
    account,
    memo: memo ?? null,
  }));
  return { transactions, count };
}

/** The vendor's request id identifies a webhook. Without one, the body's hash does. */
export function webhookFrom(body: string): AccountingWebhook {
  const { data, requestId } = z.parse(message, JSON.parse(body));
  const id = requestId ?? createHash("sha256").update(body).digest("hex");
  const businessId = data.businessName;
  if (data.event === "data") return { id, what: { kind: "DATA_ARRIVED", businessId } };
  if (["auth", "connectionStatus"].includes(data.event))
    return { id, what: { kind: "CONNECTION_CHANGED", businessId } };
  return { id, what: { kind: "OTHER" } };
}
