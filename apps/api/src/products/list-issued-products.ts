import type { IssuedProduct as IssuedProductResponse } from "@inlay/contracts/issued-product.ts";
import { payoutArrivesOn } from "@inlay/lending/banking/account-hold.ts";
import { type BusinessDate, dateAt } from "@inlay/lending/calendar/business-date.ts";
import type { LoanStatus, ProductState } from "@inlay/lending/mechanics/issued-product.ts";
import { type Cents, cents } from "@inlay/lending/money/cents.ts";
import { centsFrom } from "@inlay/lending/money/shapes.ts";
import { offerPricing } from "@inlay/lending/offers/pricing.ts";
import { servicingData } from "@inlay/lending/servicing/servicing-data.ts";
import { type NotNull, sql } from "kysely";
import { z } from "zod/mini";
import { businessNow } from "../db/business-now.ts";
import type { Tx } from "../db/scope.ts";
import { readObligations } from "./issued-product.ts";

export type ListedProduct = {
  /** As the people of the business are shown it. */
  product: IssuedProductResponse;
  productState: ProductState;
  /** The day on which the payout arrives. Null for a line, which pays out by draw or invoice, and while a returned payout is not paid again. */
  fundsExpectedOn: BusinessDate | null;
};

/** The current and past products of a business that were issued from offers, oldest first. */
export async function listIssuedProducts(tx: Tx, businessId: string): Promise<ListedProduct[]> {
  const rows = await tx
    .selectFrom("issued_product as p")
    .leftJoin("funding_return as r", (join) =>
      join.onRef("r.issued_product_id", "=", "p.id").on("r.ended_at", "is", null),
    )
    .select(["p.id", "offer_id", "terms", "request", "limit_cents", "reserved_cents"])
    .select(["loan_status", "product_state", "funded_on"])
    .leftJoin("payoff", (join) =>
      join
        .onRef("payoff.issued_product_id", "=", "p.id")
        .on("payoff.draw_id", "is", null)
        .on("payoff.invoice_id", "is", null)
        .on("payoff.status", "in", ["SCHEDULED", "IN_FLIGHT"]),
    )
    .select([
      "p.created_at",
      "p.closed_at",
      "r.id as openReturn",
      "payoff.effective_on as payoffOn",
      "payoff.amount_cents as payoffCents",
    ])
    .where("p.business_id", "=", businessId)
    .where("offer_id", "is not", null)
    .$narrowType<{ offer_id: NotNull }>()
    .orderBy("p.created_at")
    .orderBy("p.id")
    .execute();
  const now = await businessNow(tx, businessId);
  const expectedOn = await fundsExpectedOn(tx, businessId);
  const listed: ListedProduct[] = [];
  for (const row of rows) {
    const status = row.loan_status as LoanStatus;
    const fundedOn = (row.funded_on as unknown as BusinessDate | null) ?? expectedOn;
    const figures = servicingData({
      terms: offerPricing.parse(row.terms),
      amountCents: amountOf(row.limit_cents, row.request),
      reservedCents: cents(row.reserved_cents),
      status,
      fundedOn,
      obligations: await readObligations(tx, row.id),
      openPayoff:
        row.payoffOn === null || row.payoffCents === null
          ? null
          : { effectiveOn: row.payoffOn as unknown as BusinessDate, amountCents: cents(row.payoffCents) },
      today: dateAt(now),
    });
    listed.push({
      product: {
        id: row.id,
        businessId,
        offerId: row.offer_id,
        loanStatus: status,
        createdAt: row.created_at.toISOString(),
        closedAt: row.closed_at?.toISOString() ?? null,
        servicingData: figures,
      },
      productState: row.product_state as ProductState,
      fundsExpectedOn: row.limit_cents === null && row.openReturn === null ? fundedOn : null,
    });
  }
  return listed;
}

/** The earliest day on which a payout to a business arrives that is approved now. A new or changed account is held before. */
export async function fundsExpectedOn(tx: Tx, businessId: string): Promise<BusinessDate> {
  const account = await tx
    .selectFrom("bank_account")
    .select("held_until_at")
    .where("business_id", "=", businessId)
    .where("party", "=", "BUSINESS")
    .where("removed_at", "is", null)
    .where(sql<boolean>`'DISBURSEMENT' = any(roles)`)
    .executeTakeFirst();
  return payoutArrivesOn(await businessNow(tx, businessId), account?.held_until_at ?? null);
}

const loanOrAdvance = z.union([
  z.object({ loanAmountCents: centsFrom(1) }),
  z.object({ advanceAmountCents: centsFrom(1) }),
]);

/** The limit, or what was requested of a loan or an advance. */
export function amountOf(limitCents: number | null, request: unknown): Cents {
  if (limitCents !== null) return cents(limitCents);
  const requested = loanOrAdvance.parse(request);
  return "loanAmountCents" in requested ? requested.loanAmountCents : requested.advanceAmountCents;
}
