import { Refusal } from "@inlay/contracts/errors.ts";
import { type BusinessDate, dateAt } from "@inlay/lending/calendar/business-date.ts";
import type { LineOfCreditTerms } from "@inlay/lending/products/line-of-credit/terms.ts";
import type { CreditLine } from "@inlay/lending/products/line-of-credit/why-not-draw.ts";
import { businessNow } from "../../db/business-now.ts";
import type { Tx } from "../../db/scope.ts";
import {
  functionsOf,
  type IssuedProduct,
  type LineLimit,
  lockProductIfAny,
  readDraws,
  readLimit,
  readProductIfAny,
} from "../../products/public.ts";

/** A line of credit as it stands, with what decides about new draws. */
export type LineOfCredit = {
  product: IssuedProduct;
  /** The signed terms, with the limit of today. */
  terms: LineOfCreditTerms;
  limit: LineLimit;
  line: CreditLine;
  now: Date;
  today: BusinessDate;
};

/** Locks a line of credit of a business, so that decisions about its limit happen one at a time. */
export async function lockLine(tx: Tx, businessId: string, issuedProductId: string): Promise<LineOfCredit> {
  return readLine(tx, businessId, await lockProductIfAny(tx, issuedProductId));
}

/** A line of credit of a business without a lock, to be shown and not to decide by. */
export async function readOwnLine(tx: Tx, businessId: string, issuedProductId: string): Promise<LineOfCredit> {
  return readLine(tx, businessId, await readProductIfAny(tx, issuedProductId));
}

async function readLine(tx: Tx, businessId: string, product: IssuedProduct | null): Promise<LineOfCredit> {
  if (product?.businessId !== businessId || product.productType !== "LOC_TERM_LOAN")
    throw new Refusal("NOT_FOUND", { context: { object: "line of credit" } });
  const { id, loanStatus } = product;
  const row = await tx
    .selectFrom("issued_product as p")
    .leftJoin("line_suspension as s", (join) =>
      join.onRef("s.issued_product_id", "=", "p.id").on("s.reinstated_at", "is", null),
    )
    .select(["p.matures_on as maturesOn", "s.id as suspensionId"])
    .where("p.id", "=", id)
    .executeTakeFirstOrThrow();
  const limit = await readLimit(tx, product);
  const draws = await readDraws(tx, id);
  const now = await businessNow(tx, businessId);
  return {
    product,
    terms: {
      ...(functionsOf(product.productType).terms.parse(product.terms) as LineOfCreditTerms),
      approvedLimitCents: limit.limitCents,
    },
    limit,
    line: {
      loanStatus,
      isSuspended: row.suspensionId !== null,
      hasDefaultedDraw: draws.some(({ state }) => state === "DEFAULTED"),
      maturesOn: row.maturesOn as unknown as BusinessDate,
      availableCents: limit.availableCents,
      bankDisconnectedOn: await bankDisconnectedOn(tx, businessId),
    },
    now,
    today: dateAt(now),
  };
}

/** The day on which the connection to the bank that is debited was lost. Null while it stands, and for an account that is not linked. */
async function bankDisconnectedOn(tx: Tx, businessId: string): Promise<BusinessDate | null> {
  const rows = await tx
    .selectFrom("bank_account as a")
    .innerJoin("bank_item as i", "i.id", "a.bank_item_id")
    .select(["a.roles", "i.disconnected_at as disconnectedAt"])
    .where("a.business_id", "=", businessId)
    .where("a.party", "=", "BUSINESS")
    .where("a.removed_at", "is", null)
    .where("i.status", "=", "DISCONNECTED")
    .execute();
  const lostAt = rows.find(({ roles }) => roles.includes("SERVICING"))?.disconnectedAt;
  return lostAt ? dateAt(lostAt) : null;
}
