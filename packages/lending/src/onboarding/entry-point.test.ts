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

describe("a person enters", () => {
  it("by choosing among several businesses that are all at their start, with a role or without", () => {
    expect(enters({ stepsOfAllBusinesses: ["ONBOARDING.START_FLOW", "SELECT_USER_ROLES"] })).toEqual({
      page: "SELECT_BUSINESS",
    });
    expect(enters({ stepsOfAllBusinesses: ["ONBOARDING.START_FLOW", "ONBOARDING.COLLECT_PLAID"] }).page).toBe(
      "ONBOARDING_FLOW",
    );
    expect(enters({ stepsOfAllBusinesses: ["ONBOARDING.START_FLOW"] }).page).toBe("ONBOARDING_FLOW");
  });

  it("by choosing a role when they have none", () => {
    expect(enters({ roles: [] })).toEqual({ page: "SELECT_USER_ROLES" });
  });

  it.each([
    [["OPERATOR"], "BLOCKED_ON_PRIMARY_OWNER"],
    [["SECONDARY_OWNER"], "CO_OWNER_FLOW"],
    [["OPERATOR", "SECONDARY_OWNER"], "CO_OWNER_FLOW"],
  ] as const)("as %j at %s until there is something to service, whatever is offered meanwhile", (roles, page) => {
    expect(enters({ roles })).toEqual({ page });
    expect(enters({ roles, offerStep: "DISPLAY_OFFERS" })).toEqual({ page });
    expect(enters({ roles, ...serviced })).toEqual({ page: "SERVICING" });
  });

  it("blocked in a conflict, also when there is something to service", () => {
    expect(enters({ roles: ["PRIMARY_OWNER_CONFLICT"] })).toEqual({ page: "PRIMARY_OWNER_CONFLICT" });
    expect(enters({ roles: ["PRIMARY_OWNER_CONFLICT"], ...serviced })).toEqual({ page: "PRIMARY_OWNER_CONFLICT" });
  });

  it("at an open offer step, even while another product is being serviced", () => {
    expect(enters({ offerStep: "COLLECT_PERSONA", ...serviced })).toEqual({
      page: "OFFER_FLOW",
      step: "COLLECT_PERSONA",
    });
  });

  it("at additional input, even while a product is being serviced", () => {
    const asked = { onboardingStep: "REQUEST_ADDITIONAL_USER_INPUT", ...serviced };
    expect(enters(asked)).toEqual({ page: "ONBOARDING_FLOW", step: "REQUEST_ADDITIONAL_USER_INPUT" });
  });

  it("at the offers that rest, or at the current step, before the first product", () => {
    expect(enters({ offerStep: "OFFERS_EXPIRED" })).toEqual({ page: "OFFER_FLOW", step: "OFFERS_EXPIRED" });
    expect(enters({ offerStep: "OFFERS_PENDING" })).toEqual({
      page: "ONBOARDING_FLOW",
      step: "ONBOARDING.COLLECT_PLAID",
    });
    expect(enters({})).toEqual({ page: "ONBOARDING_FLOW", step: "ONBOARDING.COLLECT_PLAID" });
  });

  it("by servicing otherwise", () => {
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
