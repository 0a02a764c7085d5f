import { afterAll, beforeAll, describe } from "vitest";
import { freePort } from "../../../../../../scripts/processes.ts";
import { readConfig } from "../../../config.ts";
import { openReceiver, type Receiver } from "../../receiver.fixture.ts";
import { type TestSandbox, testSandbox } from "../../sandbox.fixture.ts";
import { behavesLikePayments, type PaymentsWorld } from "../port.suite.ts";
import { modernTreasuryPayments } from "./adapter.ts";

let sandbox: TestSandbox;
let world: PaymentsWorld;
let receiver: Receiver;

beforeAll(async () => {
  receiver = await openReceiver();
  const webhookKey = "a key of the test";
  sandbox = await testSandbox({
    MODERN_TREASURY_WEBHOOK_URL: receiver.url,
    MODERN_TREASURY_WEBHOOK_KEY: webhookKey,
  });
  const paymentsAt = (url: string) =>
    modernTreasuryPayments(
      readConfig({
        DATABASE_URL: "postgres://nowhere",
        SESSION_SECRET: "x".repeat(32),
        KEY_VAULT_FILE: "nowhere",
        MODERN_TREASURY_URL: url,
        MODERN_TREASURY_WEBHOOK_KEY: webhookKey,
        MODERN_TREASURY_TIMEOUT_MS: "1500",
      }),
    );
  world = {
    payments: paymentsAt(`${sandbox.url}/modern-treasury`),
    unreachable: paymentsAt(`http://127.0.0.1:${await freePort()}`),
    setClock: (businessId, now) => sandbox.put("/clock", { world: businessId, now }),
    setFaults: (kinds) =>
      sandbox.put("/faults/modern-treasury", {
        faults: kinds.map((kind) => ({ kind, only: "POST /api/payment_orders" })),
      }),
    taken: async (orderId) =>
      (await sandbox.ask<{ entries: unknown[] }>(`/journal.json?reference=${orderId}`)).entries.length,
    webhooks: async (businessId) => {
      await sandbox.webhooksDelivered(businessId);
      const orders = receiver.received.filter(({ body }) => body.includes(businessId));
      // A return names its payment, not the business.
      const ids = new Set(orders.map(({ body }) => (JSON.parse(body) as { data: { id: string } }).data.id));
      const isAbout = (body: string) => body.includes(businessId) || [...ids].some((id) => body.includes(`"${id}"`));
      return receiver.received.filter(({ body }) => isAbout(body));
    },
  };
});
afterAll(async () => {
  receiver.close();
  await sandbox.close();
});

describe("payments by Modern Treasury", () => behavesLikePayments(() => world));
