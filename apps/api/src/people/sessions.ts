import { sql } from "kysely";
import { v7 as uuidv7 } from "uuid";
import type { Tx } from "../db/scope.ts";
import type { SessionClaims, SessionTokens, TokenType } from "../http/public.ts";

/**
 * How long a session lasts, and how long it may last in the end. Inside a partner's page the host renews it by itself, with a fresh session
 * each time, so it may be short. A person at our own page would have to sign in; they may stay for a day, which is more than the 20 hours
 * after which nobody needs to be asked any more (WCAG 2.2.1).
 */
const minutesOf = { CONNECT: { first: 15, most: 15 }, DIRECT: { first: 8 * 60, most: 24 * 60 } } as const;

export type SignInMode = keyof typeof minutesOf;
export type OpenedSession = {
  token: string;
  expiresAt: Date;
  /** Until when it can be extended at most. The token, and a cookie that holds it, last as long. */
  endsForGoodAt: Date;
};
export type TimeLeft = { secondsLeft: number; canExtend: boolean };

export async function openSession(
  tx: Tx,
  tokens: SessionTokens,
  holder: { platformId: string; userId: string; email: string | null; tokenType: TokenType; mode: SignInMode },
): Promise<OpenedSession> {
  const { platformId, userId, email, tokenType, mode } = holder;
  const claims: SessionClaims = { sessionId: uuidv7(), tokenType, platformId, userId, email };
  const { first, most } = minutesOf[mode];
  const after = (minutes: number) => new Date(Date.now() + minutes * 60_000);
  const [expiresAt, endsForGoodAt] = [after(first), after(most)];
  await tx
    .insertInto("session")
    .values({
      id: claims.sessionId,
      platform_id: platformId,
      token_type: tokenType,
      mode,
      email,
      user_id: userId,
      expires_at: expiresAt,
    })
    .execute();
  // Whether the session is still open, its row says.
  return { token: await tokens.sign(claims, endsForGoodAt), expiresAt, endsForGoodAt };
}

/** How long an open session still lasts. */
export async function timeLeftOf(tx: Tx, sessionId: string): Promise<TimeLeft> {
  const row = await tx
    .selectFrom("session")
    .select(["mode", "created_at", "expires_at"])
    .where("id", "=", sessionId)
    .executeTakeFirstOrThrow();
  const { first, most } = minutesOf[row.mode as SignInMode];
  const endsForGood = row.created_at.getTime() + most * 60_000;
  const canExtend = first < most && row.expires_at.getTime() < endsForGood;
  return { secondsLeft: secondsUntil(row.expires_at), canExtend };
}

export const secondsUntil = (moment: Date): number => Math.max(0, Math.floor((moment.getTime() - Date.now()) / 1000));

/** Lets a session last as long again as it did at first, counted from now, as far as it may come. One that is over stays over. */
export async function extendSession(tx: Tx, sessionId: string): Promise<TimeLeft> {
  const { first, most } = minutesOf.DIRECT;
  await tx
    .updateTable("session")
    .set({
      expires_at: sql`least(now() + make_interval(mins => ${first}), created_at + make_interval(mins => ${most}))`,
    })
    .where("id", "=", sessionId)
    .where("mode", "=", "DIRECT" satisfies SignInMode)
    .where("revoked_at", "is", null)
    .where("expires_at", ">", sql<Date>`now()`)
    .execute();
  return timeLeftOf(tx, sessionId);
}

/** A session that is over stays over, whatever is left of its token's time. */
export async function endSession(tx: Tx, sessionId: string): Promise<void> {
  await tx
    .updateTable("session")
    .set({ revoked_at: sql`now()` })
    .where("id", "=", sessionId)
    .where("revoked_at", "is", null)
    .execute();
}
