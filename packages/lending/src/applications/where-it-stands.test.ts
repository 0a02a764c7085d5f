import { describe, expect, it } from "vitest";
import type { OfferStep } from "../offers/steps.ts";
import { type LoanApplicationState, loanApplicationLifecycle } from "./loan-application.ts";
import { moved, offersStateAt, type Standing, shownApplication } from "./where-it-stands.ts";

const begin: Standing = { status: "ASSIGN_TO_CAPITAL_PROVIDER", offerStep: "OFFERS_PENDING" };

describe("where an application stands", () => {
  it("the owner sees offers when they are created, and after the mark-up where the platform adds one", () => {
    const assigned = moved(begin, "ASSIGNED");
    expect(assigned).toEqual({ status: "CREATE_OFFERS", offerStep: "OFFERS_PENDING" });
    expect(moved(assigned, "OFFERS_CREATED", { status: "WAITING_FOR_ACCEPTANCE" })).toEqual({
      status: "WAITING_FOR_ACCEPTANCE",
      offerStep: "DISPLAY_OFFERS",
    });
    const priced = moved(assigned, "OFFERS_CREATED", { status: "WAITING_FOR_PLATFORM_MARKUP" });
    expect(priced).toEqual({ status: "WAITING_FOR_PLATFORM_MARKUP", offerStep: "OFFERS_PENDING" });
    for (const event of ["MARKUP_SUBMITTED", "MARKUP_TIMEOUT"] as const)
      expect(moved(priced, event)).toEqual({ status: "WAITING_FOR_ACCEPTANCE", offerStep: "DISPLAY_OFFERS" });
  });

  it.each([
    ["NO_OFFERS", { status: "NO_OFFERS", offerStep: "NO_OFFERS_EXTENDED" }],
    [
      "LOAN_APPLICATION_INCOMPLETE",
      { status: "LOAN_APPLICATION_INCOMPLETE", offerStep: "LOAN_APPLICATION_INCOMPLETE" },
    ],
    ["LOAN_APPLICATION_WITHDRAWN", { status: "LOAN_APPLICATION_WITHDRAWN", offerStep: "LOAN_APPLICATION_WITHDRAWN" }],
    ["NO_PROVIDER", { status: "UNASSIGNED", offerStep: "OFFERS_PENDING" }],
  ] as const)("%s moves status and step together", (event, standing) => {
    expect(moved(begin, event)).toEqual(standing);
  });

  it("an event that the status does not allow is refused", () => {
    expect(() => moved(begin, "ALL_SIGNED")).toThrow("ALL_SIGNED while ASSIGN_TO_CAPITAL_PROVIDER");
  });

  it("every step has one state for partners, or none where onboarding or servicing says more", () => {
    expect(
      Object.entries(offersStateAt)
        .filter(([, state]) => state === null)
        .map(([step]) => step),
    ).toEqual(["OFFERS_PENDING", "ISSUED_PRODUCT_CREATED"]);
  });
});

describe("the application that is shown", () => {
  const row = (product: "TERM_LOAN" | "MCA", offerStep: OfferStep, day: number) => {
    const status: LoanApplicationState = loanApplicationLifecycle.begin("APPLICATION_CREATED");
    return { product, status, offerStep, receivedAt: new Date(Date.UTC(2026, 10, day)) };
  };

  it("is one that the owner can act on, then one that is waited for, then the last that ended", () => {
    const pending = row("TERM_LOAN", "OFFERS_PENDING", 1);
    const offered = row("MCA", "DISPLAY_OFFERS", 1);
    const old = row("TERM_LOAN", "NO_OFFERS_EXTENDED", 2);
    const ended = row("MCA", "LOAN_APPLICATION_WITHDRAWN", 3);
    expect(shownApplication([pending, offered, old])).toBe(offered);
    expect(shownApplication([old, pending, ended])).toBe(pending);
    expect(shownApplication([old, ended])).toBe(ended);
    expect(shownApplication([])).toBeNull();
  });

  it("is a new one, and not one that has expired, whatever their products", () => {
    const expired = { ...row("TERM_LOAN", "OFFERS_EXPIRED", 1), status: "EXPIRED" as const };
    const pending = row("MCA", "OFFERS_PENDING", 90);
    expect(shownApplication([expired, pending])).toBe(pending);
    expect(shownApplication([expired])).toBe(expired);
  });
});
