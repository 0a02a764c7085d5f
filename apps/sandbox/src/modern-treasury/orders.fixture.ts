import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import type { Answer, Sandbox } from "../sandbox.fixture.ts";

export const spv = "0d000000-0000-4000-8000-000000000001";

/** A business in its own world, at ten in the morning in New York on the Tuesday before Thanksgiving, with one bank account. */
export async function aBusiness(sandbox: Sandbox, accountEnding = "6789") {
  const world = randomUUID();
  const setClock = (now: string) => sandbox.ask("PUT", "/clock", { world, now });
  await setClock("2026-11-24T15:00:00Z");
  const made = await sandbox.ask("POST", "/modern-treasury/api/counterparties", {
    name: "Harbor Bakery",
    accounts: [
      {
        account_details: [{ account_number: `12345${accountEnding}` }],
        routing_details: [{ routing_number: "021000021", routing_number_type: "aba" }],
      },
    ],
  });
  const [account] = made.body["accounts"] as { id: string }[];
  const body = (orderId: string, amount: number, change: object = {}) => ({
    type: "ach",
    direction: "debit",
    subtype: "CCD",
    amount,
    originating_account_id: spv,
    receiving_account_id: account?.id,
    statement_descriptor: "LOAN PYMT",
    metadata: { payment_order_id: orderId, business_id: world },
    ...change,
  });
  const post = (orderId: string, sent: object, timeoutMs?: number): Promise<Answer> =>
    sandbox.ask("POST", "/modern-treasury/api/payment_orders", sent, { "idempotency-key": orderId }, timeoutMs);
  return {
    world,
    setClock,
    order: (orderId: string, amount: number, change?: object) => post(orderId, body(orderId, amount, change)),
    /** Sends an order that is expected to get no response, and gives up after three seconds. */
    orderUnanswered: (orderId: string, amount: number) =>
      expect(post(orderId, body(orderId, amount), 3_000)).rejects.toThrow(),
    found: async (orderId: string) => {
      const path = `/modern-treasury/api/payment_orders?metadata%5Bpayment_order_id%5D=${orderId}`;
      return (await sandbox.ask("GET", path)).body as unknown as Record<string, unknown>[];
    },
    journal: async () =>
      (await sandbox.ask("GET", `/journal.json?world=${world}`)).body["entries"] as Record<string, unknown>[],
  };
}
