import { describe, expect, it } from "vitest";
import { offerSteps } from "../offers/steps.ts";
import { applicationStatus, applicationStatuses } from "./application-status.ts";

type Place = Parameters<typeof applicationStatus>[0];
const applying: Place = {
  currentStep: "ONBOARDING.COLLECT_PLAID",
  currentOfferStep: null,
  currentServicingStep: null,
  highestOfferAmountCents: null,
};
const statusOf = (change: Partial<Place>) => applicationStatus({ ...applying, ...change });
const labelOf = (change: Partial<Place>) => applicationStatuses[statusOf(change).status].label;

describe("application status", () => {
  it.each([
    ["OFFERS_PENDING", "Application in progress"],
    ["DISPLAY_OFFERS", "Offer available up to {amount}"],
    ["COLLECT_TAX_ID", "Offer available up to {amount}"],
    ["COLLECT_PERSONAL_PHONE_NUMBER", "Offer available up to {amount}"],
    ["COLLECT_PERSONA", "Offer available up to {amount}"],
    ["SELECT_PRIMARY_BANK_ACCOUNT", "Offer available up to {amount}"],
    ["COLLECT_LEGAL_AGREEMENTS", "Offer available up to {amount}"],
    ["OFFER_ACCEPTED", "Active loan in progress"],
    ["ISSUED_PRODUCT_CREATED", "Active loan"],
    ["OFFERS_EXPIRED", "No offers available"],
    ["OFFER_REFRESH_PENDING", "Application in progress"],
    ["NO_OFFERS_EXTENDED", "No offers available"],
    ["LOAN_APPLICATION_INCOMPLETE", "Loan application incomplete"],
    ["LOAN_APPLICATION_WITHDRAWN", "Loan application withdrawn"],
  ] as const)("at %s is: %s", (currentOfferStep, label) => {
    expect(labelOf({ currentOfferStep, highestOfferAmountCents: 8_500_000 })).toBe(label);
  });

  it.each([
    ["SELECT_USER_ROLES", "Application in progress"],
    ["ONBOARDING.START_FLOW", "Application in progress"],
    ["WAITING_FOR_OFFERS", "Application in progress"],
    ["ONBOARDING_ERROR", "Application in progress"],
    ["REQUEST_ADDITIONAL_USER_INPUT", "Additional user info required"],
    ["READY_FOR_SERVICING", "Active loan"],
  ])("at %s without offers is: %s", (currentStep, label) => expect(labelOf({ currentStep })).toBe(label));

  it.each(["INIT_SERVICING_FLOW", "READY_FOR_SERVICING"] as const)(
    "at %s is: Active loan, whatever else is open",
    (step) => {
      for (const currentOfferStep of [null, ...offerSteps])
        expect(statusOf({ currentServicingStep: step, currentOfferStep, highestOfferAmountCents: 1 })).toEqual({
          status: "ACTIVE_LOAN",
          upToCents: null,
        });
    },
  );

  it("names the amount of an offer, and no offer without an amount", () => {
    const offered = { currentOfferStep: "DISPLAY_OFFERS" } as const;
    expect(statusOf({ ...offered, highestOfferAmountCents: 8_500_000 })).toEqual({
      status: "OFFER_AVAILABLE",
      upToCents: 8_500_000,
    });
    expect(statusOf(offered)).toEqual({ status: "APPLICATION_IN_PROGRESS", upToCents: null });
  });

  it("is additional input while the offers need no action, and not while an offer is open or ended", () => {
    const asked = { currentStep: "REQUEST_ADDITIONAL_USER_INPUT", highestOfferAmountCents: 100 };
    for (const currentOfferStep of ["OFFERS_PENDING", "OFFER_REFRESH_PENDING", "OFFERS_EXPIRED"] as const)
      expect(statusOf({ ...asked, currentOfferStep }).status).toBe("ADDITIONAL_USER_INFO_REQUIRED");
    expect(statusOf({ ...asked, currentOfferStep: "DISPLAY_OFFERS" }).status).toBe("OFFER_AVAILABLE");
    expect(statusOf({ ...asked, currentOfferStep: "LOAN_APPLICATION_WITHDRAWN" }).status).toBe(
      "LOAN_APPLICATION_WITHDRAWN",
    );
  });

  it("has a closed list of codes, each with the text of the specification", () => {
    expect(Object.values(applicationStatuses)).toEqual([
      { code: "APPLICATION_IN_PROGRESS", label: "Application in progress" },
      { code: "ADDITIONAL_USER_INFO_REQUIRED", label: "Additional user info required" },
      { code: "OFFER_AVAILABLE", label: "Offer available up to {amount}" },
      { code: "ACTIVE_LOAN_IN_PROGRESS", label: "Active loan in progress" },
      { code: "NO_OFFERS_AVAILABLE", label: "No offers available" },
      { code: "LOAN_APPLICATION_INCOMPLETE", label: "Loan application incomplete" },
      { code: "LOAN_APPLICATION_WITHDRAWN", label: "Loan application withdrawn" },
      { code: "ACTIVE_LOAN", label: "Active loan" },
    ]);
  });
});
