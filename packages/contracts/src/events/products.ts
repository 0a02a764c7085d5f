import { invoiceLifecycle } from "@inlay/lending/mechanics/invoices/invoice.ts";
import { issuedProductLifecycle } from "@inlay/lending/mechanics/issued-product.ts";
import { drawRequestLifecycle } from "@inlay/lending/products/line-of-credit/draw-request.ts";
import { z } from "zod/mini";
import { type EventDefinitions, id } from "./event.ts";

const product = z.strictObject({ issuedProductId: id });

/** Issued products, their draws and invoices. */
export const productEvents = {
  "draw.state_changed": {
    when: "a draw was funded, repaid or reopened by a returned payment",
    object: "draw",
    version: 1,
    visibility: "staff",
    webhook: null,
    body: z.strictObject({ drawId: id, issuedProductId: id, state: z.enum(drawRequestLifecycle.states) }),
  },
  "invoice.state_changed": {
    when: "an invoice or bill was funded, repaid or reopened by a returned payment",
    object: "invoice",
    version: 1,
    visibility: "staff",
    webhook: null,
    body: z.strictObject({ invoiceId: id, issuedProductId: id, state: z.enum(invoiceLifecycle.states) }),
  },
  "product.billed": {
    when: "interest fell due or a part of the fee was earned",
    object: "issued_product",
    version: 1,
    visibility: "staff",
    webhook: null,
    body: product,
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
  "product.over_collected": {
    when: "a true-up found that a debit by estimate was too high, so the excess is owed again and refunded",
    object: "issued_product",
    version: 1,
    visibility: "staff",
    webhook: null,
    body: z.strictObject({ issuedProductId: id, paymentOrderId: id }),
  },
  "product.receivable_accepted": {
    when: "a platform withheld the share of a card sale for an integrated advance, or gave it back with a refund",
    object: "issued_product",
    version: 1,
    visibility: "staff",
    webhook: null,
    body: product,
  },
  "product.status_changed": {
    when: "the status of a product changed: it was repaid, refinanced, reopened by a returned payment, or is in default",
    object: "issued_product",
    version: 1,
    visibility: "staff",
    webhook: null,
    body: z.strictObject({ issuedProductId: id, loanStatus: z.enum(issuedProductLifecycle.states) }),
  },
  "product.written_off": {
    when: "everything owed on a product in default was written off",
    object: "issued_product",
    version: 1,
    visibility: "staff",
    webhook: null,
    body: product,
  },
} satisfies EventDefinitions;
