import { dateAt } from "@inlay/lending/calendar/business-date.ts";
import type { Tx } from "../../db/scope.ts";
import { notify } from "../../notifications/public.ts";
import type { EventHandler } from "../../workflows/public.ts";
import { readProductFacts } from "./product-facts.ts";

/** A draw was asked for. */
export const tellOfDrawRequest: EventHandler<"draw.requested"> =
  async (_app, { platformId, businessId, body: { drawId, issuedProductId, amountCents } }) =>
  async (tx) => {
    if (!businessId) return;
    await notify(tx, {
      platformId,
      businessId,
      key: `funding-request/${drawId}`,
      event: {
        ...(await readProductFacts(tx, issuedProductId)),
        batchEventType: "FUNDING_REQUEST",
        amountRequestedCents: amountCents,
      },
    });
  };

/** A draw was refused. Its payout is told by its payment. */
export const tellOfDraw: EventHandler<"draw.state_changed"> =
  async (_app, { platformId, businessId, body: { drawId, issuedProductId, state } }) =>
  async (tx) => {
    if (!businessId || state !== "REJECTED") return;
    const draw = await tx
      .selectFrom("draw")
      .select("amount_cents as amountCents")
      .where("id", "=", drawId)
      .executeTakeFirstOrThrow();
    await notify(tx, {
      platformId,
      businessId,
      key: `rejection/${drawId}`,
      event: {
        ...(await readProductFacts(tx, issuedProductId)),
        batchEventType: "SERVICING_EVENT",
        subEvent: "DRAW_REJECTED",
        disbursementAmountCents: draw.amountCents,
      },
    });
  };

/** An invoice or bill was submitted. Its data can already call for a person who reviews it. */
export const tellOfNewInvoice: EventHandler<"invoice.created"> =
  async (_app, { platformId, businessId, body: { invoiceId, issuedProductId, state } }) =>
  async (tx) => {
    if (!businessId) return;
    const facts = await readProductFacts(tx, issuedProductId);
    const invoice = await readInvoice(tx, invoiceId);
    await notify(tx, {
      platformId,
      businessId,
      key: `funding-request/${invoiceId}`,
      event: {
        ...facts,
        batchEventType: "FUNDING_REQUEST",
        amountRequestedCents: invoice.requestedCents,
        invoiceFaceAmountCents: invoice.amountCents,
        invoiceSubmittedIdentifier: invoice.identifier,
      },
    });
    if (state === "IN_REVIEW")
      await notify(tx, {
        platformId,
        businessId,
        key: `review/${invoiceId}`,
        event: { ...facts, batchEventType: "INVOICE_IN_REVIEW", invoiceIdentifier: invoice.identifier },
      });
  };

/** A person reviews an invoice or bill, or it was refused. Whoever withdraws one knows it already. */
export const tellOfInvoice: EventHandler<"invoice.state_changed"> =
  async (_app, { platformId, businessId, body: { invoiceId, issuedProductId, state } }) =>
  async (tx) => {
    if (!businessId || (state !== "IN_REVIEW" && state !== "REJECTED")) return;
    const { identifier, isCancelled } = await readInvoice(tx, invoiceId);
    if (isCancelled) return;
    const facts = await readProductFacts(tx, issuedProductId);
    const told = { platformId, businessId };
    if (state === "IN_REVIEW")
      await notify(tx, {
        ...told,
        key: `review/${invoiceId}`,
        event: { ...facts, batchEventType: "INVOICE_IN_REVIEW", invoiceIdentifier: identifier },
      });
    else
      await notify(tx, {
        ...told,
        key: `rejection/${invoiceId}`,
        event: { ...facts, batchEventType: "INVOICE_REJECTION", invoiceId, invoiceIdentifier: identifier },
      });
  };

/** The review of an invoice or bill takes long. It ends on a day that the business is told. */
export const tellOfLongReview: EventHandler<"invoice.review_reminded"> =
  async (_app, { id, platformId, businessId, body: { invoiceId, issuedProductId } }) =>
  async (tx) => {
    if (!businessId) return;
    const { identifier, waitsUntil } = await readInvoice(tx, invoiceId);
    await notify(tx, {
      platformId,
      businessId,
      key: `review-warning/${id}`,
      event: {
        ...(await readProductFacts(tx, issuedProductId)),
        batchEventType: "INVOICE_IN_REVIEW_WARNING",
        decideBy: waitsUntil && dateAt(waitsUntil),
        invoiceIdentifier: identifier,
      },
    });
  };

async function readInvoice(tx: Tx, invoiceId: string) {
  const { number, platformInvoiceId, ...invoice } = await tx
    .selectFrom("invoice")
    .select([
      "number",
      "platform_invoice_id as platformInvoiceId",
      "requested_cents as requestedCents",
      "amount_cents as amountCents",
      "is_cancelled as isCancelled",
      "waits_until as waitsUntil",
    ])
    .where("id", "=", invoiceId)
    .executeTakeFirstOrThrow();
  return { ...invoice, identifier: number ?? platformInvoiceId };
}
