const dayMs = 86_400_000;
const later = (from: Date, days: number): Date => new Date(from.getTime() + days * dayMs);

/**
 * The periods of Regulation B in which an applicant must be told something, in days. A complete application must be answered within 30 days;
 * a denial and a counter-offer are written within 7 days by our own rule. Staff are alarmed before a period ends.
 */
const periods = {
  COMPLETE_APPLICATION: { days: 30, alarmDays: 25 },
  DENIAL: { days: 7, alarmDays: 5 },
  // The offers come with the combined notice, so the period of 90 days for one that is not accepted never begins.
  COUNTER_OFFER: { days: 7, alarmDays: 5 },
  // The notice of incompleteness goes out on day 25.
  INCOMPLETE: { days: 30, alarmDays: 28 },
} as const;

export type NoticeClockKind = keyof typeof periods;

/** When a notice is due, and when staff are alarmed because it was not sent. */
export function noticeDeadline(kind: NoticeClockKind, startedAt: Date): { dueAt: Date; alarmAt: Date } {
  const { days, alarmDays } = periods[kind];
  return { dueAt: later(startedAt, days), alarmAt: later(startedAt, alarmDays) };
}
