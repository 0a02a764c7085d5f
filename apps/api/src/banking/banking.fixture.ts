import type { BankItem } from "@inlay/contracts/bank.ts";
import { inScope } from "../db/scope.ts";
import type { TestPerson, TestServer } from "../http/server.fixture.ts";
import type { TestSandbox } from "../providers/sandbox.fixture.ts";

export type BankVendor = {
  /** Calls the vendor's API as its link window and its test helpers do. */
  post<T>(path: string, body: object): Promise<T>;
  /** The public token that the link window yields after a login. `world` is the business's own id. */
  publicToken(world: string, user?: string, institution?: string, webhook?: string): Promise<string>;
};

export function bankVendor(sandbox: TestSandbox): BankVendor {
  const post = async <T>(path: string, body: object): Promise<T> => {
    const headers = { "content-type": "application/json", "plaid-client-id": "sandbox", "plaid-secret": "sandbox" };
    const options = { method: "POST", headers, body: JSON.stringify(body) };
    const response = await fetch(`${sandbox.url}/plaid${path}`, options);
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  };
  return {
    post,
    publicToken: async (world, user = "user_good", institution = "ins_100001", webhook) => {
      const { public_token: token } = await post<{ public_token: string }>("/sandbox/public_token/create", {
        institution_id: institution,
        initial_products: ["auth", "transactions"],
        user_id: world,
        options: { override_username: user, ...(webhook && { webhook }) },
      });
      return token;
    },
  };
}

export const exchange = (owner: Pick<TestPerson, "as">, publicToken: string) =>
  owner.as({ method: "POST", url: "/api/v1/plaid/token/exchange", payload: { publicToken, type: "BUSINESS" } });

export const itemsOf = async (owner: Pick<TestPerson, "as">): Promise<BankItem[]> =>
  (await owner.as({ url: "/api/v1/plaid/items" })).body["items"] as BankItem[];

/** Logs in again in the link window, as the owner does to repair a link. */
export async function repair(sandbox: TestSandbox, linkToken: string): Promise<void> {
  const { post } = bankVendor(sandbox);
  const { sessionId } = await post<{ sessionId: string }>("/link/sessions", { token: linkToken });
  const at = `/link/sessions/${sessionId}`;
  const login = { institutionId: "ins_100001", user: "user_good", password: "pass_good" };
  const { accounts } = await post<{ accounts: { pocket: string }[] }>(`${at}/login`, login);
  await post(`${at}/accounts`, { pockets: accounts.map(({ pocket }) => pocket) });
}

/** Makes the bank ask for a new login, as after a password change. */
export async function breakLink(
  { app }: TestServer,
  sandbox: TestSandbox,
  tenant: { platformId: string; businessId: string },
  itemId: string,
): Promise<void> {
  const key = await app.vault.keyFor(tenant);
  const access = await inScope(app.pool, tenant, (tx) => app.vault.reveal(tx, key, itemId, "BANK_ACCESS_TOKEN"));
  await bankVendor(sandbox).post("/sandbox/item/reset_login", { access_token: access?.reveal() });
}
