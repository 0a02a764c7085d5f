import { describe, expect, it } from "vitest";
import { businessDate } from "../calendar/business-date.ts";
import { doesIdentityHold, type InquiryStatus, inquiryStatuses, isInquiryDecided, nextInquiry } from "./inquiry.ts";

const today = businessDate("2026-11-18");

describe("identity approval", () => {
  it.each([
    [null, false],
    ["2026-05-22", true],
    ["2026-05-21", false],
  ] as const)("of %s holds on 2026-11-18: %s", (approvedOn, holds) => {
    expect(doesIdentityHold(approvedOn && businessDate(approvedOn), today)).toBe(holds);
  });
});

describe("next identity inquiry", () => {
  const after = (status: InquiryStatus, { approvedOn = "", isRetryAllowed = false } = {}) =>
    nextInquiry({ status, approvedOn: approvedOn ? businessDate(approvedOn) : null, isRetryAllowed }, today);

  it("is the first one of a person without any", () => {
    expect(nextInquiry(null, today)).toBe("START");
  });

  it("goes on with one that the person has not finished", () => {
    expect(inquiryStatuses.filter((status) => after(status) === "RESUME")).toEqual(["CREATED", "PENDING", "EXPIRED"]);
  });

  it("waits for one that is submitted, until the approval is older than 180 days", () => {
    expect([after("COMPLETED"), after("NEEDS_REVIEW")]).toEqual(["IDENTITY_SUBMITTED", "IDENTITY_SUBMITTED"]);
    expect(after("APPROVED", { approvedOn: "2026-11-01" })).toBe("IDENTITY_SUBMITTED");
    expect(after("APPROVED", { approvedOn: "2026-05-21" })).toBe("START");
  });

  it("follows a failed one only if staff allow it", () => {
    expect([after("FAILED"), after("FAILED", { isRetryAllowed: true })]).toEqual(["IDENTITY_FAILED", "START"]);
  });

  it("is decided by an approval or a failure", () => {
    expect(inquiryStatuses.filter(isInquiryDecided)).toEqual(["APPROVED", "FAILED"]);
  });
});
