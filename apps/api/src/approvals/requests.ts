import type { Answer, Parsed } from "@inlay/contracts/call.ts";
import type { staffCalls } from "@inlay/contracts/staff/calls.ts";
import type { RequestSummary, StaffRequest } from "@inlay/contracts/staff/shapes.ts";
import { sql } from "kysely";
import type { Tx } from "../db/scope.ts";

type Row = {
  id: string;
  kind: string;
  platform_id: string;
  business_id: string | null;
  subject_id: string;
  people: number;
  maker_id: string;
  checker_id: string | null;
  state: string;
  created_at: Date;
  decided_at: Date | null;
};

/** Lists the requests of all tenants with ids, kinds and times. Payload and reason are only in the request itself. */
export async function listRequests(
  tx: Tx,
  { state, after, limit }: Parsed<typeof staffCalls.listRequests, "query">,
): Promise<Answer<typeof staffCalls.listRequests>> {
  const { rows } = await sql<Row>`
    select * from app.list_requests(${state ?? null}, ${after ?? null}::uuid, ${limit + 1})`.execute(tx);
  return { requests: rows.slice(0, limit).map(summaryOf), hasMore: rows.length > limit };
}

export async function readRequest(tx: Tx, id: string): Promise<StaffRequest> {
  const row = await tx.selectFrom("staff_request").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  return {
    ...summaryOf(row),
    payload: row.payload as Record<string, unknown>,
    payloadHash: row.payload_hash.toString("hex"),
    makerReason: row.maker_reason,
    checkerReason: row.checker_reason,
  };
}

const summaryOf = (row: Row): RequestSummary => ({
  id: row.id,
  kind: row.kind,
  platformId: row.platform_id,
  businessId: row.business_id,
  subjectId: row.subject_id,
  people: row.people,
  makerId: row.maker_id,
  checkerId: row.checker_id,
  state: row.state as RequestSummary["state"],
  madeAt: row.created_at.toISOString(),
  decidedAt: row.decided_at?.toISOString() ?? null,
});
