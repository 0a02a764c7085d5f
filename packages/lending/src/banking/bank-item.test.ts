import { describe, expect, it } from "vitest";
import { followsLifecycle } from "../flow/lifecycle.suite.ts";
import { asksForAchAuthorization, bankItemAction, bankItemLifecycle } from "./bank-item.ts";

followsLifecycle(bankItemLifecycle, {
  table: `
    – | PUBLIC_TOKEN_EXCHANGED | CREATED
    CREATED | MARKED_AS_CONNECTED | CONNECTED
    CREATED, CONNECTED | UPDATED | CONNECTED
    CREATED, CONNECTED | LOGIN_REQUIRED, CONSENT_EXPIRING, ACCESS_REVOKED | DISCONNECTED
    DISCONNECTED | RECONNECTED | CONNECTED
    CREATED, CONNECTED, DISCONNECTED, BLOCKED | INSTITUTION_BLOCKED | BLOCKED
    KANMON_BLOCKED | INSTITUTION_BLOCKED | KANMON_BLOCKED
    CREATED, CONNECTED, DISCONNECTED, BLOCKED, KANMON_BLOCKED | STAFF_BLOCK | KANMON_BLOCKED
    BLOCKED, KANMON_BLOCKED | STAFF_UNBLOCK | CONNECTED
  `,
  ends: [],
});

describe("bank item", () => {
  it.each([
    ["CREATED", "Update"],
    ["CONNECTED", "Update"],
    ["DISCONNECTED", "Reconnect"],
    ["BLOCKED", undefined],
    ["KANMON_BLOCKED", undefined],
  ] as const)("that is %s offers %s", (status, label) => {
    expect(bankItemAction[status]?.label).toBe(label);
  });

  it("needs debit authorization while it is linked and an account lacks it, also one that was shared later", () => {
    const lacking = [{ achAuthorized: true }, { achAuthorized: false }];
    expect(asksForAchAuthorization({ status: "CREATED", accounts: lacking })).toBe(true);
    expect(asksForAchAuthorization({ status: "CREATED", accounts: [{ achAuthorized: true }] })).toBe(false);
    expect(asksForAchAuthorization({ status: "CREATED", accounts: [] })).toBe(false);
    expect(asksForAchAuthorization({ status: "CONNECTED", accounts: lacking })).toBe(true);
    for (const status of ["DISCONNECTED", "BLOCKED", "KANMON_BLOCKED"] as const)
      expect(asksForAchAuthorization({ status, accounts: lacking })).toBe(false);
  });
});
