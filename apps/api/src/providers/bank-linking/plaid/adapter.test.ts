import { afterAll, beforeAll, describe } from "vitest";
import { freePort } from "../../../../../../scripts/processes.ts";
import { openReceiver, type Receiver } from "../../receiver.fixture.ts";
import { type TestSandbox, testSandbox } from "../../sandbox.fixture.ts";
import { type BankWorld, behavesLikeBankLinking } from "../port.suite.ts";
import { plaidLinking } from "./adapter.ts";

let sandbox: TestSandbox;
let world: BankWorld;
let receiver: Receiver;

beforeAll(async () => {
  receiver = await openReceiver();
  sandbox = await testSandbox();
  const url = `${sandbox.url}/plaid`;
  const post = async <T>(path: string, body: unknown): Promise<T> => {
    const headers = { "content-type": "application/json", "plaid-client-id": "test", "plaid-secret": "test" };
    const response = await fetch(`${url}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`POST ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  };
  const keys = {
    PLAID_CLIENT_ID: "test",
    PLAID_SECRET: "test",
    PLAID_WEBHOOK_URL: receiver.url,
    PLAID_SCRIPT_URL: `${url}/link/v2/stable/link-initialize.js`,
  };
  world = {
    linking: plaidLinking({ ...keys, PLAID_URL: url }),
    unreachable: plaidLinking({ ...keys, PLAID_URL: `http://127.0.0.1:${await freePort()}` }),
    anonymous: plaidLinking({ ...keys, PLAID_URL: url, PLAID_SECRET: "wrong" }),
    link: async (user, businessId) => {
      const { public_token } = await post<{ public_token: string }>("/sandbox/public_token/create", {
        institution_id: "ins_100001",
        initial_products: ["auth", "transactions"],
        user_id: businessId,
        options: { override_username: user, webhook: `${receiver.url}/${businessId}` },
      });
      return public_token;
    },
    walkThrough: async (token, user, ending) => {
      type Session = { sessionId: string; accounts: { pocket: string }[] };
      const { sessionId } = await post<Session>("/link/sessions", { token });
      const at = `/link/sessions/${sessionId}`;
      if (ending === "leave") return void (await post(`${at}/leave`, {}));
      const { accounts } = await post<Session>(`${at}/login`, {
        institutionId: "ins_100001",
        user,
        password: "pass_good",
      });
      await post(`${at}/accounts`, { pockets: accounts.map(({ pocket }) => pocket) });
    },
    setClock: (businessId, now) => sandbox.put("/clock", { world: businessId, now }),
    setFaults: (kinds) => sandbox.put("/faults/plaid", { faults: kinds.map((kind) => ({ kind })) }),
    webhooks: async (businessId, linkToken) => {
      await sandbox.webhooksDelivered(businessId);
      return receiver.received.filter(({ path, body }) =>
        linkToken ? body.includes(linkToken) : path === `/${businessId}`,
      );
    },
  };
});
afterAll(async () => {
  receiver.close();
  await sandbox.close();
});

describe("bank linking by Plaid", () => {
  behavesLikeBankLinking(() => world);
});
