import { afterAll, beforeAll, describe } from "vitest";
import { freePort } from "../../../../../../scripts/processes.ts";
import { openReceiver, type Receiver } from "../../receiver.fixture.ts";
import { type TestSandbox, testSandbox } from "../../sandbox.fixture.ts";
import { behavesLikeIdentity, type IdentityWorld } from "../port.suite.ts";
import { personaIdentity } from "./adapter.ts";

let sandbox: TestSandbox;
let receiver: Receiver;
let world: IdentityWorld;

beforeAll(async () => {
  receiver = await openReceiver();
  const secret = "a secret of the test";
  sandbox = await testSandbox({ PERSONA_WEBHOOK_URL: receiver.url, PERSONA_WEBHOOK_SECRET: secret });
  const settings = {
    PERSONA_URL: `${sandbox.url}/persona`,
    PERSONA_API_KEY: "test",
    PERSONA_TEMPLATE_ID: "itmpl_test",
    PERSONA_WEBHOOK_SECRET: secret,
    PERSONA_FRAME_HOST: "localhost/persona",
  };
  const timeoutMs = 1_500;
  const onPage = async (step: string, body: object) => {
    const response = await fetch(`${sandbox.url}/persona/page/${step}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    return response.ok;
  };
  world = {
    identity: personaIdentity(settings, timeoutMs),
    unreachable: personaIdentity({ ...settings, PERSONA_URL: `http://127.0.0.1:${await freePort()}` }, timeoutMs),
    anonymous: personaIdentity({ ...settings, PERSONA_API_KEY: "wrong", PERSONA_WEBHOOK_SECRET: "wrong" }, timeoutMs),
    doTheirPart: async ({ sessionToken }) => {
      for (const step of ["enter", "begin", "submit"])
        if (!(await onPage(step, { sessionToken }))) throw new Error(`the check page refused ${step}`);
    },
    opens: (link) => onPage("enter", { code: new URL(link).searchParams.get("code") }),
    setClock: (businessId, now) => sandbox.put("/clock", { world: businessId, now }),
    setFaults: (kinds) =>
      sandbox.put("/faults/persona", { faults: kinds.map((kind) => ({ kind, only: "POST /api/v1/inquiries" })) }),
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

describe("identity checks by Persona", () => behavesLikeIdentity(() => world));
