import { describe, expect, it } from "vitest";
import { type CorrectedField, changeCodes, correctionOf } from "./change-codes.ts";

const all: readonly CorrectedField[] = ["accountNumber", "routingNumber", "accountType"];
const correct = (achCode: string, given = all, isAccountChangedSince = false) =>
  correctionOf({ achCode, given, isAccountChangedSince });

describe("notification of change", () => {
  it.each<[string, string, CorrectedField[]]>([
    ["C01", "Incorrect DFI Account Number", ["accountNumber"]],
    ["C02", "Incorrect Routing Number", ["routingNumber"]],
    ["C03", "Incorrect Routing Number and Incorrect DFI Account Number", ["routingNumber", "accountNumber"]],
    ["C04", "Incorrect Individual Name/Receiving Company Name", []],
    ["C05", "Incorrect Transaction Code", ["accountType"]],
    ["C06", "Incorrect DFI Account Number and Incorrect Transaction Code", ["accountNumber", "accountType"]],
    [
      "C07",
      "Incorrect Routing Number, Incorrect DFI Account Number, and Incorrect Transaction Code",
      ["routingNumber", "accountNumber", "accountType"],
    ],
    ["C08", "Incorrect Receiving DFI Identification", []],
    ["C09", "Incorrect Individual Identification Number/Incorrect Receiver Identification Number", []],
    ["C10", "Incorrect Company Name", []],
    ["C11", "Incorrect Company Identification", []],
    ["C12", "Incorrect Company Name and Company Identification", []],
    ["C13", "Addenda Format Error", []],
    ["C14", "Incorrect SEC Code for Outbound International Payment", []],
  ])("%s is named %s and corrects %j", (code, name, corrects) => {
    expect(changeCodes[code]?.name).toBe(name);
    expect(correct(code)).toEqual(corrects);
  });

  it("of every code is listed once", () => {
    const expected = Array.from({ length: 14 }, (_, index) => `C${String(index + 1).padStart(2, "0")}`);
    expect(Object.keys(changeCodes)).toEqual(expected);
  });

  it.each(Object.keys(changeCodes))("%s without the corrected values is applied only if it corrects none", (code) => {
    expect(correct(code, [])).toEqual(changeCodes[code]?.corrects.length === 0 ? [] : "VALUE_MISSING");
  });

  it("is not applied over numbers that were changed after the entry was sent", () => {
    expect(correct("C01", all, true)).toBe("ACCOUNT_CHANGED_SINCE");
    expect(correct("C04", all, true)).toEqual([]);
  });

  it.each(["C15", "R01", "", "toString"])("of the unknown code %j is not applied", (code) => {
    expect(correct(code)).toBe("CODE_UNKNOWN");
  });
});
