import { afterAll, beforeAll, describe } from "vitest";
import { impatienceMs, patienceMs, startVendor, type TestVendor } from "../../vendor.fixture.ts";
import { behavesLikePayments, type PaymentsWorld } from "../port.suite.ts";
import { modernTreasuryPayments } from "./adapter.ts";
import { modernTreasury } from "./config.ts";

let vendor: TestVendor<typeof modernTreasury.variables>;
let world: PaymentsWorld;

beforeAll(async () => {
  vendor = await startVendor(modernTreasury, {
    MODERN_TREASURY_WEBHOOK_KEY: "a key of the test",
    MODERN_TREASURY_TIMEOUT_MS: String(patienceMs),
  });
  const { sandbox, receiver, settings, unreachable, setClock, setFaults, webhooksAbout } = vendor;
  world = {
    payments: modernTreasuryPayments(settings()),
    impatient: modernTreasuryPayments(settings({ MODERN_TREASURY_TIMEOUT_MS: String(impatienceMs) })),
    unreachable: modernTreasuryPayments(unreachable),
    setClock,
    addLine: async (businessId, amount) => {
      const account = settings().MODERN_TREASURY_ACCOUNTS.CONCAR_SPV_1;
      const line = {
        internal_account_id: account,
        direction: "credit",
        amount,
        description: "WIRE",
        world: businessId,
      };
      const added = await fetch(`${sandbox.url}/modern-treasury/bank_lines`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(line),
      });
      if (!added.ok) throw new Error(`the line was refused with ${added.status}`);
    },
    setFaults: (kinds) => setFaults(kinds, "POST /api/payment_orders"),
    taken: async (orderId) =>
      (await sandbox.ask<{ entries: unknown[] }>(`/journal.json?reference=${orderId}`)).entries.length,
    webhooks: async (businessId) => {
      const orders = await webhooksAbout(businessId);
      // A return names its payment, not the business.
      const ids = new Set(orders.map(({ body }) => (JSON.parse(body) as { data: { id: string } }).data.id));
      const isAbout = (body: string) => body.includes(businessId) || [...ids].some((id) => body.includes(`"${id}"`));
      return receiver.received.filter(({ body }) => isAbout(body));
    },
  };
});
afterAll(() => vendor.close());

describe("payments by Modern Treasury", () => behavesLikePayments(() => world));
