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

/** An open offer can run out, be made again by us, or be left by its owner. */
const open = { ...expires, OFFER_REFRESH_REQUESTED: "OFFER_REFRESH_PENDING", ...withdrawn } as const;
const closing = { ...open, WENT_BACK: "DISPLAY_OFFERS" } as const;

/**
 * Where the offers of an application stand, as the owner meets them. Which step of closing comes next is decided by
 * `nextClosing`. APPLICATION_CREATED, WENT_BACK, CLOSING_CHECK_FAILED and REAPPLY are names of ours.
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
      LOAN_CLOSING_CHECKS_COLLECTED: "ISSUED_PRODUCT_CREATED",
      CLOSING_CHECK_FAILED: ["NO_OFFERS_EXTENDED", "OFFER_ACCEPTED"],
      // The owner's signature holds the offer for co-signers, but not for ever.
      ...expires,
      ...withdrawn,
    },
    ISSUED_PRODUCT_CREATED: {},
    OFFERS_EXPIRED: {
      OFFER_REFRESH_REQUESTED: ["OFFER_REFRESH_PENDING", "DISPLAY_OFFERS"],
      LOAN_APPLICATION_EXPIRED: "OFFERS_EXPIRED",
      ...withdrawn,
    },
    OFFER_REFRESH_PENDING: waiting,
    // Applying anew opens another application; this one rests where it is.
    NO_OFFERS_EXTENDED: { REAPPLY: "NO_OFFERS_EXTENDED" },
    LOAN_APPLICATION_INCOMPLETE: {},
    LOAN_APPLICATION_WITHDRAWN: {},
  },
  ends: ["ISSUED_PRODUCT_CREATED", "NO_OFFERS_EXTENDED", "LOAN_APPLICATION_INCOMPLETE", "LOAN_APPLICATION_WITHDRAWN"],
});
