import { afterAll, beforeAll, describe } from "vitest";
import { impatienceMs, patienceMs, startVendor, type TestVendor } from "../../vendor.fixture.ts";
import { behavesLikeBusinessVerification, type VerificationWorld } from "../port.suite.ts";
import { middeskVerification } from "./adapter.ts";
import { middesk } from "./config.ts";

let vendor: TestVendor<typeof middesk.variables>;
let world: VerificationWorld;

beforeAll(async () => {
  vendor = await startVendor(middesk, {
    MIDDESK_WEBHOOK_SECRET: "a secret of the test",
    MIDDESK_TIMEOUT_MS: String(patienceMs),
  });
  const { sandbox, settings, unreachable, setClock, webhooksAbout } = vendor;
  world = {
    verification: middeskVerification(settings()),
    impatient: middeskVerification(settings({ MIDDESK_TIMEOUT_MS: String(impatienceMs) })),
    unreachable: middeskVerification(unreachable),
    anonymous: middeskVerification(settings({ MIDDESK_API_KEY: "wrong" })),
    setClock,
    setFaults: (faults) => sandbox.put("/faults/middesk", { faults }),
    begun: async (businessId) => {
      const headers = { authorization: `Bearer ${settings().MIDDESK_API_KEY}` };
      const answer = await fetch(`${sandbox.url}/middesk/v1/businesses?external_id=${businessId}`, { headers });
      return ((await answer.json()) as { data: unknown[] }).data.length;
    },
    webhooks: webhooksAbout,
  };
});
afterAll(() => vendor.close());

describe("business verification by Middesk", () => behavesLikeBusinessVerification(() => world));
