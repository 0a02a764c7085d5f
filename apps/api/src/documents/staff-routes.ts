import type { Answer, Parsed } from "@inlay/contracts/call.ts";
import { staffCalls } from "@inlay/contracts/staff/calls.ts";
import { sql } from "kysely";
import type { AppContext } from "../context.ts";
import { record } from "../db/record.ts";
import { inScope, scopeOf, type Tx } from "../db/scope.ts";
import type { Router } from "../http/public.ts";
import { type Document, documentNamed, presignRead } from "./documents.ts";

type Listed = Answer<typeof staffCalls.listBusinessDocuments>;

export function documentStaffRoutes({ authenticatedRoute }: Router, app: AppContext): void {
  authenticatedRoute(staffCalls.listBusinessDocuments, ({ tx, params, query }) =>
    listDocuments(tx, params.businessId, query),
  );
  // The URL is signed before the transaction begins. It is handed out only with its event.
  authenticatedRoute(
    staffCalls.openBusinessDocument,
    async ({ caller, params }) =>
      presignRead(app, await inScope(app.pool, scopeOf(caller), (tx) => documentNamed(tx, params.documentId))),
    async ({ tx, caller, params, ready, requestId }) => {
      const { id, platformId, businessId, documentType } = await documentNamed(tx, params.documentId);
      await record(tx, {
        platformId,
        businessId,
        kind: "document.opened",
        body: { documentId: id, documentType },
        action: "staff.document.open",
        object: { kind: "document", id },
        actor: { kind: "STAFF", id: caller.memberId },
        requestId,
      });
      return ready;
    },
  );
}

async function listDocuments(
  tx: Tx,
  businessId: string,
  { after, limit }: Parsed<typeof staffCalls.listBusinessDocuments, "query">,
): Promise<Listed> {
  let query = tx.selectFrom("business_document").selectAll().where("business_id", "=", businessId);
  if (after)
    query = query.where(
      sql<boolean>`(created_at, id) < (select d.created_at, d.id from app.business_document d
        where d.id = ${after}::uuid and d.business_id = ${businessId}::uuid)`,
    );
  const rows = await query
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(limit + 1)
    .execute();
  return {
    documents: rows.slice(0, limit).map((row) => ({
      id: row.id,
      documentType: row.document_type as Document["documentType"],
      source: row.source as Document["source"],
      status: row.status as Document["status"],
      rejectionReason: row.rejection_reason as Document["rejectionReason"],
      finding: row.finding,
      fileName: row.file_name,
      bytes: row.bytes,
      uploadedBy: row.uploaded_by,
      isFromAccountant: row.uploaded_by_accountant !== null,
      isCounted: row.is_counted,
      createdAt: row.created_at.toISOString(),
    })),
    hasMore: rows.length > limit,
  };
}
