import { expect, it } from "vitest";
import { addDays, businessDate } from "../calendar/business-date.ts";
import { offerSteps } from "../offers/steps.ts";
import type { Standing } from "./where-it-stands.ts";
import { type ApplyForMoreFacts, whyNotApplyForMore } from "./why-not-apply-for-more.ts";

const today = businessDate("2026-11-18");
const issued: Standing = { status: "OPERATIONAL_LOAN", offerStep: "ISSUED_PRODUCT_CREATED" };
const whyNot = (change: Partial<ApplyForMoreFacts> = {}) =>
  whyNotApplyForMore({
    hasIssuedProducts: true,
    isApplying: false,
    applications: [issued],
    denial: null,
    today,
    ...change,
  });

it("apply for more: is possible with a product, and when every application has ended", () => {
  expect(whyNot()).toBeNull();
  expect(whyNot({ hasIssuedProducts: false })).toBe("NO_FINANCING_YET");
  expect(whyNot({ isApplying: true })).toBe("APPLICATION_OPEN");
});

it.each(offerSteps)(
  "apply for more: while another application is at %s, no open application or offers",
  (offerStep) => {
    const over = ["ISSUED_PRODUCT_CREATED", "NO_OFFERS_EXTENDED"];
    const isOver = [...over, "LOAN_APPLICATION_INCOMPLETE", "LOAN_APPLICATION_WITHDRAWN"].includes(offerStep);
    expect(whyNot({ applications: [issued, { status: "WAITING_FOR_ACCEPTANCE", offerStep }] })).toBe(
      isOver ? null : "APPLICATION_OPEN",
    );
  },
);

it("apply for more: offers that have expired for good are no longer open", () => {
  expect(whyNot({ applications: [issued, { status: "EXPIRED", offerStep: "OFFERS_EXPIRED" }] })).toBeNull();
});

it("apply for more: after a decline from the 90th day on, or at once if staff have reconsidered it", () => {
  const after = (days: number, isReconsidered = false) =>
    whyNot({ denial: { declinedOn: addDays(today, -days), isReconsidered } });
  expect(after(89)).toBe("REAPPLY_TOO_SOON");
  expect(after(90)).toBeNull();
  expect(after(0, true)).toBeNull();
});
