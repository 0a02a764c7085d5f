import { createHash } from "node:crypto";
import { type Event, eventCatalog, parseEventBody } from "@inlay/contracts/events/catalog.ts";
import { sql } from "kysely";
import type { Tx } from "./scope.ts";

/** The originator of an event: a business user, an accountant, a partner's key, a staff member, a vendor's webhook, or the system. */
export type Actor =
  | { kind: "USER" | "ACCOUNTANT" | "PLATFORM_KEY" | "STAFF" | "VENDOR"; id: string }
  | { kind: "SYSTEM"; id: null };

/** Everything about a command but the event itself. */
type Circumstances = {
  platformId: string;
  /** Null for an event of the platform itself. */
  businessId: string | null;
  /** The action in the audit trail: `partner.business.create`. */
  action: string;
  object: { kind: string; id: string };
  before?: unknown;
  after?: unknown;
  actor: Actor;
  requestId: string | null;
};

/** An event of the catalog with its circumstances. The kind determines the body. */
export type Fact = Event & Circumstances;

/**
 * Writes the event and the audit row of a command in the command's transaction. The database sets the event's time from the business's
 * clock. Returns the event's sequence number. A body that does not fit the catalog is a defect and rolls the command back.
 */
export async function record(tx: Tx, fact: Fact): Promise<number> {
  const body = JSON.stringify(parseEventBody(fact.kind, fact.body));
  const result = await sql<{ sequence: number }>`select app.record(
    ${fact.platformId}::uuid, ${fact.businessId}::uuid, ${fact.kind}, ${eventCatalog[fact.kind].version}::integer, ${body}::jsonb, ${fact.action},
    ${fact.object.kind}, ${fact.object.id}::uuid, ${hashOf(fact.before)}, ${hashOf(fact.after)},
    ${fact.actor.kind}, ${fact.actor.id}::uuid, ${fact.requestId}) as sequence`.execute(tx);
  return result.rows[0]?.sequence ?? 0;
}

const hashOf = (state: unknown) =>
  state === undefined ? null : createHash("sha256").update(JSON.stringify(state)).digest();
