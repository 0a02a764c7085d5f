import type { DrawRequest } from "@inlay/contracts/servicing/draw-request.ts";
import { cents } from "@inlay/lending/money/cents.ts";
import type { PaymentOrderStatus } from "@inlay/lending/payments/payment-order.ts";
import { drawPaymentRowStatus } from "@inlay/lending/products/line-of-credit/draw-display.ts";
import type { DrawRequestState } from "@inlay/lending/products/line-of-credit/draw-request.ts";
import { sql } from "kysely";
import type { Tx } from "../../db/scope.ts";
import { type Draw, readDraws } from "../../products/public.ts";
import type { LineOfCredit } from "./credit-line.ts";

/** The draws of a line as its people are shown them, the first one first. It takes as many statements for many draws as for one. */
export async function readDrawRequests(
  tx: Tx,
  credit: Pick<LineOfCredit, "product" | "terms">,
): Promise<DrawRequest[]> {
  const { id } = credit.product;
  const [draws, steps, items] = [await readDraws(tx, id), await readSteps(tx, id), await readItems(tx, id)];
  const payoffs = await readPayoffs(tx, id);
  return draws.map((draw) => drawRequestOf(draw, credit, { steps, items, payoffs }));
}

export async function readDrawRequest(
  tx: Tx,
  credit: Pick<LineOfCredit, "product" | "terms">,
  drawId: string,
): Promise<DrawRequest> {
  const found = (await readDrawRequests(tx, credit)).find(({ id }) => id === drawId);
  if (!found) throw new Error("a draw belongs to its line");
  return found;
}

function drawRequestOf(
  draw: Draw,
  { terms }: Pick<LineOfCredit, "terms">,
  { steps, items, payoffs }: { steps: readonly StepRow[]; items: readonly ItemRow[]; payoffs: readonly PayoffRow[] },
): DrawRequest {
  const payoff = payoffs.find(({ draw_id }) => draw_id === draw.id);
  const own = items.filter(({ draw_id }) => draw_id === draw.id);
  const entered = steps.filter(({ draw_id }) => draw_id === draw.id);
  return {
    id: draw.id,
    issuedProductId: draw.issuedProductId,
    amountCents: draw.amountCents,
    amountLessFeeAmountCents: cents(draw.amountCents - draw.feeCents),
    feeAmountCents: draw.feeCents,
    purpose: draw.purpose,
    currentStep: draw.state,
    interestRatePercentage: String(terms.interestRatePercentage),
    feePercentage: String(terms.feePercentage),
    repaymentDurationDays: terms.repaymentDurationDays,
    apr: draw.aprPercentage,
    drawRequestSteps: entered.map(({ state, entered_at }) => ({
      step: state as DrawRequestState,
      createdAt: entered_at.toISOString(),
      updatedAt: entered_at.toISOString(),
    })),
    drawRequestPaymentScheduleItems: own.map((row) => ({
      id: row.id,
      drawRequestId: draw.id,
      issuedProductPaymentOrderId: row.order_id,
      paymentNumber: row.number,
      scheduledRepaymentDate: String(row.due_on),
      monthlyRepaymentAmountCents: row.owed_principal_cents + row.owed_interest_cents,
      monthlyRepaymentPrincipalAmountCents: row.owed_principal_cents,
      monthlyInterestAmountCents: row.owed_interest_cents,
      paymentStatus: row.is_paid ? "PAID" : drawPaymentRowStatus(row.order_status as PaymentOrderStatus | null).code,
      createdAt: row.created_at.toISOString(),
      updatedAt: row.updated_at.toISOString(),
    })),
    earlyPayoff: payoff ? { effectiveDate: String(payoff.effective_on), amountCents: payoff.amount_cents } : null,
    // The times of the business, which are those of its steps.
    createdAt: (entered[0]?.entered_at ?? draw.requestedAt).toISOString(),
    updatedAt: (entered.at(-1)?.entered_at ?? draw.requestedAt).toISOString(),
  };
}

type StepRow = { draw_id: string; state: string; entered_at: Date };

const readSteps = (tx: Tx, issuedProductId: string): Promise<StepRow[]> =>
  tx
    .selectFrom("draw_step as s")
    .innerJoin("draw as d", "d.id", "s.draw_id")
    .select(["s.draw_id", "s.state", "s.entered_at"])
    .where("d.issued_product_id", "=", issuedProductId)
    .orderBy("s.id")
    .execute();

type PayoffRow = { draw_id: string | null; effective_on: unknown; amount_cents: number };

/** The payoffs of draws that have no outcome yet. */
const readPayoffs = (tx: Tx, issuedProductId: string): Promise<PayoffRow[]> =>
  tx
    .selectFrom("payoff")
    .select(["draw_id", "effective_on", "amount_cents"])
    .where("issued_product_id", "=", issuedProductId)
    .where("draw_id", "is not", null)
    .where("status", "in", ["SCHEDULED", "IN_FLIGHT"])
    .execute();

type ItemRow = {
  id: string;
  draw_id: string | null;
  number: number;
  due_on: unknown;
  owed_principal_cents: number;
  owed_interest_cents: number;
  is_paid: boolean;
  order_id: string | null;
  order_status: string | null;
  created_at: Date;
  updated_at: Date;
};

/** The installments of all draws, each with its last debit. */
async function readItems(tx: Tx, issuedProductId: string): Promise<ItemRow[]> {
  const rows = await tx
    .selectFrom("obligation as o")
    .leftJoinLateral(
      (from) =>
        from
          .selectFrom("payment_order as p")
          .select(["p.id as order_id", "p.status as order_status"])
          .whereRef("p.issued_product_id", "=", "o.issued_product_id")
          .where(sql<boolean>`p.item = 'installment/' || o.id`)
          .orderBy("p.id", "desc")
          .limit(1)
          .as("debit"),
      (join) => join.onTrue(),
    )
    .select(["o.id", "o.draw_id", "o.number", "o.due_on", "o.owed_principal_cents", "o.owed_interest_cents"])
    .select(["o.paid_principal_cents", "o.paid_interest_cents", "o.waived_principal_cents", "o.waived_interest_cents"])
    .select(["o.created_at", "o.updated_at", "debit.order_id", "debit.order_status"])
    .where("o.issued_product_id", "=", issuedProductId)
    .where("o.draw_id", "is not", null)
    .where("o.cancelled_at", "is", null)
    .where("o.refund_order_id", "is", null)
    .where("o.owed_principal_cents", ">", 0)
    .orderBy("o.due_on")
    .orderBy("o.number")
    .execute();
  return rows.map((row) => ({
    ...row,
    is_paid:
      row.owed_principal_cents === row.paid_principal_cents + row.waived_principal_cents &&
      row.owed_interest_cents === row.paid_interest_cents + row.waived_interest_cents,
  }));
}
