import type { BusinessDate } from "@inlay/lending/calendar/business-date.ts";
import { plainWorksheet } from "@inlay/lending/explain/worksheet.ts";
import type { InvoiceAdvance } from "@inlay/lending/mechanics/invoices/advance.ts";
import type { PricingPlan } from "@inlay/lending/mechanics/invoices/terms.ts";
import { type Cents, cents } from "@inlay/lending/money/cents.ts";
import { plansForBill } from "@inlay/lending/products/payables-financing/plans-for-bill.ts";
import type { PayablesFinancingTerms } from "@inlay/lending/products/payables-financing/terms.ts";
import { functionsOf, type InvoiceAmounts, type IssuedProduct } from "../../products/public.ts";

export type InvoiceProduct = "FAST_PAY" | "EXTEND_PAY_PURCHASE_ORDER";

export const isInvoiceProduct = (product: Pick<IssuedProduct, "productType">): boolean =>
  product.productType === "FAST_PAY" || product.productType === "EXTEND_PAY_PURCHASE_ORDER";
export const isBillProduct = ({ productType }: Pick<IssuedProduct, "productType">): boolean =>
  productType === "EXTEND_PAY_PURCHASE_ORDER";

type InvoiceTerms = { offerPricingPlans: readonly PricingPlan[] };

/** The plans by which an invoice of a product can be financed. */
export function plansOf({ productType, terms }: IssuedProduct, isFullyPayable: boolean): readonly PricingPlan[] {
  const parsed = functionsOf(productType).terms.parse(terms) as InvoiceTerms;
  return productType === "EXTEND_PAY_PURCHASE_ORDER"
    ? plansForBill(parsed as PayablesFinancingTerms, isFullyPayable)
    : parsed.offerPricingPlans;
}

export type QuotedRequest = { planId: string; requestedCents: Cents; availableCents: Cents; isFullyPayable: boolean };

/** The figures of an invoice that is paid out on a day. */
export function quoteOfInvoice(
  { productType, terms }: IssuedProduct,
  request: QuotedRequest,
  fundedOn: BusinessDate,
): InvoiceAdvance {
  const { terms: schema, quote } = functionsOf(productType);
  return quote(schema.parse(terms), { ...request, fundedOn }, plainWorksheet) as InvoiceAdvance;
}

export const amountsOfQuote = (quote: InvoiceAdvance): InvoiceAmounts => ({
  principalCents: quote.principalAmountCents,
  feeCents: quote.feeAmountCents,
  payoutCents: quote.netDisbursementAmountCents,
  repaymentCents: quote.totalPaymentAmountCents,
  uncappedRepaymentCents: cents(quote.repaymentAmountBeforeAvailableLimitCheck),
});
