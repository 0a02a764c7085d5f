import { addBankingDays } from "../../calendar/banking-day.ts";
import { clock, easternInstant, easternTime } from "../../calendar/eastern-time.ts";
import { lifecycle } from "../../flow/lifecycle.ts";

/**
 * The request of a business to adjust what was debited to its sales. It is answered when the sales of every period are known, at once if they
 * are. ADVANCE_OVER: nothing is delivered any more that could be adjusted.
 */
export const trueUpRequestLifecycle = lifecycle("true-up request", {
  begins: { REQUESTED: "REQUESTED" },
  moves: {
    REQUESTED: { SALES_KNOWN: "ANSWERED", ADVANCE_OVER: "CANCELLED" },
    ANSWERED: {},
    CANCELLED: {},
  },
  ends: ["ANSWERED", "CANCELLED"],
});
export type TrueUpRequestStatus = (typeof trueUpRequestLifecycle.states)[number];
export type TrueUpRequestEvent = (typeof trueUpRequestLifecycle.events)[number];

const answeredWithinBankingDays = 2;
const endOfWork = clock(17, 0);

/** By when a request is answered. */
export const answerTrueUpBy = (requestedAt: Date): Date =>
  easternInstant(addBankingDays(easternTime(requestedAt).date, answeredWithinBankingDays), endOfWork);
