import { expect, it } from "vitest";
import { progressAt } from "./progress.ts";

const steps = ["ONBOARDING.SELECT_PRODUCTS", "ONBOARDING.COLLECT_CONSENT", "WAITING_FOR_OFFERS"];

it.each([
  ["ONBOARDING.START_FLOW", 0],
  ["ONBOARDING.SELECT_PRODUCTS", 1],
  ["ONBOARDING.COLLECT_CONSENT", 2],
  ["WAITING_FOR_OFFERS", 2],
  ["REQUEST_ADDITIONAL_USER_INPUT", 0],
])("step counter: %s has position %d of 2", (shown, position) => {
  expect(progressAt(steps, shown)).toEqual({ position, of: 2 });
});
