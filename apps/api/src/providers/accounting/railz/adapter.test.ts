import { afterAll, beforeAll, describe } from "vitest";
import { freePort } from "../../../../../../scripts/processes.ts";
import { openReceiver, type Receiver } from "../../receiver.fixture.ts";
import { type TestSandbox, testSandbox } from "../../sandbox.fixture.ts";
import { type AccountingWorld, behavesLikeAccounting } from "../port.suite.ts";
import { railzAccounting } from "./adapter.ts";

let sandbox: TestSandbox;
let receiver: Receiver;
let world: AccountingWorld;

beforeAll(async () => {
  receiver = await openReceiver();
  const secret = "a secret of the test";
  sandbox = await testSandbox({ RAILZ_WEBHOOK_URL: receiver.url, RAILZ_WEBHOOK_SECRET: secret });
  const at = (url: string) => ({
    RAILZ_AUTH_URL: url,
    RAILZ_URL: url,
    RAILZ_CONNECT_URL: `${url}/connect`,
    RAILZ_WIDGET_ID: "wid_test",
    RAILZ_CLIENT_ID: "test",
    RAILZ_SECRET: "test",
    RAILZ_WEBHOOK_SECRET: secret,
  });
  const settings = at(`${sandbox.url}/railz`);
  // Two years of accounting data come in one response, which is slow on a busy machine.
  const timeoutMs = 4_000;
  const onPage = async (step: string, body: object) => {
    const response = await fetch(`${sandbox.url}/railz/connect/${step}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`the connection page refused ${step}`);
  };
  world = {
    accounting: railzAccounting(settings, timeoutMs),
    unreachable: railzAccounting(at(`http://127.0.0.1:${await freePort()}`), timeoutMs),
    anonymous: railzAccounting({ ...settings, RAILZ_SECRET: "wrong", RAILZ_WEBHOOK_SECRET: "wrong" }, timeoutMs),
    connect: async (url, user = "anybody", companyId = "bakery") => {
      const businessName = new URL(url).searchParams.get("businessName");
      const login = { businessName, serviceName: "quickbooks", user, password: "secret" };
      await onPage("login", login);
      await onPage("allow", { ...login, companyId });
    },
    setClock: (businessId, now) => sandbox.put("/clock", { world: businessId, now }),
    setFaults: (kinds) =>
      sandbox.put("/faults/railz", { faults: kinds.map((kind) => ({ kind, only: "GET /connections" })) }),
    forgetKeys: async () => {
      await fetch(`${sandbox.url}/railz/getAccess/withdraw`, { method: "POST" });
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

describe("accounting by Railz", () => behavesLikeAccounting(() => world));
