import type { FeeType } from "@inlay/lending/ledger/accounts.ts";
import { totalOf, unpaid } from "@inlay/lending/mechanics/obligation.ts";
import { isAdvance } from "@inlay/lending/onboarding/product-choice.ts";
import type { Tx } from "../../db/scope.ts";
import { notify } from "../../notifications/public.ts";
import { readObligations } from "../../products/public.ts";
import type { EventHandler } from "../../workflows/public.ts";
import { readPayment } from "./payment-facts.ts";
import { readProductFacts } from "./product-facts.ts";

const servicing = { batchEventType: "SERVICING_EVENT" } as const;

/** What is unpaid of an obligation, and the product that it is about. */
async function readOwed(tx: Tx, issuedProductId: string, obligationId: string) {
  const obligation = (await readObligations(tx, issuedProductId)).find(({ id }) => id === obligationId);
  if (!obligation) return null;
  const facts = await readProductFacts(tx, issuedProductId, { about: obligation });
  const left = unpaid(obligation);
  // The obligation of an advance is all of it, and what is due of it is a period.
  const isWhole = isAdvance(facts.product);
  return {
    ...facts,
    feeType: obligation.feeType,
    due: isWhole
      ? {}
      : {
          principalCents: left.principalCents,
          interestCents: left.interestCents,
          feeCents: left.feeCents,
          repaymentDate: obligation.dueOn,
          repaymentAmountCents: totalOf(left),
        },
  };
}

/** A payment became late, or its product is about to be in default. */
export const tellOfDelinquency: EventHandler<"product.delinquency_step_done"> =
  async (_app, { id, platformId, businessId, body: { issuedProductId, obligationId, step } }) =>
  async (tx) => {
    if (!businessId || (step !== "LATE" && step !== "DEFAULT_NOTICE")) return;
    const owed = await readOwed(tx, issuedProductId, obligationId);
    if (!owed) return;
    const { due, feeType: _, ...facts } = owed;
    await notify(tx, {
      platformId,
      businessId,
      key: `event/${id}`,
      event: { ...facts, ...servicing, ...due, subEvent: step },
    });
  };

/** A product is in default. That it is paid off is told with its last payment. */
export const tellOfDefault: EventHandler<"product.status_changed"> =
  async (_app, { id, platformId, businessId, body: { issuedProductId, loanStatus } }) =>
  async (tx) => {
    if (!businessId || loanStatus !== "DEFAULTED") return;
    const facts = await readProductFacts(tx, issuedProductId);
    await notify(tx, {
      platformId,
      businessId,
      key: `event/${id}`,
      event: { ...facts, ...servicing, subEvent: "DEFAULTED" },
    });
  };

/** A fee was added to what is owed. */
export const tellOfFee: EventHandler<"product.fee_assessed"> =
  async (_app, { id, platformId, businessId, body: { issuedProductId, obligationId } }) =>
  async (tx) => {
    const owed = businessId ? await readOwed(tx, issuedProductId, obligationId) : null;
    // It may have been waived or paid meanwhile.
    if (!businessId || !owed?.due.repaymentAmountCents) return;
    const { due, ...facts } = owed;
    await notify(tx, {
      platformId,
      businessId,
      key: `event/${id}`,
      event: { ...facts, ...servicing, ...due, subEvent: "FEE_ASSESSED", feeType: facts.feeType as FeeType },
    });
  };

/** A payoff was scheduled or cancelled. Its outcome is told by its payment. */
export const tellOfPayoff: EventHandler<"product.payoff_changed"> =
  async (_app, { id, platformId, businessId, body: { issuedProductId, payoffId, status } }) =>
  async (tx) => {
    if (!businessId || (status !== "SCHEDULED" && status !== "CANCELLED")) return;
    const payoff = await tx
      .selectFrom("payoff")
      .select(["amount_cents", "principal_cents", "interest_cents", "fees_cents", "effective_on", "payment_order_id"])
      .select(["draw_id as drawId", "invoice_id as invoiceId"])
      .where("id", "=", payoffId)
      .executeTakeFirstOrThrow();
    const order = await readPayment(tx, payoff.payment_order_id);
    await notify(tx, {
      platformId,
      businessId,
      key: `event/${id}`,
      event: {
        ...(await readProductFacts(tx, issuedProductId, {
          about: { drawId: payoff.drawId, invoiceId: payoff.invoiceId },
        })),
        ...servicing,
        subEvent: status === "SCHEDULED" ? "PAYOFF_SCHEDULED" : "PAYOFF_CANCELLED",
        repaymentDate: payoff.effective_on,
        repaymentAmountCents: payoff.amount_cents,
        principalCents: payoff.principal_cents,
        interestCents: payoff.interest_cents,
        feeCents: payoff.fees_cents,
        servicingBankAccount: order?.account ?? null,
      },
    });
  };

/** A payment has another day than the plan says. */
export const tellOfArrangement: EventHandler<"product.payment_arranged"> =
  async (_app, { id, platformId, businessId, body: { issuedProductId, obligationId, arrangement, toOn, secondOn } }) =>
  async (tx) => {
    const owed = businessId ? await readOwed(tx, issuedProductId, obligationId) : null;
    if (!businessId || !owed) return;
    const { due, feeType: _, ...facts } = owed;
    await notify(tx, {
      platformId,
      businessId,
      key: `event/${id}`,
      event: {
        ...facts,
        ...servicing,
        ...due,
        subEvent: "PAYMENT_ARRANGED",
        repaymentDate: toOn,
        arrangement,
        secondOn,
      },
    });
  };
