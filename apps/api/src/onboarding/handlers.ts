import type { BuiltStep } from "@inlay/contracts/onboarding/steps.ts";
import type { StepHandler } from "./step-handler.ts";
import { collectBusinessDetails } from "./steps/collect-business-details.ts";
import { collectPersonalDetails } from "./steps/collect-personal-details.ts";
import { selectProducts } from "./steps/select-products.ts";
import { startFlow } from "./steps/start-flow.ts";

export const handlers: { [S in BuiltStep]: StepHandler<S> } = {
  START_FLOW: startFlow,
  SELECT_PRODUCTS: selectProducts,
  COLLECT_PERSONAL_DETAILS: collectPersonalDetails,
  COLLECT_BUSINESS_DETAILS: collectBusinessDetails,
};
