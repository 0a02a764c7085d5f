import { describe, expect, it } from "vitest";
import { z } from "zod/mini";
import { type AnswerableInput, additionalInputContracts } from "./additional-inputs.ts";
import { pathOf, rightInputs, withWrong, wrongAdditionalInputs } from "./wrong-inputs.fixture.ts";

describe.each(Object.keys(wrongAdditionalInputs) as AnswerableInput[])("additional input %s", (input) => {
  const shape: z.core.$ZodType = additionalInputContracts[input].completion;

  it("accepts a valid answer", () => {
    expect(z.safeParse(shape, rightInputs[input]).success).toBe(true);
  });

  it.each(wrongAdditionalInputs[input])("rejects $field $value with: $sentence", ({ field, value, sentence }) => {
    const parsed = z.safeParse(shape, withWrong(rightInputs[input], { field, value }));
    expect(parsed.error?.issues.map(({ path, message }) => ({ path, message }))).toEqual([
      { path: pathOf(field), message: sentence },
    ]);
  });

  it("rejects unknown fields", () => {
    expect(z.safeParse(shape, { ...rightInputs[input], unasked: "x" }).success).toBe(false);
  });
});

describe("reconnecting accounting data", () => {
  const shape = additionalInputContracts.RECOLLECT_RAILZ.completion;
  it("needs no accountant, but requires all fields of one who is named", () => {
    expect(z.safeParse(shape, {}).success).toBe(true);
    const parsed = z.safeParse(shape, { accountantFirstName: "Nora" });
    expect(parsed.error?.issues.map(({ path }) => path.join("."))).toEqual(["accountantLastName", "accountantEmail"]);
  });
});
