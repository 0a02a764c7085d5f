import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { getOffers } from "./offer-groups.ts";
import { completeOffersStep, getOffersStep, refreshOffers } from "./offer-steps.ts";
import { getOffersWorkflow } from "./offers.ts";
import { skipToExpiredOffers, skipToNoOffers, skipToOffers } from "./sandbox.ts";

it.each([
  ["get workflow", getOffersWorkflow, "GET", "/api/v1/workflow/offers"],
  ["get step data by step", getOffersStep, "GET", "/api/v1/workflow/offers/step/:id"],
  ["complete offer step", completeOffersStep, "PUT", "/api/v1/workflow/offers/complete-step"],
  ["offers", getOffers, "GET", "/api/v1/offers"],
  ["refresh offers", refreshOffers, "POST", "/api/v1/workflow/offers/refresh"],
  ["skip to offers", skipToOffers, "GET", "/api/v1/sandbox/skip-to-offers"],
  ["skip to no offers", skipToNoOffers, "GET", "/api/v1/sandbox/skip-to-no-offers"],
  ["skip to expired offers", skipToExpiredOffers, "POST", "/api/v1/sandbox/skip-to-expired-offers"],
] as const)("offer calls: %s", (_, { method, path }, expectedMethod, expectedPath) => {
  expect([method, path]).toEqual([expectedMethod, expectedPath]);
});

it("refresh offers: the response has a 'refreshed' field", () => {
  expect(refreshOffers.answer.safeParse({ refreshed: false }).success).toBe(true);
  expect(refreshOffers.answer.safeParse({}).success).toBe(false);
});

describe("OFFER_SELECTED", () => {
  const offerId = randomUUID();
  const isAccepted = (...selectedOffers: object[]) =>
    completeOffersStep.body.safeParse({ eventType: "OFFER_SELECTED", selectedOffers }).success;

  it("has selectedOffers of offerId and optional customLoanAmountCents", () => {
    expect(isAccepted({ offerId })).toBe(true);
    expect(isAccepted({ offerId, customLoanAmountCents: 2_000_000 })).toBe(true);
  });

  it.each([
    ["no offer", []],
    ["two offers, because one is selected of an application", [{ offerId }, { offerId: randomUUID() }]],
    ["an offer without an id", [{ customLoanAmountCents: 2_000_000 }]],
    ["an offer id that is no v4 UUID", [{ offerId: "019a94b2-7000-7000-8000-000000000001" }]],
    ["an amount of zero", [{ offerId, customLoanAmountCents: 0 }]],
    ["an amount with a part of a cent", [{ offerId, customLoanAmountCents: 2_000_000.5 }]],
  ])("is refused with %s", (_, offers) => expect(isAccepted(...offers)).toBe(false));
});
