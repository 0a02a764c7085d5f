import { describe, expect, it } from "vitest";
import { addDays, businessDate } from "../calendar/business-date.ts";
import { type Closing, nextClosing } from "./closing.ts";
import { offerStepLifecycle } from "./offer-step.ts";

const today = businessDate("2026-11-16");
const done: Closing = {
  hasTaxId: true,
  hasVerifiedPersonalPhone: true,
  identityApprovedOn: today,
  hasConfirmedPrimaryBankAccount: true,
  hasSignedAgreements: true,
};
/** In the order in which closing asks for them. */
const open: readonly [string, Partial<Closing>][] = [
  ["COLLECT_TAX_ID", { hasTaxId: false }],
  ["COLLECT_PERSONAL_PHONE_NUMBER", { hasVerifiedPersonalPhone: false }],
  ["COLLECT_PERSONA", { identityApprovedOn: null }],
  ["SELECT_PRIMARY_BANK_ACCOUNT", { hasConfirmedPrimaryBankAccount: false }],
  ["COLLECT_LEGAL_AGREEMENTS", { hasSignedAgreements: false }],
];

describe("offer closing", () => {
  it.each(open)("asks for %s when only that step is open, and before all later steps", (step, change) => {
    expect(nextClosing({ ...done, ...change }, today)).toBe(step);
    const after = open.slice(open.findIndex(([name]) => name === step)).map(([, later]) => later);
    expect(nextClosing(Object.assign({}, done, ...after), today)).toBe(step);
  });

  it("is complete when no step is open", () => expect(nextClosing(done, today)).toBe("OFFER_ACCEPTED"));

  it("accepts an identity approval for 180 days", () => {
    const approved = (days: number) => nextClosing({ ...done, identityApprovedOn: addDays(today, -days) }, today);
    expect(approved(180)).toBe("OFFER_ACCEPTED");
    expect(approved(181)).toBe("COLLECT_PERSONA");
  });

  it("leads only to steps that the offer step lifecycle allows", () => {
    for (const [, change] of open) {
      const step = nextClosing({ ...done, ...change }, today);
      expect(offerStepLifecycle.next("DISPLAY_OFFERS", "OFFER_SELECTED", step)).toBe(step);
    }
  });
});
