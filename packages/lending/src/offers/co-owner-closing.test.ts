import { expect, it } from "vitest";
import { businessDate } from "../calendar/business-date.ts";
import { nextCoOwnerClosing } from "./co-owner-closing.ts";

const today = businessDate("2026-11-18");

it.each([
  ["verifies their identity first", null, false, "COLLECT_PERSONA"],
  ["verifies it again after 180 days", "2026-05-21", false, "COLLECT_PERSONA"],
  ["then signs", "2026-05-22", false, "COLLECT_LEGAL_AGREEMENTS"],
  ["is done once they have signed", "2026-05-22", true, "OFFER_ACCEPTED"],
  ["is not asked again for an identity that has aged since", "2026-01-01", true, "OFFER_ACCEPTED"],
] as const)("co-owner of a chosen offer: %s", (_, approvedOn, hasSigned, step) => {
  const identityApprovedOn = approvedOn && businessDate(approvedOn);
  expect(nextCoOwnerClosing({ identityApprovedOn, hasSigned }, today)).toBe(step);
});
