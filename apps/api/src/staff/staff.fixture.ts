import { createHash, randomBytes, randomUUID } from "node:crypto";
import type { StaffRole } from "@inlay/lending/access/staff-roles.ts";
import type { InjectOptions } from "fastify";
import { staffScope } from "../db/scope.ts";
import type { TestDatabase } from "../db/test-database.fixture.ts";
import { type Staff, staffCookie } from "../http/public.ts";
import type { Answered, TestServer } from "../http/server.fixture.ts";

export const staffUrl = "/api/staff/v1";

/** A staff member, and the caller that a handler would receive for them. */
export async function newMember(database: TestDatabase, roles: StaffRole[]) {
  const email = `${randomUUID()}@inlay.test`;
  const { rows } = await database.admin.query<{ id: string }>(
    "insert into app.staff_member (email, name, roles) values ($1, 'Test', $2) returning id",
    [email, roles],
  );
  const id = rows[0]?.id ?? "";
  const caller: Staff = {
    kind: "staff",
    sessionId: randomUUID(),
    signedInAt: new Date(),
    memberId: id,
    roles,
    platformId: staffScope.platformId,
    businessId: null,
  };
  return { id, email, caller };
}

export type TestMember = Awaited<ReturnType<typeof signedInMember>>;

/** A staff member with an open session. `as` sends requests as their browser would. */
export async function signedInMember(server: TestServer, roles: StaffRole[]) {
  const member = await newMember(server.database, roles);
  const token = randomBytes(32).toString("base64url");
  await server.database.admin.query(
    "insert into app.staff_session (member_id, method, token_hash, expires_at) values ($1, 'CODE', $2, now() + interval '1 hour')",
    [member.id, createHash("sha256").update(token).digest()],
  );
  return { ...member, token, as: browser(server, token) };
}

/** A client that sends requests from the console's origin with this session cookie. */
export const browser =
  (server: TestServer, token: string | null) =>
  async (method: "GET" | "POST" | "PUT", path: string, payload?: object): Promise<Answered> => {
    const answer = await server.fastify.inject({
      method,
      url: `${staffUrl}${path}`,
      headers: { origin: new URL(server.app.config.CONSOLE_URL).origin },
      ...(token && { cookies: { [staffCookie]: token } }),
      ...(payload && { payload }),
    } as InjectOptions);
    const isJson = String(answer.headers["content-type"]).startsWith("application/json");
    const body = isJson ? answer.json() : {};
    return { status: answer.statusCode, headers: answer.headers, text: answer.body, body };
  };

/** A business on a platform of its own with two users who claim to be the primary owner. */
export async function contestedBusiness(database: TestDatabase) {
  const [platformId, businessId] = [randomUUID(), randomUUID()];
  await database.admin.query("insert into app.platform (id, name) values ($1, 'Test')", [platformId]);
  await database.admin.query("insert into app.business (id, platform_id) values ($1, $2)", [businessId, platformId]);
  const claim = async (role: string, email: string) => {
    const { rows } = await database.admin.query<{ id: string }>(
      "insert into app.business_user (platform_id, business_id, email, first_name) values ($1, $2, $3, 'Pia') returning id",
      [platformId, businessId, email],
    );
    await database.admin.query(
      "insert into app.user_role (platform_id, business_id, user_id, role, created_at) values ($1, $2, $3, $4, clock_timestamp())",
      [platformId, businessId, rows[0]?.id, role],
    );
    return rows[0]?.id ?? "";
  };
  const first = await claim("PRIMARY_OWNER", "first@contested.test");
  const second = await claim("PRIMARY_OWNER_CONFLICT", "second@contested.test");
  return { platformId, businessId, first, second };
}
