import { createHash } from "node:crypto";
import { Refusal } from "@inlay/contracts/errors.ts";
import { sql } from "kysely";
import type { AppContext } from "../context.ts";
import { record } from "../db/record.ts";
import { inNoScope, inScope } from "../db/scope.ts";
import { membershipsOf } from "./memberships.ts";
import { type OpenedSession, openSession } from "./sessions.ts";

/** Exchanges a one-time connect token for a session. Of concurrent exchanges of the same token, exactly one succeeds. */
export async function exchangeConnectToken(
  { pool, tokens }: AppContext,
  connectToken: string,
  requestId: string,
): Promise<OpenedSession & { userIndex: number }> {
  const hash = createHash("sha256").update(connectToken).digest();
  const found = await inNoScope(pool, async (tx) => {
    const { rows } = await sql<{
      id: string;
      platform_id: string;
    }>`select id, platform_id from app.find_connect_token(${hash})`.execute(tx);
    return rows[0];
  });
  if (!found) throw new Refusal("CONNECT_TOKEN_INVALID");
  const platformId = found.platform_id;
  return inScope(pool, { platformId, businessId: "whole platform" }, async (tx) => {
    const used = await tx
      .updateTable("connect_token")
      .set({ used_at: sql`now()` })
      .where("id", "=", found.id)
      .where("used_at", "is", null)
      .where("revoked_at", "is", null)
      .where("expires_at", ">", sql<Date>`now()`)
      .returning(["user_id", "business_id"])
      .executeTakeFirst();
    if (!used) throw new Refusal("CONNECT_TOKEN_INVALID");
    const user = await tx
      .updateTable("business_user")
      .set({ last_seen_at: sql`now()` })
      .where("id", "=", used.user_id)
      .where("deactivated_at", "is", null)
      .returning(["id", "email"])
      .executeTakeFirst();
    if (!user) throw new Refusal("CONNECT_TOKEN_INVALID");
    const session = await openSession(tx, tokens, {
      platformId,
      userId: user.id,
      email: user.email,
      tokenType: "BUSINESS_USER",
      mode: "CONNECT",
    });
    const memberships = await membershipsOf(tx, platformId, user);
    await record(tx, {
      platformId,
      businessId: used.business_id,
      kind: "session.opened",
      body: { userId: user.id, mode: "CONNECT" },
      action: "session.open",
      object: { kind: "user", id: user.id },
      actor: { kind: "USER", id: user.id },
      requestId,
    });
    return { ...session, userIndex: memberships.findIndex((membership) => membership.id === user.id) };
  });
}
