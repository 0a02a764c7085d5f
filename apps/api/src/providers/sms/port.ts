import type { WebhookRequest } from "../webhook.ts";

export type SmsMessage = {
  /** In full, with the country: +12125550123. */
  to: string;
  text: string;
};

/** Why a phone does not get our messages. */
export type SmsFailure = "NO_SUCH_NUMBER" | "LANDLINE" | "UNREACHABLE" | "OPTED_OUT" | "BLOCKED" | "OTHER";

/** What the carrier knows of a message. Sent means that it left; phones that tell nothing stay there. */
export type CarriedSms = {
  carrierId: string;
  state: "SENT" | "DELIVERED" | "FAILED";
  failure: SmsFailure | null;
};

/** That a message's fate has changed; what it is now, `read` says. */
export type SmsWebhook = { carrierId: string };

/** The carrier will not take a message to this number, now or later. */
export class SmsRefused extends Error {
  readonly failure: SmsFailure;
  constructor(failure: SmsFailure, options?: ErrorOptions) {
    super(`the carrier takes no message to this number: ${failure}`, options);
    this.failure = failure;
  }
}

/** This attempt certainly did not reach the carrier, or was turned away unread. */
export class SmsNotAccepted extends Error {}

/** It may have been taken or not. The carrier does not recognise a repeat, so `find` is asked before anything is sent again. */
export class SmsOutcomeUnknown extends Error {}

/** A question that could not be answered just now. */
export class CarrierUnavailable extends Error {}

export type Sms = {
  /** Rejects with SmsRefused, SmsNotAccepted or SmsOutcomeUnknown, and with nothing else. */
  send(text: SmsMessage): Promise<CarriedSms>;
  /** The newest message of ours with these very words to this number, taken at that moment or later. */
  find(text: SmsMessage, since: Date): Promise<CarriedSms | null>;
  /** What is true now, whatever was told. */
  read(carrierId: string): Promise<CarriedSms>;
  /** Throws WebhookRefused. */
  readWebhook(webhookRequest: WebhookRequest): SmsWebhook;
};
