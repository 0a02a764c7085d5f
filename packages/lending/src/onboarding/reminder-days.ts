/**
 * The days after a question on which a person is reminded. On the last day whoever asked for a co-owner, an accountant or a co-owner's signature
 * decides instead. An owner who stopped before consent is reminded once, and one who stopped after choosing an offer until the offer expires;
 * nobody decides for them.
 */
export const reminderDays = {
  OWNER: [2],
  CO_OWNER: [2, 5, 10, 14],
  ACCOUNTANT: [2, 5, 10, 14],
  CO_SIGNER: [2, 5, 10, 14],
  CLOSING: [2, 5, 10],
} as const;

export type ReminderKind = keyof typeof reminderDays;

/** Whether somebody else decides on the last day, instead of another reminder. */
export const isDecidedOnLastDay = (kind: ReminderKind): boolean => kind !== "OWNER" && kind !== "CLOSING";

/** The first of these days after this day; null when the last one has come. */
export const reminderAfter = (kind: ReminderKind, day: number): number | null =>
  reminderDays[kind].find((one) => one > day) ?? null;
