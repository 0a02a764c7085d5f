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
  "product.status_changed": {
    when: "the status of a product changed because of a payment",
    object: "issued_product",
    version: 1,
    visibility: "staff",
    webhook: null,
    body: z.strictObject({ issuedProductId: id, loanStatus: z.enum(issuedProductLifecycle.states) }),
  },
} satisfies EventDefinitions;
