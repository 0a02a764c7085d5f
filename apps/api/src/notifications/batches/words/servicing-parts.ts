import type { BatchEventProperty } from "../batch-event.ts";
import type { EventWords, Writer } from "./event-words.ts";

export type ServicingEvent = Extract<BatchEventProperty, { batchEventType: "SERVICING_EVENT" }>;
export type WritingServicing = (write: Writer, event: ServicingEvent) => EventWords;

export const nothingMore = {
  figure: null,
  parts: [],
  total: null,
  progress: null,
  note: null,
} satisfies Partial<EventWords>;

/** The account of the business, the invoice and the day of a payment, as far as they are known. */
export const aboutPayment = (write: Writer, event: ServicingEvent): EventWords["parts"] => [
  ...(event.servicingBankAccount
    ? [{ label: write.say({ en: "From", es: "De la cuenta" }), value: write.account(event.servicingBankAccount) }]
    : []),
  ...(event.invoiceIdentifier
    ? [{ label: write.say({ en: "Invoice", es: "Factura" }), value: event.invoiceIdentifier }]
    : []),
];
