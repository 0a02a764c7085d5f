import { describe, expect, it } from "vitest";
import { isLineChangeable, isLineNoticeDue, limitChangeReasons, suspensionReasons } from "./line-changes.ts";

describe("notice of a suspended line or a lower limit", () => {
  it("is due on a current line, unless its business has asked for the change", () => {
    for (const reason of [...suspensionReasons, ...limitChangeReasons]) {
      expect(isLineNoticeDue("CURRENT", reason)).toBe(reason !== "BORROWER_REQUEST");
      for (const status of ["LATE", "DEFAULTED"] as const) expect(isLineNoticeDue(status, reason)).toBe(false);
    }
  });

  it("is of a line that is not over", () => {
    expect(isLineChangeable("DEFAULTED")).toBe(true);
    expect(isLineChangeable("CLOSED")).toBe(false);
  });
});
