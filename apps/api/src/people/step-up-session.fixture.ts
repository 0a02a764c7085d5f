import { decodeJwt } from "jose";
import { sql } from "kysely";
import type pg from "pg";
import { inScope } from "../db/scope.ts";

/** Steps the session of a token up, as a right code does. */
export async function stepUp(pool: pg.Pool, token: string): Promise<void> {
  const { jti: sessionId, userId, platformId } = decodeJwt(token);
  await inScope(pool, { platformId: String(platformId), businessId: "whole platform" }, (tx) =>
    sql`
      insert into app.step_up (id, platform_id, business_id, session_id, user_id, purpose, method, recipient, locale, expires_at, passed_at)
      select gen_random_uuid(), platform_id, business_id, ${sessionId}, id, 'STEP_UP', 'EMAIL', 'test', 'en', now(), now()
      from app.business_user where id = ${userId}`.execute(tx),
  );
}
