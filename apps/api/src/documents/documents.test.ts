import { createHash, randomUUID } from "node:crypto";
import { uuidOf } from "@inlay/contracts/ids.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eicar } from "../../../../scripts/clamd.ts";
import { freePort } from "../../../../scripts/processes.ts";
import type { AppContext } from "../context.ts";
import { inScope } from "../db/scope.ts";
import { type TestPerson, type TestPlatform, type TestServer, testServer } from "../http/server.fixture.ts";
import { sampleOf } from "../providers/invoice-reader/invoice-corpus.fixture.ts";
import { clamdScanner } from "../providers/malware-scanner/clamd/adapter.ts";
import { type TestClamd, testClamd } from "../providers/malware-scanner/clamd.fixture.ts";
import { ScannerUnavailable } from "../providers/malware-scanner/port.ts";
import { type TestSandbox, testSandbox } from "../providers/sandbox.fixture.ts";
import { deleteUpload, expireUpload } from "./expire-upload.ts";
import { plainPdf, streamOf } from "./file-making.fixture.ts";
import { countDocuments, readInvoice, scanDocument } from "./public.ts";

let sandbox: TestSandbox;
let clamd: TestClamd;
let server: TestServer;
let platform: TestPlatform;
let owner: TestPerson;
let colleague: TestPerson;

beforeAll(async () => {
  [sandbox, clamd] = await Promise.all([testSandbox(), testClamd()]);
  server = await testServer({ ...sandbox.environment, CLAMD_ADDRESS: clamd.address });
  platform = await server.platform();
  owner = await server.person(platform, { email: "owner@documents.test", roles: ["PRIMARY_OWNER"] });
  colleague = await server.person(platform, { email: "other@documents.test", roles: ["PRIMARY_OWNER"] });
});
afterAll(async () => {
  await server.close();
  await Promise.all([sandbox.close(), clamd.close()]);
});

type Slot = { id: string; documentUploadUrl: { uploadUrl: string; downloadUrl: string } };
type File = { id?: string; name?: string; type?: string; size?: number; sha256?: string };
const said = (contents: Buffer, changes: File = {}): File => ({
  id: "1",
  name: "statement.pdf",
  type: "application/pdf",
  size: contents.length,
  sha256: createHash("sha256").update(contents).digest("hex"),
  ...changes,
});
const request = (files: File[], documentType = "bank-statements", person = owner) =>
  person.as({ method: "POST", url: "/api/v1/businesses/document-upload-urls", payload: { files, documentType } });

async function slotFor(file: File, documentType?: string): Promise<Slot["documentUploadUrl"] & { id: string }> {
  const answer = await request([file], documentType);
  if (answer.status !== 200) throw new Error(answer.text);
  const { documentUploadUrl } = (answer.body["files"] as Slot[])[0] as Slot;
  return { ...documentUploadUrl, id: /[0-9a-f-]{36}/.exec(documentUploadUrl.downloadUrl)?.[0] ?? "" };
}
const put = (url: string, contents: Buffer, type = "application/pdf") =>
  fetch(url, { method: "PUT", body: new Uint8Array(contents), headers: { "content-type": type } });
const confirm = (id: string, person = owner) => person.as({ method: "POST", url: `/api/v1/documents/${id}/uploaded` });
const read = (id: string, person = owner) => person.as({ method: "GET", url: `/api/v2/servicing/documents/${id}` });
const readUrl = (id: string, person = owner) =>
  person.as({ method: "GET", url: `/api/v2/servicing/documents/${id}/read-file-url` });
const businessId = (person = owner) => uuidOf("business", person.businessId) ?? "";
const scan = (id: string, app: AppContext = server.app) =>
  scanDocument(app, { platformId: platform.id, businessId: businessId(), id });
const incomingKey = (id: string) => `incoming/${platform.id}/${businessId()}/${id}` as const;
const storeHas = async (prefix: "incoming" | "clean", id: string) =>
  (await server.app.files.head(`${prefix}/${platform.id}/${businessId()}/${id}`)) !== null;

/** Requests, uploads and confirms a file, up to the scan. */
async function uploaded(contents: Buffer, changes: File = {}, documentType?: string) {
  const slot = await slotFor(said(contents, changes), documentType);
  expect((await put(slot.uploadUrl, contents, changes.type)).status).toBe(200);
  expect(await confirm(slot.id)).toMatchObject({ status: 200, body: { status: "SCANNING" } });
  return slot;
}

describe("document upload", () => {
  it("gets an upload URL and a read URL that reveal nothing of the file name", async () => {
    const contents = plainPdf();
    const slot = await slotFor(said(contents, { name: "Ana Núñez 123-45-6789.pdf" }));
    expect(slot.downloadUrl).toBe(`http://localhost:4001/api/v2/servicing/documents/${slot.id}/read-file-url`);
    expect(slot.uploadUrl).toContain(`/incoming/${platform.id}/${businessId()}/${slot.id}?`);
    expect(slot.uploadUrl).not.toMatch(/Ana|6789/);
    expect(await read(slot.id)).toMatchObject({
      status: 200,
      body: { status: "AWAITING_UPLOAD", documentType: "BANK_STATEMENT", source: "USER", rejectionReason: null },
    });
  });

  it("is scanned, then readable by its business as an attachment, and removed from quarantine", async () => {
    const contents = plainPdf();
    const { id } = await uploaded(contents);
    expect(await readUrl(id)).toMatchObject({ status: 409, body: { code: "DOCUMENT_NOT_READY" } });
    await scan(id);
    expect((await read(id)).body).toMatchObject({ status: "READY", fileName: "statement.pdf", rejectionReason: null });
    const answer = await readUrl(id);
    const file = await fetch(String(answer.body["url"]));
    expect(Buffer.from(await file.arrayBuffer())).toEqual(contents);
    expect(file.headers.get("content-disposition")).toContain('attachment; filename="statement.pdf"');
    expect(await storeHas("incoming", id)).toBe(false);
    const { rows } = await server.database.admin.query(
      "select kind from app.event where body->>'documentId' = $1 order by sequence",
      [id],
    );
    expect(rows.map(({ kind }) => kind)).toEqual(["document.upload_requested", "document.uploaded", "document.ready"]);
  });

  it("has its own URL for tax returns", async () => {
    const files = [said(plainPdf(), { id: "first" }), said(plainPdf(), { id: "second" })];
    const answer = await owner.as({ method: "POST", url: "/api/v1/tax-returns/signed-urls", payload: { files } });
    expect(answer.status).toBe(200);
    expect((answer.body["files"] as Slot[]).map(({ id }) => id)).toEqual(["first", "second"]);
  });

  it.each([
    ["a type that is not accepted", { name: "photo.png", type: "image/png" }],
    ["an extension that does not match", { name: "statement.exe" }],
    ["more than 10 MB", { size: 10_485_761 }],
    ["an empty file", { size: 0 }],
  ])("is refused in advance when it declares %s", async (_, changes) => {
    const answer = await request([said(plainPdf(), changes)]);
    expect(answer).toMatchObject({ status: 422, body: { code: "FILE_NOT_ACCEPTED" } });
    expect(answer.text).not.toContain("X-Amz-Signature");
  });

  it("cannot be confirmed before the file has arrived", async () => {
    const { id } = await slotFor(said(plainPdf()));
    expect(await confirm(id)).toMatchObject({ status: 409, body: { code: "DOCUMENT_NOT_UPLOADED" } });
    expect((await read(id)).body).toMatchObject({ status: "AWAITING_UPLOAD" });
  });

  it("is scanned once, however often it is confirmed", async () => {
    const { id } = await uploaded(plainPdf());
    await Promise.all([confirm(id), confirm(id), confirm(id)]);
    const workflows = await server.database.admin.query(
      "select from app.workflow_run where kind = 'scan-document' and id = $1",
      [id],
    );
    expect(workflows.rowCount).toBe(1);
    // The local store fails when two scans remove the same file at once. The engine retries then, as it does for any store.
    await Promise.allSettled([scan(id), scan(id)]);
    await scan(id);
    const events = await server.database.admin.query(
      "select from app.event where kind = 'document.ready' and body->>'documentId' = $1",
      [id],
    );
    expect(events.rowCount).toBe(1);
  });

  it("is rejected when it differs from its declaration, and a later file at its upload URL is never readable", async () => {
    const [first, other] = [plainPdf("/Lang (en)"), plainPdf("/Lang (es)")];
    const slot = await slotFor(said(first));
    expect(other.length).toBe(first.length);
    await put(slot.uploadUrl, other);
    await confirm(slot.id);
    await scan(slot.id);
    expect((await read(slot.id)).body).toMatchObject({ status: "REJECTED", rejectionReason: "GENERIC_ERROR" });
    // The upload URL still works for a while. The file there was never scanned, so no read URL leads to it.
    expect((await put(slot.uploadUrl, first)).status).toBe(200);
    expect(await confirm(slot.id)).toMatchObject({ body: { status: "REJECTED" } });
    expect(await readUrl(slot.id)).toMatchObject({ status: 409, body: { code: "DOCUMENT_REJECTED" } });
  });
});

describe("rejected upload", () => {
  it("shows its sender a general reason and is deleted; the exact finding stays internal", async () => {
    const { id } = await uploaded(plainPdf("", streamOf("", eicar)));
    await scan(id);
    const answer = await read(id);
    expect(answer.body).toMatchObject({ status: "REJECTED", rejectionReason: "GENERIC_ERROR" });
    expect(answer.text).not.toContain("EICAR");
    expect([await storeHas("incoming", id), await storeHas("clean", id)]).toEqual([false, false]);
    const { rows } = await server.database.admin.query("select finding from app.business_document where id = $1", [id]);
    expect(rows[0].finding).toContain("EICAR");
  });

  it("is too large when it exceeds the limit at a store that accepts another size than the signed one", async () => {
    const slot = await slotFor(said(plainPdf()));
    const large = Buffer.alloc(10_485_761, 0x20);
    const file = { contentType: "application/pdf", bytes: large.length };
    await put((await server.app.files.presignPut(incomingKey(slot.id), file)).url, large);
    await confirm(slot.id);
    await scan(slot.id);
    expect((await read(slot.id)).body).toMatchObject({ status: "REJECTED", rejectionReason: "FILE_TOO_LARGE" });
    expect(await storeHas("incoming", slot.id)).toBe(false);
  });
});

describe("upload URL", () => {
  it("is not created without the size of the file", async () => {
    const { size: _, ...unsized } = said(plainPdf());
    const answer = await request([unsized]);
    expect(answer.status).toBe(400);
    expect(answer.text).not.toContain("X-Amz-Signature");
  });

  it("accepts only a file of the declared size", async () => {
    const contents = plainPdf();
    const slot = await slotFor(said(contents));
    expect(new URL(slot.uploadUrl).searchParams.get("X-Amz-SignedHeaders")?.split(";")).toContain("content-length");
    expect((await put(slot.uploadUrl, Buffer.alloc(10_485_760, 0x20))).status).toBe(403);
    expect(await storeHas("incoming", slot.id)).toBe(false);
    expect((await put(slot.uploadUrl, contents)).status).toBe(200);
  });
});

describe("unconfirmed upload", () => {
  const ids = (id: string) => ({ platformId: platform.id, businessId: businessId(), id });
  const rowOf = async (id: string) => {
    const columns = "status, next_action_at, upload_deleted_at, created_at";
    const { rows } = await server.database.admin.query(`select ${columns} from app.business_document where id = $1`, [
      id,
    ]);
    return rows[0];
  };
  const deletions = async (id: string) => {
    const query = "select from app.workflow_run where kind = 'delete-upload' and id = $1";
    return (await server.database.admin.query(query, [id])).rowCount;
  };
  /** Runs the due job at the time at which the row is due. */
  const becomesDue = async (id: string) => {
    const { next_action_at: dueAt } = await rowOf(id);
    await inScope(server.app.pool, ids(id), (tx) => expireUpload.act(tx, { ...ids(id), dueAt }, dueAt));
  };

  it("expires an hour after its request; its file is deleted, and its row says so", async () => {
    const contents = plainPdf();
    const slot = await slotFor(said(contents));
    await put(slot.uploadUrl, contents);
    const { next_action_at: dueAt, created_at: createdAt } = await rowOf(slot.id);
    expect(dueAt - createdAt).toBe(3_600_000);
    await becomesDue(slot.id);
    expect(await deletions(slot.id)).toBe(1);
    await deleteUpload(server.app, ids(slot.id));
    expect(await storeHas("incoming", slot.id)).toBe(false);
    expect(await rowOf(slot.id)).toMatchObject({
      status: "EXPIRED",
      next_action_at: null,
      upload_deleted_at: expect.any(Date),
    });
    for (const ask of [confirm, readUrl])
      expect(await ask(slot.id)).toMatchObject({ status: 409, body: { code: "DOCUMENT_EXPIRED" } });
    const events = await server.database.admin.query(
      "select from app.event where kind = 'document.upload_expired' and body->>'documentId' = $1",
      [slot.id],
    );
    expect(events.rowCount).toBe(1);
  });

  it("cannot be stored without a time when it expires", async () => {
    const { id } = await slotFor(said(plainPdf()));
    await expect(
      server.database.admin.query("update app.business_document set next_action_at = null where id = $1", [id]),
    ).rejects.toThrow("check constraint");
  });

  it("that is sent again after its scan is deleted, and the scanned file stays", async () => {
    const contents = plainPdf();
    const slot = await uploaded(contents);
    await scan(slot.id);
    await put(slot.uploadUrl, contents);
    await becomesDue(slot.id);
    await deleteUpload(server.app, ids(slot.id));
    expect([await storeHas("incoming", slot.id), await storeHas("clean", slot.id)]).toEqual([false, true]);
    expect(await rowOf(slot.id)).toMatchObject({ status: "READY", next_action_at: null });
  });

  it("stays while its scan waits, and is looked at again an hour later", async () => {
    const slot = await uploaded(plainPdf());
    const { next_action_at: dueAt } = await rowOf(slot.id);
    await becomesDue(slot.id);
    const row = await rowOf(slot.id);
    expect(row).toMatchObject({ status: "SCANNING", upload_deleted_at: null });
    expect(row.next_action_at - dueAt).toBe(3_600_000);
    expect(await deletions(slot.id)).toBe(0);
    await scan(slot.id);
    expect((await read(slot.id)).body).toMatchObject({ status: "READY" });
  });
});

describe("document upload without a scanner", () => {
  it("stays in quarantine, unreadable, and is scanned when the scanner is back", async () => {
    const { id } = await uploaded(plainPdf());
    const CLAMD_ADDRESS = `127.0.0.1:${await freePort()}`;
    const app = { ...server.app, malwareScanner: clamdScanner({ CLAMD_ADDRESS, CLAMD_TIMEOUT_MS: 500 }) };
    await expect(scan(id, app)).rejects.toThrow(ScannerUnavailable);
    expect((await read(id)).body).toMatchObject({ status: "SCANNING" });
    expect((await readUrl(id)).status).toBe(409);
    expect([await storeHas("incoming", id), await storeHas("clean", id)]).toEqual([true, false]);
    await scan(id);
    expect((await read(id)).body).toMatchObject({ status: "READY" });
  });
});

describe("clean invoice", () => {
  const read = (id: string) => readInvoice(server.app, { platformId: platform.id, businessId: businessId(), id });

  it("is extracted once, and the result is saved as a suggestion together with how it was extracted", async () => {
    const { pdf, truth } = await sampleOf("labels with colons", 7);
    const { id } = await uploaded(pdf, {}, "invoices");
    await scan(id);
    await read(id);
    await read(id);
    const kept = await server.database.admin.query(
      "select issue_date, due_date, amount_cents, remaining_balance_cents from app.business_document_invoice where business_document_id = $1",
      [id],
    );
    const cents = Math.round(Number(truth.amount) * 100);
    expect(kept.rows).toEqual([
      { issue_date: truth.date, due_date: truth.dueDate, amount_cents: cents, remaining_balance_cents: cents },
    ]);
    const how = await server.database.admin.query(
      "select response_status, prompt_version, total_tokens from app.invoice_extraction where business_document_id = $1",
      [id],
    );
    expect(how.rows).toEqual([{ response_status: "SUCCESS", prompt_version: "V1", total_tokens: 0 }]);
  });

  it("that cannot be extracted is marked as such", async () => {
    const { id } = await uploaded(plainPdf(), {}, "invoices");
    await scan(id);
    await read(id);
    const how = await server.database.admin.query(
      "select response_status from app.invoice_extraction where business_document_id = $1",
      [id],
    );
    expect(how.rows).toEqual([{ response_status: "FAIL" }]);
  });

  it("is not extracted before its scan, nor is a document of another type", async () => {
    const waiting = await uploaded(plainPdf(), {}, "invoices");
    await read(waiting.id);
    const statement = await uploaded(plainPdf());
    await scan(statement.id);
    await read(statement.id);
    const how = await server.database.admin.query(
      "select from app.invoice_extraction where business_document_id = any($1)",
      [[waiting.id, statement.id]],
    );
    expect(how.rowCount).toBe(0);
  });
});

describe("document of another business", () => {
  it("is not found, like one that never existed", async () => {
    const { id } = await uploaded(plainPdf());
    for (const ask of [read, readUrl, confirm]) {
      const [foreign, never] = [await ask(id, colleague), await ask(randomUUID(), colleague)];
      expect([foreign.status, never.status]).toEqual([404, 404]);
    }
  });
});

describe("document URL", () => {
  const named = (
    person: TestPerson,
    urls: string[],
    documentType: "BANK_STATEMENT" | "TAX_RETURN" = "BANK_STATEMENT",
  ) =>
    inScope(server.app.pool, { platformId: platform.id, businessId: businessId(person) }, (tx) =>
      countDocuments(tx, server.app, { businessId: businessId(person), documentType }, urls),
    );

  it("resolves to its document once, also during the scan", async () => {
    const slot = await uploaded(plainPdf());
    expect(await named(owner, [slot.downloadUrl, slot.downloadUrl])).toMatchObject([
      { id: slot.id, status: "SCANNING", fileName: "statement.pdf" },
    ]);
  });

  it("is refused when it is foreign, another business's, of another document type, unknown or not uploaded", async () => {
    const slot = await uploaded(plainPdf());
    const waiting = await slotFor(said(plainPdf()));
    await expect(named(colleague, [slot.downloadUrl])).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(named(owner, [slot.downloadUrl], "TAX_RETURN")).rejects.toMatchObject({ code: "NOT_FOUND" });
    for (const url of [
      `https://evil.example/api/v2/servicing/documents/${slot.id}/read-file-url`,
      `${slot.downloadUrl}?x=1`,
      `${slot.downloadUrl}/../../x`,
      slot.downloadUrl.replace(slot.id, randomUUID()),
      slot.id,
      slot.uploadUrl,
      "",
    ]) {
      await expect(named(owner, [url])).rejects.toMatchObject({ code: "NOT_FOUND" });
    }
    await expect(named(owner, [waiting.downloadUrl])).rejects.toMatchObject({ code: "DOCUMENT_NOT_UPLOADED" });
  });
});
