import { randomUUID } from "node:crypto";
import { type AccountChange, accountChangeTokenHeader } from "@inlay/contracts/bank.ts";
import { Secret } from "@inlay/contracts/secret.ts";
import type { Tx } from "../db/scope.ts";
import { decrypt } from "../encryption.ts";
import { sendTo, type TestPlatform, type TestServer } from "../http/server.fixture.ts";
import { aDebtor, type Debtor } from "../payments/payments.fixture.ts";
import { addAccount, fingerprintsOf } from "./accounts.ts";
import { setPrimaryAccount } from "./set-primary-account.ts";

type ChangeEmail = { recipient: string; locale: string; params: Params };
type Params = Pick<AccountChange, "madeBy" | "accounts"> & { url: string; worksUntil: string };

/** The emails about changes of accounts that a business's owners were sent, the oldest first, with their decrypted parameters. */
export const changeEmails = (server: TestServer, businessId: string) =>
  emailsOf<ChangeEmail>(server, businessId, "account-change");

/** The emails about stopped changes. */
export const stoppedEmails = (server: TestServer, businessId: string) =>
  emailsOf<{ recipient: string; params: Record<string, unknown> }>(server, businessId, "account-change-stopped");

async function emailsOf<T>({ app, database }: TestServer, businessId: string, template: string): Promise<T[]> {
  const { rows } = await database.admin.query<{ id: string; platform: string; encrypted: Buffer }>(
    `select id, platform_id as platform, recipient, locale, encrypted_params as encrypted from app.email
     where business_id = $1 and template = $2 order by id`,
    [businessId, template],
  );
  return Promise.all(
    rows.map(async ({ id, platform: platformId, encrypted, ...email }) => {
      const key = await app.vault.keyFor({ platformId, businessId });
      return { ...email, params: JSON.parse(decrypt(key, encrypted, `email/${id}`).toString()) } as T;
    }),
  );
}

/** The token in the link of an email, which stands after the hash sign. */
export const tokenIn = ({ params }: ChangeEmail): string => new URL(params.url).hash.slice(1);

/** A business with two owners, one of whom never signed in. Its account pays and is paid, and was chosen long ago. */
export type OwnedBusiness = Debtor & { userId: string; primary: string; coOwner: string };

export async function anOwnedBusiness(
  server: TestServer,
  nowAt: string,
  platform: TestPlatform | null = null,
): Promise<OwnedBusiness> {
  const debtor = await aDebtor(server, "1000000001", nowAt, platform);
  const { platformId, businessId, bankAccountId, person } = debtor;
  const query = (sql: string, values: unknown[]) => server.database.admin.query(sql, values);
  const [primary, coOwner] = [`${randomUUID()}@owners.test`, `${randomUUID()}@owners.test`];
  const { rows } = await query(
    "update app.business_user set email = $2, first_name = 'Ana' where business_id = $1 returning id",
    [businessId, primary],
  );
  await person.as({ method: "PUT", url: "/api/v1/users/roles", payload: { userRoles: ["PRIMARY_OWNER"] } });
  await query(
    `insert into app.business_owner (platform_id, business_id, is_primary, current_step, first_name, last_name, email)
     values ($1, $2, false, 'START_FLOW', 'Luis', 'Ortega', $3)`,
    [platformId, businessId, coOwner],
  );
  await query("update app.bank_account set roles = array['SERVICING', 'DISBURSEMENT'] where id = $1", [bankAccountId]);
  return { ...debtor, userId: rows[0]?.id ?? "", primary, coOwner };
}

/** Types in an account as the portal's step does. */
export async function typing(
  { app }: TestServer,
  { platformId, businessId, userId }: OwnedBusiness,
  account: string,
  routing = "021000021",
): Promise<(tx: Tx) => Promise<string>> {
  const key = await app.vault.keyFor({ platformId, businessId });
  const numbers = { accountNumber: new Secret(account), routingNumber: new Secret(routing) };
  const { fingerprints } = await fingerprintsOf(app, numbers);
  const typed = { platformId, businessId, bankName: "Bank", accountName: "Bank", subtype: "checking" } as const;
  return (tx) => addAccount(tx, app, key, { ...typed, ...numbers, fingerprints }, byUser(userId));
}

/** Authorizes debits of an account, and chooses it for payouts and repayments. */
export const choosing =
  ({ platformId, businessId, userId }: OwnedBusiness, accountId: string) =>
  async (tx: Tx): Promise<void> => {
    await tx
      .insertInto("ach_authorization")
      .values({
        platform_id: platformId,
        business_id: businessId,
        bank_account_id: accountId,
        text_hash: Buffer.from("x"),
        text_version: "1",
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await setPrimaryAccount(tx, { platformId, businessId }, accountId, true, byUser(userId));
  };

const byUser = (userId: string) => ({ actor: { kind: "USER", id: userId } as const, requestId: randomUUID() });

/** Opens the page of a link: reads the change. */
export const openLink = ({ fastify }: TestServer, token: string, method: "GET" | "HEAD" = "GET") =>
  sendTo(fastify, { method, url: "/api/v1/account-change", headers: { [accountChangeTokenHeader]: token } });

/** Presses the button of the page. */
export const pressStop = (
  { fastify, app }: TestServer,
  token: string,
  origin = new URL(app.config.PORTAL_URL).origin,
) => sendTo(fastify, { method: "POST", url: "/api/v1/account-change/stop", headers: { origin }, payload: { token } });
