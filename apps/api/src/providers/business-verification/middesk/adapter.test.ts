import { afterAll, beforeAll, describe } from "vitest";
import { freePort } from "../../../../../../scripts/processes.ts";
import { openReceiver, type Receiver } from "../../receiver.fixture.ts";
import { type TestSandbox, testSandbox } from "../../sandbox.fixture.ts";
import { behavesLikeBusinessVerification, type VerificationWorld } from "../port.suite.ts";
import { middeskVerification } from "./adapter.ts";

let sandbox: TestSandbox;
let receiver: Receiver;
let world: VerificationWorld;

beforeAll(async () => {
  receiver = await openReceiver();
  const webhookSecret = "a secret of the test";
  sandbox = await testSandbox({ MIDDESK_WEBHOOK_URL: receiver.url, MIDDESK_WEBHOOK_SECRET: webhookSecret });
  const url = `${sandbox.url}/middesk`;
  const verificationAt = (address: string, key = "test") =>
    middeskVerification({
      MIDDESK_URL: address,
      MIDDESK_API_KEY: key,
      MIDDESK_TIMEOUT_MS: 2_000,
      MIDDESK_WEBHOOK_SECRET: webhookSecret,
    });
  world = {
    verification: verificationAt(url),
    unreachable: verificationAt(`http://127.0.0.1:${await freePort()}`),
    anonymous: verificationAt(url, "wrong"),
    setClock: (businessId, now) => sandbox.put("/clock", { world: businessId, now }),
    setFaults: (faults) => sandbox.put("/faults/middesk", { faults }),
    begun: async (businessId) => {
      const headers = { authorization: "Bearer test" };
      const answer = await fetch(`${url}/v1/businesses?external_id=${businessId}`, { headers });
      return ((await answer.json()) as { data: unknown[] }).data.length;
    },
    webhooks: async (businessId) => {
      await sandbox.webhooksDelivered(businessId);
      return receiver.received.filter(({ body }) => body.includes(businessId));
    },
  };
});
afterAll(async () => {
  receiver.close();
  await sandbox.close();
});

describe("business verification by Middesk", () => behavesLikeBusinessVerification(() => world));
