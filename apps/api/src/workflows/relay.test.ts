import { randomUUID } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, it } from "vitest";
import { until } from "../../../../scripts/processes.ts";
import { testServer } from "../http/server.fixture.ts";
import type { Engine } from "./engine.ts";
import { recordEvent } from "./handle-event.fixture.ts";
import { startRelay } from "./relay.ts";

it("a relay whose database connection breaks while Restate answers goes on with another connection", async () => {
  const server = await testServer();
  const { admin, url } = server.database;
  // Restate answers the first call after the connection has broken.
  const [called, broken] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let calls = 0;
  const engine: Pick<Engine, "call"> = {
    call: async () => {
      calls += 1;
      called.resolve();
      await broken.promise;
    },
  };
  const tenant = { platformId: randomUUID(), businessId: randomUUID() };
  await admin.query("insert into app.platform (id, name) values ($1, 'Test')", [tenant.platformId]);
  await admin.query("insert into app.business (platform_id, id) values ($1, $2)", Object.values(tenant));
  await recordEvent(server, tenant, { kind: "user.role_claimed", body: { userId: randomUUID(), role: "OPERATOR" } });
  const relay = startRelay(url("engine"), engine as Engine, ["main"], server.app.log);
  await called.promise;
  const session = `from pg_stat_activity where application_name = 'inlay-relay' and datname = current_database()`;
  const { rows } = await admin.query<{ pid: number }>(`select pid, pg_terminate_backend(pid) ${session}`);
  await until("the session has ended", async () => {
    const { rowCount } = await admin.query(`select ${session} and pid = $1`, [rows[0]?.pid]);
    return rowCount === 0;
  });
  // The connection reports the server's last message and its own end, each as an error.
  await nextTurn();
  broken.resolve();
  await until("the relay calls Restate again", () => calls > 1);
  const waiting = "select from app.event where relayed_at is null";
  await until("every event is relayed", async () => (await admin.query(waiting)).rowCount === 0);
  await relay.stop();
  await server.close();
  expect(rows).toHaveLength(1);
});
