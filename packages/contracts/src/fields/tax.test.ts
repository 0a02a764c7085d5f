import { describe, expect, it } from "vitest";
import { z } from "zod/mini";
import { taxForm } from "./tax.ts";

const fresh = { tinLast4: null, hasPrimaryOwnerSsn: false };
const known = { tinLast4: "6789", hasPrimaryOwnerSsn: true };
const wrong = (onFile: typeof fresh | typeof known, typed: object) =>
  z.safeParse(taxForm(onFile), typed).error?.issues.map(({ path, message }) => [path.join("."), message]) ?? [];

describe("tax return form", () => {
  it("requires the kind of return first", () => {
    expect(wrong(fresh, { tin: "", ssn: "" })).toEqual([["entityType", "Please select at least one option"]]);
  });

  it("requires only the EIN from a business that files its own return", () => {
    const typed = (tin: string) => ({ entityType: "CORPORATE_TAX", tin, ssn: "" });
    expect(wrong(fresh, typed(""))).toEqual([["tin", "EIN is required"]]);
    expect(wrong(fresh, typed("12-345"))).toEqual([["tin", "Please enter a full EIN"]]);
    expect(wrong(fresh, typed("07-3456789"))).toEqual([["tin", "EIN is not valid"]]);
    expect(z.parse(taxForm(fresh), typed("12-3456789") as never)).toEqual({
      entityType: "CORPORATE_TAX",
      tin: "123456789",
    });
  });

  it("requires the owner's SSN if it is not on file", () => {
    const typed = (ssn: string) => ({ entityType: "PASS_THROUGH", tin: "", ssn });
    expect(wrong(fresh, typed(""))).toEqual([["ssn", "SSN is required"]]);
    expect(wrong(fresh, typed("900-00"))).toEqual([["ssn", "Please enter a full SSN"]]);
    expect(wrong(known, typed(""))).toEqual([]);
  });

  it("keeps the EIN on file if the field is empty, and validates a new one", () => {
    const typed = (tin: string) => ({ entityType: "CORPORATE_TAX", tin });
    expect(wrong(known, typed(" "))).toEqual([]);
    expect(wrong(known, typed("07-3456789"))).toEqual([["tin", "EIN is not valid"]]);
    expect(z.parse(taxForm(known), typed("12-3456789") as never)).toMatchObject({ tin: "123456789" });
  });
});
