import { describe, expect, it } from "vitest";
import { z } from "zod/mini";
import { coOwnerForm } from "./co-owner.ts";
import { rightAnswers, rightCoOwner, takenCoOwnerEmail, withWrong, wrongCoOwners } from "./wrong-inputs.fixture.ts";

const { COLLECT_PERSONAL_DETAILS: owner } = rightAnswers;
const primary = {
  firstName: owner.primaryBusinessOwnerFirstName,
  lastName: owner.primaryBusinessOwnerLastName,
  email: owner.primaryBusinessOwnerEmail,
};

describe("co-owner shape", () => {
  const shape = coOwnerForm(primary, [{ email: takenCoOwnerEmail }]);

  it("accepts a valid co-owner", () => {
    expect(z.parse(shape, rightCoOwner)).toEqual({ ...rightCoOwner, phoneNumber: "+15035550137" });
  });

  it.each(wrongCoOwners)("rejects $field $value with: $sentence", (input) => {
    const parsed = z.safeParse(shape, withWrong(rightCoOwner, input));
    expect(parsed.error?.issues.map(({ path, message }) => ({ path, message }))).toEqual([
      { path: [input.field], message: input.sentence },
    ]);
  });

  it("finds no conflict while the primary owner is unknown", () => {
    expect(z.safeParse(coOwnerForm(null, []), { ...rightCoOwner, ...primary }).success).toBe(true);
  });
});
