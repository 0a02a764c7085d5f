import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { spv } from "../modern-treasury/orders.fixture.ts";
import { type Sandbox, startSandbox } from "../sandbox.fixture.ts";

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.close());

const moveTo = async (now: string) => (await sandbox.ask("PUT", "/common-clock", { now })).body;
const nowOf = async (world: string) => (await sandbox.ask("GET", `/clock/${world}`)).body["now"];

async function debit(world: string, amount: number): Promise<void> {
  const made = await sandbox.ask("POST", "/modern-treasury/api/counterparties", {
    name: "Harbor Bakery",
    accounts: [
      {
        account_details: [{ account_number: "123456789" }],
        routing_details: [{ routing_number: "021000021", routing_number_type: "aba" }],
      },
    ],
  });
  const [account] = made.body["accounts"] as { id: string }[];
  await sandbox.ask("POST", "/modern-treasury/api/payment_orders", {
    type: "ach",
    direction: "debit",
    amount,
    originating_account_id: spv,
    receiving_account_id: account?.id,
    statement_descriptor: "LOAN PYMT",
    metadata: { payment_order_id: randomUUID(), business_id: world },
  });
}

async function balanceOf(kind: string): Promise<unknown> {
  const path = `/modern-treasury/api/internal_accounts/${spv}/balance_reports?balance_report_type=${kind}`;
  const [newest] = (await sandbox.ask("GET", path)).body as unknown as { as_of_date: string; balances: unknown[] }[];
  return newest && { asOf: newest.as_of_date, ...(newest.balances[0] as object) };
}

describe("common clock of the sandbox", () => {
  it("moves every business without its own clock and the bank itself, forward only, and runs due events before the response", async () => {
    const [one, other, apart] = [randomUUID(), randomUUID(), randomUUID()];
    await moveTo("2026-11-24T15:00:00Z");
    await sandbox.ask("PUT", "/clock", { world: apart, now: "2026-11-20T15:00:00Z" });
    await debit(one, 100);
    await debit(other, 200);
    await debit(apart, 400);
    expect(await moveTo("2026-11-24T16:00:00Z")).toEqual({
      nextAt: "2026-11-25T00:00:00.000Z",
      undeliveredWebhooks: 0,
    });
    expect(await moveTo("2026-11-25T14:00:00Z")).toEqual({ nextAt: null, undeliveredWebhooks: 0 });
    expect(await balanceOf("real_time")).toMatchObject({ asOf: "2026-11-25", amount: 300 });
    await moveTo("2026-11-26T14:00:00Z");
    expect(await balanceOf("previous_day")).toMatchObject({ asOf: "2026-11-25", amount: 300 });
    await moveTo("2026-01-01T00:00:00Z");
    expect([await nowOf(one), await nowOf(other)]).toEqual(["2026-11-26T14:00:00.000Z", "2026-11-26T14:00:00.000Z"]);
    expect(await nowOf(apart)).toBe("2026-11-20T15:00:00.000Z");
  });
});
