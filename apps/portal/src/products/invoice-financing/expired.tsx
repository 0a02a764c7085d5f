import type { OffersOf } from "../offers/offer-view.ts";
import { PlanExpired } from "../offers/plans/plan-expired.tsx";
import { useInvoiceTexts } from "./plan-words.ts";

export const InvoiceFinancingExpired = ({ offers: [offer] }: { offers: OffersOf<"FAST_PAY"> }) => (
  <PlanExpired offer={offer} texts={useInvoiceTexts()} />
);
