import { addBankingDays, bankingDayOnOrAfter } from "../calendar/banking-day.ts";
import type { BusinessDate } from "../calendar/business-date.ts";

/** What a payment that comes by wire or check pays: what is due, fees and then the rest, or the whole loan by its payoff. */
export const outsidePaymentKinds = ["LUMP_SUM", "PAYOFF"] as const;
export type OutsidePaymentKind = (typeof outsidePaymentKinds)[number];

/** The banking days ahead for which a payment can be announced. */
export const announcedForBankingDays = 10;

const receivedBankingDaysBefore = 5;

/** The first day from which a payment can count. A check is received a few banking days before our bank has its money. */
export const receivedFrom = (postedOn: BusinessDate): BusinessDate =>
  addBankingDays(bankingDayOnOrAfter(postedOn), -receivedBankingDaysBefore);
