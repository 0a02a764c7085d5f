import { afterAll, beforeAll, describe } from "vitest";
import { openReceiver } from "../../receiver.fixture.ts";
import { impatienceMs, patienceMs, startVendor, type TestVendor } from "../../vendor.fixture.ts";
import { behavesLikeIdentity, type IdentityWorld } from "../port.suite.ts";
import { personaIdentity } from "./adapter.ts";
import { persona } from "./config.ts";

let vendor: TestVendor<typeof persona.variables>;
let world: IdentityWorld;

beforeAll(async () => {
  const receiver = await openReceiver();
  const env = { PERSONA_WEBHOOK_URL: receiver.url, PERSONA_WEBHOOK_SECRET: "a secret of the test" };
  vendor = await startVendor(persona, env, receiver);
  const { sandbox, settings, unreachable, setClock, setFaults, webhooksAbout } = vendor;
  const onPage = async (step: string, body: object) => {
    const response = await fetch(`${sandbox.url}/persona/page/${step}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    return response.ok;
  };
  world = {
    identity: personaIdentity(settings(), patienceMs),
    impatient: personaIdentity(settings(), impatienceMs),
    unreachable: personaIdentity(unreachable, patienceMs),
    anonymous: personaIdentity(settings({ PERSONA_API_KEY: "wrong", PERSONA_WEBHOOK_SECRET: "wrong" }), patienceMs),
    doTheirPart: async ({ sessionToken }) => {
      for (const step of ["enter", "begin", "submit"])
        if (!(await onPage(step, { sessionToken }))) throw new Error(`the check page refused ${step}`);
    },
    opens: (link) => onPage("enter", { code: new URL(link).searchParams.get("code") }),
    setClock,
    setFaults: (kinds) => setFaults(kinds, "POST /api/v1/inquiries"),
    webhooks: webhooksAbout,
  };
});
afterAll(() => vendor.close());

describe("identity checks by Persona", () => behavesLikeIdentity(() => world));
