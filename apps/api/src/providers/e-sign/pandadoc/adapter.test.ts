import { afterAll, beforeAll, describe } from "vitest";
import { freePort } from "../../../../../../scripts/processes.ts";
import { openReceiver, type Receiver } from "../../receiver.fixture.ts";
import { type TestSandbox, testSandbox } from "../../sandbox.fixture.ts";
import { renderedAgreement } from "../agreement.fixture.ts";
import { behavesLikeESign, type SigningWorld } from "../port.suite.ts";
import { signAt } from "../signing.fixture.ts";
import { pandaDocSigning } from "./adapter.ts";

let sandbox: TestSandbox;
let receiver: Receiver;
let world: SigningWorld;

beforeAll(async () => {
  receiver = await openReceiver();
  const webhookKey = "a key of the test";
  sandbox = await testSandbox({ PANDADOC_WEBHOOK_URL: receiver.url, PANDADOC_WEBHOOK_KEY: webhookKey });
  const agreement = await renderedAgreement();
  const signingAt = (url: string) =>
    pandaDocSigning({
      PANDADOC_URL: url,
      PANDADOC_APP_URL: url,
      PANDADOC_API_KEY: "test",
      PANDADOC_WEBHOOK_KEY: webhookKey,
      PANDADOC_TIMEOUT_MS: 1_500,
    });
  world = {
    eSign: signingAt(`${sandbox.url}/pandadoc`),
    unreachable: signingAt(`http://127.0.0.1:${await freePort()}`),
    agreement,
    sign: signAt,
    setFaults: (kinds, only) =>
      sandbox.put("/faults/pandadoc", { faults: kinds.map((kind) => ({ kind, ...(only && { only }) })) }),
    taken: async (reference) => {
      const response = await fetch(
        `${sandbox.url}/pandadoc/public/v1/documents?metadata_inlay_reference=${reference}`,
        {
          headers: { authorization: "API-Key test" },
        },
      );
      return ((await response.json()) as { results: unknown[] }).results.length;
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

describe("signatures by PandaDoc", () => behavesLikeESign(() => world));
