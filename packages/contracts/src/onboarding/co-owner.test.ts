import { describe, expect, it } from "vitest";
import { z } from "zod/mini";
import { coOwnerForm } from "./co-owner.ts";
import { ownershipForm } from "./steps/collect-secondary-business-owner-details.ts";
import {
  rightAnswers,
  rightCoOwnerV2,
  takenCoOwnerEmail,
  takenPercentages,
  withWrong,
  wrongCoOwnerForms,
} from "./wrong-inputs.fixture.ts";

const { COLLECT_PERSONAL_DETAILS: owner } = rightAnswers;
const primary = {
  firstName: owner.primaryBusinessOwnerFirstName,
  lastName: owner.primaryBusinessOwnerLastName,
  email: owner.primaryBusinessOwnerEmail,
  ownershipPercentage: takenPercentages.primary,
};

describe("co-owner shape", () => {
  const shape = coOwnerForm(primary, [{ email: takenCoOwnerEmail, ownershipPercentage: takenPercentages.other }]);

  it("accepts a valid co-owner", () => {
    expect(z.parse(shape, rightCoOwnerV2)).toEqual({
      ...rightCoOwnerV2,
      phoneNumber: "+15035550137",
      ownershipPercentage: 40,
    });
  });

  it.each(wrongCoOwnerForms)("rejects $field $value with: $sentence", (input) => {
    const parsed = z.safeParse(shape, withWrong(rightCoOwnerV2, input));
    expect(parsed.error?.issues.map(({ path, message }) => ({ path, message }))).toEqual([
      { path: [input.field], message: input.sentence },
    ]);
  });

  it("finds no conflict while the primary owner is unknown", () => {
    expect(z.safeParse(coOwnerForm(null, []), { ...rightCoOwnerV2, ...primary }).success).toBe(true);
  });
});

describe("ownership form", () => {
  const coOwner = {
    id: "0199a2f0-0000-7000-8000-000000000002",
    firstName: "Luis",
    lastName: "Ortega",
    email: takenCoOwnerEmail,
    phoneNumber: null,
    currentStep: "ONBOARDING.START_FLOW",
    ownershipPercentage: 33.33,
    isControlPerson: false,
  };

  it("accepts what leaves the whole at 100 %, and names the primary owner as control person by an empty choice", () => {
    expect(z.parse(ownershipForm([coOwner]), { ownershipPercentage: "66.67 %", controlPersonId: "" })).toEqual({
      ownershipPercentage: 66.67,
      controlPersonId: null,
    });
  });

  it("rejects more than 100 % together", () => {
    const parsed = z.safeParse(ownershipForm([coOwner]), { ownershipPercentage: "66.68" });
    expect(parsed.error?.issues.map(({ path, message }) => ({ path, message }))).toEqual([
      { path: ["ownershipPercentage"], message: "Ownership percentages cannot add up to more than 100" },
    ]);
  });
});
