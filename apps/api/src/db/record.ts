import { createHash } from "node:crypto";
import { type Event, type EventKind, eventCatalog, parseEventBody } from "@inlay/contracts/events/catalog.ts";
import { statusEvents } from "@inlay/contracts/events/status-events.ts";
import { auditHash } from "./audit-chain.ts";
import { handledBy } from "./handled-by.ts";
import { auditKeyOf } from "./pool.ts";
import { clientOf, statement, type Tx } from "./scope.ts";

/**
 * The originator of an event: a business user, an accountant, an owner who followed the link of an email, a partner's key, a staff member, a
 * vendor's webhook, or the system.
 */
export type Actor =
  | { kind: "USER" | "ACCOUNTANT" | "OWNER" | "PLATFORM_KEY" | "STAFF" | "VENDOR"; id: string }
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

const begin = `select stream, sequence, audit_sequence as "auditSequence", previous, recorded_at as "recordedAt"
  from app.begin_record($1::uuid, $2::uuid, $3, $4::integer, $5::jsonb, $6, $7::uuid, $8, $9::boolean)`;
const end = `select app.end_record($1::uuid, $2::bigint, $3, $4, $5::uuid, $6, $7, $8, $9::uuid, $10, $11, $12, $13)`;

type Begun = { stream: string; sequence: number; auditSequence: number; previous: Buffer; recordedAt: Date };

const kindsOf = new WeakMap<Tx, EventKind[]>();

/** The kinds of the events that a transaction records from now on, in their order. */
export function followEvents(tx: Tx): readonly EventKind[] {
  const kinds: EventKind[] = [];
  kindsOf.set(tx, kinds);
  return kinds;
}

/**
 * Writes the event and the audit row of a command in the command's transaction. The database sets the event's time from the business's
 * clock. Returns the event's sequence number. A body that does not fit the catalog is a defect and rolls the command back;
 * so are two calls of one transaction that do not wait for each other.
 */
export async function record(tx: Tx, fact: Fact): Promise<number> {
  const { platformId, businessId, kind, action, object, actor, requestId } = fact;
  const body = JSON.stringify(parseEventBody(kind, fact.body));
  const [before, after] = [hashOf(fact.before), hashOf(fact.after)];
  const version = eventCatalog[kind].version;
  const isHandled = handledBy[kind].length === 0;
  const event = [platformId, businessId, kind, version, body, actor.kind, actor.id, requestId, isHandled];
  const [begun] = await statement<Begun>(tx, begin, event);
  if (!begun) throw new Error("an event was not recorded");
  const { stream, recordedAt } = begun;
  const hash = auditHash(auditKeyOf(clientOf(tx)), begun.previous, {
    stream,
    sequence: begun.auditSequence,
    platformId,
    businessId,
    action,
    actorKind: actor.kind,
    actorId: actor.id,
    objectKind: object.kind,
    objectId: object.id,
    beforeHash: before,
    afterHash: after,
    requestId,
    recordedAt,
  });
  const audit = [stream, begun.auditSequence, action, object.kind, object.id, before, after, actor.kind, actor.id];
  await statement(tx, end, [...audit, requestId, recordedAt, hash, statusEvents.has(kind)]);
  kindsOf.get(tx)?.push(kind);
  return begun.sequence;
}

const hashOf = (state: unknown) =>
  state === undefined ? null : createHash("sha256").update(JSON.stringify(state)).digest();
