import { invoiceLifecycle } from "@inlay/lending/mechanics/invoices/invoice.ts";
import { issuedProductLifecycle } from "@inlay/lending/mechanics/issued-product.ts";
import { advancePeriodLifecycle } from "@inlay/lending/products/cash-advance/period-lifecycle.ts";
import { trueUpRequestLifecycle } from "@inlay/lending/products/cash-advance/true-up-request-lifecycle.ts";
import { drawRequestLifecycle } from "@inlay/lending/products/line-of-credit/draw-request.ts";
import { productTypes } from "@inlay/lending/products/product-type.ts";
import { arrangementKinds } from "@inlay/lending/servicing/arrangements.ts";
import { delinquencyCodes } from "@inlay/lending/servicing/delinquency.ts";
import { sessionComponents } from "@inlay/lending/servicing/embedded-session.ts";
import { payoffLifecycle } from "@inlay/lending/servicing/payoff-lifecycle.ts";
import { payoffRequestLifecycle } from "@inlay/lending/servicing/payoff-request-lifecycle.ts";
import { z } from "zod/mini";
import { cents, count, date, type EventDefinitions, id } from "./event.ts";

const product = z.strictObject({ issuedProductId: id });
const pilotInvoice = z.strictObject({ pilotInvoiceId: id });
const session = z.strictObject({ embeddedSessionId: id });
const receivable = z.strictObject({
  receivableId: id,
  issuedProductId: id,
  chargeAmountCents: cents,
  repaymentAmountCents: cents,
  remainingAfterCents: cents,
});
const settlement = z.strictObject({ receivableSettlementId: id, date, count, totalCents: cents });

/** Issued products, their draws and invoices, and the sessions in which invoices are confirmed. */
export const productEvents = {
  "draw.state_changed": {
    when: "a draw was funded, repaid or reopened by a returned payment",
    object: "draw",
    version: 1,
    visibility: "staff",
    webhook: null,
    body: z.strictObject({ drawId: id, issuedProductId: id, state: z.enum(drawRequestLifecycle.states) }),
  },
  "embedded_session.created": {
    when: "a platform opened a session with invoices for a business to confirm, or a person chose pilot invoices",
    object: "embedded_session",
    version: 1,
    visibility: "partner",
    webhook: "embedded_session.created",
    body: z.extend(session, { component: z.enum(sessionComponents), issuedProductId: id, invoices: count }),
  },
  "embedded_session.opened": {
    when: "a person of the business first read an embedded session",
    object: "embedded_session",
    version: 1,
    visibility: "staff",
    webhook: null,
    body: session,
  },
  "embedded_session.revoked": {
    when: "a platform revoked an embedded session",
    object: "embedded_session",
    version: 1,
    visibility: "staff",
    webhook: null,
    body: session,
  },
  "invoice.state_changed": {
    when: "an invoice or bill was funded, repaid or reopened by a returned payment",
    object: "invoice",
    version: 1,
    visibility: "staff",
    webhook: null,
    body: z.strictObject({ invoiceId: id, issuedProductId: id, state: z.enum(invoiceLifecycle.states) }),
  },
  "lien_filing.printed": {
    when: "a member of staff printed the data of a financing statement",
    object: "lien_filing",
    version: 1,
    visibility: "staff",
    webhook: null,
    body: z.strictObject({ lienFilingId: id, issuedProductId: id }),
  },
  "lien_filing.recorded": {
    when: "a member of staff recorded that a financing statement was filed",
    object: "lien_filing",
    version: 1,
    visibility: "staff",
    webhook: null,
    body: z.strictObject({ lienFilingId: id, issuedProductId: id, filedOn: date }),
  },
  "pilot_invoice.created": {
    when: "a pilot platform sent an invoice or bill that the people of a business can choose to confirm",
    object: "pilot_invoice",
    version: 1,
    visibility: "staff",
    webhook: null,
    body: z.extend(pilotInvoice, { component: z.enum(sessionComponents) }),
  },
  "pilot_invoice.withdrawn": {
    when: "a pilot platform withdrew an invoice or bill",
    object: "pilot_invoice",
    version: 1,
    visibility: "staff",
    webhook: null,
    body: pilotInvoice,
  },
  "product.billed": {
    when: "interest fell due or a part of the fee was earned",
    object: "issued_product",
    version: 1,
    visibility: "staff",
    webhook: null,
    body: product,
  },
  "product.delinquency_step_done": {
    when: "an item of a product was past due for as many days as a step of delinquency asks, such as LATE",
    object: "issued_product",
    version: 1,
    visibility: "staff",
    webhook: null,
    body: z.strictObject({
      issuedProductId: id,
      obligationId: id,
      step: z.enum(delinquencyCodes),
      daysPastDue: count,
    }),
  },
  "product.fee_assessed": {
    when: "a late, returned payment, maintenance or extension fee was assessed",
    object: "issued_product",
    version: 1,
    visibility: "staff",
    webhook: null,
    body: z.strictObject({ issuedProductId: id, obligationId: id }),
  },
  "product.fee_waived": {
    when: "what was unpaid of an assessed fee was waived",
    object: "issued_product",
    version: 1,
    visibility: "staff",
    webhook: null,
    body: z.strictObject({ issuedProductId: id, obligationId: id }),
  },
  "product.funded": {
    when: "the payout of a product, a draw or an invoice was submitted to the processor",
    object: "issued_product",
    version: 1,
    visibility: "staff",
    webhook: null,
    body: product,
  },
  "product.funding_returned": {
    when: "the payout of a product, a draw or an invoice failed or was returned",
    object: "issued_product",
    version: 1,
    visibility: "staff",
    webhook: null,
    body: product,
  },
  "product.issued": {
    when: "an accepted offer became a product",
    object: "issued_product",
    version: 1,
    visibility: "partner",
    webhook: "issued_product.created",
    body: z.strictObject({
      issuedProductId: id,
      applicationId: id,
      productType: z.enum(productTypes),
      amountCents: count,
    }),
  },
  "product.over_collected": {
    when: "a true-up found that a debit by estimate was too high, so the excess is owed again and refunded",
    object: "issued_product",
    version: 1,
    visibility: "staff",
    webhook: null,
    body: z.strictObject({ issuedProductId: id, paymentOrderId: id }),
  },
  "product.payment_arranged": {
    when: "an owner chose the day of the next try of an overdue payment or moved a coming one, or staff put a payment off",
    object: "issued_product",
    version: 1,
    visibility: "staff",
    webhook: null,
    body: z.strictObject({
      issuedProductId: id,
      obligationId: id,
      arrangement: z.enum(arrangementKinds),
      toOn: date,
    }),
  },
  "product.payoff_changed": {
    when: "a payoff was scheduled, sent or cancelled, has paid the loan off, or has failed",
    object: "issued_product",
    version: 1,
    visibility: "staff",
    webhook: null,
    body: z.strictObject({ issuedProductId: id, payoffId: id, status: z.enum(payoffLifecycle.states) }),
  },
  "product.pay_now_changed": {
    when: "a person paid at once what was due, withdrew that, or a debit of it has failed",
    object: "issued_product",
    version: 1,
    visibility: "staff",
    webhook: null,
    body: z.strictObject({
      issuedProductId: id,
      payNowId: id,
      status: z.enum(["ORDERED", "CANCELLED", "FAILED"]),
    }),
  },
  "product.payoff_request_changed": {
    when: "the owner of a late loan asked for its payoff, staff quoted it for a day, or the request has ended",
    object: "issued_product",
    version: 1,
    visibility: "staff",
    webhook: null,
    body: z.strictObject({
      issuedProductId: id,
      payoffRequestId: id,
      status: z.enum(payoffRequestLifecycle.states),
    }),
  },
  "product.payout_awaited": {
    when: "the payout of a product failed or came back; the owner is asked for another account until a day, when the product is closed",
    object: "issued_product",
    version: 1,
    visibility: "staff",
    webhook: null,
    body: z.strictObject({ issuedProductId: id, paymentOrderId: id, fundBy: date }),
  },
  "product.period_changed": {
    when: "a period of an advance was opened, became due, was paid, or its debit failed",
    object: "issued_product",
    version: 1,
    visibility: "staff",
    webhook: null,
    body: z.strictObject({
      issuedProductId: id,
      periodId: id,
      state: z.enum(advancePeriodLifecycle.states),
      amountCents: z.nullable(count),
    }),
  },
  "product.status_changed": {
    when: "the status of a product changed: it was repaid, refinanced, reopened by a returned payment, or entered or left its default",
    object: "issued_product",
    version: 1,
    visibility: "staff",
    webhook: null,
    body: z.strictObject({ issuedProductId: id, loanStatus: z.enum(issuedProductLifecycle.states) }),
  },
  "product.true_up_request_changed": {
    when: "a business asked to have the payments of its advance adjusted to its sales, or was answered",
    object: "issued_product",
    version: 1,
    visibility: "staff",
    webhook: null,
    body: z.strictObject({
      issuedProductId: id,
      trueUpRequestId: id,
      status: z.enum(trueUpRequestLifecycle.states),
    }),
  },
  "product.written_off": {
    when: "everything owed on a product in default was written off",
    object: "issued_product",
    version: 1,
    visibility: "staff",
    webhook: null,
    body: product,
  },
  "receivable.accepted": {
    when: "a platform withheld the share of a card sale for an integrated advance",
    object: "receivable",
    version: 1,
    visibility: "partner",
    webhook: "receivable.accepted",
    body: receivable,
  },
  "receivable.reversed": {
    when: "a platform gave back the share of a card sale that was refunded",
    object: "receivable",
    version: 1,
    visibility: "partner",
    webhook: "receivable.reversed",
    body: receivable,
  },
  "receivable_settlement.collection_started": {
    when: "the day of a settlement ended and its order was created, or another one after a failure",
    object: "receivable_settlement",
    version: 1,
    visibility: "partner",
    webhook: "receivable_settlement.collecting",
    body: settlement,
  },
  "receivable_settlement.failed": {
    when: "the payment of a settlement failed or was returned",
    object: "receivable_settlement",
    version: 1,
    visibility: "partner",
    webhook: "receivable_settlement.failed",
    body: settlement,
  },
  "receivable_settlement.settled": {
    when: "the payment of a settlement settled, or its sum was zero",
    object: "receivable_settlement",
    version: 1,
    visibility: "partner",
    webhook: "receivable_settlement.settled",
    body: settlement,
  },
  "servicing.initialized": {
    when: "the primary owner completed the welcome page of a product",
    object: "issued_product",
    version: 1,
    visibility: "staff",
    webhook: null,
    body: product,
  },
} satisfies EventDefinitions;
