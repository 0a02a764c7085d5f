import { createHash } from "node:crypto";
import { largestFileBytes } from "@inlay/lending/documents/document.ts";
import type { AppContext } from "../context.ts";
import { inScope, type Scope } from "../db/scope.ts";
import { FileTooLarge } from "../providers/files/port.ts";
import type { WorkflowIds } from "../workflows/public.ts";
import { cleanKeyOf, type Document, findDocument, incomingKeyOf, mediaTypeOf, moveDocument } from "./documents.ts";
import type { Finding } from "./inspect/finding.ts";
import { inspectFile } from "./inspect/inspect-file.ts";

const bySystem = { by: { kind: "SYSTEM", id: null }, action: "document.scan", requestId: null } as const;

/**
 * Scans a file and decides whether it is clean. The scanned bytes themselves are written to the clean area, so a later file in the incoming
 * area changes nothing. A scanner or a store that does not answer throws, and the file stays unreadable.
 */
export async function scanDocument(app: AppContext, ids: WorkflowIds): Promise<void> {
  const scope = scopeOf(ids);
  const document = await inScope(app.pool, scope, (tx) => findDocument(tx, ids.id));
  if (!document) return;
  if (document.status === "SCANNING") {
    const seen = await scanFile(app, document);
    if (seen.finding === null) await app.files.put(cleanKeyOf(document), seen.bytes, mediaTypeOf(document.fileKind));
    await inScope(app.pool, scope, async (tx) => {
      const locked = await findDocument(tx, ids.id, true);
      if (locked?.status !== "SCANNING") return;
      const to = {
        looked_at: new Date(),
        bytes: seen.bytes.length,
        sha256: sha256Of(seen.bytes),
        rejection_reason: seen.finding?.reason ?? null,
        finding: seen.finding?.finding ?? null,
      };
      await moveDocument(tx, locked, seen.finding ? "FOUND_WANTING" : "FOUND_CLEAN", { ...bySystem, to });
    });
  }
  await app.files.remove(incomingKeyOf(document));
}

const scopeOf = ({ platformId, businessId }: WorkflowIds): Scope => ({
  platformId,
  businessId: businessId ?? "whole platform",
});
const sha256Of = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest();

async function scanFile(app: AppContext, document: Document): Promise<{ bytes: Buffer; finding: Finding | null }> {
  const nothing = Buffer.alloc(0);
  let bytes: Buffer | null;
  try {
    bytes = await app.files.get(incomingKeyOf(document), largestFileBytes);
  } catch (error) {
    if (error instanceof FileTooLarge)
      return { bytes: nothing, finding: { reason: "FILE_TOO_LARGE", finding: "too large" } };
    throw error;
  }
  if (bytes === null) return { bytes: nothing, finding: { reason: "GENERIC_ERROR", finding: "file missing" } };
  const finding = findMismatch(document, bytes) ?? (await inspectFile(bytes, document.fileKind));
  if (finding) return { bytes, finding };
  const verdict = await app.malwareScanner.scan(bytes);
  return { bytes, finding: verdict.isClean ? null : { reason: "GENERIC_ERROR", finding: verdict.signature } };
}

function findMismatch({ declaredBytes, declaredSha256 }: Document, bytes: Buffer): Finding | null {
  if (declaredBytes !== null && declaredBytes !== bytes.length)
    return { reason: "GENERIC_ERROR", finding: "size differs from the declared size" };
  if (declaredSha256 !== null && !declaredSha256.equals(sha256Of(bytes)))
    return { reason: "GENERIC_ERROR", finding: "contents differ from the declared hash" };
  return null;
}
