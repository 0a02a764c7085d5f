import { portalCodeOf, refusalCodes } from "@inlay/contracts/errors.ts";
import * as tables from "@inlay/contracts/onboarding/wrong-inputs.fixture.ts";
import { describe, expect, it } from "vitest";
import { spanishFields, spanishRefusals, spanishSentences } from "./es-sentences.ts";

describe("Spanish texts", () => {
  it.each([
    ...new Set(
      [
        ...[...Object.values(tables.wrongInputs), ...Object.values(tables.wrongAdditionalInputs)],
        ...[tables.wrongBankForms, tables.wrongRoles, tables.wrongSurveys],
        ...[tables.wrongCoOwnerForms, tables.wrongCoOwnerPersons, tables.wrongCoOwnerIdentities],
      ].flatMap((inputs) => inputs.map(({ sentence }) => sentence)),
    ),
  ])("include the validation message: %s", (sentence) => expect(spanishFields[sentence]).toBeTruthy());

  it("translate only refusal codes that exist", () => {
    const codes = refusalCodes.map(portalCodeOf);
    expect(Object.keys(spanishRefusals).filter((code) => !codes.includes(code))).toEqual([]);
  });

  it("answer an untranslated refusal with a general apology", () => {
    expect(spanishSentences.refusal("SOMETHING_NEW", "In English.")).toContain("Ocurrió un error");
  });
});
