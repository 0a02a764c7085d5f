import { bankingDayOnOrAfter } from "../calendar/banking-day.ts";
import type { BusinessDate } from "../calendar/business-date.ts";
import { isLate } from "../mechanics/days-past-due.ts";
import { isPaid, isScheduled, type Obligation, totalOf, unpaid } from "../mechanics/obligation.ts";
import { type PaymentRowStatus, paymentRowStatuses } from "../mechanics/payment-row.ts";
import type { Cents } from "../money/cents.ts";
import { type ItemOrder, isOnItsWay, isWithdrawable } from "./collection.ts";

const { PAID, LATE, OPEN } = paymentRowStatuses;

/** A full or partial repayment of an invoice as it stands. */
export type InvoicePart = {
  invoiceId: string;
  obligationId: string;
  number: number;
  dueOn: BusinessDate;
  originalDueOn: BusinessDate;
  /** The banking day of its debit, or of its payment once it is paid. Null if it is overdue and no debit is ordered. */
  takenOn: BusinessDate | null;
  principalCents: Cents;
  feeCents: Cents;
  amountCents: Cents;
  unpaidCents: Cents;
  status: PaymentRowStatus;
  isOnItsWay: boolean;
};

/** The obligations of a line that finances invoices, with what is known about each. */
export type ServicedInvoices = {
  obligations: readonly Obligation[];
  ordersOf: (obligation: Obligation) => readonly ItemOrder[];
  originalDueOn: ReadonlyMap<string, BusinessDate>;
  /** The day of the last payment of an obligation. */
  paidOn: ReadonlyMap<string, BusinessDate>;
  today: BusinessDate;
};

/** The repayments of the invoices of a line, in the order of their obligations. */
export function invoiceParts({ obligations, ordersOf, originalDueOn, paidOn, today }: ServicedInvoices): InvoicePart[] {
  return obligations.filter(isScheduled).flatMap((one): InvoicePart[] => {
    const { id, invoiceId, number, dueOn, owed } = one;
    if (invoiceId === null || dueOn === null) return [];
    // What is written off is not owed any more, and was not paid.
    const isSettled = isPaid(one) && one.waived.principalCents === 0;
    const orders = ordersOf(one);
    const standing = orders.findLast((order) => isOnItsWay(order) || isWithdrawable(order));
    const plannedOn = dueOn >= today ? bankingDayOnOrAfter(dueOn) : null;
    return [
      {
        invoiceId,
        obligationId: id,
        number,
        dueOn,
        originalDueOn: originalDueOn.get(id) ?? dueOn,
        takenOn: isSettled ? (paidOn.get(id) ?? null) : (standing?.effectiveOn ?? plannedOn),
        principalCents: owed.principalCents,
        feeCents: owed.feeCents,
        amountCents: totalOf(owed),
        unpaidCents: totalOf(unpaid(one)),
        status: isSettled ? PAID : isLate(dueOn, today) ? LATE : OPEN,
        isOnItsWay: !isSettled && orders.some(isOnItsWay),
      },
    ];
  });
}

/** The earliest debit after today. One of today is on its way. */
export const nextInvoicePayment = (parts: readonly InvoicePart[], today: BusinessDate) =>
  parts
    .flatMap((part) => (part.unpaidCents > 0 && part.takenOn !== null ? [{ ...part, takenOn: part.takenOn }] : []))
    .filter(({ takenOn, isOnItsWay: isProcessing }) => takenOn > today && !isProcessing)
    .toSorted((a, b) => a.takenOn.localeCompare(b.takenOn))[0] ?? null;
