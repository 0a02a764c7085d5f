import type { BankItem } from "@inlay/contracts/bank.ts";
import type { BankItemStatus } from "@inlay/lending/banking/bank-item.ts";
import { describe, expect, it } from "vitest";
import { banksToAuthorize, banksToConnect, canContinue, shownBanks } from "./banks.ts";

const bank = (status: BankItemStatus, ...authorized: boolean[]) =>
  ({ itemId: status, status, accounts: authorized.map((achAuthorized) => ({ achAuthorized })) }) as unknown as BankItem;
const banks = (...statuses: BankItemStatus[]) => statuses.map((status) => bank(status));

describe("banks on the screen", () => {
  it("are those that are linked or can be reconnected; BLOCKED and KANMON_BLOCKED ones are hidden", () => {
    const all = banks("CREATED", "BLOCKED", "CONNECTED", "KANMON_BLOCKED", "DISCONNECTED");
    expect(shownBanks(all).map(({ status }) => status)).toEqual(["CREATED", "CONNECTED", "DISCONNECTED"]);
  });

  it("allow to continue from the first that is CREATED or CONNECTED", () => {
    expect(canContinue([])).toBe(false);
    expect(canContinue(banks("DISCONNECTED"))).toBe(false);
    expect(canContinue(banks("DISCONNECTED", "CREATED"))).toBe(true);
    expect(canContinue(banks("CONNECTED", "DISCONNECTED"))).toBe(true);
  });

  it("that are reconnected allow to continue when all are, or when another bank was linked", () => {
    expect(canContinue(banks("CONNECTED", "DISCONNECTED"), { isBankAdded: false })).toBe(false);
    expect(canContinue(banks("CONNECTED", "CONNECTED"), { isBankAdded: false })).toBe(true);
    expect(canContinue(banks("CREATED", "DISCONNECTED"), { isBankAdded: true })).toBe(true);
  });
});

describe("continuing with linked banks", () => {
  it("asks to authorize debits only where the platform requires it and an account lacks it", () => {
    const linked = [bank("CREATED", true, false), bank("CONNECTED", true)];
    expect(banksToAuthorize(linked, true)).toEqual(["CREATED"]);
    expect(banksToAuthorize(linked, false)).toEqual([]);
    expect(banksToAuthorize([bank("CREATED", true), bank("DISCONNECTED", false)], true)).toEqual([]);
  });

  it("without an authorization marks those as connected that are CREATED", () => {
    expect(banksToConnect(banks("CREATED", "CONNECTED", "DISCONNECTED"))).toEqual(["CREATED"]);
  });
});
