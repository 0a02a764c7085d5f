import type { OfferTerms, TermsOf } from "@inlay/contracts/offer-terms.ts";
import type { ComponentType } from "react";
import { CashAdvanceOffer } from "./cash-advance/offer.tsx";
import { IntegratedCashAdvanceOffer } from "./integrated-cash-advance/offer.tsx";
import { InvoiceFinancingOffer } from "./invoice-financing/offer.tsx";
import { LineOfCreditOffer } from "./line-of-credit/offer.tsx";
import { PayablesFinancingOffer } from "./payables-financing/offer.tsx";
import { TermLoanOffer } from "./term-loan/offer.tsx";

/** What an offer of each product shows. It is a list of its own, because the first page does not need it. */
const productOffers: { [Product in OfferTerms["productType"]]: ComponentType<{ terms: TermsOf<Product> }> } = {
  TERM_LOAN: TermLoanOffer,
  LOC_TERM_LOAN: LineOfCreditOffer,
  FAST_PAY: InvoiceFinancingOffer,
  EXTEND_PAY_PURCHASE_ORDER: PayablesFinancingOffer,
  MCA: CashAdvanceOffer,
  INTEGRATED_MCA: IntegratedCashAdvanceOffer,
};

/** The component for the terms of an offer. */
export const offerOf = ({ productType }: OfferTerms) =>
  productOffers[productType] as ComponentType<{ terms: OfferTerms }>;
