import type { OfferView } from "../offers/offer-view.ts";
import { PlanSummary } from "../offers/plans/plan-summary.tsx";
import { useInvoiceTexts } from "./plan-words.ts";

export const InvoiceFinancingSummary = (view: OfferView<"FAST_PAY">) => (
  <PlanSummary view={view} texts={useInvoiceTexts()} />
);
