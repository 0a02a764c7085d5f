import { publicId } from "@inlay/contracts/ids.ts";
import type { InjectOptions } from "fastify";
import type pg from "pg";
import { staffScope } from "../apps/api/src/db/scope.ts";
import { accountantCookie, staffCookie } from "../apps/api/src/http/public.ts";
import { type Attack, type Attempt, idsIn, isPermitted } from "./object-access-attacks.ts";
import type { Tenant } from "./object-access-tenants.ts";
import type { Written } from "./object-access-undo.ts";
import { type Reply, type Server, send } from "./object-access-world.ts";

export type Verdict = {
  /** What the attack reached or learned; null if nothing. */
  leak: string | null;
  /** Why the case proves nothing; null if its control is as it must be. */
  invalid: string | null;
  /** The request succeeds with the caller's own id and not with an unknown one, so the answer depends on the id. */
  idDecides: boolean;
};
/** `leakOf` is the part of a judgement that needs no control. */
export type Judge = { judge(attack: Attack): Promise<Verdict>; leakOf(attack: Attack): Promise<string | null> };

type Outcome = { reply: Reply; written: Written[] };

export function createJudge(server: Server, canaries: Canaries): Judge {
  const outcomes = new WeakMap<object, Map<string | null, Promise<Outcome>>>();
  /** Attacks on one field share the request with an unknown id and the control. */
  const outcomeOf = (attempt: Attempt): Promise<Outcome> => {
    const known = outcomes.get(attempt.sent) ?? new Map<string | null, Promise<Outcome>>();
    outcomes.set(attempt.sent, known);
    const outcome = known.get(attempt.token) ?? performUnhindered(server, attempt);
    known.set(attempt.token, outcome);
    return outcome;
  };
  const leakOf: Judge["leakOf"] = async ({ attempt, unknown, field }) => {
    const [tried, compared] = [await outcomeOf(attempt), await outcomeOf(unknown)];
    return (
      whyNotEqual(plain(attempt, tried.reply), plain(unknown, compared.reply)) ??
      foreignIn(canaries, attempt, tried.reply) ??
      writtenElsewhere(attempt, tried.written) ??
      (field === null ? whyAccepted(tried.reply) : null)
    );
  };
  const judge: Judge["judge"] = async (attack) => {
    const { attempt, unknown, control, field } = attack;
    const leak = await leakOf(attack);
    const [tried, compared] = [await outcomeOf(attempt), await outcomeOf(unknown)];
    const failure = tried.reply.status >= 500 ? `the server failed: ${summary(tried.reply)}` : null;
    if (field === null) return { leak, invalid: failure, idDecides: false };
    const own = await outcomeOf(control);
    const succeeds = isSuccess(own.reply) || isSuccess(compared.reply);
    const isAsPermitted = succeeds === isPermitted(control.call, control.caller, control.sent);
    return {
      leak: leak ?? foreignIn(canaries, control, own.reply),
      invalid: failure ?? (isAsPermitted ? null : `the caller's own request was answered ${summary(own.reply)}`),
      idDecides: succeeds && whyNotEqual(plain(control, own.reply), plain(unknown, compared.reply)) !== null,
    };
  };
  return { judge, leakOf };
}

const isSuccess = ({ status }: Reply) => status < 300;
const summary = ({ status, text }: Reply) => `${status} ${text.slice(0, 300)}`;
const whyAccepted = (reply: Reply) =>
  reply.status === 401 || reply.status === 403 ? null : `the credentials were accepted: ${summary(reply)}`;

/** Cases that run at the same time hold locks longer than requests do. A request that waited too long for one is sent again. */
async function performUnhindered(server: Server, attempt: Attempt): Promise<Outcome> {
  for (let tries = 1; ; tries++) {
    const outcome = await perform(server, attempt);
    if (tries === 5 || !outcome.reply.text.includes('"BUSY"')) return outcome;
  }
}

function perform(server: Server, attempt: Attempt): Promise<Outcome> {
  return server.rolledBack(async (undone) => {
    const { sent, tenant, caller } = attempt;
    const arranged = await sent.arrange?.({ server, own: tenant.objects, by: caller });
    const reply = await send(server, optionsOf(server, attempt, arranged ?? sent.body));
    return { reply, written: await undone.written() };
  });
}

function optionsOf({ app }: Server, { call, token, sent }: Attempt, body: object | undefined): InjectOptions {
  const { method, path, audience } = call.call;
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(sent.query ?? {}))
    for (const one of [value].flat()) query.append(name, String(one));
  const url = path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(sent.params?.[name] ?? name));
  const cookie = { staff: staffCookie, accountant: accountantCookie, portal: null, partner: null }[audience];
  const origin = new URL(audience === "staff" ? app.config.CONSOLE_URL : app.config.PORTAL_URL).origin;
  return {
    method,
    url: query.size > 0 ? `${url}?${query}` : url,
    headers: {
      ...sent.headers,
      ...(cookie ? { origin } : token !== null && { authorization: `Bearer ${token}` }),
      ...(audience === "partner" && method !== "GET" && { "idempotency-key": crypto.randomUUID() }),
    },
    ...(cookie && token !== null && { cookies: { [cookie]: token } }),
    ...(body && { payload: body }),
  };
}

/** The answer without what differs in every answer: ids, times and the request's own id. */
function plain(attempt: Attempt, { status, text, headers }: Reply): string {
  const body = withoutSentIds(attempt, text)
    .replaceAll(/req_[0-9a-z]{26}/g, "<request>")
    .replaceAll(/[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/g, "<id>")
    .replaceAll(/\b[a-z]{3}_[0-7][0-9a-z]{25}\b/g, "<id>")
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "<time>");
  const shown = ["content-type", "retry-after", "set-cookie", "www-authenticate", "etag"].map((name) => headers[name]);
  return `${status} ${JSON.stringify(shown)} ${body}`;
}

const withoutSentIds = (attempt: Attempt, text: string): string =>
  idsIn(attempt).reduce(
    (shorter, id) => shorter.replaceAll(id, "<id>").replaceAll(encodeURIComponent(id), "<id>"),
    text,
  );

const whyNotEqual = (one: string, other: string): string | null =>
  one === other ? null : `answered ${one.slice(0, 300)}, but an unknown id ${other.slice(0, 300)}`;

/** The texts and ids that occur in the rows of one tenant, or of a platform as a whole, and in no others. */
export type Canaries = readonly { platformId: string; tenant: Tenant | null; texts: readonly string[] }[];

/** Something to which the caller has no access. Staff have access to every tenant, one at a time. */
function foreignIn(canaries: Canaries, attempt: Attempt, { text }: Reply): string | null {
  const { tenant, caller, call } = attempt;
  const isNarrowed = "businessId" in (attempt.sent.params ?? {});
  if (caller.audience === "staff" && !isNarrowed) return null;
  const shown = withoutSentIds(attempt, text);
  for (const { platformId, tenant: owner, texts } of canaries) {
    const isShared = owner === null || owner === tenant || caller.audience === "partner";
    if (platformId === tenant.platformId && isShared) continue;
    const found = texts.find((canary) => shown.includes(canary));
    if (found) return `${call.name} shows ${found} of ${owner?.word ?? platformId}: ${text.slice(0, 300)}`;
  }
  return null;
}

/** What a person writes for the whole platform: their own session, and the settings where a case needs others. */
const ofNoBusiness = new Set(["session", "platform_settings", "sign_in_domain"]);

/** Rows that the caller's request must not write. */
function writtenElsewhere({ tenant, caller }: Attempt, written: readonly Written[]): string | null {
  const elsewhere = written.find(({ table, platformId, businessId }) => {
    if (caller.audience === "staff" && platformId === staffScope.platformId) return false;
    if (platformId !== tenant.platformId) return true;
    if (caller.audience === "partner") return false;
    if (businessId === null) return caller.audience !== "staff" && !ofNoBusiness.has(table);
    return businessId !== tenant.main && businessId !== tenant.other;
  });
  return elsewhere
    ? `wrote ${elsewhere.table} of platform ${elsewhere.platformId}, business ${elsewhere.businessId}`
    : null;
}

/** Reads the canaries from all tables. Every text that the world contains is made of its tenant's word. */
export async function readCanaries(admin: pg.Pool, tenants: readonly Tenant[]): Promise<Canaries> {
  const { rows: tables } = await admin.query<{ name: string }>(
    `select c.relname as name from pg_class c where c.relnamespace = 'app'::regnamespace and c.relkind in ('r', 'p')
       and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'platform_id' and not a.attisdropped)`,
  );
  const platformIds = [...new Set(tenants.map(({ platformId }) => platformId))];
  const owners = new Map<string, Set<Tenant | string | null>>();
  for (const { name } of tables) {
    const { rows } = await admin.query<{ row: Record<string, unknown> }>(
      `select to_jsonb(t) as row from app.${name} t`,
    );
    for (const { row } of rows) {
      const business = row[name === "business" ? "id" : "business_id"];
      const tenant = tenants.find(({ main, other }) => business === main || business === other);
      const platform = platformIds.find((id) => id === row["platform_id"]);
      for (const text of textsIn(row))
        owners.set(text, (owners.get(text) ?? new Set()).add(tenant ?? platform ?? null));
    }
  }
  const textsOf = (owner: Tenant | string): string[] =>
    [...owners].flatMap(([text, of]) => (of.size === 1 && of.has(owner) ? formsOf(text) : []));
  return [
    ...tenants.map((tenant) => ({ platformId: tenant.platformId, tenant, texts: textsOf(tenant) })),
    ...platformIds.map((platformId) => ({ platformId, tenant: null, texts: textsOf(platformId) })),
  ];
}

const isUuid = (text: string) => /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/.test(text);
/** An id is shown as it is, or in the form of the partner API, which ends in the same characters for every kind. */
const formsOf = (text: string): string[] =>
  isUuid(text) ? [text, publicId("business", text).slice("biz_".length)] : [text];

/** The texts inside a value. Times, short texts and names from our own lists are no canaries. */
function* textsIn(value: unknown): Generator<string> {
  if (typeof value === "string") {
    if (value.length >= 8 && !/^\d{4}-\d\d-\d\d/.test(value)) yield value;
  } else if (value !== null && typeof value === "object")
    for (const inner of Object.values(value)) yield* textsIn(inner);
}
