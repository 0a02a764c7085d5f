import { randomUUID } from "node:crypto";
import { uuidOf } from "@inlay/contracts/ids.ts";
import { scopeOf, scopes } from "@inlay/contracts/partner/scopes.ts";
import { defaultSettings } from "@inlay/contracts/platform-settings.ts";
import type { Caller as Role } from "@inlay/lending/access/permissions.ts";
import { staffRoles } from "@inlay/lending/access/staff-roles.ts";
import type { InjectOptions } from "fastify";
import { inScope } from "../apps/api/src/db/scope.ts";
import { newApiKey, storeApiKey } from "../apps/api/src/partners/api-keys/api-key.ts";
import { saveSettings } from "../apps/api/src/platforms/settings.ts";
import { saveStyleConfiguration } from "../apps/api/src/platforms/style-configurations.ts";
import { larkspurStyles } from "../apps/api/src/seed/seed.ts";
import { softAuthenticator } from "../apps/api/src/staff/authenticator.fixture.ts";
import { createObjects, type Objects } from "./object-access-objects.ts";
import { hashOf, newToken, type Server, send } from "./object-access-world.ts";

export type Audience = "portal" | "partner" | "staff" | "accountant";

/** Somebody who sends requests, and the names under which the permission table knows them. */
export type Caller = {
  name: string;
  audience: Audience;
  token: string;
  roles: Role[];
  scopes?: readonly string[];
  memberId?: string;
};

/** A business with everything in it that an id can name. `main` and `other` belong to the same people. */
export type Tenant = {
  /** Part of every text that belongs to this tenant and to no other. */
  word: string;
  platformId: string;
  main: string;
  other: string;
  callers: Caller[];
  /** Credentials of each audience that were revoked and that have expired. */
  ended: Record<Audience, { revoked: string; expired: string }>;
  objects: Objects;
};

type Base = { server: Server; word: string; platform: Platform };
type Platform = {
  id: string;
  key: string;
  restricted: Map<string, string>;
  ended: { revoked: string; expired: string };
};

/** Two platforms: two tenants on the first and one on the second. */
export async function createTenants(server: Server): Promise<Tenant[]> {
  const first = await createPlatform(server, "Alderwick");
  const second = await createPlatform(server, "Cindermoor");
  const staff = await createStaff(server);
  const tenants: Tenant[] = [];
  for (const [word, platform] of [
    ["Alderwick", first],
    ["Brackenfold", first],
    ["Cindermoor", second],
  ] as const)
    tenants.push(await createTenant({ server, word, platform }, staff));
  return tenants;
}

/** The scopes that some call of the partner API requires. */
const neededScopes = [...new Set(Object.values(scopeOf))];

async function createPlatform({ app, admin }: Server, word: string): Promise<Platform> {
  const id = randomUUID();
  const [key, revoked, expired] = [1, 2, 3].map(() => newApiKey("SECRET", "test")) as [string, string, string];
  const restricted = new Map(neededScopes.map((scope) => [scope, newApiKey("RESTRICTED", "test")]));
  await inScope(app.pool, { platformId: id, businessId: "whole platform" }, async (tx) => {
    await tx
      .insertInto("platform")
      .values({ id, name: `${word} Platform` })
      .execute();
    await saveSettings(tx, id, {
      ...defaultSettings(),
      platformProgramName: `${word} Capital`,
      signInDomains: [`${word.toLowerCase()}.example`],
      supportEmail: `support@${word.toLowerCase()}.example`,
      helpWindowKey: word,
      platformDisbursementAccountExpected: true,
    });
    for (const isDefault of [true, false])
      await saveStyleConfiguration(tx, id, {
        name: `${word} ${isDefault ? "plain" : "autumn"}`,
        isDefault,
        styles: larkspurStyles,
        signInPage: { title: `Welcome to ${word}`, body: "", backgroundImageUrl: null, logoUrl: null },
      });
    const store = (kind: "SECRET" | "RESTRICTED", name: string, granted: readonly string[], clear: string) =>
      storeApiKey(tx, id, { kind, name: `${word} ${name}`, scopes: [...granted], clear });
    await store("SECRET", "server", scopes, key);
    await store("SECRET", "revoked", scopes, revoked);
    await store("SECRET", "expired", scopes, expired);
    for (const [scope, clear] of restricted) await store("RESTRICTED", scope, [scope], clear);
  });
  await admin.query("update app.api_key set revoked_at = now() where name = $1", [`${word} revoked`]);
  await admin.query("update app.api_key set expires_at = now() where name = $1", [`${word} expired`]);
  return { id, key, restricted, ended: { revoked, expired } };
}

type StaffGround = {
  callers: Caller[];
  ended: { revoked: string; expired: string };
  /** Somebody whom no caller is. */
  memberId: string;
  challenges: Map<string, object>;
};

/** A member of each role, and two whose sessions have ended. */
async function createStaff(server: Server): Promise<StaffGround> {
  const { admin } = server;
  const signIn = async (name: string, roles: readonly string[], ending = ""): Promise<Caller> => {
    const { rows } = await admin.query<{ id: string }>(
      "insert into app.staff_member (email, name, roles) values ($1, $2, $3) returning id",
      [`${name.toLowerCase()}@inlay.test`, name, roles],
    );
    const memberId = rows[0]?.id ?? "";
    const token = newToken();
    await admin.query(
      // A sign-in of tomorrow stays recent enough to add a passkey, however long the proof runs.
      `insert into app.staff_session (member_id, method, token_hash, created_at, expires_at, revoked_at)
       values ($1, 'CODE', $2, now() + interval '1 day', now() + case $3 when 'expired' then '-1 hour' else '2 days' end::interval, case $3 when 'revoked' then now() end)`,
      [memberId, hashOf(token), ending],
    );
    return { name: `staff ${name}`, audience: "staff", token, roles: ["STAFF", ...roles] as Role[], memberId };
  };
  const callers = [];
  for (const role of staffRoles) callers.push(await signIn(role, [role]));
  const revoked = await signIn("Revoked", staffRoles, "revoked");
  const expired = await signIn("Expired", staffRoles, "expired");
  return {
    callers,
    ended: { revoked: revoked.token, expired: expired.token },
    memberId: revoked.memberId ?? "",
    challenges: await createChallenges(server, callers),
  };
}

/** For each member a challenge for a new passkey, with the answer of their authenticator. */
async function createChallenges({ app, admin }: Server, members: readonly Caller[]): Promise<Map<string, object>> {
  const challenges = new Map<string, object>();
  for (const { memberId = "" } of members) {
    const [challengeId, challenge] = [randomUUID(), newToken()];
    await admin.query(
      "insert into app.staff_challenge (id, member_id, challenge, expires_at) values ($1, $2, $3, now() + interval '1 day')",
      [challengeId, memberId, challenge],
    );
    const response = softAuthenticator(new URL(app.config.CONSOLE_URL).origin).make({ challenge });
    challenges.set(memberId, { challengeId, response });
  }
  return challenges;
}

const people = ["PRIMARY_OWNER", "SECONDARY_OWNER", "OPERATOR", "PRIMARY_OWNER_CONFLICT", "NO_ROLE"] as const;

async function createTenant(base: Base, staff: StaffGround): Promise<Tenant> {
  const { server, word, platform } = base;
  const { admin } = server;
  const ask = async (options: InjectOptions): Promise<Record<string, unknown>> => {
    const { status, text } = await send(server, options);
    if (status >= 300) throw new Error(`${options.method} ${options.url}: ${status} ${text}`);
    return JSON.parse(text);
  };
  const partner = (method: "POST" | "PUT", url: string, payload: object) =>
    ask({
      method,
      url: `/api/platform/v1${url}`,
      headers: { authorization: `Bearer ${platform.key}`, "idempotency-key": randomUUID() },
      payload,
    });
  const open = async (userId: string): Promise<string> => {
    const { connectToken } = await partner("POST", `/users/${userId}/connect-tokens`, {});
    const payload = { connectToken };
    return String((await ask({ method: "POST", url: "/api/v1/connect-tokens/exchange", payload }))["sessionToken"]);
  };
  const businesses: string[] = [];
  const users: Record<string, string> = {};
  const callers: Caller[] = [];
  for (const which of ["main", "other"]) {
    const platformBusinessId = `${word}-${which}`;
    const made = await partner("POST", "/businesses", {
      platformBusinessId,
      name: `${word} ${which}`,
      metadata: { word },
    });
    const businessId = uuidOf("business", String(made["id"])) ?? "";
    businesses.push(businessId);
    for (const role of people) {
      const user = await partner("POST", "/users", {
        platformUserId: `${word}-${which}-${role}`,
        platformBusinessId,
        email: `${role.toLowerCase()}@${word.toLowerCase()}.test`,
        firstName: word,
        lastName: role === "NO_ROLE" ? "Nobody" : "Person",
        metadata: { word },
      });
      const userId = uuidOf("user", String(user["id"])) ?? "";
      users[`${which} ${role}`] = userId;
      if (role !== "NO_ROLE")
        await admin.query(
          "insert into app.user_role (platform_id, business_id, user_id, role) values ($1, $2, $3, $4)",
          [platform.id, businessId, userId, role],
        );
      if (which === "main") {
        const token = await open(String(user["id"]));
        callers.push({ name: `${word} ${role}`, audience: "portal", token, roles: [role] });
      }
    }
  }
  // Every session has stepped up in each business of its person, however long the proof runs.
  await admin.query(
    `insert into app.step_up (id, platform_id, business_id, session_id, user_id, purpose, method, recipient, locale, expires_at, passed_at)
     select uuidv7(), u.platform_id, u.business_id, s.id, u.id, 'STEP_UP', 'EMAIL', u.email, 'en', now(), now() + interval '1 day'
     from app.session s join app.business_user u on u.platform_id = s.platform_id and (u.id = s.user_id or u.email = s.email)
     where u.business_id = any($1)`,
    [businesses],
  );
  const [main = "", other = ""] = businesses;
  const endedSession = async (change: string) => {
    const token = await open(`platform:${word}-main-PRIMARY_OWNER`);
    await admin.query(
      `update app.session set ${change} where id = (select id from app.session order by created_at desc, id desc limit 1)`,
    );
    return token;
  };
  const portal = {
    revoked: await endedSession("revoked_at = now()"),
    expired: await endedSession("expires_at = now()"),
  };
  const accountants = await createAccountants(base, main, users["main PRIMARY_OWNER"] ?? "");
  callers.push(
    { name: `${word} accountant`, audience: "accountant", token: accountants.open.token, roles: ["ACCOUNTANT"] },
    { name: `${word} key`, audience: "partner", token: platform.key, roles: ["PLATFORM_KEY"], scopes },
    ...[...platform.restricted].map(
      ([scope, token]): Caller => ({
        name: `${word} key ${scope}`,
        audience: "partner",
        token,
        roles: ["PLATFORM_KEY"],
        scopes: [scope],
      }),
    ),
    ...staff.callers,
  );
  const { token } = callers[0] as Caller;
  const objects = await createObjects({
    server,
    word,
    platformId: platform.id,
    main,
    other,
    users,
    accountantInvitationId: accountants.open.id,
    memberId: staff.memberId,
    challenges: staff.challenges,
    partner,
    asOwner: (url, payload) =>
      ask({ method: "POST", url: `/api/v1${url}`, headers: { authorization: `Bearer ${token}` }, payload }),
  });
  return {
    word,
    platformId: platform.id,
    main,
    other,
    callers,
    ended: { portal, partner: platform.ended, staff: staff.ended, accountant: accountants.ended },
    objects,
  };
}

/** An accountant with a session, and invitations whose sessions have ended. */
async function createAccountants({ server, word, platform }: Base, businessId: string, invitedBy: string) {
  const invite = async (change: string) => {
    const [id, token] = [randomUUID(), newToken()];
    await server.admin.query(
      `insert into app.accountant_invitation (id, platform_id, business_id, invited_by, invited_at, first_name, last_name, email, language,
         token_hash, expires_at, used_at, session_hash, session_expires_at, withdrawn_at)
       values ($1, $2, $3, $4, now(), $5, 'Quist', $6, 'en', $7, now() + interval '1 day', now(), $8, ${change})`,
      [
        id,
        platform.id,
        businessId,
        invitedBy,
        word,
        `books@${word.toLowerCase()}.test`,
        hashOf(newToken()),
        hashOf(token),
      ],
    );
    return { id, token };
  };
  const revoked = await invite("now() + interval '1 day', now()");
  const expired = await invite("now(), now()");
  const open = await invite("now() + interval '1 day', null");
  return { open, ended: { revoked: revoked.token, expired: expired.token } };
}
