import { describe, expect, it } from "vitest";
import { drawLineStatus } from "./line-status.ts";

describe("line of credit status", () => {
  it("is current while no draw is late", () => {
    expect(drawLineStatus([])).toBe("CURRENT");
    expect(drawLineStatus([{ state: "WAITING_FOR_REPAYMENT", isLate: false }])).toBe("CURRENT");
  });

  it("is late with any late draw, and defaulted with any defaulted draw", () => {
    const late = { state: "WAITING_FOR_REPAYMENT", isLate: true } as const;
    expect(drawLineStatus([{ state: "CLOSED", isLate: false }, late])).toBe("LATE");
    expect(drawLineStatus([late, { state: "DEFAULTED", isLate: false }])).toBe("DEFAULTED");
  });
});
