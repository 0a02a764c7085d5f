import { createHash, randomUUID } from "node:crypto";
import { uuidOf } from "@inlay/contracts/ids.ts";
import type { ProductType } from "@inlay/lending/products/product-type.ts";
import { unzipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { namePrimaryOwner, openOffer, sendSignings, signOpen } from "../disclosures/signing.fixture.ts";
import { type TestPerson, type TestPlatform, type TestServer, testServer } from "../http/server.fixture.ts";
import { issuedProduct } from "../products/issued.fixture.ts";
import { type TestSandbox, testSandbox } from "../providers/sandbox.fixture.ts";
import { handleEvents } from "../workflows/handle-event.fixture.ts";
import { signedAgreement } from "./signed.fixture.ts";
import { saveFile, signedKeyOf } from "./signing.ts";

let server: TestServer;
let sandbox: TestSandbox;
let platform: TestPlatform;
beforeAll(async () => {
  sandbox = await testSandbox();
  server = await testServer({ ...sandbox.environment, PANDADOC_TIMEOUT_MS: "60000" });
  platform = await server.platform();
});
afterAll(async () => {
  await server.close();
  await sandbox.close();
});

async function anOwner() {
  const person = await server.person(platform, { email: `${randomUUID()}@owner.test`, roles: ["PRIMARY_OWNER"] });
  const tenant = { platformId: platform.id, businessId: uuidOf("business", person.businessId) ?? "" };
  return { person, tenant };
}
type Owner = Awaited<ReturnType<typeof anOwner>>;

/** A product with the signed agreement of its offer. */
async function aProduct({ tenant }: Owner, text: string, type: ProductType = "TERM_LOAN") {
  const product = await issuedProduct(server.database.admin, tenant, type);
  const documentId = await signedAgreement(server.app, server.database.admin, tenant, product.offerId, text);
  return { ...product, documentId };
}

const list = async ({ as }: TestPerson) =>
  (await as({ url: "/api/v1/loan-application-documents" })).body["documents"] as Record<string, string>[];
const ofProduct = ({ as }: TestPerson, id: string, query = "") =>
  as({ url: `/api/v1/servicing/issued-products/${id}/issued-product-documents${query}` });
const urlOf = ({ as }: TestPerson, id: string, documentId: string) =>
  as({ url: `/api/v1/servicing/issued-products/${id}/issued-product-documents/${documentId}/signed-read-url` });
const download = (person: TestPerson, id: string) =>
  server.fastify.inject({
    url: `/api/v1/loan-application-documents/${id}/download`,
    headers: { authorization: `Bearer ${person.token}` },
  });
const downloadAll = (person: TestPerson, ids: string[]) =>
  server.fastify.inject({
    method: "POST",
    url: "/api/v2/loan-application-documents/download",
    headers: { authorization: `Bearer ${person.token}` },
    payload: { loanApplicationDocumentDetails: ids.map((id) => ({ loanApplicationDocumentId: id })) },
  });

describe("signed documents", () => {
  it("are the disclosure and the agreement of an offer, with the bytes that the vendor returned", async () => {
    const { person, tenant } = await anOwner();
    const { admin } = server.database;
    await namePrimaryOwner(admin, tenant);
    const { offer } = await openOffer(admin, tenant, { state: "CA" });
    const post = (url: string, payload?: object) => person.as({ method: "POST", url, ...(payload && { payload }) });
    const sign = async (kind: "DISCLOSURE" | "AGREEMENT") => {
      await sendSignings(server.app, admin, tenant, offer);
      expect(await list(person)).toHaveLength(kind === "DISCLOSURE" ? 0 : 1);
      expect(await signOpen(server.app, admin, tenant, offer, kind)).toBe(true);
      await handleEvents(server, tenant.businessId);
    };
    const { id } = (await post(`/api/v1/offers/${offer}/disclosure`, { amountCents: null })).body["disclosure"] as {
      id: string;
    };
    await person.as({ url: `/api/v1/disclosures/${id}/file` });
    await post(`/api/v1/disclosures/${id}/signing`);
    await sign("DISCLOSURE");
    await post(`/api/v1/offers/${offer}/agreement`, { amountCents: null });
    await sign("AGREEMENT");

    const documents = await list(person);
    expect(documents).toMatchObject([
      { offerId: offer, documentType: "DISCLOSURE" },
      { offerId: offer, documentType: "AGREEMENT" },
    ]);
    for (const document of documents) {
      const { statusCode, headers, rawPayload } = await download(person, document["id"] ?? "");
      expect([statusCode, headers["content-type"]]).toEqual([200, "application/pdf"]);
      expect(headers["content-disposition"]).toBe(`attachment; filename="${document["fileName"]}"`);
      const { rows } = await admin.query("select signed_sha256 from app.signing where id = $1", [document["id"]]);
      expect(createHash("sha256").update(rawPayload).digest()).toEqual(rows[0].signed_sha256);
    }
  });

  it("of a product are those of its offer, by type, and are read by a URL", async () => {
    const owner = await anOwner();
    const [first] = [await aProduct(owner, "first"), await aProduct(owner, "second", "MCA")];
    const { body } = await ofProduct(owner.person, first.id);
    expect(body["documents"]).toMatchObject([{ id: first.documentId, documentType: "AGREEMENT" }]);
    expect((await ofProduct(owner.person, first.id, "?documentType=STATEMENT")).body["documents"]).toEqual([]);
    const { url } = (await urlOf(owner.person, first.id, first.documentId)).body as { url: string };
    expect(await (await fetch(url)).text()).toBe("first");
    expect(await list(owner.person)).toHaveLength(2);
  });

  it("are downloaded as one PDF, or several as an archive", async () => {
    const owner = await anOwner();
    const ids = [(await aProduct(owner, "one")).documentId, (await aProduct(owner, "two", "MCA")).documentId];
    const one = await downloadAll(owner.person, ids.slice(0, 1));
    expect([one.statusCode, one.headers["content-type"], one.body]).toEqual([200, "application/pdf", "one"]);
    const both = await downloadAll(owner.person, [...ids, ...ids]);
    expect([both.statusCode, both.headers["content-type"]]).toEqual([200, "application/zip"]);
    expect(both.headers["content-disposition"]).toBe('attachment; filename="agreements.zip"');
    const files = Object.entries(unzipSync(both.rawPayload)).map(([name, bytes]) => [
      name,
      Buffer.from(bytes).toString(),
    ]);
    expect(files).toEqual([
      [`agreement-${ids[0]}.pdf`, "one"],
      [`agreement-${ids[1]}.pdf`, "two"],
    ]);
  });

  it("are not handed out if the stored file is not the one that was signed", async () => {
    const owner = await anOwner();
    const { id, documentId } = await aProduct(owner, "signed");
    await saveFile(server.app, signedKeyOf({ ...owner.tenant, id: documentId }), Buffer.from("forged"));
    expect((await download(owner.person, documentId)).statusCode).toBe(500);
    expect((await urlOf(owner.person, id, documentId)).status).toBe(500);
  });

  it("are those of the own business, and of the own product", async () => {
    const [owner, other] = [await anOwner(), await anOwner()];
    const [mine, second] = [await aProduct(owner, "mine"), await aProduct(owner, "second", "MCA")];
    expect(await list(other.person)).toEqual([]);
    const statuses = [
      (await ofProduct(other.person, mine.id)).status,
      (await urlOf(other.person, mine.id, mine.documentId)).status,
      (await urlOf(owner.person, mine.id, second.documentId)).status,
      (await download(other.person, mine.documentId)).statusCode,
      (await downloadAll(other.person, [mine.documentId])).statusCode,
    ];
    expect(statuses).toEqual([404, 404, 404, 404, 404]);
  });
});
