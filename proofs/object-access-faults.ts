import type { Tenant } from "./object-access-tenants.ts";
import type { Server } from "./object-access-world.ts";

/** A guard that is removed, in the database or in the running server. `plant` returns what restores it. */
export type Fault = {
  name: string;
  plant(server: Server, tenants: readonly Tenant[]): Promise<() => Promise<unknown>>;
};

const inDatabase = (name: string, text: string, restore: string): Fault => ({
  name,
  plant: async ({ admin }) => {
    await admin.query(text);
    return () => admin.query(restore);
  },
});

const withoutRowSecurity = (table: string, objects: string): Fault =>
  inDatabase(
    `${objects} are not under row security`,
    `alter table app.${table} disable row level security`,
    `alter table app.${table} enable row level security`,
  );

const ownPlatform = "platform_id = app.platform_in_scope()";
const ownBusiness = `${ownPlatform} and (business_id = app.business_in_scope() or app.whole_platform_in_scope())`;
const policy = (table: string, condition: string) => `alter policy tenant on app.${table} using (${condition});`;

/** A part of a function's text is replaced. Throws if the function does not contain it. */
const inFunction = (name: string, signature: string, part: string, by: string): Fault => ({
  name,
  plant: async ({ admin }) => {
    const { rows } = await admin.query("select pg_get_functiondef($1::regprocedure) as text", [signature]);
    const text = String(rows[0].text);
    if (!text.includes(part)) throw new Error(`${signature} does not contain ${part}`);
    await admin.query(text.replaceAll(part, by));
    return () => admin.query(text);
  },
});

const enterSession = "app.enter_session(uuid, integer)";
const findKey = "app.find_api_key(bytea)";
const findAccountant = "app.find_accountant(bytea)";

export const faults: readonly Fault[] = [
  withoutRowSecurity("business_document", "documents"),
  withoutRowSecurity("payment_order", "payment orders"),
  withoutRowSecurity("business_user", "users"),
  withoutRowSecurity("business", "businesses"),
  inDatabase(
    "every business sees the accounts of its platform",
    policy("bank_account", ownPlatform),
    policy("bank_account", ownBusiness),
  ),
  inFunction(
    "a session reaches the whole platform",
    enterSession,
    "coalesce(membership.business_id::text, '')",
    "'00000000-0000-0000-0000-000000000000'",
  ),
  inFunction(
    "the user index counts the users of the platform",
    enterSession,
    "and (u.id = s.user_id or (s.email is not null and u.email = s.email))",
    "",
  ),
  inFunction("a revoked session stays open", enterSession, "and revoked_at is null", ""),
  inFunction("a session does not expire", enterSession, "and expires_at > now()", ""),
  inFunction("a revoked API key works", findKey, "AND (k.revoked_at IS NULL)", ""),
  inFunction("an expired API key works", findKey, "((k.expires_at IS NULL) OR (k.expires_at > now()))", "true"),
  inFunction("a withdrawn accountant keeps the session", findAccountant, "AND (i.withdrawn_at IS NULL)", ""),
  inFunction(
    "staff work in the whole platform of a business",
    "app.find_tenant(text, uuid)",
    "SELECT b.platform_id,\n     b.id\n",
    "SELECT b.platform_id,\n     NULL::uuid AS id\n",
  ),
  inDatabase(
    "a revoked session of staff stays open",
    `alter table app.staff_session rename to staff_session_kept;
     create view app.staff_session as select id, platform_id, member_id, method, token_hash, expires_at, null::timestamptz as revoked_at,
       created_at from app.staff_session_kept;
     grant select on app.staff_session to inlay_app`,
    "drop view app.staff_session; alter table app.staff_session_kept rename to staff_session",
  ),
  inDatabase(
    "a document of somebody else is an error, an unknown one is not",
    `create function app.refuse_others(p_own boolean) returns boolean language plpgsql as $$
       begin if not p_own then raise 'not yours'; end if; return true; end $$;
     ${policy("business_document", `app.refuse_others(${ownBusiness})`)}`,
    `${policy("business_document", ownBusiness)} drop function app.refuse_others`,
  ),
  inFunction(
    "a request writes to other businesses and does not show it",
    enterSession,
    "perform set_config('inlay.business'",
    "update app.business_user set last_seen_at = now(); perform set_config('inlay.business'",
  ),
  {
    name: "an API key is accepted as a session",
    plant: async ({ app }, [tenant]) => {
      const read = app.tokens.read.bind(app.tokens);
      const claims = await read(tenant?.callers[0]?.token ?? "");
      app.tokens.read = async (token) => (await read(token)) ?? (token.startsWith("sk_") ? claims : null);
      return async () => {
        app.tokens.read = read;
      };
    },
  },
];
