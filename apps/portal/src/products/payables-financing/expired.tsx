import type { OffersOf } from "../offers/offer-view.ts";
import { PlanExpired } from "../offers/plans/plan-expired.tsx";
import { useBillTexts } from "./plan-words.ts";

export const PayablesFinancingExpired = ({ offers: [offer] }: { offers: OffersOf<"EXTEND_PAY_PURCHASE_ORDER"> }) => (
  <PlanExpired offer={offer} texts={useBillTexts()} />
);
