import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe } from "vitest";
import { freePort, until } from "../../../../../../scripts/processes.ts";
import { readConfig } from "../../../config.ts";
import { type TestSandbox, testSandbox } from "../../sandbox.fixture.ts";
import { behavesLikePayments, type PaymentsWorld } from "../port.suite.ts";
import { modernTreasuryPayments } from "./adapter.ts";

let sandbox: TestSandbox;
let world: PaymentsWorld;
const told: { headers: http.IncomingHttpHeaders; body: string }[] = [];
const receiver = http.createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  told.push({ headers: request.headers, body: Buffer.concat(chunks).toString("utf8") });
  response.end();
});

beforeAll(async () => {
  await once(receiver.listen(0, "127.0.0.1"), "listening");
  const webhookKey = "a key of the test";
  sandbox = await testSandbox({
    MODERN_TREASURY_WEBHOOK_URL: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`,
    MODERN_TREASURY_WEBHOOK_KEY: webhookKey,
  });
  const paymentsAt = (url: string) =>
    modernTreasuryPayments(
      readConfig({
        ...{ DATABASE_URL: "postgres://nowhere", SESSION_SECRET: "x".repeat(32), KEY_VAULT_FILE: "nowhere" },
        ...{ MODERN_TREASURY_URL: url, MODERN_TREASURY_WEBHOOK_KEY: webhookKey, MODERN_TREASURY_PATIENCE_MS: "1500" },
      }),
    );
  world = {
    payments: paymentsAt(`${sandbox.url}/modern-treasury`),
    unreachable: paymentsAt(`http://127.0.0.1:${await freePort()}`),
    setClock: (businessId, now) => sandbox.tell("/clock", { world: businessId, now }),
    setFaults: (kinds) =>
      sandbox.tell("/faults/modern-treasury", {
        faults: kinds.map((kind) => ({ kind, only: "POST /api/payment_orders" })),
      }),
    taken: async (orderId) =>
      (await sandbox.ask<{ entries: unknown[] }>(`/journal.json?reference=${orderId}`)).entries.length,
    news: async (businessId) => {
      const isQuiet = async () =>
        (await sandbox.ask<{ undeliveredWebhooks: number }>(`/clock/${businessId}`)).undeliveredWebhooks === 0;
      await until("everything was told", isQuiet);
      const orders = told.filter(({ body }) => body.includes(businessId));
      // A return names its payment, not the business.
      const ids = new Set(orders.map(({ body }) => (JSON.parse(body) as { data: { id: string } }).data.id));
      const isAbout = (body: string) => body.includes(businessId) || [...ids].some((id) => body.includes(`"${id}"`));
      return told.filter(({ body }) => isAbout(body));
    },
  };
});
afterAll(async () => {
  receiver.closeAllConnections();
  receiver.close();
  await sandbox.close();
});

describe("payments by Modern Treasury", () => behavesLikePayments(() => world));
