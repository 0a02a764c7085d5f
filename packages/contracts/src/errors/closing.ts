import { contactUs, fix, type RefusalEntry } from "./entry.ts";

const readStep = fix("Read the step again.");

/** The closing of a chosen offer: the identity of its signers, the account and the agreement. */
export const closing = {
  IDENTITY_NOT_STARTED: {
    status: 409,
    message: "Please verify your identity first.",
    next: fix("Start the identity verification."),
  },
  IDENTITY_SUBMITTED: {
    status: 409,
    message: "You have already submitted your identity verification.",
    next: readStep,
  },
  IDENTITY_FAILED: {
    status: 409,
    message: "Identity verification failed. Please contact support.",
    next: contactUs,
  },
  ACCOUNT_NOT_OF_BUSINESS: {
    status: 409,
    message: "Please choose a checking account of the business.",
    next: fix("Choose another account."),
  },
  PAYOFF_LETTER_AWAITED: {
    status: 409,
    message: "We are asking your other lender for the payoff figure. You can sign the agreement when it is there.",
    next: { kind: "RETRY_LATER", message: "Wait for the email, then open the agreement again." },
  },
  AGREEMENT_NOT_SIGNED: {
    status: 409,
    message: "Please sign the agreement first.",
    next: fix("Open the agreement and let the owner sign it."),
  },
  CO_SIGNER_NOT_OVERDUE: {
    status: 409,
    message: "You can decide about an owner 14 days after they were asked to sign, or when they have declined.",
    next: readStep,
  },
  CO_SIGNER_HAS_SIGNED: {
    status: 409,
    message: "This person has signed in the meantime.",
    next: readStep,
  },
  CO_SIGNER_CHANGE_PENDING: {
    status: 409,
    message: "We are checking the change of owners. You can sign the agreement when we are done.",
    next: { kind: "RETRY_LATER", message: "Open the agreement again after the next banking day." },
  },
} as const satisfies Record<string, RefusalEntry>;
