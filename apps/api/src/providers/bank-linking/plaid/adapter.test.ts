import { afterAll, beforeAll, describe } from "vitest";
import { startVendor, type TestVendor } from "../../vendor.fixture.ts";
import { type BankWorld, behavesLikeBankLinking } from "../port.suite.ts";
import { plaidLinking } from "./adapter.ts";
import { plaid } from "./config.ts";

let vendor: TestVendor<typeof plaid.variables>;
let world: BankWorld;

beforeAll(async () => {
  vendor = await startVendor(plaid);
  const { sandbox, receiver, settings, unreachable, setClock, setFaults } = vendor;
  const { PLAID_URL, PLAID_CLIENT_ID, PLAID_SECRET } = settings();
  const post = async <T>(path: string, body: unknown): Promise<T> => {
    const headers = {
      "content-type": "application/json",
      "plaid-client-id": PLAID_CLIENT_ID,
      "plaid-secret": PLAID_SECRET,
    };
    const response = await fetch(`${PLAID_URL}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`POST ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  };
  world = {
    linking: plaidLinking(settings()),
    unreachable: plaidLinking(unreachable),
    anonymous: plaidLinking(settings({ PLAID_SECRET: "wrong" })),
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
    setClock,
    setFaults,
    webhooks: async (businessId, linkToken) => {
      await sandbox.webhooksDelivered(businessId);
      return receiver.received.filter(({ path, body }) =>
        linkToken ? body.includes(linkToken) : path === `/${businessId}`,
      );
    },
  };
});
afterAll(() => vendor.close());

describe("bank linking by Plaid", () => {
  behavesLikeBankLinking(() => world);
});
