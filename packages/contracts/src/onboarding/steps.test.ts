import { describe, expect, it } from "vitest";
import { z } from "zod/mini";
import { eligibilityAnswers } from "./steps/start-flow.ts";
import { type BuiltStep, onboardingStepContracts } from "./steps.ts";
import { rightAnswers, wrongInputs } from "./wrong-inputs.fixture.ts";

/** The shape that a step's form checks with. The screener asks for all three answers; the step itself may have none. */
const shapeOf = (step: BuiltStep): z.core.$ZodType =>
  step === "START_FLOW" ? eligibilityAnswers : onboardingStepContracts[step].completion;

describe.each(Object.keys(wrongInputs) as BuiltStep[])("the shape of %s", (step) => {
  it("takes an answer that nothing is wrong with", () => {
    expect(z.safeParse(shapeOf(step), rightAnswers[step]).success).toBe(true);
  });

  it.each(wrongInputs[step])("with $field $value says: $sentence", ({ field, value, sentence }) => {
    const parsed = z.safeParse(shapeOf(step), { ...rightAnswers[step], [field]: value });
    expect(parsed.error?.issues.map(({ path, message }) => ({ path, message }))).toEqual([
      { path: [field], message: sentence },
    ]);
  });
});
