import { portalCodeOf, refusalCodes } from "@inlay/contracts/errors.ts";
import * as tables from "@inlay/contracts/onboarding/wrong-inputs.fixture.ts";
import { describe, expect, it } from "vitest";
import { spanishFields, spanishRefusals, spanishSentences } from "./es-sentences.ts";

describe("Spanish", () => {
  it.each([
    ...new Set(
      [
        ...[...Object.values(tables.wrongInputs), ...Object.values(tables.wrongAdditionalInputs)],
        ...[tables.wrongBankForms, tables.wrongRoles, tables.wrongSurveys],
        ...[tables.wrongCoOwners, tables.wrongCoOwnerPersons, tables.wrongCoOwnerIdentities],
      ].flatMap((inputs) => inputs.map(({ sentence }) => sentence)),
    ),
  ])("is there for: %s", (sentence) => expect(spanishFields[sentence]).toBeTruthy());

  it("is written for refusals that exist", () => {
    const codes = refusalCodes.map(portalCodeOf);
    expect(Object.keys(spanishRefusals).filter((code) => !codes.includes(code))).toEqual([]);
  });

  it("says of a refusal that nobody has put into Spanish at least that something went wrong", () => {
    expect(spanishSentences.refusal("SOMETHING_NEW", "In English.")).toContain("Ocurrió un error");
  });
});
