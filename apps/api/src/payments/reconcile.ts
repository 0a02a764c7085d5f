import { addBankingDays } from "@inlay/lending/calendar/banking-day.ts";
import { addDays, type BusinessDate } from "@inlay/lending/calendar/business-date.ts";
import { books } from "@inlay/lending/ledger/accounts.ts";
import { openTask } from "../approvals/public.ts";
import type { AppContext } from "../context.ts";
import { inScope, staffScope, statement } from "../db/scope.ts";
import { internalScope } from "../ledger/public.ts";
import type { BankLine, Payments } from "../providers/payments/port.ts";
import { type LineFault, matchStatementLine } from "./match-statement-line.ts";

/** A line's own fault, or a line that is missing, has changed since it was read, or has disappeared. */
export type StatementFault = LineFault | "LINE_MISSING" | "RETURN_LINE_MISSING" | "LINE_CHANGED" | "LINE_GONE";

/** `subjectId` is the subject of the task: our row of the line, or the order without a line. */
export type FoundFault = { fault: StatementFault; subjectId: string; lineId: string | null };

/** The number of new lines, and the faults. A line's own fault is reported when the line is new, the others as long as they last. */
export type Reconciled = { lines: number; matched: number; faults: FoundFault[] };

const lanes = 4;
/** Banks correct their statements for a few days, so these days are read again. */
export const lookBackDays = 7;
/** A line belongs to the day on which the payment settles. It is missing when the next banking day is over too. */
const missedAfterBankingDays = 1;
/** Older orders are not checked again: their missing lines already have tasks. */
const missedForDays = 60;

/**
 * Reads our bank statements and posts every line once: with its order where there is one, otherwise to suspense. Each fault becomes a staff
 * task.
 */
export async function reconcile(app: AppContext, payments: Payments, since: BusinessDate): Promise<Reconciled> {
  const from = addDays(since, -lookBackDays);
  // Queried before the lines are read: an order that settles during the read is not missing its line yet.
  const without = await ordersWithoutLine(app, addDays(since, -missedForDays));
  const known = new Map((await linesReadSince(app, from)).map((line) => [line.vendorLineId, line]));
  const seen: Reconciled = { lines: 0, matched: 0, faults: [] };
  const matchOrCompare = async (line: BankLine) => {
    const before = known.get(line.lineId);
    known.delete(line.lineId);
    if (before) {
      if (isOther(before, line)) seen.faults.push(await reportFault(app, "LINE_CHANGED", before));
      return;
    }
    const taken = await matchStatementLine(app, payments, line);
    if (!taken) return;
    seen.lines++;
    if (taken.fault) seen.faults.push({ fault: taken.fault, subjectId: taken.id, lineId: line.lineId });
    else seen.matched++;
  };
  for (const book of books) {
    const waiting = await payments.bankLinesSince(book, from);
    const lane = async () => {
      for (let line = waiting.shift(); line; line = waiting.shift()) await matchOrCompare(line);
    };
    await Promise.all(Array.from({ length: lanes }, lane));
  }
  for (const line of known.values()) seen.faults.push(await reportFault(app, "LINE_GONE", line));
  const still = new Set((await ordersWithoutLine(app, addDays(since, -missedForDays))).map(nameOf));
  for (const order of without) {
    if (!still.has(nameOf(order)) || order.today <= addBankingDays(order.sinceOn, missedAfterBankingDays)) continue;
    seen.faults.push(await reportFault(app, order.meaning === "SENT" ? "LINE_MISSING" : "RETURN_LINE_MISSING", order));
  }
  return seen;
}

type KnownLine = {
  id: string;
  platformId: string | null;
  businessId: string | null;
  vendorLineId: string;
  book: string;
  postedOn: BusinessDate;
  direction: "IN" | "OUT";
  amountCents: number;
};

const linesReadSince = (app: AppContext, since: BusinessDate): Promise<KnownLine[]> =>
  inScope(app.pool, internalScope, (tx) =>
    statement<KnownLine>(
      tx,
      `select id, platform_id as "platformId", business_id as "businessId", vendor_line_id as "vendorLineId", book,
         posted_on::text as "postedOn", direction, amount_cents as "amountCents" from app.list_bank_lines($1)`,
      [since],
    ),
  );

const isOther = (before: KnownLine, line: BankLine) =>
  before.amountCents !== line.amountCents ||
  before.direction !== (line.direction === "INCOMING" ? "IN" : "OUT") ||
  before.book !== line.book ||
  before.postedOn !== line.postedOn;

type OrderWithoutLine = {
  id: string;
  platformId: string;
  businessId: string | null;
  meaning: "SENT" | "RETURNED" | "RECEIVED";
  sinceOn: BusinessDate;
  today: BusinessDate;
};

const ordersWithoutLine = (app: AppContext, since: BusinessDate): Promise<OrderWithoutLine[]> =>
  inScope(app.pool, internalScope, (tx) =>
    statement<OrderWithoutLine>(
      tx,
      `select id, platform_id as "platformId", business_id as "businessId", meaning, since_on::text as "sinceOn", today::text
       from app.list_orders_without_line($1)`,
      [since],
    ),
  );

const nameOf = ({ id, meaning }: OrderWithoutLine) => `${id} ${meaning}`;

type Subject = { id: string; platformId: string | null; businessId: string | null; vendorLineId?: string };

/** Opens a staff task in the tenant's scope or, for a line without a tenant, in the staff scope. */
async function reportFault(app: AppContext, fault: StatementFault, subject: Subject): Promise<FoundFault> {
  const { id: subjectId, vendorLineId: lineId = null } = subject;
  const platformId = subject.platformId ?? staffScope.platformId;
  const { businessId } = subject;
  await inScope(app.pool, { platformId, businessId: businessId ?? "whole platform" }, (tx) =>
    openTask(tx, { kind: "RECONCILIATION_FAULT", subjectId, platformId, businessId, dueAt: new Date() }),
  );
  return { fault, subjectId, lineId };
}
