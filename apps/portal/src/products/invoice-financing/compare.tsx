import type { OfferView } from "../offers/offer-view.ts";
import { PlanCompare } from "../offers/plans/plan-compare.tsx";
import { useInvoiceTexts } from "./plan-words.ts";

export const InvoiceFinancingCompare = (view: OfferView<"FAST_PAY">) => (
  <PlanCompare view={view} texts={useInvoiceTexts()} />
);
