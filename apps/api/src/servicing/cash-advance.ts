import { Refusal } from "@inlay/contracts/errors.ts";
import type { CashAdvanceServicing } from "@inlay/contracts/servicing/cash-advance.ts";
import type { BusinessDate } from "@inlay/lending/calendar/business-date.ts";
import { explained } from "@inlay/lending/explain/worksheet.ts";
import { issuedProductLifecycle } from "@inlay/lending/mechanics/issued-product.ts";
import { isScheduled } from "@inlay/lending/mechanics/obligation.ts";
import type { CollectionRhythm } from "@inlay/lending/mechanics/sales-share/estimate.ts";
import type { CashAdvanceTerms } from "@inlay/lending/products/cash-advance/terms.ts";
import { integratedRhythm } from "@inlay/lending/products/integrated-cash-advance/quote.ts";
import type { IntegratedCashAdvanceTerms } from "@inlay/lending/products/integrated-cash-advance/terms.ts";
import { type AdvancePeriodRow, advanceSummary } from "@inlay/lending/servicing/advance-summary.ts";
import { loanAccountsOf } from "../banking/public.ts";
import { businessNow } from "../db/business-now.ts";
import type { Tx } from "../db/scope.ts";
import { readIssued } from "../products/public.ts";
import { pendingPayNow, whyNotPayNowOf } from "./pay-now.ts";
import { readBreach } from "./periods/follow-authorization.ts";
import { readTrueUpRequest } from "./periods/true-up-request.ts";
import { readReceivablesOf } from "./receivables/follow-receivables.ts";
import { ordersOfPeriod, readServiced, type ServicedProduct } from "./serviced-product.ts";
import { toExplanations } from "./term-loan.ts";

/** Reads a funded advance as its pages show it. */
export async function readCashAdvance(
  tx: Tx,
  businessId: string,
  issuedProductId: string,
): Promise<CashAdvanceServicing> {
  const serviced = await readServiced(tx, issuedProductId, await businessNow(tx, businessId));
  const advance = serviced?.obligations.find(isScheduled);
  const productType = serviced?.product.productType;
  const isAdvance = productType === "MCA" || productType === "INTEGRATED_MCA";
  if (!serviced || !advance || !isAdvance || serviced.product.businessId !== businessId || !serviced.product.fundedOn)
    throw new Refusal("NOT_FOUND", { context: { object: "advance" } });
  const { product, today } = serviced;
  const { loanStatus, fundedOn } = product;
  const terms = (await readIssued(tx, product)).terms as CashAdvanceTerms | IntegratedCashAdvanceTerms;
  const frequency = terms.productType === "MCA" ? terms.repaymentFrequency : null;
  const rhythm: CollectionRhythm = frequency ?? integratedRhythm;
  const breach = await readBreach(tx, issuedProductId);
  const { debited } = await loanAccountsOf(tx, businessId);
  const summarized = {
    terms,
    rhythm,
    fundedOn: fundedOn as BusinessDate,
    loanStatus,
    advance,
    periods: serviced.periods.map((period) => ({
      ...period,
      orders: ordersOfPeriod(serviced, advance, period),
    })),
    isInBreach: breach !== null,
    today,
  };
  const { result, explanations } = explained((write) => advanceSummary(summarized, write));
  const { periods, ...figures } = result;
  const canRequestTrueUp =
    productType === "MCA" && loanStatus !== "DEFAULTED" && !issuedProductLifecycle.isOver(loanStatus);
  const request = productType === "MCA" ? await readTrueUpRequest(tx, issuedProductId) : null;
  return {
    issuedProductId,
    productType,
    loanStatus,
    frequency,
    ...figures,
    periods: periods.map(toRow),
    whyNotPayNow: whyNotPayNowOf(serviced) ?? (debited ? null : "PAY_NOW_NO_ACCOUNT"),
    payNowPending: pendingPayNow(serviced),
    account: frequency && debited && { name: debited.name, last4: debited.last4 },
    trueUps: await readTrueUps(tx, serviced),
    canRequestTrueUp,
    trueUpRequest: request?.status === "REQUESTED" ? { answerBy: request.answerBy.toISOString() } : null,
    breach: breach && { isCurable: breach.state === "CURE_PERIOD", lostOn: breach.lostOn, cureBy: breach.cureBy },
    withheld: await readWithheld(tx, serviced),
    explanations: toExplanations(explanations, [
      ...shownFigures,
      ...(result.overdue?.lines ?? []).map(({ figure }) => figure),
    ]),
  };
}

/** The figures whose derivation is shown. */
const shownFigures = [
  "advanceBalanceCents",
  "deliveredCents",
  "totalPaymentAmountCents",
  "feeAmountCents",
  "estimatedMonthlyPaymentCents",
  "estimatedPaymentPerPeriodCents",
  "aprPercentage",
  "nextPaymentCents",
  "overdueCents",
];

const toRow = ({ status, ...row }: AdvancePeriodRow) => ({ ...row, status: status.label });

async function readWithheld(tx: Tx, serviced: ServicedProduct): Promise<CashAdvanceServicing["withheld"]> {
  const received = await readReceivablesOf(tx, serviced);
  return (
    received && {
      totalCents: received.withheldCents,
      lastOn: received.lastOn,
      missingSince: received.missingSince,
    }
  );
}

/** A period is corrected rarely, and its page shows the newest corrections. */
const mostTrueUps = 24;

async function readTrueUps(tx: Tx, { product, periods }: ServicedProduct): Promise<CashAdvanceServicing["trueUps"]> {
  const rows = await tx
    .selectFrom("true_up")
    .select(["id", "advance_period_id as periodId", "made_on as madeOn", "outcome"])
    .select(["sales_cents as salesCents", "called_cents as calledCents", "due_cents as dueCents"])
    .where("issued_product_id", "=", product.id)
    .orderBy("id", "desc")
    .limit(mostTrueUps)
    .execute();
  return rows.flatMap(({ periodId, madeOn, outcome, ...figures }) => {
    const period = periods.find(({ id }) => id === periodId);
    if (!period) return [];
    return {
      ...figures,
      startsOn: period.startsOn,
      endsOn: period.endsOn,
      madeOn: madeOn as unknown as BusinessDate,
      outcome: outcome as CashAdvanceServicing["trueUps"][number]["outcome"],
    };
  });
}
