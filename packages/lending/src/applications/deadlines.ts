const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const later = (from: Date, ms: number): Date => new Date(from.getTime() + ms);

/** The days after completion on which staff are alarmed about an undecided application, and on which it is decided in any case. */
const firstAlarmDays = 15;
const lastAlarmDays = 20;
export const decisionDays = 28;
const markupHours = 24;
/** How long expired offers can be refreshed before the application ends. */
const refreshableDays = 60;

/** How long a product whose payout came back waits for another account. */
const fundAgainDays = 10;

export const fundAgainBy = (returnedAt: Date): Date => later(returnedAt, fundAgainDays * dayMs);
export const decideBy = (completedAt: Date): Date => later(completedAt, decisionDays * dayMs);
export const firstAlarmAt = (completedAt: Date): Date => later(completedAt, firstAlarmDays * dayMs);
export const markupDueAt = (pricedAt: Date): Date => later(pricedAt, markupHours * hourMs);
export const refreshableUntil = (expiredAt: Date): Date => later(expiredAt, refreshableDays * dayMs);

export type Deadline = { what: "PROMISED_ANSWER" | "FIRST_ALARM" | "LAST_ALARM" | "DECISION"; at: Date };

/** What falls due while an application is undecided, in the order of the dates. A date that is not known yet is left out. */
export function undecidedDeadlines(promisedBy: Date | null, completedAt: Date | null): Deadline[] {
  const deadlines: Deadline[] = [];
  if (promisedBy) deadlines.push({ what: "PROMISED_ANSWER", at: promisedBy });
  if (completedAt)
    deadlines.push(
      { what: "FIRST_ALARM", at: firstAlarmAt(completedAt) },
      { what: "LAST_ALARM", at: later(completedAt, lastAlarmDays * dayMs) },
      { what: "DECISION", at: decideBy(completedAt) },
    );
  return deadlines.sort((a, b) => a.at.getTime() - b.at.getTime());
}
