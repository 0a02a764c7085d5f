import { Refusal } from "@inlay/contracts/errors.ts";
import { publicId, uuidOf } from "@inlay/contracts/ids.ts";
import type { PartnerPrequalification } from "@inlay/contracts/partner/prequalifications/prequalification.ts";
import { toPartnerProductType, toProductType } from "@inlay/contracts/partner/product-type.ts";
import type { ProductType } from "@inlay/lending/products/product-type.ts";
import type { PrequalifiedTerms } from "@inlay/lending/underwriting/prequalify.ts";
import { sql } from "kysely";
import { resolveBusinesses } from "../businesses/read-businesses.ts";
import { inOrderOf, pageOf } from "../page.ts";
import type { PartnerRequest, PartnerScope } from "../request.ts";

export const getPrequalification = (request: PartnerRequest<"getPrequalification">): Promise<PartnerPrequalification> =>
  readPrequalification(request, uuidOf("prequalification", request.params.prequalificationId));

export async function readPrequalification(scope: PartnerScope, id: string | null): Promise<PartnerPrequalification> {
  const [found] = id ? await readPrequalifications(scope, [id]) : [];
  if (!found) throw new Refusal("NOT_FOUND", { context: { object: "prequalification" } });
  return found;
}

export async function listPrequalifications(request: PartnerRequest<"listPrequalifications">) {
  const { tx, caller, query } = request;
  let found = tx
    .selectFrom("prequalification")
    .select(["id", "created_at", "updated_at"])
    .where("platform_id", "=", caller.platformId);
  if (query.businessId) found = found.where("business_id", "in", await resolveBusinesses(request, query.businessId));
  if (query.platformBusinessId) found = found.where("platform_business_id", "in", query.platformBusinessId);
  if (query.productType) found = found.where("product", "in", query.productType.map(toProductType));
  if (query.isPrequalified) found = found.where("is_prequalified", "=", query.isPrequalified === "true");
  return pageOf(request, "prequalification", found, (ids) => readPrequalifications(request, ids));
}

async function readPrequalifications({ tx, app }: PartnerScope, ids: string[]): Promise<PartnerPrequalification[]> {
  if (ids.length === 0) return [];
  const rows = await tx
    .selectFrom("prequalification")
    .selectAll()
    .where("id", "=", sql<string>`any(${ids}::uuid[])`)
    .execute();
  return inOrderOf(ids, rows).map((row) => ({
    object: "prequalification" as const,
    id: publicId("prequalification", row.id),
    livemode: app.config.isProduction,

    version: row.version,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    businessId: row.business_id && publicId("business", row.business_id),
    platformBusinessId: row.platform_business_id ?? row.business_id ?? "",

    productType: toPartnerProductType(row.product as ProductType),
    prequalType: row.prequal_type as PartnerPrequalification["prequalType"],
    isPrequalified: row.is_prequalified,
    prequalifiedAmountCents: row.prequalified_amount_cents,
    prequalDate: row.prequal_date as unknown as string,
    expiresDate: row.expires_date as unknown as string,

    reasons: row.reasons as PartnerPrequalification["reasons"],
    terms: termsOf(row),
    showPrice: row.show_price,
    analyticsEnabled: row.analytics_enabled,
  }));
}

type Terms = NonNullable<PartnerPrequalification["terms"]>;
type Price = Partial<
  Extract<PrequalifiedTerms, { estimatedTerm: string }> & Extract<PrequalifiedTerms, { estimatedTermDays: number }>
>;
type Stored = { product: string; prequalified_amount_cents: number | null; terms: unknown; show_price: boolean };

/** Where a price must come with its disclosure, the answer has none, so that it cannot be shown by mistake. */
function termsOf({ product, prequalified_amount_cents, terms, show_price }: Stored): Terms | null {
  if (terms === null || prequalified_amount_cents === null) return null;
  const productType = toPartnerProductType(product as ProductType);
  if (productType === "TERM_LOAN") return { productType, prequalAmountCents: prequalified_amount_cents };
  if (productType !== "CASH_ADVANCE" && productType !== "INTEGRATED_CASH_ADVANCE")
    return { productType, prequalLimitCents: prequalified_amount_cents };
  const price = (show_price ? terms : {}) as Price;
  const advance = {
    advanceAmountCents: prequalified_amount_cents,
    repaymentPercentage: price.repaymentPercentage ?? null,
    feeFactor: price.feeFactor ?? null,
    estimatedAverageMonthlySalesInCents: price.estimatedAverageMonthlySalesInCents ?? null,
    estimatedAverageMonthlySalesMonths: price.estimatedAverageMonthlySalesMonths ?? null,
    totalRepaymentInCents: price.totalRepaymentInCents ?? null,
    estimatedMonthlyPaymentInCents: price.estimatedMonthlyPaymentInCents ?? null,
    estimatedPaymentPerPeriodInCents: price.estimatedPaymentPerPeriodInCents ?? null,
    financeChargeInCents: price.financeChargeInCents ?? null,
    estimatedApr: price.estimatedApr ?? null,
  };
  if (productType === "INTEGRATED_CASH_ADVANCE")
    return { productType, ...advance, estimatedTermDays: price.estimatedTermDays ?? null };
  const { repaymentFrequency = null, estimatedTerm = null } = price;
  return { productType, ...advance, repaymentFrequency, estimatedTerm };
}
