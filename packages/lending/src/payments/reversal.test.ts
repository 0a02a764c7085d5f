import { describe, expect, it } from "vitest";
import { businessDate } from "../calendar/business-date.ts";
import { paymentOrderLifecycle } from "./payment-order.ts";
import { returnCodes } from "./return-codes.ts";
import { type DebitToReverse, dishonorCodes, type ReturnedDebit, whyNotDishonor, whyNotReverse } from "./reversal.ts";

const settledOn = businessDate("2026-11-18");
// Thanksgiving and a weekend are no banking days.
const fifthDay = businessDate("2026-11-25");
const sixthDay = businessDate("2026-11-27");
const debit: DebitToReverse = {
  direction: "INCOMING",
  status: "SUCCESSFUL_PAYMENT",
  effectiveOn: settledOn,
  isCorrection: false,
};
const reverse = (change: Partial<DebitToReverse> = {}, today = fifthDay) =>
  whyNotReverse({ ...debit, ...change }, today);

describe("reversal of a debit", () => {
  it("is possible until the fifth banking day after its settlement", () => {
    expect(reverse()).toBeNull();
    expect(reverse({}, sixthDay)).toBe("REVERSAL_WINDOW_OVER");
  });

  it("is possible only for a debit that was taken and is no correction itself", () => {
    const open = paymentOrderLifecycle.states.filter((status) => reverse({ status }) === null);
    expect(open).toEqual(["SUBMITTED", "SUCCESSFUL_PAYMENT"]);
    expect(reverse({ direction: "OUTGOING" })).toBe("WRONG_STATE");
    expect(reverse({ isCorrection: true })).toBe("WRONG_STATE");
  });
});

const returned: ReturnedDebit = {
  direction: "INCOMING",
  status: "FAILED_PAYMENT",
  returnCode: "R01",
  returnedOn: settledOn,
  isCorrection: false,
};
const dishonor = (change: Partial<ReturnedDebit> = {}, today = fifthDay) =>
  whyNotDishonor({ ...returned, ...change }, today);

describe("dishonored return", () => {
  it("is possible until the fifth banking day after the return", () => {
    expect(dishonor()).toBeNull();
    expect(dishonor({}, sixthDay)).toBe("DISHONOR_WINDOW_OVER");
  });

  it("is possible only for a debit that a bank returned and that is no correction itself", () => {
    const open = paymentOrderLifecycle.states.filter((status) => dishonor({ status }) === null);
    expect(open).toEqual(["FAILED_PAYMENT"]);
    expect(dishonor({ returnCode: null })).toBe("WRONG_STATE");
    expect(dishonor({ direction: "OUTGOING" })).toBe("WRONG_STATE");
    expect(dishonor({ isCorrection: true })).toBe("WRONG_STATE");
  });

  it.each(dishonorCodes)("has the code %s of the network's table", (code) => {
    expect(returnCodes[code]).toMatchObject({ reason: null });
  });
});
