import { type Cents, cents } from "@inlay/lending/money/cents.ts";
import type { LimitChangeReason, SuspensionReason } from "@inlay/lending/servicing/line-changes.ts";
import { type Actor, record } from "../db/record.ts";
import type { Tx } from "../db/scope.ts";
import type { IssuedProduct } from "./issued-product.ts";
import { readLimit } from "./limit-reservation.ts";

type ByStaff = { memberId: string; requestId: string; now: Date };

/** Stops new draws and invoices on a locked line. False if they are stopped already. What was approved before is still paid out. */
export async function suspendLine(
  tx: Tx,
  product: IssuedProduct,
  reason: SuspensionReason,
  by: ByStaff,
): Promise<boolean> {
  const { id, platformId, businessId } = product;
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("line_suspension")
    .values({
      platform_id: platformId,
      business_id: businessId,
      issued_product_id: id,
      reason,
      suspended_by: by.memberId,
      suspended_at: by.now,
    })
    .onConflict((conflict) => conflict.column("issued_product_id").where("reinstated_at", "is", null).doNothing())
    .executeTakeFirstOrThrow();
  if (!numInsertedOrUpdatedRows) return false;
  await note(tx, product, "product.line_suspended", { issuedProductId: id }, by);
  return true;
}

/** Admits draws and invoices again on a locked line. False if they are not stopped. */
export async function reinstateLine(tx: Tx, product: IssuedProduct, by: ByStaff): Promise<boolean> {
  const { id } = product;
  const { numUpdatedRows } = await tx
    .updateTable("line_suspension")
    .set({ reinstated_by: by.memberId, reinstated_at: by.now })
    .where("issued_product_id", "=", id)
    .where("reinstated_at", "is", null)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) return false;
  await note(tx, product, "product.line_reinstated", { issuedProductId: id }, by);
  return true;
}

/** The largest limit that a locked line can have: the one that was signed. More is a new offer with its disclosure. */
export async function signedLimit(tx: Tx, product: IssuedProduct): Promise<Cents> {
  const first = await tx
    .selectFrom("limit_change")
    .select("before_cents")
    .where("issued_product_id", "=", product.id)
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();
  return first ? cents(first.before_cents) : (await readLimit(tx, product)).limitCents;
}

/** Gives a locked line another limit. What is owed and reserved beyond a lower one stays. */
export async function changeLimit(
  tx: Tx,
  product: IssuedProduct,
  { limitCents, reason }: { limitCents: Cents; reason: LimitChangeReason },
  by: ByStaff,
): Promise<void> {
  const { id, platformId, businessId } = product;
  const beforeCents = (await readLimit(tx, product)).limitCents;
  await tx
    .insertInto("limit_change")
    .values({
      platform_id: platformId,
      business_id: businessId,
      issued_product_id: id,
      before_cents: beforeCents,
      after_cents: limitCents,
      reason,
      changed_by: by.memberId,
      changed_at: by.now,
    })
    .execute();
  await tx.updateTable("issued_product").set({ limit_cents: limitCents }).where("id", "=", id).execute();
  await note(tx, product, "product.limit_changed", { issuedProductId: id, beforeCents, afterCents: limitCents }, by);
}

type Kinds = {
  "product.line_suspended": { issuedProductId: string };
  "product.line_reinstated": { issuedProductId: string };
  "product.limit_changed": { issuedProductId: string; beforeCents: number; afterCents: number };
};

const actions = {
  "product.line_suspended": "line.suspend",
  "product.line_reinstated": "line.reinstate",
  "product.limit_changed": "line.change-limit",
} as const satisfies Record<keyof Kinds, string>;

const note = <Kind extends keyof Kinds>(
  tx: Tx,
  { id, platformId, businessId }: IssuedProduct,
  kind: Kind,
  body: Kinds[Kind],
  { memberId, requestId }: ByStaff,
) =>
  record(tx, {
    platformId,
    businessId,
    kind,
    body: body as never,
    action: actions[kind],
    object: { kind: "issued product", id },
    after: body,
    actor: { kind: "STAFF", id: memberId } satisfies Actor,
    requestId,
  });
