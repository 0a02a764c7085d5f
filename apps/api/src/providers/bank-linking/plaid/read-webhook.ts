import { createHash, timingSafeEqual } from "node:crypto";
import { decodeJwt, decodeProtectedHeader, importJWK, type JWK, jwtVerify } from "jose";
import { z } from "zod/mini";
import { WebhookRefused } from "../../webhook.ts";
import { type BankLinking, BankUnavailable, type BankWebhook } from "../port.ts";
import { stateFrom } from "./translate.ts";

const oldestSeconds = 5 * 60;
/** How much the vendor's clock may be ahead of ours. */
const aheadSeconds = 30;

/** How long a verification key is cached. A key that the vendor revokes is accepted no longer than this. */
const keyKeptMs = 3_600_000;
/** How long an id without a key is remembered. A key that the vendor has just made is accepted this much later at most. */
const unknownKeptMs = 5 * 60_000;
/** The vendor has a handful of keys. The rest are ids that somebody made up, of which only the latest are remembered. */
const maxRemembered = 1_000;

export type PublicKey = JWK & { expired_at: number | null };

/**
 * Verifies and reads a webhook. The signature covers the body's hash and the time, so a webhook can be neither altered nor replayed later.
 * `findKey` requests a key by its id from the vendor; null means that it does not exist. Anyone can send a webhook, so an id is requested
 * once for all webhooks that name it, whether it has a key or not.
 */
export function webhookReader(findKey: (keyId: string) => Promise<PublicKey | null>): BankLinking["readWebhook"] {
  const remembered = new Map<string, { key: Promise<PublicKey | null>; until: number }>();
  const requestKey = (keyId: string, now: Date) => {
    const entry = { key: findKey(keyId), until: now.getTime() + keyKeptMs };
    // A map keeps the order of insertion, so its first id is the oldest.
    const [oldest] = remembered.keys();
    if (remembered.size >= maxRemembered && oldest !== undefined) remembered.delete(oldest);
    remembered.set(keyId, entry);
    entry.key.then(
      (key) => {
        if (!isUsable(key)) entry.until = now.getTime() + unknownKeptMs;
      },
      () => remembered.delete(keyId),
    );
    return entry.key;
  };
  const keyFor = async (keyId: string, now: Date) => {
    const kept = remembered.get(keyId);
    const key = await (kept && now.getTime() < kept.until ? kept.key : requestKey(keyId, now));
    if (!isUsable(key)) throw new WebhookRefused("signed with a key that is not the vendor's");
    return importJWK(key, "ES256");
  };
  return async ({ body, headers }, now) => {
    const token = headers["plaid-verification"];
    if (typeof token !== "string") throw new WebhookRefused("not signed");
    const signed = await claimsOf(token, keyFor, now);
    const hash = createHash("sha256").update(body).digest();
    const claimed = Buffer.from(signed.request_body_sha256, "hex");
    if (claimed.length !== hash.length || !timingSafeEqual(claimed, hash))
      throw new WebhookRefused("the body is not the one that was signed");
    return { id: createHash("sha256").update(token).digest("hex"), what: webhookFrom(JSON.parse(body)) };
  };
}

const isUsable = (key: PublicKey | null): key is PublicKey => key !== null && key.expired_at === null;

const claims = z.object({ request_body_sha256: z.string(), iat: z.number() });

async function claimsOf(
  token: string,
  keyFor: (keyId: string, now: Date) => ReturnType<typeof importJWK>,
  now: Date,
): Promise<z.infer<typeof claims>> {
  try {
    const { alg, kid } = decodeProtectedHeader(token);
    if (alg !== "ES256" || !kid) throw new WebhookRefused("not signed in the vendor's format");
    // An old webhook is refused before the vendor is asked for its key.
    const { iat = 0 } = decodeJwt(token);
    if (now.getTime() / 1_000 - iat > oldestSeconds + aheadSeconds) throw new WebhookRefused("too old");
    const { payload } = await jwtVerify(token, await keyFor(kid, now), {
      algorithms: ["ES256"],
      currentDate: now,
      maxTokenAge: oldestSeconds,
      clockTolerance: aheadSeconds,
    });
    return z.parse(claims, payload);
  } catch (cause) {
    // A key that cannot be requested now says nothing about the webhook. The vendor retries it.
    if (cause instanceof BankUnavailable || cause instanceof WebhookRefused) throw cause;
    throw new WebhookRefused("the signature is not valid", { cause });
  }
}

const message = z.object({
  webhook_type: z.string(),
  webhook_code: z.string(),
  item_id: z.optional(z.string()),
  account_id: z.optional(z.string()),
  link_token: z.optional(z.string()),
  historical_update_complete: z.optional(z.boolean()),
  error: z.nullish(z.object({ error_code: z.string(), error_type: z.string() })),
});
type Message = z.infer<typeof message>;

type What = BankWebhook["what"];
type FromItem = (itemId: string, posted: Message) => What;

const aboutItems: Record<string, FromItem> = {
  ERROR: (itemId, { error }) => {
    const state = error ? stateFrom(error as Parameters<typeof stateFrom>[0]) : "UNAVAILABLE";
    return state === "UNAVAILABLE" ? { kind: "OTHER" } : { kind: state, itemId };
  },
  PENDING_EXPIRATION: (itemId) => ({ kind: "CONSENT_EXPIRING", itemId }),
  PENDING_DISCONNECT: (itemId) => ({ kind: "CONSENT_EXPIRING", itemId }),
  USER_PERMISSION_REVOKED: (itemId) => ({ kind: "ACCESS_REVOKED", itemId }),
  LOGIN_REPAIRED: (itemId) => ({ kind: "RECONNECTED", itemId }),
  NEW_ACCOUNTS_AVAILABLE: (itemId) => ({ kind: "ACCOUNTS_ADDED", itemId }),
  USER_ACCOUNT_REVOKED: (itemId, { account_id: accountId }) =>
    accountId ? { kind: "ACCOUNT_REVOKED", itemId, accountId } : { kind: "OTHER" },
};

const aboutTransactions: Record<string, FromItem> = {
  SYNC_UPDATES_AVAILABLE: (itemId, { historical_update_complete: historyComplete = false }) => ({
    kind: "TRANSACTIONS_ARRIVED",
    itemId,
    historyComplete,
  }),
};

const readers: Record<string, Record<string, FromItem>> = { ITEM: aboutItems, TRANSACTIONS: aboutTransactions };

/** The webhook kinds that we handle. The vendor adds kinds at any time, and unknown ones are ignored. */
export function webhookFrom(webhookRequest: unknown): What {
  const posted = z.parse(message, webhookRequest);
  const { webhook_type: type, webhook_code: code, item_id: itemId, link_token: linkToken } = posted;
  if (type === "LINK" && code === "SESSION_FINISHED" && linkToken) return { kind: "HOSTED_LINK_ENDED", linkToken };
  const read = Object.hasOwn(readers, type) ? readers[type] : undefined;
  const reader = read && Object.hasOwn(read, code) ? read[code] : undefined;
  return reader && itemId ? reader(itemId, posted) : { kind: "OTHER" };
}
