import { addBankingDays } from "../../calendar/banking-day.ts";
import { addDays } from "../../calendar/business-date.ts";
import { clock, easternInstant, easternTime } from "../../calendar/eastern-time.ts";
import type { InvoiceState } from "./invoice.ts";

/** The states in which an invoice uses the limit although nothing was paid out. */
const unfunded = ["WAITING_FOR_PARSING", "IN_REVIEW", "PENDING_FUND_DISPERSEMENT"] as const;
export type UnfundedInvoiceState = (typeof unfunded)[number];
export const isUnfundedInvoice = (state: InvoiceState): state is UnfundedInvoiceState =>
  unfunded.some((one) => one === state);

const parsingMinutes = 10;
const reminderHours = [24, 48];
const reviewBankingDays = 5;
const payeeDays = 14;

const inHours = (from: Date, hours: number): Date => new Date(from.getTime() + hours * 3_600_000);
const endOfDay = clock(23, 59);

/**
 * Until when an unfunded invoice waits: ten minutes for its file, five banking days for its review or its payout, and a bill fourteen days for
 * the account of its payee.
 */
export function invoiceWaitsUntil(state: UnfundedInvoiceState, wantsPayeeAccount: boolean, since: Date): Date {
  if (state === "WAITING_FOR_PARSING") return inHours(since, parsingMinutes / 60);
  const { date } = easternTime(since);
  const isForPayee = state === "PENDING_FUND_DISPERSEMENT" && wantsPayeeAccount;
  return easternInstant(isForPayee ? addDays(date, payeeDays) : addBankingDays(date, reviewBankingDays), endOfDay);
}

/** When something is to be done about an invoice that waits: the reminders of its review, or the end of its wait. */
export function nextOfInvoiceWait(state: UnfundedInvoiceState, wait: { since: Date; until: Date }, now: Date): Date {
  const reminders = state === "IN_REVIEW" ? reminderHours.map((hours) => inHours(wait.since, hours)) : [];
  return reminders.find((at) => at > now && at < wait.until) ?? wait.until;
}
