import { fix, type RefusalEntry } from "./entry.ts";

const readChecklist = fix("Read the checklist again.");

/** The closing checklist and the funding of a loan. */
export const funding = {
  CHECK_NOT_APPLICABLE: {
    status: 409,
    message: "{check} is not a check of this loan.",
    next: readChecklist,
  },
  CHECK_NOT_CONFIRMABLE: {
    status: 409,
    message: "{check} passes by its own record and is not confirmed by hand.",
    next: fix("Correct the record that the check reads, then run the checks again."),
  },
  CHECK_COMPUTED: {
    status: 409,
    message: "The data already says whether {check} passes.",
    next: readChecklist,
  },
  CLOSING_INCOMPLETE: {
    status: 409,
    message: "These checks have not passed: {checks}.",
    next: fix("Run the checks again, and confirm or correct what is open."),
  },
  CLOSING_CHANGED: {
    status: 409,
    message: "The amount or the account of the loan has changed since the funding was requested.",
    next: fix("Reject the request, and request the funding again."),
  },
  NOTHING_TO_PAY_OUT: {
    status: 409,
    message: "Nothing is left to pay out after the fee and what the loan pays off.",
    next: { kind: "NONE", message: "Fail the closing." },
  },
  PAYOFF_EXCEEDS_LOAN: {
    status: 409,
    message: "With this payoff, nothing would be left of the loan to pay out.",
    next: fix("Check the figure of the letter. If it is right, ask the owner to choose another offer."),
  },
  DEBT_NOT_PAID_OFF: {
    status: 409,
    message: "The offer does not pay off this debt.",
    next: readChecklist,
  },
} as const satisfies Record<string, RefusalEntry>;
