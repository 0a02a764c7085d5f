import type { BusinessDate } from "@inlay/lending/calendar/business-date.ts";
import { type Cents, cents } from "@inlay/lending/money/cents.ts";
import type { AdvancePeriod } from "@inlay/lending/products/cash-advance/period.ts";
import {
  type AdvancePeriodEvent,
  type AdvancePeriodState,
  advancePeriodLifecycle,
} from "@inlay/lending/products/cash-advance/period-lifecycle.ts";
import { v7 as uuidv7 } from "uuid";
import { type Actor, record } from "../../db/record.ts";
import { prepared, type Tx } from "../../db/scope.ts";
import type { IssuedProduct } from "../../products/public.ts";

/** A sales period of an advance as it stands. */
export type Period = AdvancePeriod & {
  id: string;
  number: number;
  state: AdvancePeriodState;
  salesCents: Cents | null;
  salesSource: SalesSource | null;
  /** The part of the amount that true-ups of earlier periods have added. */
  carriedCents: Cents;
  /** Null until it is decided. */
  amountCents: Cents | null;
  isEstimated: boolean;
};

export type SalesSource = "PLATFORM" | "BANK" | "EVIDENCE";

/** The name of a period in its orders. */
export const itemOfPeriod = ({ id }: Pick<Period, "id">): string => `period/${id}`;

/** The periods of an advance in their order. The row of its servicing is locked before. */
export async function readPeriods(tx: Tx, issuedProductId: string): Promise<Period[]> {
  return (await periodsOf(tx, { issuedProductId })).map((row) => ({
    id: row.id,
    number: row.number,
    startsOn: row.starts_on as unknown as BusinessDate,
    endsOn: row.ends_on as unknown as BusinessDate,
    paymentOn: row.payment_on as unknown as BusinessDate,
    state: row.state as AdvancePeriodState,
    salesCents: row.sales_cents === null ? null : cents(row.sales_cents),
    salesSource: row.sales_source as SalesSource | null,
    carriedCents: cents(row.carried_cents),
    amountCents: row.amount_cents === null ? null : cents(row.amount_cents),
    isEstimated: row.is_estimated,
  }));
}

const periodsOf = prepared((db, { issuedProductId }: { issuedProductId: string }) =>
  db.selectFrom("advance_period").selectAll().where("issued_product_id", "=", issuedProductId).orderBy("number"),
);

export async function openPeriod(
  tx: Tx,
  product: IssuedProduct,
  number: number,
  { startsOn, endsOn, paymentOn }: AdvancePeriod,
): Promise<Period> {
  const id = uuidv7();
  const state = advancePeriodLifecycle.begin("PERIOD_OPENED");
  await tx
    .insertInto("advance_period")
    .values({
      id,
      platform_id: product.platformId,
      business_id: product.businessId,
      issued_product_id: product.id,
      number,
      starts_on: startsOn,
      ends_on: endsOn,
      payment_on: paymentOn,
      state,
    })
    .execute();
  await note(tx, product, { id, before: null, event: "PERIOD_OPENED", state, amountCents: null }, bySystem);
  return {
    id,
    number,
    startsOn,
    endsOn,
    paymentOn,
    state,
    salesCents: null,
    salesSource: null,
    carriedCents: cents(0),
    amountCents: null,
    isEstimated: false,
  };
}

export type PeriodChange = {
  chosen?: AdvancePeriodState;
  figures?: Pick<Period, "salesCents" | "salesSource" | "carriedCents" | "amountCents" | "isEstimated">;
};

type By = { actor: Actor; requestId: string | null };
const bySystem: By = { actor: { kind: "SYSTEM", id: null }, requestId: null };

/** Moves a period of a locked product along its lifecycle, with the figures that it is based on now. */
export async function movePeriod(
  tx: Tx,
  product: IssuedProduct,
  period: Period,
  event: AdvancePeriodEvent,
  { chosen, figures }: PeriodChange = {},
  by: By = bySystem,
): Promise<Period> {
  const state = advancePeriodLifecycle.next(period.state, event, chosen);
  const after = { ...period, ...figures, state };
  const { salesCents, salesSource, carriedCents, amountCents, isEstimated } = after;
  const moved = await tx
    .updateTable("advance_period")
    .set({
      state,
      sales_cents: salesCents,
      sales_source: salesSource,
      carried_cents: carriedCents,
      amount_cents: amountCents,
      is_estimated: isEstimated,
    })
    .where("id", "=", period.id)
    .where("state", "=", period.state)
    .executeTakeFirst();
  if (moved.numUpdatedRows !== 1n) throw new Error("a period is changed under the lock of its product");
  await note(tx, product, { id: period.id, before: period.state, event, state, amountCents }, by);
  return after;
}

type Step = {
  id: string;
  before: AdvancePeriodState | null;
  event: AdvancePeriodEvent | "PERIOD_OPENED";
  state: AdvancePeriodState;
  amountCents: Cents | null;
};

const note = (tx: Tx, product: IssuedProduct, { id, before, event, state, amountCents }: Step, by: By) =>
  record(tx, {
    platformId: product.platformId,
    businessId: product.businessId,
    kind: "product.period_changed",
    body: { issuedProductId: product.id, periodId: id, state, amountCents },
    action: `advance-period.${event.toLowerCase().replaceAll("_", "-")}`,
    object: { kind: "advance period", id },
    before: before && { state: before },
    after: { state, amountCents },
    ...by,
  });
