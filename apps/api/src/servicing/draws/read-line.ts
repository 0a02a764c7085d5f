import type { LineOfCreditServicing } from "@inlay/contracts/servicing/line-of-credit.ts";
import { type BusinessDate, dateAt } from "@inlay/lending/calendar/business-date.ts";
import { easternTime } from "@inlay/lending/calendar/eastern-time.ts";
import { explained } from "@inlay/lending/explain/worksheet.ts";
import { issuedProductLifecycle } from "@inlay/lending/mechanics/issued-product.ts";
import type { PaymentOrderStatus } from "@inlay/lending/payments/payment-order.ts";
import { isWithdrawable } from "@inlay/lending/servicing/collection.ts";
import { type LineDraw, lineSummary } from "@inlay/lending/servicing/line-summary.ts";
import { loanAccountsOf } from "../../banking/public.ts";
import type { Tx } from "../../db/scope.ts";
import { type Draw, fundsExpectedOn, readDraws } from "../../products/public.ts";
import { pendingPayNow, whyNotPayNowOf } from "../pay-now.ts";
import { ordersOf, readServiced } from "../serviced-product.ts";
import { readDays, readState, toExplanations } from "../term-loan.ts";
import { readOwnLine } from "./credit-line.ts";
import { readDrawRequests } from "./read-draws.ts";

/** Reads a line of credit as its pages show it. */
export async function readLineOfCredit(
  tx: Tx,
  businessId: string,
  issuedProductId: string,
): Promise<LineOfCreditServicing> {
  const credit = await readOwnLine(tx, businessId, issuedProductId);
  const { product, terms, line, limit, now } = credit;
  const serviced = await readServiced(tx, issuedProductId, now);
  const draws = await readDraws(tx, issuedProductId);
  const requests = await readDrawRequests(tx, credit);
  const waiting = await readWaiting(tx, issuedProductId);
  const { debited, paidTo } = await loanAccountsOf(tx, businessId);
  const summarized = {
    terms,
    line,
    reservedPrincipalCents: limit.reservedPrincipalCents,
    draws,
    state: await readState(tx, issuedProductId),
    obligations: serviced?.obligations ?? [],
    ordersOf: (obligation: Parameters<typeof ordersOf>[1]) => (serviced ? ordersOf(serviced, obligation) : []),
    paidOn: (await readDays(tx, issuedProductId)).paidOn,
    today: easternTime(now).date,
  };
  const { result, explanations } = explained((write) => lineSummary(summarized, write));
  const { draws: shown, ...figures } = result;
  const canBeDebited = debited?.isUsable === true && debited.isAuthorized;
  return {
    issuedProductId,
    ...figures,
    terms,
    account: toAccount(debited),
    paidTo: toAccount(paidTo),
    fundsExpectedOn: await fundsExpectedOn(tx, businessId),
    isAutoPaymentOn: canBeDebited && !issuedProductLifecycle.isOver(product.loanStatus),
    whyNotPayNow:
      (serviced ? whyNotPayNowOf(serviced) : "PAY_NOW_NOTHING_DUE") ?? (debited ? null : "PAY_NOW_NO_ACCOUNT"),
    payNowPending: serviced && pendingPayNow(serviced),
    draws: shown
      .map((figuresOf) => {
        const draw = draws.find(({ id }) => id === figuresOf.id);
        const request = requests.find(({ id }) => id === figuresOf.id);
        if (!draw || !request) throw new Error("a draw belongs to its line");
        // The time of its first step is that of the business, and the time of its row that of the server.
        const requestedOn = dateAt(new Date(request.createdAt));
        const { earlyPayoff } = request;
        return { ...toDraw(figuresOf, draw, requestedOn, waiting.get(draw.id) ?? null), earlyPayoff };
      })
      .toReversed(),
    explanations: toExplanations(explanations, [
      ...shownFigures,
      ...shown.map(({ id }) => `openPrincipalCents ${id}`),
      ...(figures.overdue?.lines ?? []).map(({ figure }) => figure),
    ]),
  };
}

/** The figures whose derivation is shown. */
const shownFigures = [
  "availableCents",
  "openPrincipalCents",
  "nextPaymentCents",
  "overdueCents",
  "aprWithMaintenancePercentage",
  "monthlyMaintenanceFeeCents",
];

const toAccount = (account: { name: string; last4: string } | null) =>
  account && { name: account.name, last4: account.last4 };

type Waiting = NonNullable<LineOfCreditServicing["draws"][number]["waiting"]>;

const toDraw = (
  { detailsStatus, historyStatus, payments, ...figures }: LineDraw,
  { aprPercentage, rejectionReason }: Draw,
  requestedOn: BusinessDate,
  waiting: Waiting | null,
): Omit<LineOfCreditServicing["draws"][number], "earlyPayoff"> => ({
  ...figures,
  detailsStatus: detailsStatus.code,
  historyStatus: historyStatus.code,
  requestedOn,
  aprPercentage: aprPercentage === null ? null : Number(aprPercentage),
  waiting,
  rejection: rejectionReason,
  payments: payments.map(({ drawStatus, scheduleStatus, ...row }) => ({
    ...row,
    drawStatus: drawStatus.code,
    scheduleStatus: scheduleStatus.code,
  })),
});

/** The draws that wait for their payout: whether it was claimed, and when they are rejected without it. */
async function readWaiting(tx: Tx, issuedProductId: string): Promise<Map<string, Waiting>> {
  const rows = await tx
    .selectFrom("draw as d")
    .leftJoin("payment_order as o", (join) => join.onRef("o.draw_id", "=", "d.id").on("o.purpose", "=", "FUNDING"))
    .select(["d.id", "d.next_action_at as endsAt", "o.status", "o.claimed_at as claimedAt"])
    .where("d.issued_product_id", "=", issuedProductId)
    .where("d.state", "=", "PENDING_FUND_DISBURSEMENT")
    .orderBy("o.id")
    .execute();
  // The last payout of a draw decides. Those before it have failed.
  return new Map(
    rows.map(({ id, endsAt, status, claimedAt }): [string, Waiting] => {
      const payout = status === null ? null : { status: status as PaymentOrderStatus, isClaimed: claimedAt !== null };
      const isOpen = payout === null || isWithdrawable(payout) || hasEnded(payout.status);
      return [id, { isWithdrawable: isOpen, endsOn: endsAt && dateAt(endsAt) }];
    }),
  );
}

const hasEnded = (status: PaymentOrderStatus): boolean => ["CANCELLED", "REJECTED", "FAILED_PAYMENT"].includes(status);
