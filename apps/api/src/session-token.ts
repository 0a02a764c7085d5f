import { errors, jwtVerify, SignJWT } from "jose";

/** The kind of user of a session. Only a BUSINESS_USER has businesses; the others are users of a platform or a capital provider. */
export type TokenType = "BUSINESS_USER" | "PLATFORM_USER" | "CAPITAL_USER";

export type SessionClaims = {
  sessionId: string;
  tokenType: TokenType;
  platformId: string;
  userId: string;
  email: string | null;
};

export type SessionTokens = ReturnType<typeof createSessionTokens>;

const rememberedTokens = 10_000;
const rememberedMs = 60_000;

/** Signs and verifies session tokens. A token is valid only in the environment that issued it. */
export function createSessionTokens(secret: string, environment: string) {
  const key = new TextEncoder().encode(secret);
  const expected = {
    issuer: "inlay",
    audience: environment,
    algorithms: ["HS256"],
    typ: "inlay-session+jwt",
    requiredClaims: ["exp", "iat", "jti"],
  };
  // A page sends the same token with every request, so its signature is verified once a minute. The database is asked for every
  // request whether the session is open.
  const remembered = new Map<string, { claims: SessionClaims; until: number }>();
  return {
    sign: ({ sessionId, tokenType, platformId, userId, email }: SessionClaims, expiresAt: Date): Promise<string> =>
      new SignJWT({ tokenType, platformId, userId, email })
        .setProtectedHeader({ alg: "HS256", typ: expected.typ })
        .setIssuer(expected.issuer)
        .setAudience(environment)
        .setJti(sessionId)
        .setIssuedAt()
        .setExpirationTime(expiresAt)
        .sign(key),

    /** Null for an invalid or expired token. */
    async read(token: string): Promise<SessionClaims | null> {
      const known = remembered.get(token);
      if (known && known.until > Date.now()) return known.claims;
      try {
        const { payload } = await jwtVerify(token, key, expected);
        const claims = {
          sessionId: String(payload.jti),
          tokenType: payload["tokenType"] as TokenType,
          platformId: String(payload["platformId"]),
          userId: String(payload["userId"]),
          email: payload["email"] as string | null,
        };
        if (remembered.size >= rememberedTokens) remembered.clear();
        remembered.set(token, { claims, until: Math.min(Date.now() + rememberedMs, Number(payload.exp) * 1000) });
        return claims;
      } catch (error) {
        if (error instanceof errors.JOSEError) return null;
        throw error;
      }
    },
  };
}
