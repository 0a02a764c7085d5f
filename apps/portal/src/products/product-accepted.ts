import type { ProductType } from "@inlay/lending/products/product-type.ts";
import type { Component } from "../shared/page/on-demand.tsx";
import { CashAdvanceAccepted } from "./cash-advance/accepted.tsx";
import { IntegratedCashAdvanceAccepted } from "./integrated-cash-advance/accepted.tsx";
import { InvoiceFinancingAccepted } from "./invoice-financing/accepted.tsx";
import { LineOfCreditAccepted } from "./line-of-credit/accepted.tsx";
import type { AcceptedView } from "./offers/accepted-page.tsx";
import type { OfferOf } from "./offers/offer-view.ts";
import { PayablesFinancingAccepted } from "./payables-financing/accepted.tsx";
import type { AnyOffer } from "./product-offers.ts";
import { TermLoanAccepted } from "./term-loan/accepted.tsx";

/** The page about an accepted offer, of each product. */
const productAccepted: { [Product in ProductType]: Component<AcceptedView<OfferOf<Product>>> } = {
  TERM_LOAN: TermLoanAccepted,
  LOC_TERM_LOAN: LineOfCreditAccepted,
  FAST_PAY: InvoiceFinancingAccepted,
  EXTEND_PAY_PURCHASE_ORDER: PayablesFinancingAccepted,
  MCA: CashAdvanceAccepted,
  INTEGRATED_MCA: IntegratedCashAdvanceAccepted,
};

export const acceptedPageOf = ({ terms }: AnyOffer): Component<AcceptedView<AnyOffer>> =>
  productAccepted[terms.productType] as unknown as Component<AcceptedView<AnyOffer>>;
