import type { LoanStatus } from "../mechanics/issued-product.ts";
import type { ArrangementKind } from "./arrangements.ts";
import type { PayoffStatus } from "./payoff-lifecycle.ts";
import type { PayoffRequestStatus } from "./payoff-request-lifecycle.ts";

/** What a business is told about the life of a product, each by the event that records it. */
export const activityKinds = [
  "FUNDS_RETURNED",
  "PAYMENT_SENT",
  "PAYMENT_SETTLED",
  "PAYMENT_FAILED",
  "PAYMENT_RETURNED",
  "PAYMENT_POSTPONED",
  "RETRY_DAY_CHOSEN",
  "PAYMENT_MOVED",
  "PAYMENT_SPLIT",
  "PAYMENT_PUT_OFF",
  "FEE_ASSESSED",
  "FEE_WAIVED",
  "PAY_NOW_ORDERED",
  "PAY_NOW_CANCELLED",
  "PAYOFF_REQUESTED",
  "PAYOFF_QUOTED",
  "PAYOFF_SCHEDULED",
  "PAYOFF_CANCELLED",
  "PAYOFF_COMPLETED",
  "PAYOFF_FAILED",
  "BECAME_LATE",
  "CAUGHT_UP",
  "DEFAULTED",
  "REFINANCED",
  "PAID_OFF",
  "CLOSED",
] as const;
export type ActivityKind = (typeof activityKinds)[number];

/** By the kind of an event: one kind of activity, or one for each value of its field. A value that is not named is not shown. */
type Rule = ActivityKind | { field: string; kinds: Readonly<Record<string, ActivityKind>> };

const byStatus = (kinds: Partial<Record<LoanStatus, ActivityKind>>): Rule => ({ field: "loanStatus", kinds });
const byPayoff = (kinds: Partial<Record<PayoffStatus, ActivityKind>>): Rule => ({ field: "status", kinds });
const byRequest = (kinds: Partial<Record<PayoffRequestStatus, ActivityKind>>): Rule => ({ field: "status", kinds });
const byArrangement = (kinds: Record<ArrangementKind, ActivityKind>): Rule => ({ field: "arrangement", kinds });

const rules: Readonly<Record<string, Rule>> = {
  "product.funding_returned": "FUNDS_RETURNED",
  "payment.submitted": "PAYMENT_SENT",
  "payment.settled": "PAYMENT_SETTLED",
  "payment.failed": "PAYMENT_FAILED",
  "payment.returned": "PAYMENT_RETURNED",
  "payment.rescheduled": "PAYMENT_POSTPONED",
  "product.payment_arranged": byArrangement({
    RETRY_DAY: "RETRY_DAY_CHOSEN",
    MOVE: "PAYMENT_MOVED",
    SPLIT: "PAYMENT_SPLIT",
    HARDSHIP: "PAYMENT_PUT_OFF",
  }),
  "product.fee_assessed": "FEE_ASSESSED",
  "product.fee_waived": "FEE_WAIVED",
  // That a payment at once has failed is told by its debit.
  "product.pay_now_changed": { field: "status", kinds: { ORDERED: "PAY_NOW_ORDERED", CANCELLED: "PAY_NOW_CANCELLED" } },
  "product.payoff_request_changed": byRequest({ REQUESTED: "PAYOFF_REQUESTED", ANSWERED: "PAYOFF_QUOTED" }),
  "product.payoff_changed": byPayoff({
    SCHEDULED: "PAYOFF_SCHEDULED",
    CANCELLED: "PAYOFF_CANCELLED",
    COMPLETED: "PAYOFF_COMPLETED",
    FAILED: "PAYOFF_FAILED",
  }),
  "product.status_changed": byStatus({
    CURRENT: "CAUGHT_UP",
    LATE: "BECAME_LATE",
    DEFAULTED: "DEFAULTED",
    REFINANCED: "REFINANCED",
    FULLY_PAID: "PAID_OFF",
    CLOSED: "CLOSED",
  }),
};

type ToldEvent = { event: string; field: string | null; value: string | null };

/** The events that tell the business something: their kind, and the value of a field that tells it. Null: every event of the kind does. */
export const activityEvents = Object.entries(rules).flatMap(([event, rule]): ToldEvent[] =>
  typeof rule === "string"
    ? [{ event, field: null, value: null }]
    : Object.keys(rule.kinds).map((value) => ({ event, field: rule.field, value })),
);

/** What an event tells the business, or null if it tells nothing. */
export function activityOf(event: string, body: Readonly<Record<string, unknown>>): ActivityKind | null {
  const rule = rules[event];
  if (rule === undefined || typeof rule === "string") return rule ?? null;
  return rule.kinds[String(body[rule.field])] ?? null;
}
