import type { RequestedInput } from "@inlay/contracts/onboarding/waiting.ts";
import { Plural } from "@lingui/react/macro";
import type { Completion, StepScreen } from "../../shared/flow/flow.ts";
import { SubSteps } from "../../shared/flow/sub-steps.tsx";
import { TestHelper } from "../test-business/test-helper.tsx";
import { inputScreens } from "./input-screens.ts";

/** REQUEST_ADDITIONAL_USER_INPUT (pages ONBOARDING.RAUI): what is requested after consent, one after the other, in the server's order. */
export function RequestAdditionalInput({ data, onComplete, takesFocus }: StepScreen<RequestedInput, Completion>) {
  const { subSteps, screen } = data;
  const left = subSteps.length;
  return (
    <>
      {left > 1 && (
        <p className="type-small">
          <Plural value={left} one="# thing left to do" other="# things left to do" />
        </p>
      )}
      <SubSteps
        screens={inputScreens}
        subSteps={subSteps}
        data={screen}
        onComplete={onComplete}
        takesFocus={takesFocus}
        TestHelper={TestHelper}
      />
    </>
  );
}
