import { addBankingDays } from "@inlay/lending/calendar/banking-day.ts";
import { addDays, type BusinessDate } from "@inlay/lending/calendar/business-date.ts";
import { clock, easternInstant } from "@inlay/lending/calendar/eastern-time.ts";
import { issuedProductLifecycle } from "@inlay/lending/mechanics/issued-product.ts";
import { totalOf, unpaid } from "@inlay/lending/mechanics/obligation.ts";
import { sum } from "@inlay/lending/money/cents.ts";
import {
  awaitedSince,
  missingFrom,
  receivablesMissingAfterDays,
} from "@inlay/lending/products/integrated-cash-advance/missing-receivables.ts";
import { sql } from "kysely";
import { closeTask, openTask } from "../../approvals/public.ts";
import { record } from "../../db/record.ts";
import type { Tx } from "../../db/scope.ts";
import { bySystem, type ServicedProduct } from "../serviced-product.ts";

/**
 * Finds an integrated advance of which nothing arrives although its platform reports sales. The platform and staff are told once; the first
 * receivable ends it, and so does the end of the advance. Returns the day on which to look again.
 */
export async function followReceivables(tx: Tx, serviced: ServicedProduct): Promise<BusinessDate | null> {
  const { product, today } = serviced;
  if (product.productType !== "INTEGRATED_MCA") return null;
  const isOver = product.writtenOffAt !== null || issuedProductLifecycle.isOver(product.loanStatus);
  if (product.fundedOn === null || isOver) {
    await note(tx, serviced, null);
    return null;
  }
  const lastOn = await lastReceivableOn(tx, product.id);
  const since = awaitedSince({
    fundedOn: product.fundedOn,
    lastReceivableOn: lastOn,
    firstSaleOn: await firstSaleAfter(tx, product.businessId, lastOn ?? product.fundedOn, today),
  });
  const isMissing = since !== null && missingFrom(since) <= today;
  await note(tx, serviced, isMissing ? since : null);
  return since === null || isMissing ? addDays(today, receivablesMissingAfterDays) : missingFrom(since);
}

/** Notes since when receivables are missing; null when none are. */
async function note(tx: Tx, serviced: ServicedProduct, since: BusinessDate | null): Promise<void> {
  const { product, receivablesMissingSince: before, today } = serviced;
  const { id: issuedProductId, platformId, businessId } = product;
  const task = { kind: "RECEIVABLES_MISSING", subjectId: issuedProductId } as const;
  if (since === null) await closeTask(tx, task);
  else {
    const dueAt = easternInstant(addBankingDays(today, 1), clock(17, 0));
    await openTask(tx, { ...task, platformId, businessId, dueAt });
  }
  if ((since === null) === (before === null)) return;
  await tx
    .updateTable("product_servicing")
    .set({ receivables_missing_since: since })
    .where("id", "=", serviced.id)
    .execute();
  const about = { platformId, businessId, object: { kind: "issued product", id: issuedProductId }, ...bySystem };
  if (since === null)
    await record(tx, {
      ...about,
      kind: "product.receivables_resumed",
      body: { issuedProductId },
      action: "product.note-receivables-resumed",
    });
  else
    await record(tx, {
      ...about,
      kind: "product.receivables_missed",
      body: { issuedProductId, since },
      action: "product.note-receivables-missing",
    });
}

async function lastReceivableOn(tx: Tx, issuedProductId: string): Promise<BusinessDate | null> {
  const { last } = await tx
    .selectFrom("receivable")
    .select((one) => one.fn.max("accepted_on").as("last"))
    .where("issued_product_id", "=", issuedProductId)
    .executeTakeFirstOrThrow();
  return last as unknown as BusinessDate | null;
}

/** The first day after another on which the platform has reported more sales than refunds. */
async function firstSaleAfter(
  tx: Tx,
  businessId: string,
  after: BusinessDate,
  until: BusinessDate,
): Promise<BusinessDate | null> {
  const sold = await tx
    .selectFrom("sales_day")
    .select("sold_on as on")
    .where("business_id", "=", businessId)
    .where("source", "=", "PLATFORM")
    .where("sold_on", ">", after)
    .where("sold_on", "<=", until)
    .groupBy("sold_on")
    .having(sql<boolean>`sum(gross_cents - refunds_cents) > 0`)
    .orderBy("sold_on")
    .limit(1)
    .executeTakeFirst();
  return (sold?.on ?? null) as unknown as BusinessDate | null;
}

/** What the receivables of an integrated advance have collected, as staff see it. */
export async function readReceivablesOf(tx: Tx, { product, obligations, receivablesMissingSince }: ServicedProduct) {
  if (product.productType !== "INTEGRATED_MCA") return null;
  const { cents: collected } = await tx
    .selectFrom("receivable")
    .select((one) => one.fn.coalesce(one.fn.sum<number>("amount_cents"), one.lit(0)).as("cents"))
    .where("issued_product_id", "=", product.id)
    .executeTakeFirstOrThrow();
  const unpaidCents = sum(obligations.map((one) => totalOf(unpaid(one))));
  return {
    withheldCents: Number(collected),
    unpaidCents,
    lastOn: await lastReceivableOn(tx, product.id),
    missingSince: receivablesMissingSince,
  };
}
