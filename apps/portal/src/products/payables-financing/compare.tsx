import type { OfferView } from "../offers/offer-view.ts";
import { PlanCompare } from "../offers/plans/plan-compare.tsx";
import { useBillTexts } from "./plan-words.ts";

export const PayablesFinancingCompare = (view: OfferView<"EXTEND_PAY_PURCHASE_ORDER">) => (
  <PlanCompare view={view} texts={useBillTexts()} />
);
