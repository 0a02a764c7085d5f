import { describe, expect, it } from "vitest";
import { offerSteps } from "../offers/steps.ts";
import { loanApplicationLifecycle } from "./loan-application.ts";
import { publicApplicationStatuses, toApplicationStatus } from "./public-status.ts";

describe("status of an application in the partner API", () => {
  it.each([
    ["ASSIGN_TO_CAPITAL_PROVIDER", "OFFERS_PENDING", "UNDER_REVIEW"],
    ["UNASSIGNED", "OFFERS_PENDING", "UNDER_REVIEW"],
    ["CREATE_OFFERS", "OFFER_REFRESH_PENDING", "UNDER_REVIEW"],
    ["WAITING_FOR_PLATFORM_MARKUP", "OFFERS_PENDING", "AWAITING_MARKUP"],
    ["WAITING_FOR_ACCEPTANCE", "DISPLAY_OFFERS", "OFFERED"],
    ["WAITING_FOR_ACCEPTANCE", "COLLECT_TAX_ID", "CLOSING"],
    ["WAITING_FOR_ACCEPTANCE", "COLLECT_LEGAL_AGREEMENTS", "CLOSING"],
    ["WAITING_FOR_ACCEPTANCE", "OFFER_ACCEPTED", "SIGNED"],
    ["WAITING_FOR_ACCEPTANCE", "OFFERS_EXPIRED", "OFFERS_EXPIRED"],
    ["CLOSE_LOAN", "OFFER_ACCEPTED", "SIGNED"],
    ["OPERATIONAL_LOAN", "ISSUED_PRODUCT_CREATED", "FUNDED"],
    ["NO_OFFERS", "NO_OFFERS_EXTENDED", "DECLINED"],
    ["EXPIRED", "OFFERS_EXPIRED", "EXPIRED"],
    ["LOAN_APPLICATION_INCOMPLETE", "LOAN_APPLICATION_INCOMPLETE", "INCOMPLETE"],
    ["LOAN_APPLICATION_WITHDRAWN", "LOAN_APPLICATION_WITHDRAWN", "WITHDRAWN"],
  ] as const)("%s at %s is %s", (status, offerStep, told) => {
    expect(toApplicationStatus({ status, offerStep }, false)).toBe(told);
  });

  it("is INPUT_REQUIRED with open inputs, but only while the application is reviewed", () => {
    for (const status of loanApplicationLifecycle.states)
      for (const offerStep of offerSteps) {
        const [open, none] = [true, false].map((has) => toApplicationStatus({ status, offerStep }, has));
        expect(open).toBe(none === "UNDER_REVIEW" ? "INPUT_REQUIRED" : none);
        expect(publicApplicationStatuses).toContain(open);
      }
  });
});
