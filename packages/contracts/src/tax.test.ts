import { describe, expect, it } from "vitest";
import { z } from "zod/mini";
import { taxForm } from "./tax.ts";

const fresh = { tinLast4: null, hasPrimaryOwnerSsn: false };
const known = { tinLast4: "6789", hasPrimaryOwnerSsn: true };
const wrong = (onFile: typeof fresh | typeof known, typed: object) =>
  z.safeParse(taxForm(onFile), typed).error?.issues.map(({ path, message }) => [path.join("."), message]) ?? [];

describe("the form about the tax return", () => {
  it("asks which one it is first", () => {
    expect(wrong(fresh, { tin: "", ssn: "" })).toEqual([["entityType", "Please select at least one option"]]);
  });

  it("asks a business that files its own return for the EIN, and nobody for the other number", () => {
    const typed = (tin: string) => ({ entityType: "CORPORATE_TAX", tin, ssn: "" });
    expect(wrong(fresh, typed(""))).toEqual([["tin", "EIN is required"]]);
    expect(wrong(fresh, typed("12-345"))).toEqual([["tin", "Please enter a full EIN"]]);
    expect(wrong(fresh, typed("07-3456789"))).toEqual([["tin", "EIN is not valid"]]);
    expect(z.parse(taxForm(fresh), typed("12-3456789") as never)).toEqual({
      entityType: "CORPORATE_TAX",
      tin: "123456789",
    });
  });

  it("asks for the owner's SSN where it is not on file", () => {
    const typed = (ssn: string) => ({ entityType: "PASS_THROUGH", tin: "", ssn });
    expect(wrong(fresh, typed(""))).toEqual([["ssn", "SSN is required"]]);
    expect(wrong(fresh, typed("900-00"))).toEqual([["ssn", "Please enter a full SSN"]]);
    expect(wrong(known, typed(""))).toEqual([]);
  });

  it("leaves an EIN that is on file when nothing is typed, and checks what is", () => {
    const typed = (tin: string) => ({ entityType: "CORPORATE_TAX", tin });
    expect(wrong(known, typed(" "))).toEqual([]);
    expect(wrong(known, typed("07-3456789"))).toEqual([["tin", "EIN is not valid"]]);
    expect(z.parse(taxForm(known), typed("12-3456789") as never)).toMatchObject({ tin: "123456789" });
  });
});
