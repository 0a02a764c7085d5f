import type { OfferView } from "../offers/offer-view.ts";
import { AdvanceCompare } from "../offers/sales-share/compare.tsx";
import { selectedIntegratedCashAdvance } from "./selected-advance.ts";

export const IntegratedCashAdvanceCompare = (view: OfferView<"INTEGRATED_MCA">) => (
  <AdvanceCompare advance={selectedIntegratedCashAdvance(view)} from={view.offer.pricedOn} />
);
