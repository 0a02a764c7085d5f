import { describe, expect, it } from "vitest";
import { cents } from "../money/cents.ts";
import { closingSteps } from "../offers/closing.ts";
import { offerSteps } from "../offers/steps.ts";
import { type SummaryFacts, summaryAlert, summaryAlerts } from "./summary-alert.ts";

const calm: SummaryFacts = {
  isOperator: false,
  offerStep: null,
  onboardingStep: "READY_FOR_SERVICING",
  hasScheduledPayoff: false,
  hasRepaymentOnItsWay: false,
  loanStatus: "CURRENT",
  availableCents: null,
};
const alertOf = (change: Partial<SummaryFacts>) => summaryAlert({ ...calm, ...change })?.label ?? null;

/** From the most urgent to the least. */
const inOrder: readonly [label: string, facts: Partial<SummaryFacts>][] = [
  ["New offers available", { offerStep: "DISPLAY_OFFERS" }],
  ["Accepted offers processing", { offerStep: "OFFER_ACCEPTED" }],
  ["More information needed", { onboardingStep: "REQUEST_ADDITIONAL_USER_INPUT" }],
  ["Early payoff scheduled", { hasScheduledPayoff: true }],
  ["Repayments being processed", { hasRepaymentOnItsWay: true }],
  ["Late", { loanStatus: "LATE" }],
  ["Defaulted", { loanStatus: "DEFAULTED" }],
  ["Maximum credit limit used", { availableCents: cents(0) }],
  ["Closed", { loanStatus: "CLOSED" }],
];

describe("product summary alert", () => {
  it("is null when no alert applies", () => {
    expect(alertOf({})).toBeNull();
    expect(alertOf({ availableCents: cents(1) })).toBeNull();
  });

  it.each(inOrder)("is: %s", (label, facts) => expect(alertOf(facts)).toBe(label));

  it.each(inOrder.slice(0, 7))("is %s before every less urgent one", (label, facts) => {
    const after = inOrder.findIndex(([one]) => one === label) + 1;
    for (const [, lesser] of inOrder.slice(after)) expect(alertOf({ ...lesser, ...facts })).toBe(label);
  });

  it("is that a closed line is closed, although its available limit is zero", () => {
    expect(alertOf({ loanStatus: "CLOSED", availableCents: cents(0) })).toBe("Closed");
    expect(alertOf({ loanStatus: "DEFAULTED", availableCents: cents(0) })).toBe("Defaulted");
  });

  it("is about new offers at these offer steps and no others", () => {
    const speaking = offerSteps.filter((offerStep) => alertOf({ offerStep }) === "New offers available");
    expect(speaking).toEqual(["DISPLAY_OFFERS", ...closingSteps]);
  });

  it("is never about offers or missing information for an operator", () => {
    for (const offerStep of offerSteps)
      expect(alertOf({ isOperator: true, offerStep, onboardingStep: "REQUEST_ADDITIONAL_USER_INPUT" })).toBeNull();
    expect(alertOf({ isOperator: true, offerStep: "DISPLAY_OFFERS", loanStatus: "LATE" })).toBe("Late");
  });

  it("can be every alert of the list", () => {
    expect(Object.values(summaryAlerts).map((alert) => alert.label)).toEqual(inOrder.map(([label]) => label));
  });
});
