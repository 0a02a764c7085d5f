import type { CoOwnerRequestedInput } from "@inlay/contracts/onboarding/co-owner-steps.ts";
import type { CoOwnerAdditionalInput } from "@inlay/lending/onboarding/steps.ts";
import type { Completion, StepScreen } from "../../shared/flow/flow.ts";
import { SubSteps } from "../../shared/flow/sub-steps.tsx";
import { type Component, onDemand } from "../../shared/page/on-demand.tsx";
import { TestHelper } from "../test-business/test-helper.tsx";
import type { CoOwnerInputScreen } from "./co-owner-input-screen.ts";

/** The screen of each input that may be requested of a co-owner after consent. */
const inputScreens: Record<CoOwnerAdditionalInput, Component<CoOwnerInputScreen>> = {
  VERIFY_SECONDARY_OWNER_IDENTITY_INFORMATION: onDemand(
    async () =>
      (await import("./verify-secondary-owner-identity-information.tsx")).VerifySecondaryOwnerIdentityInformation,
  ),
  VERIFY_SECONDARY_OWNER_CREDIT_REPORT_UNLOCKED: onDemand(
    async () =>
      (await import("./verify-secondary-owner-credit-report-unlocked.tsx")).VerifySecondaryOwnerCreditReportUnlocked,
  ),
};

type RequestAdditionalInputProps = StepScreen<CoOwnerRequestedInput, Completion>;

/** The inputs that are requested after the credit bureau's report, one at a time. */
export const RequestAdditionalInput = ({ data, onComplete, takesFocus }: RequestAdditionalInputProps) => (
  <SubSteps
    screens={inputScreens}
    subSteps={data.subSteps}
    data={data.person}
    onComplete={onComplete}
    takesFocus={takesFocus}
    TestHelper={TestHelper}
  />
);
