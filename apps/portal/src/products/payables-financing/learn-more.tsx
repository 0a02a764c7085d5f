import type { OfferView } from "../offers/offer-view.ts";
import { PlanLearnMore } from "../offers/plans/plan-learn-more.tsx";
import { useBillTexts } from "./plan-words.ts";

export const PayablesFinancingLearnMore = (view: OfferView<"EXTEND_PAY_PURCHASE_ORDER">) => (
  <PlanLearnMore view={view} texts={useBillTexts()} />
);
