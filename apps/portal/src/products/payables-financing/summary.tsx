import type { OfferView } from "../offers/offer-view.ts";
import { PlanSummary } from "../offers/plans/plan-summary.tsx";
import { useBillTexts } from "./plan-words.ts";

export const PayablesFinancingSummary = (view: OfferView<"EXTEND_PAY_PURCHASE_ORDER">) => (
  <PlanSummary view={view} texts={useBillTexts()} />
);
