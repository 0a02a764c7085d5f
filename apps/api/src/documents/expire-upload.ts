import type { DueJob } from "../clock/public.ts";
import type { AppContext } from "../context.ts";
import { inScope } from "../db/scope.ts";
import { startWorkflow, type WorkflowIds } from "../workflows/public.ts";
import { findDocument, incomingKeyOf, moveDocument } from "./documents.ts";

/** Long after the upload URL has expired, also for an upload that began in its last minute. */
export const expiryHours = 1;
const hour = 3_600_000;

/**
 * Deletes what was uploaded and is not needed: a file that nobody confirmed, whose document then expires, and a file that was sent to the
 * upload URL again after the scan. While a scan waits, its file stays.
 */
export const expireUpload: DueJob = {
  name: "document.expire-upload",
  table: "business_document",
  act: async (tx, { id }, now) => {
    const document = await findDocument(tx, id, true);
    if (!document) return;
    const isWaiting = document.status === "SCANNING";
    const next = isWaiting ? new Date(now.getTime() + hour) : null;
    if (document.status === "AWAITING_UPLOAD") {
      const bySystem = { by: { kind: "SYSTEM", id: null }, action: "document.expire", requestId: null } as const;
      await moveDocument(tx, document, "UPLOAD_EXPIRED", { ...bySystem, to: { next_action_at: next } });
    } else await tx.updateTable("business_document").set({ next_action_at: next }).where("id", "=", id).execute();
    if (!isWaiting) await startWorkflow(tx, "delete-upload", document);
  },
};

export async function deleteUpload(app: AppContext, { platformId, businessId, id }: WorkflowIds): Promise<void> {
  const scope = { platformId, businessId: businessId ?? ("whole platform" as const) };
  const document = await inScope(app.pool, scope, (tx) => findDocument(tx, id));
  if (!document) return;
  await app.files.remove(incomingKeyOf(document));
  await inScope(app.pool, scope, (tx) =>
    tx
      .updateTable("business_document")
      .set({ upload_deleted_at: new Date() })
      .where("id", "=", id)
      .where("upload_deleted_at", "is", null)
      .execute(),
  );
}
