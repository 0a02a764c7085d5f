import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cents } from "../money/cents.ts";
import { runs } from "../money/runs.fixture.ts";
import { invoiceLifecycle } from "./invoice.ts";
import { availableLimit, drawLineStatus, invoiceLineStatus } from "./line-status.ts";

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

describe("invoice line status", () => {
  const invoice = (state: (typeof invoiceLifecycle.states)[number], principal: number) => ({
    state,
    principalCents: cents(principal),
  });
  const limit = cents(1_000_000);

  it("is late with a late or a defaulted invoice, and otherwise not", () => {
    const making = invoiceLifecycle.states.filter((state) => invoiceLineStatus([invoice(state, 1)], limit) === "LATE");
    expect(making).toEqual(["LATE", "DEFAULTED"]);
    expect(invoiceLineStatus([], limit)).toBe("CURRENT");
  });

  it("is defaulted when defaulted invoices exceed a quarter of the limit", () => {
    expect(invoiceLineStatus([invoice("DEFAULTED", 250_000), invoice("LATE", 900_000)], limit)).toBe("LATE");
    expect(invoiceLineStatus([invoice("DEFAULTED", 250_000), invoice("DEFAULTED", 1)], limit)).toBe("DEFAULTED");
  });
});

describe("available limit", () => {
  const use = { limitCents: cents(1000), openPrincipalCents: cents(300), reservedPrincipalCents: cents(200) };

  it.each([
    ["CURRENT", 500],
    ["LATE", 500],
    ["FULLY_PAID", 500],
    ["REFINANCED", 500],
    ["DEFAULTED", 0],
    ["CLOSED", 0],
  ] as const)("of a line that is %s is %i of 1000 with 500 taken", (loanStatus, available) => {
    expect(availableLimit({ ...use, loanStatus })).toBe(available);
  });

  it("is never negative and never more than the limit", () => {
    const amount = fc.nat(1_000_000).map(cents);
    fc.assert(
      fc.property(amount, amount, amount, (limitCents, openPrincipalCents, reservedPrincipalCents) => {
        const available = availableLimit({
          loanStatus: "CURRENT",
          limitCents,
          openPrincipalCents,
          reservedPrincipalCents,
        });
        expect(available).toBeGreaterThanOrEqual(0);
        expect(available).toBeLessThanOrEqual(limitCents);
      }),
      runs,
    );
  });
});
