import { createHmac } from "node:crypto";
import type pg from "pg";

/** An audit row without its hash. */
export type AuditEntry = {
  stream: string;
  sequence: number;
  platformId: string;
  businessId: string | null;
  action: string;
  actorKind: string;
  actorId: string | null;
  objectKind: string;
  objectId: string;
  beforeHash: Buffer | null;
  afterHash: Buffer | null;
  requestId: string | null;
  recordedAt: Date;
};

/**
 * The hash of an audit row: keyed, over the whole row and the previous hash. Whoever can write the database but does not have the key can
 * neither change a row nor make a new chain.
 */
export function auditHash(key: string, previous: Buffer, entry: AuditEntry): Buffer {
  const fields = [
    entry.stream,
    entry.sequence,
    entry.platformId.toLowerCase(),
    entry.businessId?.toLowerCase() ?? null,
    entry.action,
    entry.actorKind,
    entry.actorId?.toLowerCase() ?? null,
    entry.objectKind,
    entry.objectId.toLowerCase(),
    entry.beforeHash?.toString("hex") ?? null,
    entry.afterHash?.toString("hex") ?? null,
    entry.requestId,
    entry.recordedAt.toISOString(),
  ];
  return createHmac("sha256", key).update(previous).update(JSON.stringify(fields)).digest();
}

/** The last row of a stream's chain. */
export type AuditHead = { sequence: number; hash: string };

/** A stream whose chain was verified. */
export type VerifiedStream = {
  stream: string;
  head: AuditHead;
  /** The sequence of the first row that does not follow from its predecessor, or that is missing; null if the chain is intact. */
  brokenAt: number | null;
};

type Row = AuditEntry & { headSequence: number; headHash: Buffer; hash: Buffer };

const pageRows = 2_000;
const rows = `select s.id as stream, s.audit_sequence as "headSequence", s.audit_hash as "headHash", a.sequence,
    a.platform_id as "platformId", a.business_id as "businessId", a.action, a.actor_kind as "actorKind", a.actor_id as "actorId",
    a.object_kind as "objectKind", a.object_id as "objectId", a.before_hash as "beforeHash", a.after_hash as "afterHash",
    a.request_id as "requestId", a.recorded_at as "recordedAt", a.hash
  from app.stream s left join app.audit a on a.stream = s.id order by s.id, a.sequence`;

/**
 * Verifies the chains of all streams that the connection can see, in one snapshot, so that commands of the meantime do not count. `anchored`
 * are heads that were stored elsewhere: each must still be a row of its chain.
 */
export async function* verifyChains(
  client: pg.ClientBase,
  key: string,
  anchored: ReadonlyMap<string, AuditHead>,
): AsyncGenerator<VerifiedStream> {
  const missing = new Map(anchored);
  await client.query("begin isolation level repeatable read read only");
  try {
    await client.query(`declare audit_rows no scroll cursor for ${rows}`);
    let chain: ReturnType<typeof chainOf> | undefined;
    for (;;) {
      const page = (await client.query<Row>(`fetch ${pageRows} from audit_rows`)).rows;
      for (const row of page) {
        if (chain?.stream !== row.stream) {
          if (chain) yield chain.end();
          chain = chainOf(key, row, missing.get(row.stream));
          missing.delete(row.stream);
        }
        // A stream without rows has one line of nulls.
        if (row.hash !== null) chain.add(row);
      }
      if (page.length < pageRows) break;
    }
    if (chain) yield chain.end();
  } finally {
    await client.query("rollback");
  }
  // A whole chain was removed.
  for (const [stream, head] of missing) yield { stream, head, brokenAt: 1 };
}

function chainOf(key: string, { stream, headSequence, headHash }: Row, anchor: AuditHead | undefined) {
  let sequence = 0;
  let link: Buffer = Buffer.alloc(0);
  let brokenAt: number | null = null;
  return {
    stream,
    add: (row: Row) => {
      sequence++;
      const isBroken =
        row.sequence !== sequence ||
        !row.hash.equals(auditHash(key, link, row)) ||
        (anchor?.sequence === sequence && anchor.hash !== row.hash.toString("hex"));
      if (isBroken) brokenAt ??= sequence;
      link = row.hash;
    },
    end: (): VerifiedStream => {
      const isShort = headSequence !== sequence || !headHash.equals(link) || (anchor?.sequence ?? 0) > sequence;
      if (isShort) brokenAt ??= sequence + 1;
      return { stream, head: { sequence, hash: link.toString("hex") }, brokenAt };
    },
  };
}
