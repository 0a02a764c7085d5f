import { fix, type RefusalEntry } from "./entry.ts";

const readAgain = fix("Read the application again.");

/** Rulings of staff about a decision, the capital for its offers, and their disclosures. */
export const decisions = {
  NO_DECLINED_APPLICATION: {
    status: 409,
    message: "There is no declined application.",
    next: fix("Read the workflow again."),
  },
  APPEAL_ALREADY_MADE: {
    status: 409,
    message: "You have already asked us to look at this decision again. We will answer by email.",
    next: { kind: "NONE", message: "Wait for the answer." },
  },
  DECISION_CHANGED: {
    status: 409,
    message: "The decision has changed since you read it.",
    next: readAgain,
  },
  RULING_NOT_IN_REVIEW: {
    status: 409,
    message: "The decision leaves nothing to staff.",
    next: readAgain,
  },
  RULING_NOT_RAISED: {
    status: 409,
    message: "The decision does not ask for {code}.",
    next: fix("Choose one of the rules and exceptions that are to be reviewed."),
  },
  TOO_MANY_EXCEPTIONS: {
    status: 409,
    message: "An application may have at most {most} exceptions.",
    next: { kind: "NONE", message: "Confirm the denial." },
  },
  RULE_NOT_OVERRIDABLE: {
    status: 409,
    message: "A failed rule of this decision may not be overridden.",
    next: { kind: "NONE", message: "Confirm the denial." },
  },
  RATING_MOVES_ONE_NOTCH: {
    status: 409,
    message: "A rating moves by one notch: {modelResult} cannot become {code}.",
    next: fix("Choose the next better or the next worse rating."),
  },
  RATING_UNCHANGED: {
    status: 409,
    message: "The model's rating is {code} already.",
    next: fix("Choose another rating."),
  },
  PROVIDER_CONSENT_NEEDED: {
    status: 409,
    message: "TPE_5 needs the written consent of a capital provider, and no other exception has one.",
    next: fix("Send capitalProviderId and providerConsent with TPE_5 only."),
  },
  NO_CAPITAL_AVAILABLE: {
    status: 409,
    message: "No capital provider funds this application: {refusals}.",
    next: {
      kind: "RETRY_LATER",
      message: "Try again when the provider has room, or get its consent to a concentration.",
    },
  },
  DISCLOSURE_NOT_REQUIRED: {
    status: 409,
    message: "No disclosure form applies to this offer.",
    next: { kind: "NONE", message: "Continue without a disclosure." },
  },
  DISCLOSURE_NOT_REVIEWED: {
    status: 409,
    message: "Counsel has not reviewed the disclosures of this state.",
    next: { kind: "RETRY_LATER", message: "Try again when the review is recorded." },
  },
  DISCLOSURE_NOT_DELIVERED: {
    status: 409,
    message: "Please read the disclosure of this amount first.",
    next: fix("Make the disclosure of the offer at this amount, and fetch its file."),
  },
  DISCLOSURE_NOT_SIGNED: {
    status: 409,
    message: "Please sign the disclosure of this amount first.",
    next: fix("Let the primary owner sign the disclosure."),
  },
  DISCLOSURE_SUPERSEDED: {
    status: 409,
    message: "This disclosure is no longer valid, because the amount or the terms have changed.",
    next: fix("Make the disclosure of the offer again, and use the new one."),
  },
  DISCLOSURE_ONLY_DELIVERED: {
    status: 409,
    message: "This disclosure needs no signature.",
    next: fix("Open the agreement."),
  },
  SIGNING_BEING_PREPARED: {
    status: 409,
    message: "Your document is being prepared. Please try again in a moment.",
    next: { kind: "RETRY_LATER", message: "Try again when the document can be signed." },
  },
} as const satisfies Record<string, RefusalEntry>;
