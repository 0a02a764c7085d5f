import { lifecycle } from "../flow/lifecycle.ts";

const leaves = { LOAN_APPLICATION_WITHDRAWN: "LOAN_APPLICATION_WITHDRAWN" } as const;
/** Until there are offers, an application can also be closed as incomplete. */
const unfinished = { ...leaves, LOAN_APPLICATION_INCOMPLETE: "LOAN_APPLICATION_INCOMPLETE" } as const;

/**
 * One application for one product, from consent to the loan. APPLICATION_CREATED, DATA_COMPLETE, ASSIGNED, NO_PROVIDER,
 * MARKUP_SUBMITTED, MARKUP_TIMEOUT, WENT_BACK, AGREEMENT_ENDED, ALL_SIGNED and CLOSING_CHECK_FAILED are our own names.
 */
export const loanApplicationLifecycle = lifecycle("loan application", {
  begins: { APPLICATION_CREATED: "ASSIGN_TO_CAPITAL_PROVIDER" },
  moves: {
    ASSIGN_TO_CAPITAL_PROVIDER: {
      DATA_COMPLETE: "ASSIGN_TO_CAPITAL_PROVIDER",
      ASSIGNED: "CREATE_OFFERS",
      NO_PROVIDER: "UNASSIGNED",
      NO_OFFERS: "NO_OFFERS",
      ...unfinished,
    },
    UNASSIGNED: { ASSIGNED: "CREATE_OFFERS", NO_OFFERS: "NO_OFFERS", ...unfinished },
    CREATE_OFFERS: {
      OFFERS_CREATED: ["WAITING_FOR_PLATFORM_MARKUP", "WAITING_FOR_ACCEPTANCE"],
      OFFERS_REFRESHED: "WAITING_FOR_ACCEPTANCE",
      NO_OFFERS: "NO_OFFERS",
      ...unfinished,
    },
    WAITING_FOR_PLATFORM_MARKUP: {
      MARKUP_SUBMITTED: "WAITING_FOR_ACCEPTANCE",
      MARKUP_TIMEOUT: "WAITING_FOR_ACCEPTANCE",
      ...leaves,
    },
    WAITING_FOR_ACCEPTANCE: {
      OFFER_SELECTED: "WAITING_FOR_ACCEPTANCE",
      WENT_BACK: "WAITING_FOR_ACCEPTANCE",
      TAX_ID_COLLECTED: "WAITING_FOR_ACCEPTANCE",
      PERSONA_COLLECTED: "WAITING_FOR_ACCEPTANCE",
      PERSONAL_PHONE_NUMBER_COLLECTED: "WAITING_FOR_ACCEPTANCE",
      PRIMARY_BANK_ACCOUNT_SELECTED: "WAITING_FOR_ACCEPTANCE",
      LEGAL_AGREEMENTS_COLLECTED: "WAITING_FOR_ACCEPTANCE",
      AGREEMENT_ENDED: "WAITING_FOR_ACCEPTANCE",
      // Staff do not confirm a change of who signs and guarantees.
      CLOSING_CHECK_FAILED: "NO_OFFERS",
      ALL_SIGNED: "CLOSE_LOAN",
      OFFERS_EXPIRED: "WAITING_FOR_ACCEPTANCE",
      OFFER_REFRESH_REQUESTED: "CREATE_OFFERS",
      LOAN_APPLICATION_EXPIRED: "EXPIRED",
      ...leaves,
    },
    CLOSE_LOAN: {
      CONFIRM_CHECKLIST_COLLECTED: "CLOSE_LOAN",
      LOAN_CLOSING_CHECKS_COLLECTED: "OPERATIONAL_LOAN",
      // A failed check either ends the application, or requests more input from the owner while closing waits.
      CLOSING_CHECK_FAILED: ["NO_OFFERS", "CLOSE_LOAN"],
      ...leaves,
    },
    NO_OFFERS: {},
    EXPIRED: {},
    OPERATIONAL_LOAN: {},
    LOAN_APPLICATION_INCOMPLETE: {},
    LOAN_APPLICATION_WITHDRAWN: {},
  },
  ends: ["NO_OFFERS", "EXPIRED", "OPERATIONAL_LOAN", "LOAN_APPLICATION_INCOMPLETE", "LOAN_APPLICATION_WITHDRAWN"],
});
/** The states of an application without an offer: it is being decided and can still become incomplete. */
export const unfinishedStates = loanApplicationLifecycle.states.filter((state) =>
  loanApplicationLifecycle.allows(state, "LOAN_APPLICATION_INCOMPLETE"),
);

export type LoanApplicationState = (typeof loanApplicationLifecycle.states)[number];
