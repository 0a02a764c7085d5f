import { createHash } from "node:crypto";
import { Refusal } from "@inlay/contracts/errors.ts";
import { type Locale, locales } from "@inlay/contracts/locales.ts";
import type { Caller } from "@inlay/lending/access/permissions.ts";
import type { StaffRole } from "@inlay/lending/access/staff-roles.ts";
import { stepUpMinutes } from "@inlay/lending/access/step-up.ts";
import type { BusinessRole } from "@inlay/lending/onboarding/roles.ts";
import type { FastifyRequest } from "fastify";
import type pg from "pg";
import { statementName } from "../db/pool.ts";
import { staffScope, statement, type Tx } from "../db/scope.ts";
import type { SessionClaims, SessionTokens } from "../session-token.ts";

/** A signed-in person in one of their businesses. */
export type Person = {
  kind: "person";
  sessionId: string;
  platformId: string;
  businessId: string;
  userId: string;
  userIndex: number;
  email: string | null;
  /** The origin of the page, for vendors' pages and passkeys that belong to it. */
  origin: string;
  /** The language that the person chose; null if they have not chosen one. */
  locale: Locale | null;
  /** The language of answers: the page's, otherwise the person's, otherwise English. */
  language: Locale;
  roles: BusinessRole[];
};
/** A user of the platform or of a capital provider with a direct sign-in. */
export type Outsider = {
  kind: "outsider";
  sessionId: string;
  platformId: string;
  userId: string;
  as: "PLATFORM_USER" | "CAPITAL_USER";
};
/** A partner's server. */
export type PlatformKey = { kind: "platform-key"; platformId: string; keyId: string; scopes: string[] };

/** A staff member, and the tenant that the call names. A call that names none runs in the staff scope. */
export type Staff = {
  kind: "staff";
  sessionId: string;
  signedInAt: Date;
  memberId: string;
  roles: StaffRole[];
  platformId: string;
  businessId: string | null;
};

/** A business's accountant who signed in with an invitation link. They see only what they upload. */
export type Accountant = {
  kind: "accountant";
  invitationId: string;
  platformId: string;
  businessId: string;
  origin: string;
  language: Locale;
};

export type KnownCaller = Person | Outsider | PlatformKey | Staff | Accountant;

/** The caller's names in the permission table. */
export function namesOf(caller: KnownCaller): Caller[] {
  if (caller.kind === "platform-key") return ["PLATFORM_KEY"];
  if (caller.kind === "outsider") return [caller.as];
  if (caller.kind === "accountant") return ["ACCOUNTANT"];
  if (caller.kind === "staff") return ["STAFF", ...caller.roles];
  return caller.roles.length === 0 ? ["NO_ROLE"] : caller.roles;
}

export const sessionCookie = "__Host-inlay-session";
export const userIndexHeader = "user-index";

/** The claims of the request's session token, from the Authorization header or the cookie of a direct sign-in. */
export async function claimsOf(
  request: FastifyRequest,
  tokens: SessionTokens,
  portalOrigin: string,
): Promise<SessionClaims | null> {
  const header = request.headers.authorization;
  if (header) return tokens.read(header.replace(/^Bearer /, ""));
  const cookie = request.cookies[sessionCookie];
  if (!cookie) return null;
  refuseForeignOrigin(request, portalOrigin);
  return tokens.read(cookie);
}

/**
 * Refuses a write that a page of another site sends: a browser adds the cookie to it, too (CSRF protection). Our page is the portal's, or
 * the one that is served at the host that the request is sent to, which is a platform's sign-in domain.
 */
function refuseForeignOrigin(request: FastifyRequest, portalOrigin: string): void {
  if (request.method !== "GET" && pageOrigin(request, portalOrigin) === null) throw new Refusal("ORIGIN_NOT_ALLOWED");
}

/** The origin of our page that sent the request. Null for pages of others and for programs. */
export function pageOrigin({ headers: { origin }, host }: FastifyRequest, portalOrigin: string): string | null {
  return origin === portalOrigin || origin === `https://${host}` ? origin : null;
}

const enterSession = "select * from app.enter_session($1::uuid, $2::integer)";

type Entered = {
  token_type: string;
  email: string | null;
  user_id: string | null;
  business_id: string | null;
  user_index: number | null;
  locale: Locale | null;
  roles: BusinessRole[];
};

/**
 * Resolves the claims to a caller. The session must be open, and the user index must refer to one of the person's own businesses.
 * Afterwards the transaction sees only that business.
 */
export async function enter(
  tx: Tx,
  claims: SessionClaims,
  request: FastifyRequest,
  portalOrigin: string,
): Promise<Person | Outsider> {
  const [row] = await statement<Entered>(tx, enterSession, [claims.sessionId, userIndexOf(request)]);
  if (!row || row.token_type !== claims.tokenType) throw new Refusal("NOT_SIGNED_IN");
  const { sessionId, platformId } = claims;
  if (claims.tokenType !== "BUSINESS_USER") {
    return { kind: "outsider", sessionId, platformId, userId: claims.userId, as: claims.tokenType };
  }
  if (!row.user_id || !row.business_id || row.user_index === null) throw new Refusal("BUSINESS_NOT_FOUND");
  return {
    kind: "person",
    sessionId,
    platformId,
    businessId: row.business_id,
    userId: row.user_id,
    userIndex: row.user_index,
    email: row.email,
    origin: pageOrigin(request, portalOrigin) ?? portalOrigin,
    locale: row.locale,
    language: languageOf(request) ?? row.locale ?? "en",
    roles: row.roles,
  };
}

const findStepUp = `select from app.step_up where session_id = $1 and user_id = $2 and purpose = 'STEP_UP'
  and passed_at > now() - make_interval(mins => $3) limit 1`;

/** Whether this person has confirmed in this session, and not long ago, that it is them. */
export async function hasSteppedUp(
  tx: Tx,
  { sessionId, userId }: Pick<Person, "sessionId" | "userId">,
): Promise<boolean> {
  return (await statement(tx, findStepUp, [sessionId, userId, stepUpMinutes])).length > 0;
}

/** The first language of the Accept-Language header, if it is supported. */
const languageOf = ({ headers }: FastifyRequest): Locale | undefined =>
  locales.find((locale) => headers["accept-language"]?.toLowerCase().startsWith(locale));

function userIndexOf(request: FastifyRequest): number | null {
  const header = request.headers[userIndexHeader];
  if (header === undefined) return null;
  if (typeof header !== "string" || !/^\d{1,4}$/.test(header)) throw new Refusal("BUSINESS_NOT_FOUND");
  return Number(header);
}

const findKey = "select * from app.find_api_key($1)";

/** Finds the active API key and its platform. Permissions are checked elsewhere. */
export async function findApiKey(pool: pg.Pool, key: string): Promise<FoundKey | undefined> {
  const name = statementName(findKey);
  const { rows } = await pool.query<FoundKey>({ text: findKey, values: [hashOfKey(key)], ...(name && { name }) });
  return rows[0];
}

type FoundKey = { id: string; platform_id: string; kind: string; scopes: string[] };

/** The partner of a secret key. Unknown, malformed, expired and revoked keys get the same refusal. */
export async function partnerOf(request: FastifyRequest, pool: pg.Pool): Promise<PlatformKey> {
  // An Origin header means that a browser sent the request, and a secret key in a browser has leaked.
  if (request.headers.origin) throw new Refusal("BROWSER_NOT_ALLOWED");
  const key = /^Bearer (\S{1,200})$/.exec(request.headers.authorization ?? "")?.[1];
  if (!key) throw new Refusal("UNAUTHENTICATED");
  const found = await findApiKey(pool, key);
  if (!found) throw new Refusal("UNAUTHENTICATED");
  if (found.kind === "PUBLISHABLE") throw new Refusal("PUBLISHABLE_KEY_NOT_ALLOWED");
  return { kind: "platform-key", platformId: found.platform_id, keyId: found.id, scopes: found.scopes };
}

/** A token that is accepted only from a cookie. Writes must come from our own origin. */
export const accountantCookie = "__Host-inlay-accountant";

const findAccountant = "select * from app.find_accountant($1)";

/** Resolves the accountant of a request. Null if the session has ended or the business has withdrawn its invitation. */
export async function accountantOf(
  request: FastifyRequest,
  pool: pg.Pool,
  portalOrigin: string,
): Promise<Accountant | null> {
  const token = request.cookies[accountantCookie];
  if (!token) return null;
  refuseForeignOrigin(request, portalOrigin);
  const name = statementName(findAccountant);
  type Found = { id: string; platform_id: string; business_id: string };
  const { rows } = await pool.query<Found>({
    text: findAccountant,
    values: [hashOfKey(token)],
    ...(name && { name }),
  });
  const [found] = rows;
  if (!found) return null;
  return {
    kind: "accountant",
    invitationId: found.id,
    platformId: found.platform_id,
    businessId: found.business_id,
    origin: pageOrigin(request, portalOrigin) ?? portalOrigin,
    language: languageOf(request) ?? "en",
  };
}

export const staffCookie = "__Host-inlay-staff";

/** The session token of a staff member. */
export function staffTokenOf(request: FastifyRequest, consoleOrigin: string): string | null {
  const token = request.cookies[staffCookie];
  if (!token) return null;
  if (request.method !== "GET" && request.headers.origin !== consoleOrigin) throw new Refusal("ORIGIN_NOT_ALLOWED");
  return token;
}

const findStaff = `select s.id, s.created_at, s.member_id, m.roles from app.staff_session s join app.staff_member m on m.id = s.member_id
  where s.token_hash = $1 and s.revoked_at is null and s.expires_at > now() and m.deactivated_at is null`;

/** Resolves an open staff session to its member, in a transaction in the staff scope. */
export async function enterStaff(tx: Tx, token: string): Promise<Staff | null> {
  type Found = { id: string; created_at: Date; member_id: string; roles: StaffRole[] };
  const [row] = await statement<Found>(tx, findStaff, [hashOfKey(token)]);
  if (!row) return null;
  return {
    kind: "staff",
    sessionId: row.id,
    signedInAt: row.created_at,
    memberId: row.member_id,
    roles: row.roles,
    platformId: staffScope.platformId,
    businessId: null,
  };
}

const narrow = `select platform_id, business_id, set_config('inlay.platform', platform_id::text, true),
  set_config('inlay.business', coalesce(business_id::text, '00000000-0000-0000-0000-000000000000'), true)
  from app.find_tenant($1, $2::uuid)`;

/** The path parameters that determine the tenant of a call. */
const tenantBy = { businessId: "business", taskId: "task", requestId: "request", platformId: "platform" } as const;

/** Narrows the transaction to the tenant that the call names. Afterwards it sees no staff data. */
export async function narrowToTenant(tx: Tx, caller: Staff, params: object): Promise<Staff> {
  const named = Object.entries(tenantBy).find(([param]) => param in params);
  if (!named) return caller;
  const [param, kind] = named;
  type Tenant = { platform_id: string; business_id: string | null };
  const [tenant] = await statement<Tenant>(tx, narrow, [kind, Reflect.get(params, param)]);
  if (!tenant) throw new Refusal("NOT_FOUND", { context: { object: kind } });
  return { ...caller, platformId: tenant.platform_id, businessId: tenant.business_id };
}

const hashOfKey = (key: string) => createHash("sha256").update(key).digest();
