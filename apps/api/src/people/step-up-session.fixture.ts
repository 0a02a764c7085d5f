import { decodeJwt } from "jose";
import type pg from "pg";

/** Steps the session of a token up, as a right code does. */
export async function stepUp(admin: Pick<pg.Pool, "query">, token: string): Promise<void> {
  const { jti, userId } = decodeJwt(token);
  await admin.query(
    `insert into app.step_up (id, platform_id, business_id, session_id, user_id, purpose, method, recipient, locale, expires_at, passed_at)
      select gen_random_uuid(), platform_id, business_id, $1, id, 'STEP_UP', 'EMAIL', 'test', 'en', now(), now() from app.business_user where id = $2`,
    [jti, userId],
  );
}
