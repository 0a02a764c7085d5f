import { describe, expect, it } from "vitest";
import { type Arrival, entryPoint } from "./entry-point.ts";

const owner: Arrival = {
  roles: ["PRIMARY_OWNER"],
  onboardingStep: "ONBOARDING.COLLECT_PLAID",
  offerStep: null,
  servicingStep: null,
  hasIssuedProducts: false,
  stepsOfAllBusinesses: ["ONBOARDING.COLLECT_PLAID"],
};
const enters = (change: Partial<Arrival>) => entryPoint({ ...owner, ...change });
const serviced = { hasIssuedProducts: true, servicingStep: "READY_FOR_SERVICING" } as const;

describe("entry page", () => {
  it("is the business selection for several businesses that are all at their start, with or without a role", () => {
    expect(enters({ stepsOfAllBusinesses: ["ONBOARDING.START_FLOW", "SELECT_USER_ROLES"] })).toEqual({
      page: "SELECT_BUSINESS",
    });
    expect(enters({ stepsOfAllBusinesses: ["ONBOARDING.START_FLOW", "ONBOARDING.COLLECT_PLAID"] }).page).toBe(
      "ONBOARDING_FLOW",
    );
    expect(enters({ stepsOfAllBusinesses: ["ONBOARDING.START_FLOW"] }).page).toBe("ONBOARDING_FLOW");
  });

  it("is the role selection for a person without a role", () => {
    expect(enters({ roles: [] })).toEqual({ page: "SELECT_USER_ROLES" });
  });

  it.each([
    [["OPERATOR"], "BLOCKED_ON_PRIMARY_OWNER"],
    [["SECONDARY_OWNER"], "CO_OWNER_FLOW"],
    [["OPERATOR", "SECONDARY_OWNER"], "CO_OWNER_FLOW"],
  ] as const)("for %j is %s until there is a product to service, whatever the offer step", (roles, page) => {
    expect(enters({ roles })).toEqual({ page });
    expect(enters({ roles, offerStep: "DISPLAY_OFFERS" })).toEqual({ page });
    expect(enters({ roles, ...serviced })).toEqual({ page: "SERVICING" });
  });

  it("is the conflict page in an owner conflict, also when there is a product to service", () => {
    expect(enters({ roles: ["PRIMARY_OWNER_CONFLICT"] })).toEqual({ page: "PRIMARY_OWNER_CONFLICT" });
    expect(enters({ roles: ["PRIMARY_OWNER_CONFLICT"], ...serviced })).toEqual({ page: "PRIMARY_OWNER_CONFLICT" });
  });

  it("is an open offer step, even while another product is serviced", () => {
    expect(enters({ offerStep: "COLLECT_PERSONA", ...serviced })).toEqual({
      page: "OFFER_FLOW",
      step: "COLLECT_PERSONA",
    });
  });

  it("is additional input, even while a product is serviced", () => {
    const asked = { onboardingStep: "REQUEST_ADDITIONAL_USER_INPUT", ...serviced };
    expect(enters(asked)).toEqual({ page: "ONBOARDING_FLOW", step: "REQUEST_ADDITIONAL_USER_INPUT" });
  });

  it("is the denial, before input that the denied application still lacked", () => {
    const asked = { onboardingStep: "REQUEST_ADDITIONAL_USER_INPUT", offerStep: "NO_OFFERS_EXTENDED" } as const;
    expect(enters(asked)).toEqual({ page: "OFFER_FLOW", step: "NO_OFFERS_EXTENDED" });
  });

  it("is the offer step that needs no action, or the onboarding step, before the first product", () => {
    expect(enters({ offerStep: "OFFERS_EXPIRED" })).toEqual({ page: "OFFER_FLOW", step: "OFFERS_EXPIRED" });
    expect(enters({ offerStep: "OFFERS_PENDING" })).toEqual({
      page: "ONBOARDING_FLOW",
      step: "ONBOARDING.COLLECT_PLAID",
    });
    expect(enters({})).toEqual({ page: "ONBOARDING_FLOW", step: "ONBOARDING.COLLECT_PLAID" });
  });

  it("is servicing otherwise", () => {
    for (const offerStep of [
      null,
      "OFFERS_EXPIRED",
      "NO_OFFERS_EXTENDED",
      "ISSUED_PRODUCT_CREATED",
      "OFFERS_PENDING",
      "OFFER_REFRESH_PENDING",
    ] as const) {
      expect(enters({ offerStep, ...serviced })).toEqual({ page: "SERVICING" });
    }
  });
});
