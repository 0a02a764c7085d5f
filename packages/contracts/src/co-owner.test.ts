import { describe, expect, it } from "vitest";
import { z } from "zod/mini";
import { coOwnerForm } from "./co-owner.ts";
import {
  rightAnswers,
  rightCoOwner,
  takenCoOwnerEmail,
  withWrong,
  wrongCoOwners,
} from "./onboarding/wrong-inputs.fixture.ts";

const { COLLECT_PERSONAL_DETAILS: owner } = rightAnswers;
const primary = {
  firstName: owner.primaryBusinessOwnerFirstName,
  lastName: owner.primaryBusinessOwnerLastName,
  email: owner.primaryBusinessOwnerEmail,
};

describe("the shape of a co-owner", () => {
  const shape = coOwnerForm(primary, [{ email: takenCoOwnerEmail }]);

  it("takes one that nothing is wrong with", () => {
    expect(z.parse(shape, rightCoOwner)).toEqual({ ...rightCoOwner, phoneNumber: "+15035550137" });
  });

  it.each(wrongCoOwners)("with $field $value says: $sentence", (input) => {
    const parsed = z.safeParse(shape, withWrong(rightCoOwner, input));
    expect(parsed.error?.issues.map(({ path, message }) => ({ path, message }))).toEqual([
      { path: [input.field], message: input.sentence },
    ]);
  });

  it("is nobody's match before the primary owner is known", () => {
    expect(z.safeParse(coOwnerForm(null, []), { ...rightCoOwner, ...primary }).success).toBe(true);
  });
});
