import { createHash } from "node:crypto";
import { Secret } from "@inlay/contracts/secret.ts";
import { businessDate } from "@inlay/lending/calendar/business-date.ts";
import { easternTime } from "@inlay/lending/calendar/eastern-time.ts";
import type { Book } from "@inlay/lending/ledger/accounts.ts";
import { cents } from "@inlay/lending/money/cents.ts";
import { type FailureReason, failureReasons } from "@inlay/lending/payments/failure-reason.ts";
import { reasonForReturn } from "@inlay/lending/payments/return-codes.ts";
import { z } from "zod/mini";
import type {
  AccountHolder,
  AchState,
  BankLine,
  PaymentFailure,
  PaymentToSend,
  PaymentWebhook,
  ProcessorPayment,
} from "../port.ts";

/** The metadata that links the vendor's order to ours. */
export const ourWords = (orderId: string, businessId: string | null): Record<string, string> => ({
  payment_order_id: orderId,
  ...(businessId && { business_id: businessId }),
});

/** The vendor's order states and our states. */
const states = {
  needs_approval: "created",
  approved: "created",
  held: "created",
  pending: "pending",
  processing: "pending",
  sent: "pending",
  completed: "completed",
  cancelled: "failed",
  denied: "failed",
  failed: "failed",
  returned: "failed",
  reversed: "failed",
  stopped: "failed",
} as const satisfies Record<string, AchState>;
type Status = keyof typeof states;

const returned = z.object({
  id: z.string(),
  type: z.string(),
  code: z.nullable(z.string()),
  additional_information: z.nullish(z.string()),
  created_at: z.string(),
  returnable_id: z.nullable(z.string()),
  returnable_type: z.nullable(z.string()),
  corrections: z.nullish(
    z.object({
      account_number: z.nullish(z.string()),
      routing_number: z.nullish(z.string()),
      transaction_code: z.nullish(z.string()),
    }),
  ),
});
type Returned = z.infer<typeof returned>;

const order = z.object({
  id: z.string(),
  status: z.enum(Object.keys(states) as [Status, ...Status[]]),
  direction: z.enum(["debit", "credit"]),
  amount: z.int(),
  effective_date: z.string(),
  metadata: z.record(z.string(), z.string()),
  vendor_failure_reason: z.nullable(z.string()),
  current_return: z.nullable(returned),
});

const transaction = z.object({
  id: z.string(),
  internal_account_id: z.string(),
  direction: z.enum(["debit", "credit"]),
  amount: z.int(),
  as_of_date: z.string(),
  posted: z.boolean(),
  vendor_description: z.nullish(z.string()),
});

const message = z.object({ event: z.string(), data: z.looseObject({ object: z.string() }) });

/**
 * An order in the vendor's format. A debit pulls from the counterparty's account, a credit pays into it. A payment between our own books is a
 * transfer between two accounts at the same bank.
 */
export const orderFor = (payment: PaymentToSend, internalAccounts: Record<Book, string>) => ({
  ...("book" in payment.to
    ? { type: "book" as const, receiving_account_id: internalAccounts[payment.to.book] }
    : {
        type: "ach" as const,
        subtype: entryClassFor(payment.to.holder, payment.direction),
        receiving_account_id: payment.to.enrolledAccount,
      }),
  direction: payment.direction === "INCOMING" ? ("debit" as const) : ("credit" as const),
  amount: payment.amountCents,
  currency: "USD" as const,
  priority: payment.isSameDay ? ("high" as const) : ("normal" as const),
  originating_account_id: internalAccounts[payment.book],
  statement_descriptor: payment.description,
  effective_date: payment.effectiveOn,
  metadata: {
    ...ourWords(payment.orderId, payment.businessId),
    ...(payment.issuedProductId && { issued_product_id: payment.issuedProductId }),
  },
});

/** A person authorizes the debit on the portal (WEB); a person's credit has a class of its own. */
const entryClassFor = (holder: AccountHolder, direction: PaymentToSend["direction"]) =>
  holder === "BUSINESS" ? ("CCD" as const) : direction === "INCOMING" ? ("WEB" as const) : ("PPD" as const);

export function paymentFrom(answer: unknown): ProcessorPayment {
  const { id, status, direction, amount, effective_date, metadata, ...rest } = z.parse(order, answer);
  return {
    processorId: id,
    orderId: metadata["payment_order_id"] ?? null,
    businessId: metadata["business_id"] ?? null,
    direction: direction === "debit" ? "INCOMING" : "OUTGOING",
    amountCents: cents(amount),
    effectiveOn: businessDate(effective_date),
    achState: states[status],
    isHeld: status === "held" || status === "needs_approval",
    failure: states[status] === "failed" ? failureOf(status, rest.vendor_failure_reason, rest.current_return) : null,
  };
}

function failureOf(status: Status, reason: string | null, back: Returned | null): PaymentFailure {
  if (status === "returned" && back) return failureFrom(back);
  if (status === "failed")
    return {
      reason: reason && Object.hasOwn(failureReasons, reason) ? (reason as FailureReason) : "unexpected_error",
      achCode: null,
    };
  if (status === "returned") return { reason: "unexpected_error", achCode: unknownCode };
  return { reason: "canceled_transfer", achCode: null };
}

/** Stands for the code of a return that came without one, because a payment without a code was not returned. */
const unknownCode = "UNKNOWN";

const failureFrom = ({ code, additional_information: information }: Returned): PaymentFailure => ({
  reason: reasonForReturn(code ?? unknownCode, /\bOFAC\b/i.test(information ?? "")),
  achCode: code ?? unknownCode,
});

/** Null for a line that is not posted yet, or of an unknown account. */
export function lineFrom(answer: unknown, bookOf: (internalAccountId: string) => Book | null): BankLine | null {
  const line = z.parse(transaction, answer);
  const book = bookOf(line.internal_account_id);
  if (!book || !line.posted) return null;
  return {
    lineId: line.id,
    book,
    direction: line.direction === "credit" ? "INCOMING" : "OUTGOING",
    amountCents: cents(line.amount),
    postedOn: businessDate(line.as_of_date),
    text: line.vendor_description ?? "",
  };
}

/** The deliveries of a webhook are identical bytes, so the body's hash is its id. */
export function webhookFrom(body: string, bookOf: (internalAccountId: string) => Book | null): PaymentWebhook {
  const { data } = z.parse(message, JSON.parse(body));
  return { id: createHash("sha256").update(body).digest("hex"), what: whatIn(data, bookOf) };
}

function whatIn(data: { object: string }, bookOf: (internalAccountId: string) => Book | null): PaymentWebhook["what"] {
  if (data.object === "payment_order") return { kind: "PAYMENT_CHANGED", payment: paymentFrom(data) };
  if (data.object === "transaction") {
    const line = lineFrom(data, bookOf);
    return line ? { kind: "BANK_LINE", line } : { kind: "OTHER" };
  }
  if (data.object !== "return") return { kind: "OTHER" };
  const back = z.parse(returned, data);
  if (back.returnable_type !== "payment_order" || !back.returnable_id) return { kind: "OTHER" };
  const processorId = back.returnable_id;
  if (back.type !== "ach_noc") {
    const returnedOn = easternTime(new Date(back.created_at)).date;
    return { kind: "PAYMENT_RETURNED", processorId, failure: failureFrom(back), returnedOn };
  }
  const secret = (value: string | null | undefined) => (value ? new Secret(value) : null);
  const correction = {
    correctionId: back.id,
    processorId,
    achCode: back.code ?? "",
    accountNumber: secret(back.corrections?.account_number),
    routingNumber: secret(back.corrections?.routing_number),
    accountType: accountTypeOf(back.corrections?.transaction_code),
  };
  return { kind: "ACCOUNT_CORRECTED", correction };
}

/** The network's transaction codes begin with 2 for a checking and with 3 for a savings account. */
function accountTypeOf(transactionCode: string | null | undefined): "CHECKING" | "SAVINGS" | null {
  if (!transactionCode || !/^[23]\d$/.test(transactionCode)) return null;
  return transactionCode.startsWith("2") ? "CHECKING" : "SAVINGS";
}
