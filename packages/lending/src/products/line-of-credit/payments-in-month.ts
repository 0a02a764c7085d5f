/** The amounts of unpaid payments that fall due in the calendar month of a day. */
export const paymentsInMonth = (payments: readonly { dueOn: string; unpaidCents: number }[], day: string): number[] =>
  payments
    .filter(({ dueOn, unpaidCents }) => unpaidCents > 0 && dueOn.slice(0, 7) === day.slice(0, 7))
    .map(({ unpaidCents }) => unpaidCents);
