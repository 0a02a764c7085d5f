import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Tx } from "./scope.ts";

/** The originator of an event: a business user, an accountant, a partner's key, a staff member, a vendor's webhook, or the system. */
export type Actor =
  | { kind: "USER" | "ACCOUNTANT" | "PLATFORM_KEY" | "STAFF" | "VENDOR"; id: string }
  | { kind: "SYSTEM"; id: null };

export type Fact = {
  platformId: string;
  /** Null for an event of the platform itself. */
  businessId: string | null;
  /** The kind of the event, in the past tense: `business.created`. */
  kind: string;
  /** Ids and figures. Never a secret or personal data, because events have many readers. */
  body: Record<string, unknown>;
  /** The action in the audit trail: `partner.business.create`. */
  action: string;
  object: { kind: string; id: string };
  before?: unknown;
  after?: unknown;
  actor: Actor;
  requestId: string | null;
};

/**
 * Writes the event and the audit row of a command in the command's transaction. The database sets the event's time from the business's
 * clock. Returns the event's sequence number.
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
