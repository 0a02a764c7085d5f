import { expect, it } from "vitest";
import { publicDrawRequestState } from "./public-draw-state.ts";

it.each([
  ["PENDING_FUND_DISBURSEMENT", "DRAW_REQUEST_CREATED"],
  ["WAITING_FOR_REPAYMENT", "DRAW_REQUEST_FUNDED"],
  ["CLOSED", "DRAW_REQUEST_PAID_IN_FULL"],
  ["REJECTED", "REJECTED"],
  ["DEFAULTED", "DEFAULTED"],
] as const)("public draw state: %s is named %s", (state, name) => expect(publicDrawRequestState[state]).toBe(name));
