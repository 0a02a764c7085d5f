import { paymentOrderLifecycle } from "@inlay/lending/payments/payment-order.ts";
import { z } from "zod/mini";
import { cents, count, date, type EventDefinitions, id } from "./event.ts";

const payment = z.strictObject({ paymentOrderId: id, status: z.enum(paymentOrderLifecycle.states) });
const empty = z.strictObject({});

/** Payment orders, bank lines, held debits and reported sales. */
export const paymentEvents = {
  "bank_charge.identified": {
    when: "staff found that a withdrawal from our bank was a charge of the bank",
    object: "bank_line",
    version: 1,
    visibility: "staff",
    webhook: null,
    body: z.strictObject({ bankLineId: id, amountCents: cents }),
  },
  "bank_line.identified": {
    when: "staff found the payment of a line of our bank statement",
    object: "bank_line",
    version: 1,
    visibility: "staff",
    webhook: null,
    body: z.strictObject({
      bankLineId: id,
      paymentOrderId: id,
      meaning: z.enum(["SENT", "RETURNED"]),
      amountCents: cents,
    }),
  },
  "debits.held": {
    when: "the return rate reached its limit, and new debits are held",
    object: "platform",
    version: 1,
    visibility: "staff",
    webhook: null,
    body: empty,
  },
  "debits.released": {
    when: "staff released held debits",
    object: "platform",
    version: 1,
    visibility: "staff",
    webhook: null,
    body: empty,
  },
  "payment.cancelled": {
    when: "a payment was cancelled, or staff rejected it",
    object: "payment",
    version: 1,
    visibility: "partner",
    webhook: "payment.cancelled",
    body: payment,
  },
  "payment.checked": {
    when: "the check before a debit raised an alert and did not move the debit",
    object: "payment",
    version: 1,
    visibility: "staff",
    webhook: null,
    body: payment,
  },
  "payment.created": {
    when: "a payment order was created; it may need approval",
    object: "payment",
    version: 1,
    visibility: "staff",
    webhook: null,
    body: payment,
  },
  "payment.delayed": {
    when: "the processor cannot be reached, or the outcome of a payment is unknown",
    object: "payment",
    version: 1,
    visibility: "partner",
    webhook: "payment.delayed",
    body: payment,
  },
  "payment.failed": {
    when: "a submitted payment failed",
    object: "payment",
    version: 1,
    visibility: "partner",
    webhook: "payment.failed",
    body: payment,
  },
  "payment.rescheduled": {
    when: "the check before a debit moved it to a later day",
    object: "payment",
    version: 1,
    visibility: "partner",
    webhook: "payment.rescheduled",
    body: payment,
  },
  "payment.returned": {
    when: "a settled payment was returned",
    object: "payment",
    version: 1,
    visibility: "partner",
    webhook: "payment.returned",
    body: payment,
  },
  "payment.scheduled": {
    when: "a payment has its day",
    object: "payment",
    version: 1,
    visibility: "partner",
    webhook: "payment.scheduled",
    body: payment,
  },
  "payment.settled": {
    when: "a payment settled",
    object: "payment",
    version: 1,
    visibility: "partner",
    webhook: "payment.settled",
    body: payment,
  },
  "payment.submitted": {
    when: "a payment was sent to the processor",
    object: "payment",
    version: 1,
    visibility: "partner",
    webhook: "payment.submitted",
    body: payment,
  },
  "sales_day.recorded": {
    when: "a partner reported or corrected the sales of a day",
    object: "sales_day",
    version: 1,
    visibility: "partner",
    webhook: "sales_day.recorded",
    body: z.strictObject({
      salesDayId: id,
      date,
      // The partner's own name of the channel, as in the partner API.
      channel: z.string().check(z.maxLength(40)),
      revision: count,
      closed: z.boolean(),
      grossCents: cents,
      refundsCents: cents,
    }),
  },
} as const satisfies EventDefinitions;
