import { paymentDirections, paymentOrderLifecycle } from "@inlay/lending/payments/payment-order.ts";
import { z } from "zod/mini";
import { uuid } from "../ids.ts";

const cents = z.int();
const time = z.iso.datetime();

export const paymentOrderStatus = z.enum(paymentOrderLifecycle.states);
export const paymentDirection = z.enum(paymentDirections);

/** A payment of an issued product: the movement of money, and the parts of it that belong to this product, draw or invoice. */
export const issuedProductPaymentOrder = z.object({
  id: uuid,
  issuedProductId: uuid,
  drawRequestId: z.nullable(uuid),
  invoiceId: z.nullable(uuid),
  platformInvoiceId: z.nullable(z.string()),
  principalAmountCents: cents,
  interestAmountCents: cents,
  feeAmountCents: cents,
  feeType: z.nullable(z.string()),
  isRefund: z.boolean(),
  refundType: z.nullable(z.string()),
  paymentOrder: z.object({
    id: uuid,
    direction: paymentDirection,
    status: paymentOrderStatus,
    amountCents: cents,
    effectiveDate: z.iso.date(),
    paymentConfirmedAt: z.nullable(time),
    latestSourceFailureReason: z.nullable(z.string()),
    latestDestinationFailureReason: z.nullable(z.string()),
    createdAt: time,
    updatedAt: time,
  }),
});
