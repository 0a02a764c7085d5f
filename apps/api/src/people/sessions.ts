import { sql } from "kysely";
import { v7 as uuidv7 } from "uuid";
import { beyondBusiness, type Tx } from "../db/scope.ts";
import type { SessionClaims, SessionTokens, TokenType } from "../session-token.ts";

/**
 * The initial and the maximum duration of a session in minutes. A CONNECT session inside a partner's page is short, because the host page
 * replaces it with a new one by itself. A DIRECT session can be extended up to one day, which exceeds the 20 hours above which WCAG 2.2.1
 * requires no extension.
 */
const minutesOf = { CONNECT: { first: 15, most: 15 }, DIRECT: { first: 8 * 60, most: 24 * 60 } } as const;

export type SignInMode = keyof typeof minutesOf;
export type OpenedSession = {
  token: string;
  expiresAt: Date;
  /** The latest time to which the session can be extended. The token and its cookie expire at this time. */
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
  // The token outlives the session on purpose: the session row decides whether the session is open.
  return { token: await tokens.sign(claims, endsForGoodAt), expiresAt, endsForGoodAt };
}

/** The remaining time of an open session. */
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

/** Extends an open session by its initial duration, counted from now, up to its maximum. An ended session stays ended. */
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

/** Ends a session at once, although its token has not expired. */
export async function endSession(tx: Tx, sessionId: string): Promise<void> {
  await tx
    .updateTable("session")
    .set({ revoked_at: sql`now()` })
    .where("id", "=", sessionId)
    .where("revoked_at", "is", null)
    .execute();
}

/** Ends every open session of a person, in all businesses of the person: a session belongs to an email address where there is one. */
export async function endSessionsOf(tx: Tx, userId: string): Promise<void> {
  await beyondBusiness(tx, () =>
    tx
      .updateTable("session")
      .set({ revoked_at: sql`now()` })
      .where("revoked_at", "is", null)
      .where((where) =>
        where.or([
          where("user_id", "=", userId),
          where("email", "=", (query) => query.selectFrom("business_user").select("email").where("id", "=", userId)),
        ]),
      )
      .execute(),
  );
}
