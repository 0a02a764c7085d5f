import { createHmac } from "node:crypto";
import { Refusal } from "@inlay/contracts/errors.ts";
import { Secret } from "@inlay/contracts/secret.ts";
import { sql } from "kysely";
import type { AppContext } from "../context.ts";
import type { Tx } from "../db/scope.ts";
import type { DataKey } from "../db/vault.ts";
import { decrypt, encrypt } from "../encryption.ts";

/** An answer with a secret can be replayed for this long. */
const secretAnswerMinutes = 10;

export type KeyedRequest = { platformId: string; key: string; fingerprint: Buffer; requestId: string };
export type StoredAnswer = { status: number; body: string; originalRequestId: string };

/** The key in the header. A missing or invalid key is refused. */
export function idempotencyKeyOf(header: string | string[] | undefined): string {
  if (typeof header !== "string" || !/^[\x21-\x7e]{1,255}$/.test(header)) throw new Refusal("IDEMPOTENCY_KEY_REQUIRED");
  return header;
}

/**
 * Equal fingerprints mean equal requests. `content` is parsed, so its private numbers are Secrets: only their fingerprint by the vault's key is
 * hashed. With the database and FINGERPRINT_SECRET alone, nobody can find a number by trying all of them.
 */
export function fingerprintOf({ config, vault }: Pick<AppContext, "config" | "vault">, content: unknown): Buffer {
  const numberOf = (secret: Secret) => vault.fingerprint(secret.reveal(), "request").toString("base64");
  return createHmac("sha256", config.FINGERPRINT_SECRET).update(canonical(content, numberOf)).digest();
}

/** JSON with sorted members, so that equal content has one form (RFC 8785, for values that JSON.stringify accepts). */
function canonical(value: unknown, numberOf: (secret: Secret) => string): string {
  if (value instanceof Secret) return JSON.stringify({ secret: numberOf(value) });
  if (Array.isArray(value)) return `[${value.map((item) => canonical(item, numberOf)).join(",")}]`;
  if (value === null || typeof value !== "object" || "toJSON" in value) return JSON.stringify(value) ?? "null";
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  members.sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member, numberOf)}`).join(",")}}`;
}

/**
 * Claims the key in the transaction of the write, so both commit or neither does. It waits for a concurrent request with the same key
 * and then returns that request's answer.
 */
export async function claimKey(tx: Tx, request: KeyedRequest, dataKey: DataKey | null): Promise<StoredAnswer | null> {
  const { platformId, key, fingerprint, requestId } = request;
  const claimed = await tx
    .insertInto("idempotency_key")
    .values({ platform_id: platformId, key, fingerprint, request_id: requestId })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
    .catch((error: { code?: string }) => {
      // lock_not_available: the first request is still in progress.
      if (error.code === "55P03") throw new Refusal("IDEMPOTENCY_IN_PROGRESS");
      throw error;
    });
  if (claimed.numInsertedOrUpdatedRows === 1n) return null;
  const kept = await savedAnswer(tx, request, dataKey);
  if (!kept) throw new Error("a claimed idempotency key is missing");
  return kept;
}

/** The stored answer to the same request under this key; null if the key is unused. */
export async function savedAnswer(
  tx: Tx,
  request: KeyedRequest,
  dataKey: DataKey | null,
): Promise<StoredAnswer | null> {
  const { platformId, key, fingerprint } = request;
  const stored = await tx
    .selectFrom("idempotency_key")
    .select(["fingerprint", "status", "answer", "encrypted_answer", "request_id"])
    .select(sql<boolean>`created_at > now() - make_interval(mins => ${secretAnswerMinutes})`.as("is_fresh"))
    .where("platform_id", "=", platformId)
    .where("key", "=", key)
    .executeTakeFirst();
  if (!stored) return null;
  if (!stored.fingerprint.equals(fingerprint)) {
    throw new Refusal("IDEMPOTENCY_KEY_REUSED", { context: { firstRequestId: stored.request_id } });
  }
  if (stored.encrypted_answer && (!stored.is_fresh || !dataKey)) {
    throw new Refusal("SECRET_NOT_REPLAYABLE", { context: { objectId: stored.request_id } });
  }
  const body =
    stored.encrypted_answer && dataKey
      ? decrypt(dataKey, stored.encrypted_answer, aboutAnswer(request)).toString()
      : (stored.answer ?? "");
  return { status: stored.status ?? 200, body, originalRequestId: stored.request_id };
}

/** Stores the answer with its key. It is encrypted with `dataKey` if the answer contains a secret. */
export async function saveAnswer(
  tx: Tx,
  request: KeyedRequest,
  status: number,
  body: string,
  dataKey: DataKey | null,
): Promise<void> {
  await tx
    .updateTable("idempotency_key")
    .set(
      dataKey
        ? { status, encrypted_answer: encrypt(dataKey, Buffer.from(body), aboutAnswer(request)) }
        : { status, answer: body },
    )
    .where("platform_id", "=", request.platformId)
    .where("key", "=", request.key)
    .execute();
}

const aboutAnswer = ({ platformId, key }: KeyedRequest) => `idempotent-answer/${platformId}/${key}`;
