import type { Offer } from "@inlay/contracts/offer-group.ts";
import type { ProductType } from "@inlay/lending/products/product-type.ts";
import { type Component, type OnDemand, onDemand } from "../shared/page/on-demand.tsx";
import { cashAdvanceChoice } from "./cash-advance/choice.ts";
import { CashAdvanceSummary } from "./cash-advance/summary.tsx";
import { integratedCashAdvanceChoice } from "./integrated-cash-advance/choice.ts";
import { IntegratedCashAdvanceSummary } from "./integrated-cash-advance/summary.tsx";
import { invoiceFinancingChoice } from "./invoice-financing/choice.ts";
import { InvoiceFinancingSummary } from "./invoice-financing/summary.tsx";
import { lineOfCreditChoice } from "./line-of-credit/choice.ts";
import { LineOfCreditSummary } from "./line-of-credit/summary.tsx";
import type { ChoiceFigures } from "./offers/choice.ts";
import type { OfferOf, OffersOf, OfferView } from "./offers/offer-view.ts";
import { payablesFinancingChoice } from "./payables-financing/choice.ts";
import { PayablesFinancingSummary } from "./payables-financing/summary.tsx";
import { termLoanChoice } from "./term-loan/choice.ts";
import { TermLoanSummary } from "./term-loan/summary.tsx";

/** The pages about an offer of one product. All but the first are loaded when they are opened. */
type ProductOffer<Product extends ProductType> = {
  choice: (offer: OfferOf<Product>) => ChoiceFigures;
  Summary: Component<OfferView<Product>>;
  /** Null: the product has no such page. */
  LearnMore: OnDemand<OfferView<Product>> | null;
  Compare: OnDemand<OfferView<Product>> | null;
  Expired: OnDemand<{ offers: OffersOf<Product> }>;
};

const productOffers: { [Product in ProductType]: ProductOffer<Product> } = {
  TERM_LOAN: {
    choice: termLoanChoice,
    Summary: TermLoanSummary,
    LearnMore: onDemand(async () => (await import("./term-loan/learn-more.tsx")).TermLoanLearnMore),
    Compare: onDemand(async () => (await import("./term-loan/compare.tsx")).TermLoanCompare),
    Expired: onDemand(async () => (await import("./term-loan/expired.tsx")).TermLoanExpired),
  },
  LOC_TERM_LOAN: {
    choice: lineOfCreditChoice,
    Summary: LineOfCreditSummary,
    LearnMore: onDemand(async () => (await import("./line-of-credit/learn-more.tsx")).LineOfCreditLearnMore),
    Compare: onDemand(async () => (await import("./line-of-credit/compare.tsx")).LineOfCreditCompare),
    Expired: onDemand(async () => (await import("./line-of-credit/expired.tsx")).LineOfCreditExpired),
  },
  FAST_PAY: {
    choice: invoiceFinancingChoice,
    Summary: InvoiceFinancingSummary,
    LearnMore: onDemand(async () => (await import("./invoice-financing/learn-more.tsx")).InvoiceFinancingLearnMore),
    Compare: onDemand(async () => (await import("./invoice-financing/compare.tsx")).InvoiceFinancingCompare),
    Expired: onDemand(async () => (await import("./invoice-financing/expired.tsx")).InvoiceFinancingExpired),
  },
  EXTEND_PAY_PURCHASE_ORDER: {
    choice: payablesFinancingChoice,
    Summary: PayablesFinancingSummary,
    LearnMore: onDemand(async () => (await import("./payables-financing/learn-more.tsx")).PayablesFinancingLearnMore),
    Compare: onDemand(async () => (await import("./payables-financing/compare.tsx")).PayablesFinancingCompare),
    Expired: onDemand(async () => (await import("./payables-financing/expired.tsx")).PayablesFinancingExpired),
  },
  MCA: {
    choice: cashAdvanceChoice,
    Summary: CashAdvanceSummary,
    LearnMore: onDemand(async () => (await import("./cash-advance/learn-more.tsx")).CashAdvanceLearnMore),
    Compare: onDemand(async () => (await import("./cash-advance/compare.tsx")).CashAdvanceCompare),
    Expired: onDemand(async () => (await import("./cash-advance/expired.tsx")).CashAdvanceExpired),
  },
  INTEGRATED_MCA: {
    choice: integratedCashAdvanceChoice,
    Summary: IntegratedCashAdvanceSummary,
    LearnMore: onDemand(
      async () => (await import("./integrated-cash-advance/learn-more.tsx")).IntegratedCashAdvanceLearnMore,
    ),
    Compare: onDemand(async () => (await import("./integrated-cash-advance/compare.tsx")).IntegratedCashAdvanceCompare),
    Expired: onDemand(async () => (await import("./integrated-cash-advance/expired.tsx")).IntegratedCashAdvanceExpired),
  },
};

/** An offer of any product. Its terms and its pricing are of the same product. */
export type AnyOffer = Offer;
export type AnyOffers = readonly [AnyOffer, ...AnyOffer[]];
type AnyView = Omit<OfferView<ProductType>, "offers" | "offer"> & { offers: AnyOffers; offer: AnyOffer };
type AnyProductOffer = {
  choice: (offer: AnyOffer) => ChoiceFigures;
  Summary: Component<AnyView>;
  LearnMore: (Component<AnyView> & Preloaded) | null;
  Compare: (Component<AnyView> & Preloaded) | null;
  Expired: Component<{ offers: AnyOffers }> & Preloaded;
};
type Preloaded = { preload: () => Promise<unknown> };

/** The pages of the product of an offer. */
export const pagesOf = ({ terms }: AnyOffer): AnyProductOffer =>
  productOffers[terms.productType] as unknown as AnyProductOffer;
