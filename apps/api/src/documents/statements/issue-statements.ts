import { isDeepStrictEqual } from "node:util";
import { addMonths, type BusinessDate } from "@inlay/lending/calendar/business-date.ts";
import { clock, easternInstant, easternTime } from "@inlay/lending/calendar/eastern-time.ts";
import type { LoanStatus } from "@inlay/lending/mechanics/issued-product.ts";
import { subtract } from "@inlay/lending/money/cents.ts";
import {
  closedMonths,
  eventsByDay,
  hasLastStatement,
  isStated,
  monthOf,
  type StatementFigures,
  statementOf,
} from "@inlay/lending/servicing/statement.ts";
import { v7 as uuidv7 } from "uuid";
import type { DueJob } from "../../clock/public.ts";
import { businessNow } from "../../db/business-now.ts";
import { record } from "../../db/record.ts";
import type { Tx } from "../../db/scope.ts";
import { owedChanges } from "../../ledger/public.ts";
import { primaryOwnerOf } from "../../notifications/public.ts";
import { type EventHandler, startWorkflow } from "../../workflows/public.ts";
import { figuresOf, statementColumns } from "./stored-statement.ts";

type Tenant = { platformId: string; businessId: string };
type ProductOf = Tenant & { issuedProductId: string };

/**
 * Issues the statements of closed months that have none yet, and another version of those whose figures have changed. It decides by the
 * ledger and the stored versions, so it may run at any time and any number of times. The file is rendered by a workflow.
 */
export const issueDueStatements: DueJob = {
  name: "statement.issue",
  table: "statement_schedule",
  act: async (tx, { platformId, businessId, id }, now) => {
    if (!businessId) throw new Error("a product belongs to a business");
    const row = await tx
      .selectFrom("statement_schedule as s")
      .innerJoin("issued_product as p", "p.id", "s.issued_product_id")
      .select(["s.issued_product_id as issuedProductId", "p.loan_status as loanStatus"])
      .where("s.id", "=", id)
      .executeTakeFirstOrThrow();
    const product = { platformId, businessId, issuedProductId: row.issuedProductId };
    const today = easternTime(now).date;
    const entries = await owedChanges(tx, product, eventsByDay);
    const stored = await currentVersions(tx, row.issuedProductId);
    for (const month of closedMonths(entries, today)) {
      const figures = statementOf(entries, month);
      const current = stored.get(month);
      if (current ? !isDeepStrictEqual(current.figures, figures) : isStated(figures))
        await issue(tx, product, { month, version: (current?.version ?? 0) + 1, figures }, now);
    }
    const isOver = hasLastStatement(entries, row.loanStatus as LoanStatus, today);
    const nextAt = isOver ? null : easternInstant(addMonths(monthOf(today), 1), clock(0, 0));
    await tx.updateTable("statement_schedule").set({ next_action_at: nextAt }).where("id", "=", id).execute();
  },
};

async function currentVersions(tx: Tx, issuedProductId: string) {
  const rows = await tx
    .selectFrom("product_statement")
    .distinctOn("month")
    .select(statementColumns)
    .where("issued_product_id", "=", issuedProductId)
    .orderBy("month")
    .orderBy("statement_version", "desc")
    .execute();
  return new Map(
    rows.map((row) => [
      row.month as unknown as BusinessDate,
      { version: row.statement_version, figures: figuresOf(row) },
    ]),
  );
}

type Issued = { month: BusinessDate; version: number; figures: StatementFigures };

async function issue(tx: Tx, product: ProductOf, { month, version, figures }: Issued, now: Date): Promise<void> {
  const { platformId, businessId, issuedProductId } = product;
  const { opening, closing, lines, paidCents } = figures;
  const id = uuidv7();
  await tx
    .insertInto("product_statement")
    .values({
      id,
      platform_id: platformId,
      business_id: businessId,
      issued_product_id: issuedProductId,
      month,
      statement_version: version,
      locale: (await primaryOwnerOf(tx, businessId))?.locale ?? "en",
      opening_principal_cents: opening.principalCents,
      opening_interest_cents: opening.interestCents,
      opening_fee_cents: opening.feeCents,
      change_principal_cents: subtract(closing.principalCents, opening.principalCents),
      change_interest_cents: subtract(closing.interestCents, opening.interestCents),
      change_fee_cents: subtract(closing.feeCents, opening.feeCents),
      closing_principal_cents: closing.principalCents,
      closing_interest_cents: closing.interestCents,
      closing_fee_cents: closing.feeCents,
      paid_cents: paidCents,
      lines: JSON.stringify(lines),
      issued_at: now,
    })
    .execute();
  await record(tx, {
    platformId,
    businessId,
    kind: "statement.issued",
    action: "statement.issue",
    body: { statementId: id, issuedProductId, month, statementVersion: version },
    object: { kind: "statement", id },
    after: figures,
    actor: { kind: "SYSTEM", id: null },
    requestId: null,
  });
  await startWorkflow(tx, "render-statement", { platformId, businessId, id });
}

/** A funded product gets a statement on the first of each month. */
export const scheduleStatements: EventHandler<"product.funded"> =
  async (_app, { platformId, businessId, body: { issuedProductId } }) =>
  async (tx) => {
    if (!businessId) return;
    await tx
      .insertInto("statement_schedule")
      .values({
        platform_id: platformId,
        business_id: businessId,
        issued_product_id: issuedProductId,
        next_action_at: await businessNow(tx, businessId),
      })
      .onConflict((conflict) => conflict.column("issued_product_id").doNothing())
      .execute();
  };

/** What a payment did to the ledger was taken back, perhaps in a closed month. */
export const correctStatements: EventHandler<"payment.returned" | "payment.failed" | "payment.submitted"> =
  async (_app, { kind, businessId, body: { paymentOrderId } }) =>
  async (tx) => {
    const order = await tx
      .selectFrom("payment_order")
      .select(["issued_product_id as issuedProductId", "purpose"])
      .where("id", "=", paymentOrderId)
      .executeTakeFirst();
    if (!businessId || !order?.issuedProductId) return;
    if (kind === "payment.returned" || order.purpose === "REVERSAL")
      await lookAgain(tx, businessId, order.issuedProductId);
  };

/** A product that has had its last statement gets others when it is reopened. */
export const continueStatements: EventHandler<"product.status_changed" | "product.funding_returned"> =
  async (_app, { businessId, body: { issuedProductId } }) =>
  async (tx) => {
    if (businessId) await lookAgain(tx, businessId, issuedProductId);
  };

async function lookAgain(tx: Tx, businessId: string, issuedProductId: string): Promise<void> {
  await tx
    .updateTable("statement_schedule")
    .set({ next_action_at: await businessNow(tx, businessId) })
    .where("issued_product_id", "=", issuedProductId)
    .execute();
}
