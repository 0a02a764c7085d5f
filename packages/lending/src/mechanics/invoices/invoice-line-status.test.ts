import { describe, expect, it } from "vitest";
import { cents } from "../../money/cents.ts";
import { invoiceLifecycle } from "./invoice.ts";
import { invoiceLineStatus } from "./invoice-line-status.ts";

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
