import type { BatchEventProperty } from "../batch-event.ts";
import { type EventWords, type Language, writer } from "./event-words.ts";
import {
  fundingRequest,
  invoiceExtension,
  invoiceInReview,
  invoiceInReviewWarning,
  invoiceRejection,
} from "./invoices.ts";
import { repaymentReminder } from "./repayment-reminder.ts";
import { servicingEvent } from "./servicing-event.ts";

/** An event in plain words. */
export function wordsOf(language: Language, event: BatchEventProperty): EventWords {
  const write = writer(language);
  switch (event.batchEventType) {
    case "REPAYMENT_REMINDER":
      return repaymentReminder(write, event);
    case "SERVICING_EVENT":
      return servicingEvent(write, event);
    case "INVOICE_REJECTION":
      return invoiceRejection(write, event);
    case "INVOICE_IN_REVIEW":
      return invoiceInReview(write, event);
    case "INVOICE_IN_REVIEW_WARNING":
      return invoiceInReviewWarning(write, event);
    case "FUNDING_REQUEST":
      return fundingRequest(write, event);
    case "INVOICE_EXTENSION":
      return invoiceExtension(write, event);
  }
}
