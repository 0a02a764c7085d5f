import { addBankingDays } from "../calendar/banking-day.ts";
import { addDays, type BusinessDate } from "../calendar/business-date.ts";
import { clock, easternInstant, easternTime } from "../calendar/eastern-time.ts";
import type { BusinessRole } from "../onboarding/roles.ts";

/** What people of a business are told about its financing. */
export const batchEventTypes = [
  "INVOICE_REJECTION",
  "INVOICE_IN_REVIEW",
  "REPAYMENT_REMINDER",
  "SERVICING_EVENT",
  "FUNDING_REQUEST",
  "INVOICE_EXTENSION",
  "INVOICE_IN_REVIEW_WARNING",
] as const;
export type BatchEventType = (typeof batchEventTypes)[number];

/** The kinds of a SERVICING_EVENT. The first five are the wire's, the others our own. */
export const servicingSubEvents = [
  "DISBURSEMENT",
  "FIRST_PAYMENT_SUCCESS",
  "LAST_PAYMENT_SUCCESS",
  "PAYMENT_MADE",
  "PAYMENT_FAILED",
  "REFUND",
  "LATE",
  "DEFAULT_NOTICE",
  "DEFAULTED",
  "FEE_ASSESSED",
  "PAYOFF_SCHEDULED",
  "PAYOFF_CANCELLED",
  "PAYMENT_ARRANGED",
  "DRAW_REJECTED",
  "LINE_SUSPENDED",
  "LINE_REINSTATED",
  "LIMIT_CHANGED",
] as const;
export type ServicingSubEvent = (typeof servicingSubEvents)[number];

/**
 * What a person can choose to be told about. What changes what a business owes or when it is debited, a missed payment and the refusal of
 * money are always told.
 */
export const notificationTopics = [
  "REPAYMENT_REMINDER",
  "PAYMENT_MADE",
  "MONEY_SENT",
  "FUNDING_REQUEST",
  "PAYMENT_PROBLEM",
  "TERMS_CHANGED",
  "FUNDING_REFUSED",
] as const;
export type NotificationTopic = (typeof notificationTopics)[number];

/** How a person can be told. */
export const notificationChannels = ["EMAIL"] as const;
export type NotificationChannel = (typeof notificationChannels)[number];

const locked: ReadonlySet<NotificationTopic> = new Set(["PAYMENT_PROBLEM", "TERMS_CHANGED", "FUNDING_REFUSED"]);

/** Whether a topic cannot be turned off. */
export const isLockedTopic = (topic: NotificationTopic): boolean => locked.has(topic);

const topicOfSubEvent: Record<ServicingSubEvent, NotificationTopic> = {
  DISBURSEMENT: "MONEY_SENT",
  FIRST_PAYMENT_SUCCESS: "PAYMENT_MADE",
  LAST_PAYMENT_SUCCESS: "PAYMENT_MADE",
  PAYMENT_MADE: "PAYMENT_MADE",
  PAYMENT_FAILED: "PAYMENT_PROBLEM",
  REFUND: "MONEY_SENT",
  LATE: "PAYMENT_PROBLEM",
  DEFAULT_NOTICE: "PAYMENT_PROBLEM",
  DEFAULTED: "PAYMENT_PROBLEM",
  FEE_ASSESSED: "TERMS_CHANGED",
  PAYOFF_SCHEDULED: "TERMS_CHANGED",
  PAYOFF_CANCELLED: "TERMS_CHANGED",
  PAYMENT_ARRANGED: "TERMS_CHANGED",
  DRAW_REJECTED: "FUNDING_REFUSED",
  LINE_SUSPENDED: "TERMS_CHANGED",
  LINE_REINSTATED: "TERMS_CHANGED",
  LIMIT_CHANGED: "TERMS_CHANGED",
};

const topicOfType: Record<Exclude<BatchEventType, "SERVICING_EVENT">, NotificationTopic> = {
  INVOICE_REJECTION: "FUNDING_REFUSED",
  INVOICE_IN_REVIEW: "FUNDING_REQUEST",
  REPAYMENT_REMINDER: "REPAYMENT_REMINDER",
  FUNDING_REQUEST: "FUNDING_REQUEST",
  INVOICE_EXTENSION: "TERMS_CHANGED",
  INVOICE_IN_REVIEW_WARNING: "FUNDING_REQUEST",
};

export type BatchEventKind =
  | { batchEventType: Exclude<BatchEventType, "SERVICING_EVENT"> }
  | { batchEventType: "SERVICING_EVENT"; subEvent: ServicingSubEvent };

export const topicOf = (event: BatchEventKind): NotificationTopic =>
  event.batchEventType === "SERVICING_EVENT" ? topicOfSubEvent[event.subEvent] : topicOfType[event.batchEventType];

/** Those who work with the financing are told everything; a co-owner, who often guarantees it, only what goes wrong. */
export const rolesToldOf = (topic: NotificationTopic): readonly BusinessRole[] =>
  topic === "PAYMENT_PROBLEM" ? ["PRIMARY_OWNER", "OPERATOR", "SECONDARY_OWNER"] : ["PRIMARY_OWNER", "OPERATOR"];

/** The topics of these events that can be turned off. */
export const stoppableTopics = (events: readonly BatchEventKind[]): NotificationTopic[] =>
  [...new Set(events.map(topicOf))].filter((topic) => !isLockedTopic(topic)).toSorted();

/** The topics that somebody with these roles can be told about. */
export const topicsToldTo = (roles: readonly BusinessRole[]): NotificationTopic[] =>
  notificationTopics.filter((topic) => rolesToldOf(topic).some((role) => roles.includes(role)));

const firstHour = 8;
const lastHour = 20;

/** The full hour in New York, from 8 to 20 o'clock, at which what happens now is sent with everything else since the hour before. */
export function nextBatchAt(now: Date): Date {
  const { date, minutes } = easternTime(now);
  const hour = Math.floor(minutes / 60) + 1;
  if (hour > lastHour) return easternInstant(addDays(date, 1), clock(firstHour, 0));
  return easternInstant(date, clock(Math.max(hour, firstHour), 0));
}

const reminderBankingDaysAhead = 3;

/** When the people of a business are reminded of a debit. */
export const remindAt = (effectiveOn: BusinessDate): Date =>
  easternInstant(addBankingDays(effectiveOn, -reminderBankingDaysAhead), clock(firstHour, 0));
