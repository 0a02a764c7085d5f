import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Tx } from "./scope.ts";

/** Who did it. A person of a business or its accountant, a partner's key, our staff, a vendor's message, or the house itself. */
export type Actor =
  | { kind: "USER" | "ACCOUNTANT" | "PLATFORM_KEY" | "STAFF" | "VENDOR"; id: string }
  | { kind: "SYSTEM"; id: null };

export type Fact = {
  platformId: string;
  /** Null for what concerns the platform itself. */
  businessId: string | null;
  /** What happened, in the past tense: `business.created`. */
  kind: string;
  /** Ids and plain figures. Never a secret, never a person's data: events are read by many. */
  body: Record<string, unknown>;
  /** What was done, as the audit trail names it: `partner.business.create`. */
  action: string;
  object: { kind: string; id: string };
  before?: unknown;
  after?: unknown;
  actor: Actor;
  requestId: string | null;
};

/**
 * Writes the event and the audit row of a command, in the command's own transaction. When it happened is the business's time, and
 * the database knows it. Returns the event's sequence number.
 */
export async function record(tx: Tx, fact: Fact): Promise<number> {
  const result = await sql<{ sequence: number }>`select app.record(
    ${fact.platformId}::uuid, ${fact.businessId}::uuid, ${fact.kind}, ${JSON.stringify(fact.body)}::jsonb, ${fact.action},
    ${fact.object.kind}, ${fact.object.id}::uuid, ${hashOf(fact.before)}, ${hashOf(fact.after)},
    ${fact.actor.kind}, ${fact.actor.id}::uuid, ${fact.requestId}) as sequence`.execute(tx);
  return result.rows[0]?.sequence ?? 0;
}

const hashOf = (state: unknown) =>
  state === undefined ? null : createHash("sha256").update(JSON.stringify(state)).digest();
