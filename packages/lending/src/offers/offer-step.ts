import { lifecycle } from "../flow/lifecycle.ts";
import { closingSteps } from "./closing.ts";

const withdrawn = { LOAN_APPLICATION_WITHDRAWN: "LOAN_APPLICATION_WITHDRAWN" } as const;
const expires = { OFFERS_EXPIRED: "OFFERS_EXPIRED" } as const;

const waiting = {
  OFFERS_CREATED: "DISPLAY_OFFERS",
  OFFERS_REFRESHED: "DISPLAY_OFFERS",
  NO_OFFERS: "NO_OFFERS_EXTENDED",
  LOAN_APPLICATION_INCOMPLETE: "LOAN_APPLICATION_INCOMPLETE",
  ...withdrawn,
} as const;

/** Staff do not confirm a change of who signs and guarantees. */
const fails = { CLOSING_CHECK_FAILED: "NO_OFFERS_EXTENDED" } as const;

/** An open offer can expire, be refreshed, be withdrawn by its owner, or end because a change of its signers is not confirmed. */
const open = { ...expires, OFFER_REFRESH_REQUESTED: "OFFER_REFRESH_PENDING", ...withdrawn, ...fails } as const;
const closing = { ...open, WENT_BACK: "DISPLAY_OFFERS" } as const;

/**
 * The offer step of an application, as the owner sees it. `nextClosing` decides the next closing step. APPLICATION_CREATED, WENT_BACK,
 * AGREEMENT_ENDED, CLOSING_CHECK_FAILED and REAPPLY are our own names.
 */
export const offerStepLifecycle = lifecycle("offer step", {
  begins: { APPLICATION_CREATED: "OFFERS_PENDING" },
  moves: {
    OFFERS_PENDING: waiting,
    DISPLAY_OFFERS: { OFFER_SELECTED: closingSteps, ...open },
    COLLECT_TAX_ID: { TAX_ID_COLLECTED: closingSteps, ...closing },
    COLLECT_PERSONAL_PHONE_NUMBER: { PERSONAL_PHONE_NUMBER_COLLECTED: closingSteps, ...closing },
    COLLECT_PERSONA: { PERSONA_COLLECTED: closingSteps, ...closing },
    SELECT_PRIMARY_BANK_ACCOUNT: { PRIMARY_BANK_ACCOUNT_SELECTED: closingSteps, ...closing },
    COLLECT_LEGAL_AGREEMENTS: { LEGAL_AGREEMENTS_COLLECTED: "OFFER_ACCEPTED", ...closing },
    OFFER_ACCEPTED: {
      // A signer declined the agreement, or it was voided. It is presented again.
      AGREEMENT_ENDED: "COLLECT_LEGAL_AGREEMENTS",
      LOAN_CLOSING_CHECKS_COLLECTED: "ISSUED_PRODUCT_CREATED",
      CLOSING_CHECK_FAILED: ["NO_OFFERS_EXTENDED", "OFFER_ACCEPTED"],
      // The owner's signature extends the offer for co-signers, but it still expires.
      ...expires,
      ...withdrawn,
    },
    ISSUED_PRODUCT_CREATED: {},
    OFFERS_EXPIRED: {
      OFFER_REFRESH_REQUESTED: ["OFFER_REFRESH_PENDING", "DISPLAY_OFFERS"],
      LOAN_APPLICATION_EXPIRED: "OFFERS_EXPIRED",
      ...withdrawn,
      ...fails,
    },
    OFFER_REFRESH_PENDING: waiting,
    // Reapplying creates another application. This one keeps its step.
    NO_OFFERS_EXTENDED: { REAPPLY: "NO_OFFERS_EXTENDED" },
    LOAN_APPLICATION_INCOMPLETE: {},
    LOAN_APPLICATION_WITHDRAWN: {},
  },
  ends: ["ISSUED_PRODUCT_CREATED", "NO_OFFERS_EXTENDED", "LOAN_APPLICATION_INCOMPLETE", "LOAN_APPLICATION_WITHDRAWN"],
});
