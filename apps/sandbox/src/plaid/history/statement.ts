import { addBankingDays, bankingDayOnOrAfter } from "@inlay/lending/calendar/banking-day.ts";
import { addDays, type BusinessDate, daysBetween } from "@inlay/lending/calendar/business-date.ts";
import type { Booking, Business, Draft, Pocket } from "./booking.ts";

export type Statement = { bookings: Booking[]; balanceCents: Record<Pocket, number> };

/**
 * The bank history of a business from one day to another, both included. It is generated day by day from the beginning, and no day
 * depends on a later one, so a later end date only appends lines.
 */
export function statementOf(business: Business, startsOn: BusinessDate, today: BusinessDate): Statement {
  const bookings: Booking[] = [];
  const balanceCents = { ...business.openingCents };
  const incomes = business.incomes.map((habit) => habit(startsOn));
  const expenses = business.expenses.map((habit) => habit(startsOn));
  let on = bankingDayOnOrAfter(startsOn);
  let before = addBankingDays(on, -1);
  const book = ({ mayBounce: _, channel = "other", ...draft }: Draft) => {
    bookings.push({ ...draft, channel, on });
    balanceCents[draft.pocket] += draft.amountCents;
  };
  while (on <= today) {
    const after = addBankingDays(on, 1);
    const dueDays = Array.from({ length: daysBetween(before, on) }, (_, n) => addDays(before, n + 1));
    const day = { on, before, dueDays, after, balanceCents: (pocket: Pocket) => balanceCents[pocket] };
    for (const habit of incomes) for (const draft of habit(day)) book(draft);
    for (const habit of expenses) {
      for (const draft of habit(day)) {
        const bounces = draft.mayBounce && balanceCents[draft.pocket] + draft.amountCents < 0;
        book(draft);
        if (bounces) for (const line of sentBack(draft, business.nsfFeeCents)) book(line);
      }
    }
    [before, on] = [on, after];
  }
  return { bookings, balanceCents };
}

function sentBack({ pocket, amountCents, text }: Draft, feeCents: number): Draft[] {
  const merchant = null;
  return [
    {
      pocket,
      merchant,
      amountCents: -amountCents,
      category: "TRANSFER_IN_OTHER_TRANSFER_IN",
      text: `RETURNED ITEM NSF ${text}`,
    },
    {
      pocket,
      merchant,
      amountCents: -feeCents,
      category: "BANK_FEES_INSUFFICIENT_FUNDS",
      text: "NSF RETURNED ITEM FEE",
    },
  ];
}
