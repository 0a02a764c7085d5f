import { afterAll, beforeAll, describe } from "vitest";
import { impatienceMs, patienceMs, startVendor, type TestVendor } from "../../vendor.fixture.ts";
import { renderedAgreement } from "../agreement.fixture.ts";
import { behavesLikeESign, type SigningWorld } from "../port.suite.ts";
import { signAt } from "../signing.fixture.ts";
import { pandaDocSigning } from "./adapter.ts";
import { pandaDoc } from "./config.ts";

let vendor: TestVendor<typeof pandaDoc.variables>;
let world: SigningWorld;

beforeAll(async () => {
  vendor = await startVendor(pandaDoc, {
    PANDADOC_WEBHOOK_KEY: "a key of the test",
    PANDADOC_TIMEOUT_MS: String(patienceMs),
  });
  const { sandbox, settings, unreachable, setFaults, webhooksAbout } = vendor;
  world = {
    eSign: pandaDocSigning(settings()),
    impatient: pandaDocSigning(settings({ PANDADOC_TIMEOUT_MS: String(impatienceMs) })),
    unreachable: pandaDocSigning(unreachable),
    agreement: await renderedAgreement(),
    sign: signAt,
    setFaults,
    taken: async (reference) => {
      const response = await fetch(
        `${sandbox.url}/pandadoc/public/v1/documents?metadata_inlay_reference=${reference}`,
        { headers: { authorization: `API-Key ${settings().PANDADOC_API_KEY}` } },
      );
      return ((await response.json()) as { results: unknown[] }).results.length;
    },
    webhooks: webhooksAbout,
  };
});
afterAll(() => vendor.close());

describe("signatures by PandaDoc", () => behavesLikeESign(() => world));
