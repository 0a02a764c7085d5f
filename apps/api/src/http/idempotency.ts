import { createHmac } from "node:crypto";
import { Refusal } from "@inlay/contracts/errors.ts";
import { sql } from "kysely";
import type { Tx } from "../db/scope.ts";
import type { DataKey } from "../db/vault.ts";
import { decrypt, encrypt } from "../encryption.ts";

/** A secret in an answer can be fetched again for this long, and then never more. */
const secretAnswerMinutes = 10;

export type KeyedRequest = { platformId: string; key: string; fingerprint: Buffer; requestId: string };
export type StoredAnswer = { status: number; body: string; originalRequestId: string };

/** What the header says, or the refusal that it says nothing usable. */
export function idempotencyKeyOf(header: string | string[] | undefined): string {
  if (typeof header !== "string" || !/^[\x21-\x7e]{1,255}$/.test(header)) throw new Refusal("IDEMPOTENCY_KEY_REQUIRED");
  return header;
}

/** Two requests are the same when their fingerprints are. Keyed, because a body may hold a number that could be guessed back. */
export const fingerprintOf = (secret: string, parts: unknown): Buffer =>
  createHmac("sha256", `${secret}/idempotency`).update(canonical(parts)).digest();

/** JSON with sorted members, so that the same content has one form (RFC 8785, for what JSON.parse can give us). */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value) ?? "null";
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  members.sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`).join(",")}}`;
}

/**
 * Claims the key in the transaction of the effect: both commit or neither does. Somebody who holds the same key at this moment
 * is waited for; when their answer is there, it is returned and nothing is to be done.
 */
export async function claimKey(tx: Tx, request: KeyedRequest, dataKey: DataKey | null): Promise<StoredAnswer | null> {
  const { platformId, key, fingerprint, requestId } = request;
  const claimed = await tx
    .insertInto("idempotency_key")
    .values({ platform_id: platformId, key, fingerprint, request_id: requestId })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
    .catch((error: { code?: string }) => {
      // lock_not_available: the first holder is still at it.
      if (error.code === "55P03") throw new Refusal("IDEMPOTENCY_IN_PROGRESS");
      throw error;
    });
  if (claimed.numInsertedOrUpdatedRows === 1n) return null;
  const kept = await savedAnswer(tx, request, dataKey);
  if (!kept) throw new Error("a key that is taken is not there");
  return kept;
}

/** What was answered under the key, to the very same request; null when it was never used. */
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
      ? decrypt(dataKey.key, stored.encrypted_answer, aboutAnswer(request)).toString()
      : (stored.answer ?? "");
  return { status: stored.status ?? 200, body, originalRequestId: stored.request_id };
}

/** Puts the answer beside its key. `dataKey` is given when the answer holds a secret. */
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
        ? { status, encrypted_answer: encrypt(dataKey.key, Buffer.from(body), aboutAnswer(request)) }
        : { status, answer: body },
    )
    .where("platform_id", "=", request.platformId)
    .where("key", "=", request.key)
    .execute();
}

const aboutAnswer = ({ platformId, key }: KeyedRequest) => `idempotent-answer/${platformId}/${key}`;
