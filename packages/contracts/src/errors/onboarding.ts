import { contactUs, fix, type RefusalEntry } from "./entry.ts";

/** Steps, owners and accounting data. */
export const onboarding = {
  STEP_NOT_CURRENT: {
    status: 409,
    message: "This step is no longer open.",
    errorCode: "StepNotCurrentException",
    next: fix("Read the workflow again."),
  },
  CONSENT_TEXT_CHANGED: {
    status: 409,
    message: "These terms have changed since you opened this page. Please read them again.",
    next: fix("Read the step again and show its texts."),
  },
  NO_OPEN_APPLICATION: {
    status: 409,
    message: "There is no open application.",
    next: fix("Read the workflow again."),
  },
  CORRECTION_NOT_POSSIBLE: {
    status: 409,
    message: "There is no open application. You can change your answers yourself when you apply again.",
    next: fix("Read the workflow again."),
  },
  CORRECTION_ALREADY_REQUESTED: {
    status: 409,
    message: "You have already asked us to correct this. We will answer by email.",
    next: fix("Wait for the answer to the open request."),
  },
  APPLICATION_NOT_CLOSED: {
    status: 409,
    message: "You can apply again when your application is closed.",
    next: fix("Read the workflow again."),
  },
  REAPPLY_TOO_SOON: {
    status: 409,
    message: "You can apply again 90 days after the decision.",
    next: { kind: "NONE", message: "Wait until then." },
  },
  APPLICATION_OPEN: {
    status: 409,
    message: "You already have an open application. You can apply for more when it is finished.",
    next: fix("Finish the open application or withdraw it."),
  },
  NO_FINANCING_YET: {
    status: 409,
    message: "You can apply for more once you have your first financing.",
    next: fix("Read the workflow again."),
  },
  PRIMARY_OWNER_TAKEN: {
    status: 409,
    message: "This business already has a primary owner.",
    next: fix("Choose another role."),
  },
  CO_OWNERS_FULL: {
    status: 409,
    message: "You have reached the maximum of {n} owners.",
    next: fix("Remove an owner first."),
  },
  CO_OWNER_HAS_BEGUN: {
    status: 409,
    message: "This owner has already started, so their details can no longer be changed here.",
    next: contactUs,
  },
  CO_OWNER_REQUIRED: {
    status: 409,
    message: "Please add at least one other owner.",
    next: fix("Name a co-owner first."),
  },
  OWNERSHIP_PERCENTAGE_MISSING: {
    status: 409,
    message: "Please enter a percentage for every owner.",
    next: fix("Send the ownership percentage of each co-owner first."),
  },
  ACCOUNTING_NOT_LINKED: {
    status: 409,
    message: "Please connect your accounting software, invite your accountant or upload your tax returns.",
    next: fix("Connect the accounting program first, or send an accountant or files."),
  },
  ACCOUNTING_UNAVAILABLE: {
    status: 503,
    message: "Your accounting software does not answer right now. Please try again in a few minutes.",
    next: { kind: "RETRY_LATER", message: "Try again in a few minutes." },
  },
  ACCOUNTANT_LINK_INVALID: {
    status: 401,
    message: "This link was used before or has expired.",
    next: fix("Ask for a new link; each works once."),
  },
  REMINDER_LINK_INVALID: {
    status: 404,
    message: "This link is not complete. Please open it again from the email.",
    next: fix("Open the link in the email again."),
  },
} as const satisfies Record<string, RefusalEntry>;
