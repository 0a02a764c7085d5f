import type { OfferView } from "../offers/offer-view.ts";
import { AdvanceCompare } from "../offers/sales-share/compare.tsx";
import { selectedCashAdvance } from "./selected-advance.ts";

export const CashAdvanceCompare = (view: OfferView<"MCA">) => (
  <AdvanceCompare advance={selectedCashAdvance(view)} from={view.offer.pricedOn} />
);
