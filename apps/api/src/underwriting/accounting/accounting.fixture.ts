import type { InjectOptions } from "fastify";
import { inScope } from "../../db/scope.ts";
import { decrypt } from "../../encryption.ts";
import { type Answered, sendTo, type TestServer } from "../../http/server.fixture.ts";
import type { Applicant } from "../../onboarding/consents/consent.fixture.ts";
import type { TestSandbox } from "../../providers/sandbox.fixture.ts";

/** Completes the vendor's connection page. `businessId` is the business's uuid, which is also its name at the vendor. */
export async function connectAccounting(
  sandbox: Pick<TestSandbox, "url">,
  businessId: string,
  user = "anybody",
): Promise<void> {
  const login = { businessName: businessId, serviceName: "quickbooks", user, password: "secret" };
  for (const [step, body] of [
    ["login", login],
    ["allow", { ...login, companyId: "bakery" }],
  ] as const) {
    const response = await fetch(`${sandbox.url}/railz/connect/${step}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`the connection page refused ${step}: ${response.status}`);
  }
}

type EmailMessage = { recipient: string; url: URL; token: string };

/** The unsent emails to a business's accountants, oldest first. Their parameters are encrypted. */
export async function accountantEmails({ app }: TestServer, { id, platform }: Applicant): Promise<EmailMessage[]> {
  const { vault, pool } = app;
  const key = await vault.keyFor({ platformId: platform.id, businessId: id });
  const rows = await inScope(pool, { platformId: platform.id, businessId: id }, (tx) =>
    tx
      .selectFrom("email")
      .select(["id", "recipient", "encrypted_params"])
      .where("template", "=", "accountant-invitation")
      .orderBy("id")
      .execute(),
  );
  return rows.map(({ id: emailId, recipient, encrypted_params }) => {
    const params = JSON.parse(decrypt(key, encrypted_params ?? Buffer.alloc(0), `email/${emailId}`).toString());
    const url = new URL((params as { url: string }).url);
    return { recipient, url, token: url.searchParams.get("accountant") ?? "" };
  });
}

const accountantCookie = "__Host-inlay-accountant";
type AccountantClient = { as(options: InjectOptions): Promise<Answered> };

/** The client of the accountant whose link exchange this was. */
export function accountantFrom({ fastify, app }: TestServer, opened: Answered): AccountantClient {
  const value = /=([^;]+)/.exec(String(opened.headers["set-cookie"]))?.[1] ?? "";
  return {
    as: (options) =>
      sendTo(fastify, {
        headers: { origin: app.config.PORTAL_URL },
        ...options,
        cookies: { [accountantCookie]: value },
      }),
  };
}

/** A session of the accountant who was invited last. */
export async function accountantOf(server: TestServer, applicant: Applicant): Promise<AccountantClient> {
  const token = (await accountantEmails(server, applicant)).at(-1)?.token ?? "";
  const url = "/api/v1/accountant/exchange";
  return accountantFrom(server, await sendTo(server.fastify, { method: "POST", url, payload: { token } }));
}
