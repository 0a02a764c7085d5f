import { createHash, randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { until } from "../../../../scripts/processes.ts";
import { inScope } from "../db/scope.ts";
import { type TestServer, testServer } from "../http/server.fixture.ts";
import type { RenderedDocument } from "../providers/document-renderer/port.ts";
import { renderedAgreement } from "../providers/e-sign/agreement.fixture.ts";
import { SigningUnavailable } from "../providers/e-sign/port.ts";
import { signAt } from "../providers/e-sign/signing.fixture.ts";
import { openReceiver, type Receiver } from "../providers/receiver.fixture.ts";
import { type TestSandbox, testSandbox } from "../providers/sandbox.fixture.ts";
import {
  askAboutSigning,
  handleSigningWebhook,
  prepareSigning,
  readSigning,
  signingLinkOf,
  voidSigning,
} from "./follow-signing.ts";
import { type NewSigning, orderSigning, originalKeyOf, prepareOrder, signedKeyOf } from "./signing.ts";

let server: TestServer;
let sandbox: TestSandbox;
let receiver: Receiver;
let agreement: RenderedDocument;

beforeAll(async () => {
  // The vendor's webhooks reach the real route, signature included.
  receiver = await openReceiver(async ({ body, headers, query = {} }) => {
    const url = `/api/vendors/e-sign/webhooks?${new URLSearchParams(query as Record<string, string>)}`;
    const type = { "content-type": "application/json" };
    const id = { "x-pandadoc-webhook-event-id": String(headers["x-pandadoc-webhook-event-id"]) };
    return (await server.fastify.inject({ method: "POST", url, payload: body, headers: { ...type, ...id } }))
      .statusCode;
  });
  sandbox = await testSandbox({ PANDADOC_WEBHOOK_URL: receiver.url, PANDADOC_WEBHOOK_KEY: "test" });
  server = await testServer({
    ...sandbox.environment,
    PANDADOC_WEBHOOK_KEY: "test",
    PANDADOC_TIMEOUT_MS: "60000",
  });
  agreement = await renderedAgreement();
});
afterAll(async () => {
  receiver.close();
  await server.close();
  await sandbox.close();
});

async function ordered(change: Partial<NewSigning> = {}) {
  const platform = await server.platform();
  const scope = { platformId: platform.id, businessId: randomUUID() };
  await server.database.admin.query(
    "insert into app.business (id, platform_id, platform_business_id, name) values ($1, $2, $3, 'Harbor Bakery')",
    [scope.businessId, scope.platformId, randomUUID()],
  );
  const order = await prepareOrder(server.app, {
    ...scope,
    reference: `agreement/${randomUUID()}`,
    name: "Financing agreement",
    document: agreement,
    signers: [
      { signerId: "primary", firstName: "Rosalía", lastName: "Núñez", email: "rosalia@bakery.example", order: 1 },
      { signerId: "secondary", firstName: "Bo", lastName: "Lindqvist", email: "bo@bakery.example", order: 2 },
    ],
    ...change,
  });
  const place = () => inScope(server.app.pool, scope, (tx) => orderSigning(tx, order, { kind: "SYSTEM", id: null }));
  return { ids: { ...scope, id: await place() }, order, place };
}
type Ids = { platformId: string; businessId: string; id: string };

const rowOf = async ({ id }: Ids) => {
  const { rows } = await server.database.admin.query("select * from app.signing where id = $1", [id]);
  return rows[0];
};
const completedBy = async ({ id }: Ids) => {
  const { rows } = await server.database.admin.query(
    "select signer_id from app.signing_signer where signing_id = $1 and completed_at is not null order by signing_order",
    [id],
  );
  return rows.map(({ signer_id }) => signer_id);
};
const sign = async (ids: Ids, signerId: string) => {
  const link = await signingLinkOf(server.app, ids, signerId);
  if (!link) throw new Error("nothing to sign");
  await signAt(link.url);
};
const documentsAtVendor = async ({ id }: Ids) => {
  const response = await fetch(`${sandbox.url}/pandadoc/public/v1/documents?metadata_inlay_reference=${id}`, {
    headers: { authorization: "API-Key test" },
  });
  return ((await response.json()) as { results: unknown[] }).results.length;
};
const setFaults = (kinds: string[], only: string) =>
  sandbox.put("/faults/pandadoc", { faults: kinds.map((kind) => ({ kind, only })) });

/** Returns a wait that ends when this many have come to it. */
function meeting(size: number): () => Promise<void> {
  const all = Promise.withResolvers<void>();
  let arrived = 0;
  return () => {
    arrived += 1;
    if (arrived >= size) all.resolve();
    return all.promise;
  };
}

describe("signing", () => {
  it("is created once per reference", async () => {
    const { ids, place } = await ordered();
    expect(await place()).toBe(ids.id);
    const { rows } = await server.database.admin.query("select kind from app.workflow_run where id = $1", [ids.id]);
    expect(rows).toEqual([{ kind: "prepare-signing" }]);
  });

  it("is sent to its signers, signed by each, and saved with both file hashes", async () => {
    const { ids } = await ordered();
    await prepareSigning(server.app, ids);
    expect(await rowOf(ids)).toMatchObject({
      status: "SENT",
      vendor_document_id: expect.any(String),
      signed_sha256: null,
    });
    await sign(ids, "primary");
    await until("the first signature has arrived", async () => (await completedBy(ids)).length === 1);
    expect(await completedBy(ids)).toEqual(["primary"]);
    expect((await rowOf(ids)).status).toBe("VIEWED");
    await sign(ids, "secondary");
    await until("the completion has arrived", async () => (await rowOf(ids)).status === "COMPLETED");
    expect(await completedBy(ids)).toEqual(["primary", "secondary"]);

    const row = await rowOf(ids);
    const [original, signed] = [
      await server.app.files.get(originalKeyOf(ids), 1e7),
      await server.app.files.get(signedKeyOf(ids), 1e7),
    ];
    const hash = (bytes: Buffer | null) =>
      createHash("sha256")
        .update(bytes ?? "")
        .digest("hex");
    expect(row.original_sha256.toString("hex")).toBe(agreement.sha256);
    expect(hash(original)).toBe(agreement.sha256);
    expect(row.signed_sha256.toString("hex")).toBe(hash(signed));
    expect(row.signed_sha256.equals(row.original_sha256)).toBe(false);
    expect(row.next_action_at).toBeNull();
    const { rows } = await server.database.admin.query(
      "select kind from app.event where business_id = $1 and kind like 'signing.%' order by sequence",
      [ids.businessId],
    );
    expect(rows.map(({ kind }) => kind)).toEqual([
      ...["signing.ordered", "signing.sent", "signing.signer_completed", "signing.viewed"],
      ...["signing.signer_completed", "signing.completed"],
    ]);
    expect(await signingLinkOf(server.app, ids, "primary")).toBeNull();
  });

  it("is one document at the vendor, although a response was lost", async () => {
    const { ids } = await ordered();
    await setFaults(["accepted-then-reset"], "POST /public/v1/documents ");
    await expect(prepareSigning(server.app, ids)).rejects.toThrow(SigningUnavailable);
    await setFaults([], "");
    await prepareSigning(server.app, ids);
    await prepareSigning(server.app, ids);
    expect(await documentsAtVendor(ids)).toBe(1);
    expect((await rowOf(ids)).status).toBe("SENT");
  });

  it("is one document at the vendor, although two attempts each created one at the same time", async () => {
    const { ids } = await ordered();
    const attempts = 2;
    // Both have found no document before either creates one, both have created one before either lists them, and both delete the second.
    const [found, created, toDelete] = [meeting(attempts), meeting(attempts), meeting(attempts)];
    const ask = globalThis.fetch;
    const asked = vi.spyOn(globalThis, "fetch").mockImplementation(async (to, init) => {
      const isOfVendor = String(to).includes("/public/v1/documents");
      if (isOfVendor && init?.method === "DELETE") await toDelete();
      const answer = await ask(to, init);
      if (isOfVendor && String(to).includes("metadata_")) await found();
      if (isOfVendor && init?.method === "POST" && init.body instanceof FormData) await created();
      return answer;
    });
    const outcomes = await Promise.allSettled(
      Array.from({ length: attempts }, () => prepareSigning(server.app, ids)),
    ).finally(() => asked.mockRestore());
    for (const outcome of outcomes)
      if (outcome.status === "rejected") expect(outcome.reason).toBeInstanceOf(SigningUnavailable);
    await prepareSigning(server.app, ids);
    expect((await rowOf(ids)).status).toBe("SENT");
    expect(await documentsAtVendor(ids)).toBe(1);
    await sandbox.webhooksDelivered(ids.businessId);
  });

  it("fails when the vendor refuses it, and opens a staff task", async () => {
    const { ids } = await ordered({ name: "unreadable" });
    await prepareSigning(server.app, ids);
    expect(await rowOf(ids)).toMatchObject({ status: "FAILED", vendor_document_id: null });
    const { rows } = await server.database.admin.query("select kind from app.task where subject_id = $1", [ids.id]);
    expect(rows).toEqual([{ kind: "SIGNING_FAILED" }]);
  });

  it("fails the same way when the vendor refuses it before it is looked up", async () => {
    const { ids } = await ordered({ name: "unreadable" });
    const faults = [{ kind: "latency", ms: 600, only: "GET /public/v1/documents" }];
    await sandbox.put("/faults/pandadoc", { faults });
    await prepareSigning(server.app, ids).finally(() => sandbox.put("/faults/pandadoc", { faults: [] }));
    expect((await rowOf(ids)).status).toBe("FAILED");
  });

  it("is not sent when the file differs from the ordered one", async () => {
    const { ids } = await ordered();
    await server.app.files.put(originalKeyOf(ids), Buffer.from("%PDF-another"), "application/pdf");
    await expect(prepareSigning(server.app, ids)).rejects.toThrow("not the one");
    expect(await documentsAtVendor(ids)).toBe(0);
  });

  it("is read from the vendor when webhooks are lost: after an hour, then daily, until it ends", async () => {
    const { ids } = await ordered();
    await prepareSigning(server.app, ids);
    await sandbox.webhooksDelivered(ids.businessId);
    // From here on every webhook is lost.
    await sandbox.put("/faults/pandadoc", { faults: [{ kind: "webhooks-delayed", ms: 3_600_000 }] });
    await sign(ids, "primary");
    await sign(ids, "secondary");
    await sandbox.put("/faults/pandadoc", { faults: [] });
    expect((await rowOf(ids)).status).toBe("SENT");
    const now = new Date();
    const ask = () => inScope(server.app.pool, ids, (tx) => askAboutSigning.act(tx, { ...ids, dueAt: now }, now));
    await ask();
    await ask();
    const { rows } = await server.database.admin.query("select id from app.signing_reading where signing_id = $1", [
      ids.id,
    ]);
    expect(rows).toHaveLength(1);
    expect((await rowOf(ids)).next_action_at).toEqual(new Date(now.getTime() + 24 * 3_600_000));
    await readSigning(server.app, { ...ids, id: rows[0].id });
    expect(await rowOf(ids)).toMatchObject({ status: "COMPLETED", next_action_at: null });
  });

  it("can be voided, and then cannot be signed", async () => {
    const { ids } = await ordered();
    await prepareSigning(server.app, ids);
    await voidSigning(server.app, ids, "The offer has expired.");
    expect((await rowOf(ids)).status).toBe("VOIDED");
    expect(await signingLinkOf(server.app, ids, "primary")).toBeNull();
  });
});

describe("signing webhook", () => {
  it("is refused without the vendor's signature", async () => {
    const payload = JSON.stringify([
      { event: "document_state_changed", data: { id: "x", status: "document.completed" } },
    ]);
    for (const query of ["", `?signature=${"0".repeat(64)}`]) {
      const url = `/api/vendors/e-sign/webhooks${query}`;
      const headers = { "content-type": "application/json" };
      expect((await server.fastify.inject({ method: "POST", url, payload, headers })).statusCode).toBe(401);
    }
  });

  const sentAtVendor = async (order: Awaited<ReturnType<typeof ordered>>["order"], { id, businessId }: Ids) => {
    const { name, signers, places } = order;
    const { pdf } = agreement;
    const { documentId } = await server.app.eSign.prepare({ reference: id, businessId, name, pdf, places, signers });
    return documentId;
  };

  it("is asked for again while the document that it is about is not saved yet, and is then handled", async () => {
    const { ids, order } = await ordered();
    const documentId = await sentAtVendor(order, ids);
    expect(await handleSigningWebhook(server.app, { id: "w", documentIds: [documentId] })).toBe("NOT_YET");
    await prepareSigning(server.app, ids);
    expect(await rowOf(ids)).toMatchObject({ status: "SENT", vendor_document_id: documentId });
    expect(await documentsAtVendor(ids)).toBe(1);
    await sandbox.webhooksDelivered(ids.businessId);
  });

  it("is accepted about a document that is not that of its signing: one that has failed, or that has another", async () => {
    const failed = await ordered();
    await server.database.admin.query("update app.signing set status = 'FAILED' where id = $1", [failed.ids.id]);
    await sentAtVendor(failed.order, failed.ids);
    await sandbox.webhooksDelivered(failed.ids.businessId);

    const sent = await ordered();
    await server.database.admin.query(
      "update app.signing set status = 'SENT', vendor_document_id = 'another' where id = $1",
      [sent.ids.id],
    );
    await sentAtVendor(sent.order, sent.ids);
    await sandbox.webhooksDelivered(sent.ids.businessId);
    expect(await rowOf(sent.ids)).toMatchObject({ status: "SENT", vendor_document_id: "another" });
  });
});

describe("signing table", () => {
  it("rejects a change of the ordered file, and a completion without the signed file", async () => {
    const { ids } = await ordered();
    const another = "update app.signing set original_sha256 = sha256('x') where id = $1";
    await expect(server.app.pool.query(another, [ids.id])).rejects.toThrow("permission denied");
    await expect(
      server.database.admin.query(
        "update app.signing set status = 'COMPLETED', vendor_document_id = 'v' where id = $1",
        [ids.id],
      ),
    ).rejects.toThrow("check");
  });
});
