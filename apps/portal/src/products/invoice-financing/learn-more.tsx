import type { OfferView } from "../offers/offer-view.ts";
import { PlanLearnMore } from "../offers/plans/plan-learn-more.tsx";
import { useInvoiceTexts } from "./plan-words.ts";

export const InvoiceFinancingLearnMore = (view: OfferView<"FAST_PAY">) => (
  <PlanLearnMore view={view} texts={useInvoiceTexts()} />
);
