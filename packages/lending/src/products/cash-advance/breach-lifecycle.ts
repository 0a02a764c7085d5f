import { addBankingDays, bankingDayOnOrAfter } from "../../calendar/banking-day.ts";
import { addDays, type BusinessDate } from "../../calendar/business-date.ts";
import { clock, easternInstant } from "../../calendar/eastern-time.ts";
import { lifecycle } from "../../flow/lifecycle.ts";

/**
 * The breach of an advance whose share of sales cannot be debited any more: the authorization was revoked, or the account closed, and not
 * replaced in time. It is cured by an account that may be debited, also afterwards.
 */
export const advanceBreachLifecycle = lifecycle("breach of an advance", {
  begins: { AUTHORIZATION_LOST: "CURE_PERIOD" },
  moves: {
    CURE_PERIOD: { REMINDED: "CURE_PERIOD", NOT_CURED: "BREACHED", AUTHORIZED: "CURED", ADVANCE_OVER: "ENDED" },
    BREACHED: { AUTHORIZED: "CURED", ADVANCE_OVER: "ENDED" },
    CURED: {},
    ENDED: {},
  },
  ends: ["CURED", "ENDED"],
});
export type AdvanceBreachState = (typeof advanceBreachLifecycle.states)[number];
export type AdvanceBreachEvent = (typeof advanceBreachLifecycle.events)[number];

const curedWithinBankingDays = 10;
const remindedBankingDaysBefore = 3;
/** When the reminder is sent. */
const morning = clock(9, 0);

/** The last day on which an authorization that was lost can be replaced without a breach. */
export const cureBy = (lostOn: BusinessDate): BusinessDate =>
  addBankingDays(bankingDayOnOrAfter(lostOn), curedWithinBankingDays);

export type CurePeriod = { state: AdvanceBreachState; cureBy: BusinessDate; isReminded: boolean };

const reminderAt = ({ cureBy: last }: CurePeriod): Date =>
  easternInstant(addBankingDays(last, -remindedBankingDaysBefore), morning);
const breachedAt = ({ cureBy: last }: CurePeriod): Date => easternInstant(addDays(last, 1), clock(0, 0));

/** What the passing of time does to a breach. */
export function eventByTime(breach: CurePeriod, now: Date): "REMINDED" | "NOT_CURED" | null {
  if (breach.state !== "CURE_PERIOD") return null;
  if (breachedAt(breach) <= now) return "NOT_CURED";
  return !breach.isReminded && reminderAt(breach) <= now ? "REMINDED" : null;
}

/** When time does something to a breach next. */
export function nextEventAt(breach: CurePeriod): Date | null {
  if (breach.state !== "CURE_PERIOD") return null;
  return breach.isReminded ? breachedAt(breach) : reminderAt(breach);
}
