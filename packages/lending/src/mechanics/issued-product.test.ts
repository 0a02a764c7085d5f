import { expect, it } from "vitest";
import { followsLifecycle } from "../flow/lifecycle.suite.ts";
import { issuedProductLifecycle, loanStatusLabels, productStateLifecycle } from "./issued-product.ts";

followsLifecycle(issuedProductLifecycle, {
  table: `
    – | OPERATIONAL_LOAN | CURRENT
    CURRENT | ITEM_PAST_DUE | LATE
    LATE | REPAID | CURRENT
    CURRENT, LATE | DEFAULTED | DEFAULTED
    CURRENT, LATE, DEFAULTED | PAID_IN_FULL | FULLY_PAID
    CURRENT, LATE | REFINANCED | REFINANCED
    CURRENT | LINE_MATURED, LINE_CLOSED | CLOSED
    CURRENT | LINE_SUSPENDED | CURRENT
    CURRENT | FUNDING_ABANDONED | CLOSED
    CURRENT | BUSINESS_CLOSED | CLOSED
    DEFAULTED | WRITTEN_OFF | DEFAULTED
    DEFAULTED | REINSTATED | CURRENT
    DEFAULTED | LINE_CLOSED | CLOSED
    FULLY_PAID, REFINANCED, CLOSED | PAYMENT_RETURNED | LATE
    REFINANCED | REFINANCE_RETURNED | CURRENT or LATE
  `,
  ends: ["FULLY_PAID", "REFINANCED", "CLOSED"],
});

followsLifecycle(productStateLifecycle, {
  table: `
    – | OPERATIONAL_LOAN | PENDING
    PENDING | FUNDING_SUCCEEDED, LINE_OPENED | ACTIVE
  `,
  ends: ["ACTIVE"],
});

it.each([
  ["CURRENT", "CURRENT"],
  ["LATE", "LATE"],
  ["DEFAULTED", "DEFAULTED"],
  ["REFINANCED", "REFINANCED"],
  ["FULLY_PAID", "PAID OFF"],
  ["CLOSED", "CLOSED"],
] as const)("issued product label: %s is shown as %s", (code, label) => {
  expect(loanStatusLabels[code]).toEqual({ code, label });
});
