import { listBankAccounts } from "@inlay/contracts/calls/banking.ts";
import { askNewPasskey } from "@inlay/contracts/calls/step-up.ts";
import { describe, expect, it, vi } from "vitest";
import { ApiError } from "../api/api.ts";
import { createStepUp } from "./step-up.ts";

const needed = new ApiError({ code: "STEP_UP_REQUIRED", message: "Please confirm.", status: 403 });
/** A request that is refused a number of times before it is answered. */
const refusedTimes = (count: number) => {
  let left = count;
  return vi.fn(async () => {
    if (left-- > 0) throw needed;
    return "answered";
  });
};
const asked = (stepUp: ReturnType<typeof createStepUp>) => vi.waitFor(() => expect(stepUp.state()).not.toBeNull());

describe("step-up of the portal", () => {
  it("asks when the server requires it, then sends the same request again", async () => {
    const stepUp = createStepUp();
    const send = refusedTimes(1);
    const answer = stepUp.around(listBankAccounts, send);
    await asked(stepUp);
    expect(send).toHaveBeenCalledTimes(1);
    stepUp.settle(true);
    expect(await answer).toBe("answered");
    expect(stepUp.state()).toBeNull();
  });

  it("refuses the request when the person closes it, and does not ask for other refusals", async () => {
    const stepUp = createStepUp();
    const answer = stepUp.around(listBankAccounts, refusedTimes(1));
    await asked(stepUp);
    stepUp.settle(false);
    await expect(answer).rejects.toBe(needed);
    const other = new ApiError({ code: "BANK_UNAVAILABLE", message: "No.", status: 503 });
    await expect(stepUp.around(listBankAccounts, () => Promise.reject(other))).rejects.toBe(other);
    expect(stepUp.state()).toBeNull();
  });

  it("asks once for requests that are refused at the same time, and again when the confirmation is too old", async () => {
    const stepUp = createStepUp();
    const heard = vi.fn();
    stepUp.subscribe(heard);
    const answers = [
      stepUp.around(listBankAccounts, refusedTimes(1)),
      stepUp.around(listBankAccounts, refusedTimes(2)),
    ];
    await asked(stepUp);
    stepUp.settle(true);
    expect(await answers[0]).toBe("answered");
    await asked(stepUp);
    stepUp.settle(true);
    expect(await answers[1]).toBe("answered");
    expect(heard).toHaveBeenCalledTimes(4);
  });

  it("shows what the open screen changes, but not for a change of the methods", async () => {
    const stepUp = createStepUp();
    const change = [{ label: "Repayments then from", value: "Harbor •••• 2204" }];
    const takeBack = stepUp.describe(change);
    const first = stepUp.around(listBankAccounts, refusedTimes(1));
    await asked(stepUp);
    expect(stepUp.state()).toEqual({ change, tellsOwners: true });
    stepUp.settle(true);
    await first;
    const second = stepUp.around(askNewPasskey, refusedTimes(1));
    await asked(stepUp);
    expect(stepUp.state()).toEqual({ change: null, tellsOwners: false });
    stepUp.settle(true);
    await second;
    takeBack();
    const third = stepUp.around(listBankAccounts, refusedTimes(1));
    await asked(stepUp);
    expect(stepUp.state()).toEqual({ change: null, tellsOwners: true });
    stepUp.settle(true);
    await third;
  });

  it("remembers a sent code until it expires or is used", () => {
    const stepUp = createStepUp();
    const code = { method: "EMAIL", challengeId: "1", sentTo: "r•••@x.test", worksUntil: Date.now() + 60_000 } as const;
    stepUp.rememberCode(code);
    expect([stepUp.sentCode("EMAIL"), stepUp.sentCode("SMS")]).toEqual([code, null]);
    stepUp.rememberCode({ ...code, worksUntil: Date.now() - 1 });
    expect(stepUp.sentCode("EMAIL")).toBeNull();
    stepUp.rememberCode(code);
    stepUp.settle(true);
    expect(stepUp.sentCode("EMAIL")).toBeNull();
  });
});
