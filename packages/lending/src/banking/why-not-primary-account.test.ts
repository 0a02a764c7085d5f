import { describe, expect, it } from "vitest";
import { type PrimaryCandidate, whyNotPrimaryAccount } from "./why-not-primary-account.ts";

const usable: PrimaryCandidate = {
  isChecking: true,
  isRemoved: false,
  isStopped: false,
  isBlocked: false,
  itemStatus: "CONNECTED",
  isAchAuthorized: true,
};

describe("primary account", () => {
  it.each(["CREATED", "CONNECTED", "DISCONNECTED", null] as const)("may be one whose bank is %s", (itemStatus) => {
    expect(whyNotPrimaryAccount({ ...usable, itemStatus })).toBeNull();
  });

  it.each([
    ["is no longer listed by its bank", { isRemoved: true }, "ACCOUNT_REMOVED"],
    ["was stopped by an owner", { isStopped: true }, "ACCOUNT_STOPPED"],
    ["is blocked by a return", { isBlocked: true }, "ACCOUNT_BLOCKED"],
    ["is at a bank blocked by the institution", { itemStatus: "BLOCKED" }, "ACCOUNT_BLOCKED"],
    ["is at a bank blocked by staff", { itemStatus: "KANMON_BLOCKED" }, "ACCOUNT_BLOCKED"],
    ["is a savings account", { isChecking: false }, "CHECKING_ACCOUNT_REQUIRED"],
    ["is not authorized", { isAchAuthorized: false }, "ACH_AUTHORIZATION_REQUIRED"],
    ["is blocked and not authorized", { isBlocked: true, isAchAuthorized: false }, "ACCOUNT_BLOCKED"],
  ] as const)("may not be one that %s", (_, change, refusal) => {
    expect(whyNotPrimaryAccount({ ...usable, ...change })).toBe(refusal);
  });
});
