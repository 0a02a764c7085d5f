/** The days after a question on which the person is reminded. On the last one whoever asked decides instead. */
export const reminderDays = [2, 5, 10, 14] as const;

/** The first reminder day after this day; null when the last day has come. */
export const reminderAfter = (day: number): number | null => reminderDays.find((one) => one > day) ?? null;
