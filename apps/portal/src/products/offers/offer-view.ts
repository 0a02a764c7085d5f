import type { Offer } from "@inlay/contracts/offer-group.ts";
import type { TermsOf } from "@inlay/contracts/offer-terms.ts";
import type { OfferPricing } from "@inlay/lending/offers/pricing.ts";
import type { ProductType } from "@inlay/lending/products/product-type.ts";
import { createContext, useContext } from "react";

/** An offer of one product. */
export type OfferOf<Product extends ProductType> = Omit<Offer, "pricing" | "terms"> & {
  pricing: Extract<OfferPricing, { productType: Product }>;
  terms: TermsOf<Product>;
};

/** The offers of an application, the shortest term first. All are of one product. */
export type OffersOf<Product extends ProductType> = readonly [OfferOf<Product>, ...OfferOf<Product>[]];

/** The props of each page of a product: its summary, its learn-more page and its compare page. */
export type OfferView<Product extends ProductType> = {
  offers: OffersOf<Product>;
  /** The offer that the owner looks at. */
  offer: OfferOf<Product>;
  /** The amount that the owner has set with a slider; null before. Each product has its own first amount. */
  amountCents: number | null;
  /** The plan of the example that the owner looks at; null before they choose one, and for products without plans. */
  planId: string | null;
  onChoose: (choice: Choice) => void;
};

/** What the owner sets on a summary. A plan changes the example only: it is chosen again for each invoice or bill. */
export type Choice = { offerId: string; amountCents: number | null; planId?: string | null };

/** A page of a product within DISPLAY_OFFERS. */
export type OfferPageName = "SUMMARY" | "LEARN_MORE" | "COMPARE" | "CASH_FLOW_FIT";

/** What the frame around the pages of a product does for them. */
export type OfferFrame = {
  product: ProductType;
  takesFocus: boolean;
  isExpired: boolean;
  /** The last day on which the offer is open, as text. */
  openUntil: string;
  isCounterOffer: boolean;
  /** Whether the product has these pages. */
  has: Readonly<Record<"LEARN_MORE" | "COMPARE", boolean>>;
  open: (page: OfferPageName) => void;
  /** Shows how an offer at an amount would have fit the balances of the business. */
  openCashFlowFit: (offerId: string, amountCents: number) => void;
  onBack: () => void;
  /** Shows all offers side by side; null if there is only one. */
  onCompareOffers: (() => void) | null;
  /** Selects an offer. The amount is null if it cannot be chosen. */
  selection: { select: (choice: Choice) => void; isPending: boolean; error: unknown };
};

const FrameContext = createContext<OfferFrame | null>(null);
export const OfferFrameProvider = FrameContext;

export function useOfferFrame(): OfferFrame {
  const frame = useContext(FrameContext);
  if (!frame) throw new Error("There is no frame of offers above this page.");
  return frame;
}
