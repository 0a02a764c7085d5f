import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { until } from "../../../../scripts/processes.ts";
import { inScope } from "../db/scope.ts";
import { orderSigning, prepareOrder } from "../documents/public.ts";
import { type TestServer, testServer } from "../http/server.fixture.ts";
import { renderedAgreement } from "../providers/e-sign/agreement.fixture.ts";
import { s3Files } from "../providers/files/s3/adapter.ts";
import { type TestEngine, testEngine } from "./engine.fixture.ts";

let server: TestServer;
let engine: TestEngine;
beforeAll(async () => {
  server = await testServer();
  engine = await testEngine(server.environment);
  await Promise.all([engine.sandbox.start(), engine.worker.start()]);
  server.app.files = s3Files({ ...server.app.config, S3_URL: `${engine.sandboxUrl}/s3` });
});
afterAll(async () => {
  await engine.close();
  await server.close();
});

it("prepare-signing workflow: creates one document at the vendor although answers are lost and the worker is killed", async () => {
  const scope = { platformId: (await server.platform()).id, businessId: randomUUID() };
  await server.database.admin.query("insert into app.business (id, platform_id) values ($1, $2)", [
    scope.businessId,
    scope.platformId,
  ]);
  const faults = (list: object[]) =>
    fetch(`${engine.sandboxUrl}/faults/pandadoc`, {
      method: "PUT",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ faults: list }),
    });
  const landed = async () => {
    const plans = (await (await fetch(`${engine.sandboxUrl}/faults`)).json()) as Record<
      string,
      { landed: Record<string, number> }
    >;
    return plans["pandadoc"]?.landed["accepted-then-reset"] ?? 0;
  };
  await faults([{ kind: "accepted-then-reset", only: "POST /public/v1/documents" }]);
  const order = await prepareOrder(server.app, {
    ...scope,
    reference: "agreement/1",
    name: "Financing agreement",
    document: await renderedAgreement(),
    signers: ["primary", "secondary"].map((signerId, n) => ({
      signerId,
      firstName: "Ana",
      lastName: "Núñez",
      email: `${signerId}@bakery.example`,
      order: n + 1,
    })),
  });
  const id = await inScope(server.app.pool, scope, (tx) => orderSigning(tx, order, { kind: "SYSTEM", id: null }));
  await until("an answer was lost", async () => (await landed()) > 0);
  await engine.worker.kill();
  await faults([]);
  await engine.worker.start();
  const statusOf = async () =>
    (await server.database.admin.query("select status from app.signing where id = $1", [id])).rows[0].status;
  await until("the document is sent to its signers", async () => (await statusOf()) === "SENT");
  const response = await fetch(`${engine.sandboxUrl}/pandadoc/public/v1/documents?metadata_inlay_reference=${id}`, {
    headers: { authorization: "API-Key test" },
  });
  expect(((await response.json()) as { results: { status: string }[] }).results).toMatchObject([
    { status: "document.sent" },
  ]);
});
