import { VendorUnavailable } from "../vendor-unavailable.ts";
import type { WebhookRequest } from "../webhook.ts";

export type SmsMessage = {
  /** In full, with the country code: +12125550123. */
  to: string;
  text: string;
};

/** Why a phone does not receive our messages. */
export type SmsFailure = "NO_SUCH_NUMBER" | "LANDLINE" | "UNREACHABLE" | "OPTED_OUT" | "BLOCKED" | "OTHER";

/** The carrier's state of a message. SENT means that it left; phones without delivery receipts stay there. */
export type CarriedSms = {
  carrierId: string;
  state: "SENT" | "DELIVERED" | "FAILED";
  failure: SmsFailure | null;
};

/** A message's state has changed. The current state is read with `read`. */
export type SmsWebhook = { carrierId: string };

/** The carrier does not accept messages to this number, now or later. */
export class SmsRefused extends Error {
  readonly failure: SmsFailure;
  constructor(failure: SmsFailure, options?: ErrorOptions) {
    super(`the carrier takes no message to this number: ${failure}`, options);
    this.failure = failure;
  }
}

/** This attempt did not reach the carrier or was rejected unprocessed. */
export class SmsNotAccepted extends Error {}

/**
 * The message may or may not have been accepted. The carrier does not recognize a repeat, so `find` is called before anything is sent
 * again.
 */
export class SmsOutcomeUnknown extends Error {}

/** A read failed for now. */
export class CarrierUnavailable extends VendorUnavailable {}

export type Sms = {
  /** Rejects with SmsRefused, SmsNotAccepted or SmsOutcomeUnknown, and with nothing else. */
  send(text: SmsMessage): Promise<CarriedSms>;
  /** Our newest message with exactly this text to this number, accepted at that time or later. */
  find(text: SmsMessage, since: Date): Promise<CarriedSms | null>;
  /** The current state, independent of any webhook. */
  read(carrierId: string): Promise<CarriedSms>;
  /** Throws WebhookRefused. */
  readWebhook(webhookRequest: WebhookRequest): SmsWebhook;
};
