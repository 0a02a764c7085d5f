import { sql } from "kysely";
import { v7 as uuidv7 } from "uuid";
import type { Tx } from "../db/scope.ts";
import type { SessionClaims, SessionTokens, TokenType } from "../http/public.ts";

/** Inside a partner's page the host renews the session by itself, so it may be short; a person at our own page would have to sign in. */
const minutesOf = { CONNECT: 15, DIRECT: 8 * 60 } as const;

export type SignInMode = keyof typeof minutesOf;
export type OpenedSession = { token: string; expiresAt: Date };

export async function openSession(
  tx: Tx,
  tokens: SessionTokens,
  holder: { platformId: string; userId: string; email: string | null; tokenType: TokenType; mode: SignInMode },
): Promise<OpenedSession> {
  const { platformId, userId, email, tokenType, mode } = holder;
  const claims: SessionClaims = { sessionId: uuidv7(), tokenType, platformId, userId, email };
  const expiresAt = new Date(Date.now() + minutesOf[mode] * 60_000);
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
  return { token: await tokens.sign(claims, expiresAt), expiresAt };
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
