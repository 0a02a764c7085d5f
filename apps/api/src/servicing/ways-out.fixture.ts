import type { TaskKind } from "@inlay/contracts/staff/task-kinds.ts";
import { microEntryLifecycle } from "@inlay/lending/banking/micro-entries.ts";
import { invoiceLifecycle } from "@inlay/lending/mechanics/invoices/invoice.ts";
import { issuedProductLifecycle, productStateLifecycle } from "@inlay/lending/mechanics/issued-product.ts";
import { paymentOrderLifecycle } from "@inlay/lending/payments/payment-order.ts";
import { advanceBreachLifecycle } from "@inlay/lending/products/cash-advance/breach-lifecycle.ts";
import { advancePeriodLifecycle } from "@inlay/lending/products/cash-advance/period-lifecycle.ts";
import { trueUpRequestLifecycle } from "@inlay/lending/products/cash-advance/true-up-request-lifecycle.ts";
import { settlementLifecycle } from "@inlay/lending/products/integrated-cash-advance/settlement-lifecycle.ts";
import { drawRequestLifecycle } from "@inlay/lending/products/line-of-credit/draw-request.ts";
import { payoffLifecycle } from "@inlay/lending/servicing/payoff-lifecycle.ts";
import { payoffRequestLifecycle } from "@inlay/lending/servicing/payoff-request-lifecycle.ts";
import type pg from "pg";

/** What leads out of a state. `holds` says in SQL whether it does for the row `t`. */
export type WayOut = { holds: string } & (
  | { dueJob: string }
  | { task: TaskKind }
  /** A payment under way, whose own lifecycle leads to an end. */
  | { payment: string }
);
export type Lifecycle = { name: string; states: readonly string[]; isOver(state: string): boolean };

/** The rows of a table that live by a lifecycle, and what leads out of each state that is not its end. */
export type Walked = {
  lifecycle: Lifecycle;
  table: string;
  column: string;
  /** Rows to which nothing has to happen any more. */
  unless?: string;
  states: Readonly<Record<string, readonly WayOut[]>>;
};

const ownTime = "t.next_action_at is not null";
const payment = (name: string, condition: string): WayOut => ({
  payment: name,
  holds: `exists (select from app.payment_order o where ${condition}
    and o.status not in (${paymentOrderLifecycle.states
      .filter(paymentOrderLifecycle.isOver)
      .map((state) => `'${state}'`)
      .join(", ")}))`,
});
const task = (kind: TaskKind, subject = "t.id"): WayOut => ({
  task: kind,
  holds: `exists (select from app.task k where k.kind = '${kind}' and k.subject_id = ${subject} and k.closed_at is null)`,
});
const dueJob = (name: string, holds = ownTime): WayOut => ({ dueJob: name, holds });

const move = dueJob("payment.move");
/** A workflow of the engine sends it or asks the processor, and the clock begins another if that one ends without a result. */
const attempt: WayOut = {
  payment: "its attempt",
  holds: "exists (select from app.payment_attempt a where a.payment_order_id = t.id and a.ended_at is null)",
};
const service = (product: string) =>
  dueJob(
    "product.service",
    `exists (select from app.product_servicing s where s.issued_product_id = ${product} and s.next_action_at is not null)`,
  );
const verify = dueJob("micro-entry-verification.advance");
const anyPayment = payment("a payment of the product", "o.issued_product_id = t.id");

/**
 * The lifecycles of funded products and what belongs to them. Nobody waits in silence: each row in a state that is not an end has at least one
 * of the ways out of its state.
 */
export const walked: readonly Walked[] = [
  {
    lifecycle: issuedProductLifecycle,
    table: "issued_product",
    column: "loan_status",
    // Whether a payout has arrived is the state of the product, below. A product that is written off, or a line without draws and invoices,
    // waits for nothing.
    unless: "t.product_state = 'PENDING' or t.written_off_at is not null or t.limit_cents is not null",
    states: {
      CURRENT: [service("t.id"), anyPayment],
      LATE: [service("t.id"), anyPayment, task("DELINQUENCY_CONTACT"), task("DEFAULT_REVIEW")],
      DEFAULTED: [service("t.id"), anyPayment, task("CHARGE_OFF_REVIEW"), task("CHARGE_OFF_DUE")],
    },
  },
  {
    lifecycle: productStateLifecycle,
    table: "issued_product",
    column: "product_state",
    unless: "t.loan_status not in ('CURRENT', 'LATE', 'DEFAULTED')",
    states: {
      PENDING: [
        payment("its payout", "o.issued_product_id = t.id and o.purpose = 'FUNDING'"),
        dueJob(
          "funding-return.close",
          "exists (select from app.funding_return f where f.issued_product_id = t.id and f.next_action_at is not null)",
        ),
        task("FUNDING_RETURNED"),
      ],
    },
  },
  {
    lifecycle: drawRequestLifecycle,
    table: "draw",
    column: "state",
    // What a line in default owes is decided about with the line.
    states: {
      PENDING_FUND_DISBURSEMENT: [dueJob("draw.end-unfunded"), task("DRAW_REVIEW")],
      WAITING_FOR_REPAYMENT: [
        service("t.issued_product_id"),
        payment("a payment of the line", "o.issued_product_id = t.issued_product_id"),
        task("DELINQUENCY_CONTACT", "t.issued_product_id"),
        task("DEFAULT_REVIEW", "t.issued_product_id"),
      ],
      DEFAULTED: [
        service("t.issued_product_id"),
        payment("a payment of the line", "o.issued_product_id = t.issued_product_id"),
        task("CHARGE_OFF_REVIEW", "t.issued_product_id"),
        task("CHARGE_OFF_DUE", "t.issued_product_id"),
      ],
    },
  },
  {
    lifecycle: paymentOrderLifecycle,
    table: "payment_order",
    column: "status",
    states: {
      CREATED: [
        move,
        task("PAYMENT_APPROVAL"),
        // The payout of a draw is held until the draw is approved, and cancelled with it.
        dueJob(
          "draw.end-unfunded",
          "exists (select from app.draw d where d.id = t.draw_id and d.state = 'PENDING_FUND_DISBURSEMENT' and d.next_action_at is not null)",
        ),
      ],
      SCHEDULED: [move, attempt, task("PAYMENT_HELD"), task("PAYMENT_UNUSUAL")],
      PAYMENT_PROCESSOR_OUTAGE: [move, attempt],
      SUBMITTED: [move, attempt, task("PAYMENT_UNSETTLED")],
      UNEXPECTED_ERROR: [move, attempt, task("PAYMENT_HELD")],
    },
  },
  {
    lifecycle: advancePeriodLifecycle,
    table: "advance_period",
    column: "state",
    states: {
      OPEN: [service("t.issued_product_id"), task("SALES_MISSING", "t.issued_product_id")],
      DUE: [service("t.issued_product_id"), payment("its debit", "o.item = 'period/' || t.id")],
      DUE_ESTIMATED: [service("t.issued_product_id"), payment("its debit", "o.item = 'period/' || t.id")],
      UNPAID: [
        service("t.issued_product_id"),
        payment("its retry", "o.item = 'period/' || t.id"),
        task("BREACH_REVIEW", "t.issued_product_id"),
      ],
    },
  },
  {
    lifecycle: advanceBreachLifecycle,
    table: "advance_breach",
    column: "state",
    // An advance in default has been decided about.
    unless:
      "exists (select from app.issued_product p where p.id = t.issued_product_id and p.loan_status = 'DEFAULTED')",
    states: {
      CURE_PERIOD: [service("t.issued_product_id")],
      BREACHED: [task("AUTHORIZATION_BREACH", "t.issued_product_id")],
    },
  },
  {
    lifecycle: trueUpRequestLifecycle,
    table: "true_up_request",
    column: "status",
    states: { REQUESTED: [service("t.issued_product_id"), task("TRUE_UP_REQUESTED", "t.issued_product_id")] },
  },
  {
    lifecycle: settlementLifecycle,
    table: "receivable_settlement",
    column: "status",
    states: {
      OPEN: [dueJob("receivable-settlement.cut")],
      COLLECTING: [payment("its debit", "o.item = 'receivable-settlement/' || t.id")],
      FAILED: [task("SETTLEMENT_FAILED")],
    },
  },
  {
    lifecycle: invoiceLifecycle,
    table: "invoice",
    column: "state",
    // A line that was written off waits for nothing.
    unless:
      "exists (select from app.issued_product p where p.id = t.issued_product_id and p.written_off_at is not null)",
    states: {
      WAITING_FOR_PARSING: [dueJob("invoice.follow")],
      IN_REVIEW: [dueJob("invoice.follow"), task("INVOICE_REVIEW")],
      PENDING_FUND_DISPERSEMENT: [dueJob("invoice.follow"), payment("its payout", "o.invoice_id = t.id")],
      WAITING_FOR_REPAYMENT: [service("t.issued_product_id"), payment("its debit", "o.invoice_id = t.id")],
      LATE: [
        service("t.issued_product_id"),
        payment("its debit", "o.invoice_id = t.id"),
        task("DELINQUENCY_CONTACT", "t.issued_product_id"),
        task("DEFAULT_REVIEW", "t.issued_product_id"),
      ],
      DEFAULTED: [
        service("t.issued_product_id"),
        payment("a payment of it", "o.invoice_id = t.id"),
        task("DEFAULT_REVIEW", "t.issued_product_id"),
        task("CHARGE_OFF_DUE", "t.issued_product_id"),
      ],
    },
  },
  {
    lifecycle: payoffLifecycle,
    table: "payoff",
    column: "status",
    states: {
      SCHEDULED: [payment("its debit", "o.id = t.payment_order_id")],
      IN_FLIGHT: [payment("its debit", "o.id = t.payment_order_id")],
    },
  },
  {
    lifecycle: payoffRequestLifecycle,
    table: "payoff_request",
    column: "status",
    states: {
      REQUESTED: [task("PAYOFF_REQUESTED", "t.issued_product_id"), service("t.issued_product_id")],
      ANSWERED: [service("t.issued_product_id")],
    },
  },
  {
    lifecycle: microEntryLifecycle,
    table: "micro_entry_verification",
    column: "status",
    states: {
      CREATED: [verify],
      SENT: [verify, payment("its entries", "o.id in (t.first_credit_id, t.second_credit_id, t.debit_id)")],
      PENDING_VERIFICATION: [verify],
    },
  },
];

/** The rows `t` of a state to which nothing leads out: those of the table, or of another source with its columns. */
export function silentIn({ table, column, unless, states }: Walked, state: string, source = `app.${table}`): string {
  const ways = (states[state] ?? []).map(({ holds }) => `(${holds})`);
  return `select t.id from ${source} t where t.${column} = '${state}' and (${[unless ?? "false", ...ways].join(" or ")}) is not true`;
}

/** What waits although nothing and nobody will end its wait. */
export async function waitingForNothing(admin: pg.Pool): Promise<string[]> {
  const found: string[] = [];
  for (const one of walked)
    for (const state of Object.keys(one.states)) {
      const { rows } = await admin.query<{ id: string }>(silentIn(one, state));
      found.push(...rows.map(({ id }) => `${one.lifecycle.name} ${id}, ${state}`));
    }
  return found;
}
