import { Refusal } from "@inlay/contracts/errors.ts";
import type { Explanations } from "@inlay/contracts/servicing/explanation.ts";
import type { TermLoanServicing } from "@inlay/contracts/servicing/term-loan.ts";
import type { BusinessDate } from "@inlay/lending/calendar/business-date.ts";
import type { Explanation } from "@inlay/lending/explain/formula.ts";
import { explained } from "@inlay/lending/explain/worksheet.ts";
import { issuedProductLifecycle } from "@inlay/lending/mechanics/issued-product.ts";
import { isScheduled } from "@inlay/lending/mechanics/obligation.ts";
import { whyNotPayOffAtAll } from "@inlay/lending/mechanics/why-not-pay-off.ts";
import { sum } from "@inlay/lending/money/cents.ts";
import type { TermLoanTerms } from "@inlay/lending/products/term-loan/terms.ts";
import { type LoanRow, loanSummary } from "@inlay/lending/servicing/loan-summary.ts";
import { loanAccountsOf } from "../banking/public.ts";
import type { Tx } from "../db/scope.ts";
import { readIssued } from "../products/public.ts";
import { pendingPayNow, whyNotPayNowOf } from "./pay-now.ts";
import { payableOff } from "./payoff.ts";
import { readPayoffChoice } from "./payoff-choice.ts";
import { readPayoffRequest } from "./payoff-request.ts";
import { readOwn } from "./read-servicing.ts";
import { ordersOf, type ServicedProduct } from "./serviced-product.ts";

/** Reads a funded term loan as its pages show it. */
export async function readTermLoan(tx: Tx, businessId: string, issuedProductId: string): Promise<TermLoanServicing> {
  const serviced = await readOwn(tx, businessId, issuedProductId);
  const { product, obligations, today } = serviced;
  const { productType, fundedOn, loanStatus } = product;
  if (productType !== "TERM_LOAN" || fundedOn === null)
    throw new Refusal("NOT_FOUND", { context: { object: "term loan" } });
  const { terms } = await readIssued(tx, product);
  const { debited } = await loanAccountsOf(tx, businessId);
  const loan = {
    terms: terms as TermLoanTerms,
    loanAmountCents: sum(obligations.filter(isScheduled).map(({ owed }) => owed.principalCents)),
    fundedOn,
    loanStatus,
    state: await readState(tx, issuedProductId),
    obligations,
    ordersOf: (obligation: Parameters<typeof ordersOf>[1]) => ordersOf(serviced, obligation),
    ...(await readDays(tx, issuedProductId)),
    today,
  };
  const { result, explanations } = explained((write) => loanSummary(loan, write));
  const { schedule, ...figures } = result;
  const canBeDebited = debited?.isUsable === true && debited.isAuthorized;
  return {
    issuedProductId,
    loanStatus,
    ...figures,
    schedule: schedule.map(toRow),
    account: debited && { name: debited.name, last4: debited.last4 },
    isAutoPaymentOn: canBeDebited && !issuedProductLifecycle.isOver(loanStatus),
    whyNotPayNow: whyNotPayNowOf(serviced) ?? (debited ? null : "PAY_NOW_NO_ACCOUNT"),
    payNowPending: pendingPayNow(serviced),
    payoff: await readPayoff(tx, serviced),
    explanations: toExplanations(explanations, [
      ...shownFigures,
      ...(figures.overdue?.lines ?? []).map(({ figure }) => figure),
    ]),
  };
}

/** The figures whose derivation is shown. Those of each row of the schedule are not. */
const shownFigures = [
  "remainingPrincipalCents",
  "repaidPrincipalCents",
  "monthlyPaymentCents",
  "aprPercentage",
  "nextPaymentCents",
  "overdueCents",
];

/** Explanations as JSON: all of a calculation, or those of some figures. */
export const toExplanations = (all: ReadonlyMap<string, Explanation>, figures = [...all.keys()]): Explanations =>
  Object.fromEntries(figures.flatMap((figure) => (all.has(figure) ? [[figure, all.get(figure)]] : []))) as Explanations;

const toRow = ({ status, ...row }: LoanRow) => ({
  ...row,
  status: status.label as TermLoanServicing["schedule"][number]["status"],
});

/** The state whose law the offer of a product follows. */
export async function readState(tx: Tx, issuedProductId: string): Promise<string | null> {
  const row = await tx
    .selectFrom("issued_product as p")
    .innerJoin("offer as o", "o.id", "p.offer_id")
    .select("o.state")
    .where("p.id", "=", issuedProductId)
    .executeTakeFirst();
  return row?.state ?? null;
}

/** The days of the signed schedule, and those of the last payments. */
export async function readDays(tx: Tx, issuedProductId: string) {
  const originals = await tx
    .selectFrom("obligation")
    .select(["id", "original_due_on as on"])
    .where("issued_product_id", "=", issuedProductId)
    .execute();
  const payments = await tx
    .selectFrom("payment_application")
    .select(({ fn }) => ["obligation_id as id", fn.max("effective_on").as("on")])
    .where("issued_product_id", "=", issuedProductId)
    .where("taken_back_at", "is", null)
    .groupBy("obligation_id")
    .execute();
  return { originalDueOn: daysById(originals), paidOn: daysById(payments) };
}

const daysById = (rows: readonly { id: string; on: unknown }[]): Map<string, BusinessDate> =>
  new Map(rows.flatMap(({ id, on }): [string, BusinessDate][] => (on === null ? [] : [[id, on as BusinessDate]])));

async function readPayoff(tx: Tx, serviced: ServicedProduct): Promise<TermLoanServicing["payoff"]> {
  const loan = payableOff(serviced);
  const choice = await readPayoffChoice(tx, serviced, loan, whyNotPayOffAtAll(loan, serviced.today), null);
  const request = await readPayoffRequest(tx, serviced.product.id);
  return {
    ...choice,
    request: request && {
      status: request.status === "ANSWERED" ? "ANSWERED" : "REQUESTED",
      effectiveDate: request.effectiveOn,
      amountCents: request.amountCents,
    },
  };
}
