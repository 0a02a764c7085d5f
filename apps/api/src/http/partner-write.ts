import type { Call } from "@inlay/contracts/call.ts";
import { validationRefusal } from "@inlay/contracts/errors/validation.ts";
import { Refusal } from "@inlay/contracts/errors.ts";
import { eventCatalog } from "@inlay/contracts/events/catalog.ts";
import { partnerCalls } from "@inlay/contracts/partner/calls.ts";
import { dryRunOf } from "@inlay/contracts/partner/dry-run.ts";
import type { FastifyRequest } from "fastify";
import { sql } from "kysely";
import type pg from "pg";
import { z } from "zod/mini";
import { followEvents } from "../db/record.ts";
import { inScope, type Scope, type Tx } from "../db/scope.ts";
import { idempotencyKeyOf } from "./idempotency.ts";

/** The options of a partner's write besides its body. */
export type Terms = {
  /** The idempotency key. */
  key: string | null;
  /** The expected version from If-Match; null if the write is unconditional. */
  ifMatch: number | null;
  /** Whether the write is rolled back and only its result is returned. */
  dryRun: boolean;
};

const writeQuery = z.strictObject({ dryRun: z.optional(z.enum(["true", "false"])) });
const isWrite = ({ method }: Call): boolean => method !== "GET";

/** A key is required for a POST, optional for other writes, and ignored for a dry run. */
export function termsOf(call: Call, request: FastifyRequest): Terms {
  if (!isWrite(call)) return { key: null, ifMatch: null, dryRun: false };
  const query = z.safeParse(writeQuery, request.query);
  if (!query.success) throw validationRefusal(query.error.issues, request.query, "QUERY");
  const dryRun = query.data.dryRun === "true";
  const header = request.headers["idempotency-key"];
  const isKeyed = !dryRun && (call.idempotent === true || header !== undefined);
  return { key: isKeyed ? idempotencyKeyOf(header) : null, ifMatch: versionIn(request.headers["if-match"]), dryRun };
}

/** A malformed version matches no version. */
function versionIn(header: string | undefined): number | null {
  if (header === undefined || header.trim() === "*") return null;
  return Number(/^"(\d{1,9})"$/.exec(header.trim())?.[1] ?? -1);
}

/** The ETag of an answer that is a single object. */
export function etagOf(answer: unknown): { etag?: string } {
  const { version } = (answer ?? {}) as { version?: unknown };
  return typeof version === "number" ? { etag: `"${version}"` } : {};
}

/** The lock timeout of a dry run. */
const timeoutMs = 250;

class TriedOut extends Error {
  readonly result: string;
  readonly events: string[];
  constructor(result: string, events: string[]) {
    super("the dry run was rolled back");
    this.result = result;
    this.events = events;
  }
}

/** Performs the write and rolls it back. Returns its answer and the events that a partner would see. */
export async function tryOut(pool: pg.Pool, scope: Scope, work: (tx: Tx) => Promise<string>): Promise<TriedOut> {
  const tried = await inScope<never>(pool, scope, async (tx) => {
    await sql`select set_config('lock_timeout', ${`${timeoutMs}ms`}, true)`.execute(tx);
    const kinds = followEvents(tx);
    const result = await work(tx);
    throw new TriedOut(
      result,
      kinds.filter((kind) => eventCatalog[kind].visibility === "partner"),
    );
  }).catch((error: unknown) => error);
  if (tried instanceof TriedOut) return tried;
  throw tried;
}

const nameOf = (call: Call): string =>
  Object.entries<Call>(partnerCalls).find(([, known]) => known === call)?.[0] ?? call.path;

/** The answer of a dry run. An object that the write would create has no id. */
export function operationOf(call: Call, { result, events }: TriedOut) {
  const answer = JSON.parse(result) as Record<string, unknown>;
  // A PUT creates the object if it records events and the version is 1.
  const isNew = call.makes || (call.method === "PUT" && answer["version"] === 1 && events.length > 0);
  return {
    object: "dry_run",
    operation: nameOf(call),
    result: isNew ? { ...answer, id: null } : answer,
    effects: { events },
    warnings: [],
    asOf: new Date().toISOString(),
  };
}

/** The OpenAPI fields of a write: the dryRun parameter and the answer of a dry run. */
export function describeWrite(call: Call) {
  const operationId = nameOf(call);
  if (!isWrite(call)) return { operationId };
  const tried = dryRunOf(call.answer);
  const status = call.status ?? 200;
  return {
    operationId,
    querystring: writeQuery,
    response: status === 200 ? { 200: z.union([call.answer, tried]) } : { [status]: call.answer, 200: tried },
  };
}

/** Refuses a write whose expected version is not the current one. */
export function refuseOtherVersion(ifMatch: number | null, currentVersion: number): void {
  if (ifMatch !== null && ifMatch !== currentVersion)
    throw new Refusal("VERSION_MISMATCH", { context: { currentVersion } });
}
