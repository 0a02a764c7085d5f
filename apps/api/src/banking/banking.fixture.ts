import type { BankItem } from "@inlay/contracts/bank.ts";
import type { TestPerson } from "../http/server.fixture.ts";
import type { TestSandbox } from "../providers/sandbox.fixture.ts";

export type BankVendor = {
  /** The vendor's own wire, as its window and its test helpers use it. */
  post<T>(path: string, body: object): Promise<T>;
  /** What the bank's window leaves after somebody has gone through it. `world` is the business's own id. */
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
        ...{ institution_id: institution, initial_products: ["auth", "transactions"], user_id: world },
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
