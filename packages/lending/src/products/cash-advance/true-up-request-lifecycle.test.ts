import { expect, it } from "vitest";
import { followsLifecycle } from "../../flow/lifecycle.suite.ts";
import { answerTrueUpBy, trueUpRequestLifecycle } from "./true-up-request-lifecycle.ts";

followsLifecycle(trueUpRequestLifecycle, {
  table: `
    – | REQUESTED | REQUESTED
    REQUESTED | SALES_KNOWN | ANSWERED
    REQUESTED | ADVANCE_OVER | CANCELLED
  `,
  ends: ["ANSWERED", "CANCELLED"],
});

it("a true-up request of a Friday evening is answered by the end of work on Tuesday", () => {
  expect(answerTrueUpBy(new Date("2026-03-07T02:00:00Z")).toISOString()).toBe("2026-03-10T21:00:00.000Z");
});
