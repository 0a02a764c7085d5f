import type { CoOwnerRequestedInput } from "@inlay/contracts/onboarding/co-owner-steps.ts";
import type { StepScreen } from "../../shared/flow/flow.ts";

/** The props of a screen for an input that is requested of a co-owner after consent. */
export type CoOwnerInputScreen = StepScreen<CoOwnerRequestedInput["person"], object>;
