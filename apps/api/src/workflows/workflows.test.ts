import { randomUUID } from "node:crypto";
import http2 from "node:http2";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { until } from "../../../../scripts/processes.ts";
import { inScope } from "../db/scope.ts";
import { type TestPlatform, type TestServer, testServer } from "../http/server.fixture.ts";
import { prepareEmail, prepareSms, queueEmail, queueSms } from "../notifications/public.ts";
import { type TestEngine, testEngine } from "./engine.fixture.ts";

let server: TestServer;
let engine: TestEngine;
let platform: TestPlatform;
beforeAll(async () => {
  server = await testServer();
  engine = await testEngine(server.environment);
  platform = await server.platform({ supportEmail: "support@workflows.test" });
  await Promise.all([engine.sandbox.start(), engine.worker.start()]);
});
afterAll(async () => {
  await engine.close();
  await server.close();
});

type Caught = { messageId: string; to: string[]; subject: string; text: string };
const emailsTo = async (to: string): Promise<Caught[]> => {
  const response = await fetch(`${engine.sandboxUrl}/inbox.json?to=${encodeURIComponent(to)}`);
  return ((await response.json()) as { emails: Caught[] }).emails;
};

async function queue(count: number, recipient: string) {
  for (let n = 0; n < count; n++) {
    const message = await prepareEmail(server.app, {
      platformId: platform.id,
      businessId: null,
      key: `${recipient}/${n}`,
      template: "sign-in-code",
      locale: "es",
      recipient,
      params: { firstName: null, code: String(n).padStart(6, "0"), minutes: 10 },
    });
    await inScope(server.app.pool, { platformId: platform.id, businessId: "whole platform" }, (tx) =>
      queueEmail(tx, message),
    );
  }
}

const openWorkflows = async () =>
  (await server.database.admin.query("select count(*)::int as count from app.workflow_run where state = 'OPEN'"))
    .rows[0].count;

describe("SMS delivery", () => {
  it("sends the message once, from its transaction through the engine to the carrier", async () => {
    const recipient = "+12125550177";
    const text = await prepareSms(server.app, {
      platformId: platform.id,
      businessId: null,
      key: recipient,
      template: "phone-code",
      locale: "es",
      recipient,
      params: { code: "135790", minutes: 10 },
    });
    const scope = { platformId: platform.id, businessId: "whole platform" } as const;
    await inScope(server.app.pool, scope, (tx) => queueSms(tx, text));
    await until("its workflow has ended", async () => (await openWorkflows()) === 0);
    const response = await fetch(`${engine.sandboxUrl}/messages.json?${new URLSearchParams({ to: recipient })}`);
    const { messages } = (await response.json()) as { messages: { body: string }[] };
    expect(messages.map(({ body }) => body)).toEqual([expect.stringContaining("135790 es su clave")]);
  });
});

describe("email delivery", () => {
  it("sends the email once, from its transaction through the engine to the mail server, and then deletes its contents", async () => {
    const to = "one@workflows.test";
    await queue(1, to);
    await until("the email has arrived", async () => (await emailsTo(to)).length === 1);
    await until("its workflow has ended", async () => (await openWorkflows()) === 0);
    expect((await emailsTo(to))[0]).toMatchObject({ subject: "000000 es su código de acceso" });
    const { rows } = await server.database.admin.query(
      "select sent_at, encrypted_params from app.email where recipient = $1",
      [to],
    );
    expect(rows[0].sent_at).not.toBeNull();
    expect(rows[0].encrypted_params).toBeNull();
  });

  it("sends nothing when the transaction rolls back, and one email when two transactions queue the same", async () => {
    const to = "two@workflows.test";
    const order = {
      platformId: platform.id,
      businessId: null,
      key: to,
      template: "sign-in-code",
      locale: "en",
      recipient: to,
      params: { firstName: null, code: "123456", minutes: 10 },
    } as const;
    const scope = { platformId: platform.id, businessId: "whole platform" } as const;
    const [first, second, third] = await Promise.all([1, 2, 3].map(() => prepareEmail(server.app, order)));
    if (!first || !second || !third) throw new Error("no emails");
    await inScope(server.app.pool, scope, async (tx) => {
      await queueEmail(tx, first);
      throw new Error("no");
    }).catch(() => {});
    await Promise.all(
      [second, third].map((message) => inScope(server.app.pool, scope, (tx) => queueEmail(tx, message))),
    );
    await until("the workflows have ended", async () => (await openWorkflows()) === 0);
    expect(await emailsTo(to)).toHaveLength(1);
  });
});

describe("event handling", () => {
  it("emails the platform's support and opens a staff task after a second claim of ownership", async () => {
    const business = await server.partner(platform, {
      method: "POST",
      url: "/api/platform/v1/businesses",
      payload: { platformBusinessId: randomUUID(), name: "Disputed Diner" },
    });
    for (const n of [1, 2]) {
      const user = await server.partner(platform, {
        method: "POST",
        url: "/api/platform/v1/users",
        payload: { platformUserId: randomUUID(), businessId: business.body["id"], email: `${n}@diner.test` },
      });
      const token = await server.partner(platform, {
        method: "POST",
        url: `/api/platform/v1/users/${user.body["id"]}/connect-tokens`,
        payload: {},
      });
      const session = await server.fastify.inject({
        method: "POST",
        url: "/api/v1/connect-tokens/exchange",
        payload: { connectToken: token.body["connectToken"] },
      });
      await server.fastify.inject({
        method: "PUT",
        url: "/api/v1/users/roles",
        payload: { userRoles: ["PRIMARY_OWNER"] },
        headers: { authorization: `Bearer ${session.json().sessionToken}` },
      });
    }
    await until("support got an email", async () => (await emailsTo("support@workflows.test")).length > 0);
    expect((await emailsTo("support@workflows.test")).map((message) => message.subject)).toEqual([
      "Two people claim to own Disputed Diner",
    ]);
    const tasks = await server.database.admin.query(
      "select t.kind from app.task t join app.business b on b.id = t.subject_id where b.name = 'Disputed Diner'",
    );
    expect(tasks.rows).toEqual([{ kind: "PRIMARY_OWNER_CONFLICT" }]);
    await until(
      "every event is handled",
      async () => (await server.database.admin.query("select from app.event where handled_at is null")).rowCount === 0,
    );
  });
});

describe("worker", () => {
  it("refuses a call that the engine did not sign", async () => {
    const client = http2.connect(String(engine.env["WORKER_URL"]));
    const status = await new Promise((resolve, reject) => {
      const request = client.request({
        ":method": "POST",
        ":path": "/invoke/deliver-email/run",
        "content-type": "application/vnd.restate.invocation.v5",
      });
      request.on("response", (headers) => resolve(headers[":status"]));
      request.on("error", reject);
      request.end();
    });
    client.destroy();
    expect(status).toBe(401);
  });

  it("loses no email and uses one message id per email when it is killed with kill -9 together with the engine", async () => {
    const to = "crash@workflows.test";
    const queued = queue(40, to);
    await until("some emails have arrived", async () => (await emailsTo(to)).length >= 5);
    await Promise.all([engine.worker.kill(), engine.restartRestate(false)]);
    await engine.worker.start();
    await queued;
    await until("all emails have arrived", async () => (await emailsTo(to)).length >= 40);
    await until("every workflow has ended", async () => (await openWorkflows()) === 0);
    expect(await emailsTo(to)).toHaveLength(40);
  });

  it("resubmits all open workflows to an engine that lost its data", async () => {
    const to = "wipe@workflows.test";
    // While the mail server is down, the workflows wait in the engine.
    await engine.sandbox.kill();
    await queue(20, to);
    await until(
      "all workflows were submitted",
      async () =>
        (
          await server.database.admin.query(
            "select from app.workflow_run where state = 'OPEN' and submitted_at is null",
          )
        ).rowCount === 0,
    );
    await engine.restartRestate(true);
    await engine.sandbox.start();
    await until("all emails have arrived", async () => (await emailsTo(to)).length >= 20);
    await until("every workflow has ended", async () => (await openWorkflows()) === 0);
    expect(await emailsTo(to)).toHaveLength(20);
  });
});
