import { uuidOf } from "@inlay/contracts/ids.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { until } from "../../../../scripts/processes.ts";
import { inScope } from "../db/scope.ts";
import { type TestServer, testServer } from "../http/server.fixture.ts";
import { railzAccounting } from "../providers/accounting/railz/adapter.ts";
import { connectAccounting } from "../underwriting/accounting/accounting.fixture.ts";
import { saveConnections } from "../underwriting/public.ts";
import { type TestEngine, testEngine } from "./engine.fixture.ts";

let server: TestServer;
let engine: TestEngine;
beforeAll(async () => {
  server = await testServer();
  engine = await testEngine(server.environment);
  await Promise.all([engine.sandbox.start(), engine.worker.start()]);
});
afterAll(async () => {
  await engine.close();
  await server.close();
});

const count = async (text: string): Promise<number> => (await server.database.admin.query(text)).rowCount ?? 0;
const setFaults = async (faults: object[]) => {
  const headers = { "content-type": "application/json" };
  await fetch(`${engine.sandboxUrl}/faults/railz`, { method: "PUT", headers, body: JSON.stringify({ faults }) });
};

it("read-accounting workflow: reads the accounting data although the vendor is unavailable and the worker is killed", async () => {
  const platform = await server.platform();
  const { businessId } = await server.person(platform);
  const tenant = { platformId: platform.id, businessId: uuidOf("business", businessId) ?? "" };
  const url = `${engine.sandboxUrl}/railz`;
  const accounting = railzAccounting({ ...server.app.config, RAILZ_URL: url, RAILZ_AUTH_URL: url });
  const parentOrigin = "http://localhost:4001";
  await accounting.openAuthorization({ ...tenant, language: "en", parentOrigin, returnUrl: null });
  await connectAccounting({ url: engine.sandboxUrl }, tenant.businessId);
  const connections = await accounting.connections(tenant.businessId);

  await setFaults([{ kind: "outage" }]);
  await inScope(server.app.pool, tenant, (tx) =>
    saveConnections(tx, tenant, connections, { actor: { kind: "SYSTEM", id: null }, requestId: null }),
  );
  await until("the reading has begun", async () =>
    Boolean(await count("select from app.accounting_reading where began_at is not null")),
  );
  await engine.worker.kill();
  expect(await count("select from app.accounting_month")).toBe(0);
  await setFaults([]);
  await engine.worker.start();
  await until("the workflow has ended", async () =>
    Boolean(await count("select from app.workflow_run where kind = 'read-accounting' and state = 'DONE'")),
  );
  expect(await count("select from app.accounting_month")).toBeGreaterThanOrEqual(23);
  expect(await count("select from app.event where kind = 'accounting.data_read'")).toBe(1);
});
