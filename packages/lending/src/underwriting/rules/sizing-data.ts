import type { ProductType } from "../../products/product-type.ts";
import type { CreditModelInputs } from "../inputs.ts";
import { type Rule, rule } from "./rule.ts";
import { dollars } from "./wording.ts";

type AmountName = {
  [Name in keyof CreditModelInputs]: CreditModelInputs[Name] extends number | null ? Name : never;
}[keyof CreditModelInputs];

/** A figure from which a product is sized must be known. */
const known = <Name extends AmountName>(
  id: string,
  name: Name,
  words: string,
  products: readonly ProductType[] | null,
): Rule =>
  rule({
    id,
    inputs: [name],
    isOverridable: false,
    ...(products && { appliesTo: (product: ProductType) => products.includes(product) }),
    check: (inputs) => {
      const value = inputs[name] as number | null;
      return {
        outcome: value === null ? "NOT_AVAILABLE" : "PASS",
        value,
        threshold: null,
        reason: "UNABLE_TO_VERIFY_INFORMATION",
        exception: null,
        points: null,
        staff: value === null ? `${words} is not known.` : `${words} is ${dollars(value)}.`,
        applicant: null,
      };
    },
  });

/** The figures that sizing reads, by product. */
export const sizingDataRules: readonly Rule[] = [
  known("DATA_REVENUE", "averageMonthlyRevenueCents", "Average monthly revenue", null),
  known("DATA_INVOICES", "averageMonthlyInvoicesCents", "The monthly average of invoices", ["FAST_PAY"]),
  known("DATA_VENDOR_PAYMENTS", "averageMonthlyVendorPaymentsCents", "The monthly average of payments to vendors", [
    "EXTEND_PAY_PURCHASE_ORDER",
  ]),
  known("DATA_CARD_SALES", "averageMonthlyCardSalesCents", "The monthly average of card sales", ["MCA"]),
  known("DATA_CHANNEL_SALES", "averageMonthlyChannelSalesCents", "The monthly average of sales on the platform", [
    "INTEGRATED_MCA",
  ]),
];
