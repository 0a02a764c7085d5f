import { submitAt } from "../calendar/ach.ts";
import { addBankingDays } from "../calendar/banking-day.ts";
import { type BusinessDate, dateAt } from "../calendar/business-date.ts";
import { clock, easternInstant } from "../calendar/eastern-time.ts";
import { lifecycle } from "../flow/lifecycle.ts";

/**
 * An owner's request for the payoff of a late loan, which staff quote for a day. FIGURE_CHANGED is a payment or a fee after the answer, so that
 * staff answer again. EXPIRED is a request that was not answered in time, or an answer that the owner has not taken by its cut-off.
 */
export const payoffRequestLifecycle = lifecycle("payoff request", {
  begins: { REQUESTED: "REQUESTED" },
  moves: {
    REQUESTED: { ANSWERED: "ANSWERED", EXPIRED: "EXPIRED", LOAN_NOT_LATE: "CANCELLED" },
    ANSWERED: {
      ANSWERED: "ANSWERED",
      FIGURE_CHANGED: "REQUESTED",
      PAYOFF_SCHEDULED: "SCHEDULED",
      EXPIRED: "EXPIRED",
      LOAN_NOT_LATE: "CANCELLED",
    },
    SCHEDULED: {},
    EXPIRED: {},
    CANCELLED: {},
  },
  ends: ["SCHEDULED", "EXPIRED", "CANCELLED"],
});
export type PayoffRequestStatus = (typeof payoffRequestLifecycle.states)[number];
export type PayoffRequestEvent = (typeof payoffRequestLifecycle.events)[number];

const [answeredWithinBankingDays, expiresAfterBankingDays, quotedBankingDaysAhead] = [1, 10, 10];
const endOfWork = clock(17, 0);

/** By when staff answer a request. */
export const answerPayoffBy = (requestedAt: Date): Date =>
  easternInstant(addBankingDays(dateAt(requestedAt), answeredWithinBankingDays), endOfWork);

/** When a request that nobody has answered ends, so that the owner is told and can ask again. */
export const payoffRequestEndsAt = (requestedAt: Date): Date =>
  easternInstant(addBankingDays(dateAt(requestedAt), expiresAfterBankingDays), endOfWork);

/** Until when the owner can take an answer: the debit leaves with the file of the day before. */
export const payoffAnswerEndsAt = (effectiveOn: BusinessDate): Date => submitAt(effectiveOn);

/** The last day for which staff may quote a payoff. */
export const latestPayoffQuote = (today: BusinessDate): BusinessDate => addBankingDays(today, quotedBankingDaysAhead);
