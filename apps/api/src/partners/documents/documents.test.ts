import { createHash, randomUUID } from "node:crypto";
import { publicId, uuidOf } from "@inlay/contracts/ids.ts";
import type { PartnerDocument } from "@inlay/contracts/partner/documents/document.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eicar } from "../../../../../scripts/clamd.ts";
import { plainPdf, streamOf } from "../../documents/file-making.fixture.ts";
import { scanDocument } from "../../documents/public.ts";
import { type TestPerson, type TestPlatform, type TestServer, testServer } from "../../http/server.fixture.ts";
import { issuedProduct } from "../../products/issued.fixture.ts";
import { type TestClamd, testClamd } from "../../providers/malware-scanner/clamd.fixture.ts";
import { type TestSandbox, testSandbox } from "../../providers/sandbox.fixture.ts";

let sandbox: TestSandbox;
let clamd: TestClamd;
let server: TestServer;
let platform: TestPlatform;
let owner: TestPerson;
beforeAll(async () => {
  [sandbox, clamd] = await Promise.all([testSandbox(), testClamd()]);
  server = await testServer({ ...sandbox.environment, CLAMD_ADDRESS: clamd.address });
  platform = await server.platform();
  owner = await server.person(platform, { email: "owner@documents.test", roles: ["PRIMARY_OWNER"] });
});
afterAll(async () => {
  await server.close();
  await Promise.all([sandbox.close(), clamd.close()]);
});

const base = "/api/platform/v1";
const fileOf = (contents: Buffer, more: object = {}) => ({
  businessId: owner.businessId,
  documentType: "INVOICE",
  fileName: "invoice-881.pdf",
  contentType: "application/pdf",
  sizeBytes: contents.length,
  sha256: createHash("sha256").update(contents).digest("hex"),
  ...more,
});
const create = (payload: object, on = platform, query = "") =>
  server.partner(on, { method: "POST", url: `${base}/documents${query}`, payload });
const report = (id: string, on = platform) =>
  server.partner(on, { method: "POST", url: `${base}/documents/${id}/uploaded`, payload: {} });
const get = (id: string, on = platform) => server.partner(on, { method: "GET", url: `${base}/documents/${id}` });

async function created(contents: Buffer): Promise<PartnerDocument> {
  const answer = await create(fileOf(contents));
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.body as unknown as PartnerDocument;
}
async function put({ upload }: PartnerDocument, contents: Buffer): Promise<number> {
  if (!upload) throw new Error("the document has no upload");
  const { method, url, headers } = upload;
  return (await fetch(url, { method, headers, body: new Uint8Array(contents) })).status;
}
const scan = (id: string) =>
  scanDocument(server.app, {
    platformId: platform.id,
    businessId: uuidOf("business", owner.businessId),
    id: uuidOf("document", id) ?? "",
  });

describe("document of a platform", () => {
  it("is sent to its upload URL, scanned, and used by an embedded session", async () => {
    const contents = plainPdf();
    const document = await created(contents);
    expect(document).toMatchObject({
      object: "document",
      businessId: owner.businessId,
      documentType: "INVOICE",
      fileName: "invoice-881.pdf",
      contentType: "application/pdf",
      sizeBytes: contents.length,
      status: "AWAITING_UPLOAD",
      rejectionReason: null,
      upload: { method: "PUT" },
    });
    expect((await get(document.id)).body).toEqual({ ...document, upload: null });
    expect(await put(document, contents)).toBe(200);
    expect(await report(document.id)).toMatchObject({ status: 202, body: { status: "SCANNING", upload: null } });
    const tenant = { platformId: platform.id, businessId: uuidOf("business", owner.businessId) ?? "" };
    await issuedProduct(server.database.admin, tenant, "FAST_PAY");
    const session = () =>
      server.partner(platform, {
        method: "POST",
        url: `${base}/embedded-sessions`,
        payload: {
          businessId: owner.businessId,
          data: { component: "invoice_session_with_file", invoices: [{ documentId: document.id }] },
        },
      });
    expect(await session()).toMatchObject({ status: 409, body: { code: "DOCUMENT_NOT_READY" } });
    await scan(document.id);
    expect((await get(document.id)).body).toMatchObject({ status: "READY" });
    expect(await session()).toMatchObject({
      status: 201,
      body: { invoices: [{ documentId: document.id, status: "PENDING" }] },
    });
    const { rows } = await server.database.admin.query(
      "select kind, actor_kind from app.event where body->>'documentId' = $1 order by sequence",
      [uuidOf("document", document.id)],
    );
    expect(rows).toEqual([
      { kind: "document.upload_requested", actor_kind: "PLATFORM_KEY" },
      { kind: "document.uploaded", actor_kind: "PLATFORM_KEY" },
      { kind: "document.ready", actor_kind: "SYSTEM" },
    ]);
    expect(
      await owner.as({ url: `/api/v2/servicing/documents/${uuidOf("document", document.id)}/read-file-url` }),
    ).toMatchObject({ status: 200 });
  });

  it("with malware is rejected", async () => {
    const contents = plainPdf("", streamOf("", eicar));
    const document = await created(contents);
    await put(document, contents);
    await report(document.id);
    await scan(document.id);
    expect((await get(document.id)).body).toMatchObject({ status: "REJECTED", rejectionReason: "GENERIC_ERROR" });
  });

  it("that has not arrived is not reported as uploaded", async () => {
    const { id } = await created(plainPdf());
    expect(await report(id)).toMatchObject({ status: 409, body: { code: "DOCUMENT_NOT_UPLOADED" } });
    expect((await get(id)).body).toMatchObject({ status: "AWAITING_UPLOAD" });
  });

  it("is reported as uploaded twice with the same result", async () => {
    const contents = plainPdf();
    const document = await created(contents);
    await put(document, contents);
    const first = await report(document.id);
    expect((await report(document.id)).body).toEqual(first.body);
  });

  it.each([
    [{ fileName: "invoice.exe" }, "/contentType", "fileName and contentType must be those of a PDF."],
    [{ contentType: "image/png" }, "/contentType", "fileName and contentType must be those of a PDF."],
    [{ fileName: "" }, "/fileName", "fileName is required."],
    [{ fileName: `${"f".repeat(252)}.pdf` }, "/fileName", "fileName must have at most 255 characters."],
    [{ fileName: "a\u0000.pdf" }, "/fileName", "fileName must not contain control characters."],
    [{ sizeBytes: 0 }, "/sizeBytes", "sizeBytes must be at least 1."],
    [{ sizeBytes: 10_485_761 }, "/sizeBytes", "sizeBytes must be at most 10485760."],
    [{ sizeBytes: 1.5 }, "/sizeBytes", "sizeBytes must be a whole number of bytes."],
    [{ sha256: "0F" }, "/sha256", "sha256 must be 64 hexadecimal digits in lower case."],
  ])("is refused with %j: %s", async (more, pointer, message) => {
    expect(await create(fileOf(plainPdf(), more))).toMatchObject({
      status: 400,
      body: { code: "VALIDATION_FAILED", errors: [{ pointer, message }] },
    });
  });

  it("is refused without a business, and for one that the platform does not have", async () => {
    const { businessId: _, ...nameless } = fileOf(plainPdf());
    expect((await create(nameless)).body["detail"]).toBe(
      "Either platformBusinessId or businessId must be provided as a string.",
    );
    const unknown = await create(fileOf(plainPdf(), { businessId: publicId("business", randomUUID()) }));
    expect(unknown).toMatchObject({ status: 404, body: { errorCode: "BusinessNotFoundException" } });
  });

  it("supports a dry run, which stores nothing", async () => {
    const count = async () => (await server.database.admin.query("select from app.business_document")).rowCount;
    const before = await count();
    expect(await create(fileOf(plainPdf()), platform, "?dryRun=true")).toMatchObject({
      status: 200,
      body: { object: "dry_run", operation: "createDocument", result: { id: null } },
    });
    expect(await count()).toBe(before);
  });

  it("is not found by another platform, nor is a document of a person by its own", async () => {
    const { id } = await created(plainPdf());
    const stranger = await server.platform();
    expect([(await get(id, stranger)).status, (await report(id, stranger)).status]).toEqual([404, 404]);
    const files = [{ id: "1", name: "a.pdf", type: "application/pdf", size: 10 }];
    const payload = { files, documentType: "invoices" };
    const answer = await owner.as({ method: "POST", url: "/api/v1/businesses/document-upload-urls", payload });
    const [own] = answer.body["files"] as { documentId: string }[];
    const ofPerson = publicId("document", own?.documentId ?? "");
    expect([(await get(ofPerson)).status, (await report(ofPerson)).status]).toEqual([404, 404]);
  });
});
