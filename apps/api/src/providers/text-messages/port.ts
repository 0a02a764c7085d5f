import type { Posted } from "../news.ts";

export type Text = {
  /** In full, with the country: +12125550123. */
  to: string;
  text: string;
};

/** Why a phone does not get our messages. */
export type TextFailure = "NO_SUCH_NUMBER" | "LANDLINE" | "UNREACHABLE" | "OPTED_OUT" | "BLOCKED" | "OTHER";

/** What the carrier knows of a message. Sent means that it left; phones that tell nothing stay there. */
export type CarriedText = {
  carrierId: string;
  state: "SENT" | "DELIVERED" | "FAILED";
  failure: TextFailure | null;
};

/** That a message's fate has changed; what it is now, `read` says. */
export type TextNews = { carrierId: string };

/** The carrier will not take a message to this number, now or later. */
export class TextRefused extends Error {
  readonly failure: TextFailure;
  constructor(failure: TextFailure, options?: ErrorOptions) {
    super(`the carrier takes no message to this number: ${failure}`, options);
    this.failure = failure;
  }
}

/** This attempt certainly did not reach the carrier, or was turned away unread. */
export class TextNotTaken extends Error {}

/** It may have been taken or not. The carrier does not recognise a repeat, so `find` is asked before anything is sent again. */
export class TextOutcomeUnknown extends Error {}

/** A question that could not be answered just now. */
export class CarrierUnavailable extends Error {}

export type TextMessages = {
  /** Rejects with TextRefused, TextNotTaken or TextOutcomeUnknown, and with nothing else. */
  send(text: Text): Promise<CarriedText>;
  /** The newest message of ours with these very words to this number, taken at that moment or later. */
  find(text: Text, since: Date): Promise<CarriedText | null>;
  /** What is true now, whatever was told. */
  read(carrierId: string): Promise<CarriedText>;
  /** Throws NewsRefused. */
  readNews(posted: Posted): TextNews;
};
