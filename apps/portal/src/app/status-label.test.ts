import type { BusinessUser } from "@inlay/contracts/business.ts";
import { describe, expect, it } from "vitest";
import { statusLabel } from "./status-label.ts";

const applying: BusinessUser = {
  userId: "0198a1c2-0000-7000-8000-000000000001",
  businessName: "Harbor Bakery",
  currentStep: "ONBOARDING.COLLECT_BUSINESS_DETAILS",
  currentOfferStep: null,
  currentServicingStep: null,
  highestOfferAmountCents: null,
};
const labelOf = (change: Partial<BusinessUser>) => statusLabel({ ...applying, ...change });

describe("the label of a business", () => {
  it("says that an application is in progress", () => expect(labelOf({})).toBe("Application in progress"));

  it("says that something is asked of the person", () =>
    expect(labelOf({ currentStep: "REQUEST_ADDITIONAL_USER_INPUT" })).toBe("Additional user info required"));

  it("names the highest offer when the amount is known", () => {
    const offered = { currentStep: "WAITING_FOR_OFFERS", currentOfferStep: "DISPLAY_OFFERS" } as const;
    expect(labelOf({ ...offered, highestOfferAmountCents: 8_500_000 })).toBe("Offer available up to $85,000");
    expect(labelOf(offered)).toBe("Application in progress");
  });

  it("follows the offers once there are any", () => {
    expect(labelOf({ currentOfferStep: "OFFER_ACCEPTED" })).toBe("Active loan in progress");
    expect(labelOf({ currentOfferStep: "NO_OFFERS_EXTENDED" })).toBe("No offers available");
    expect(labelOf({ currentOfferStep: "LOAN_APPLICATION_INCOMPLETE" })).toBe("Loan application incomplete");
    expect(labelOf({ currentOfferStep: "LOAN_APPLICATION_WITHDRAWN" })).toBe("Loan application withdrawn");
  });

  it("says that a loan is active once there is something to service", () => {
    expect(labelOf({ currentOfferStep: "ISSUED_PRODUCT_CREATED", currentServicingStep: "INIT_SERVICING_FLOW" })).toBe(
      "Active loan",
    );
    expect(labelOf({ currentStep: "READY_FOR_SERVICING" })).toBe("Active loan");
  });
});
