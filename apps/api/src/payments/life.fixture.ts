import { inScope } from "../db/scope.ts";
import { type TestServer, testServer } from "../http/server.fixture.ts";
import { billProduct } from "../products/bill-product.ts";
import { openReceiver } from "../providers/receiver.fixture.ts";
import { type TestSandbox, testSandbox } from "../providers/sandbox.fixture.ts";
import { advanceOrder } from "./advance-order.ts";
import { readPayment, sendPayment } from "./send-payment.ts";

export type PaymentsWorld = {
  server: TestServer;
  sandbox: TestSandbox;
  rows<T>(sql: string, ...values: unknown[]): Promise<T[]>;
  /** Does in order what the clock, the engine and the processor do until the given time. */
  liveUntil(business: { platformId: string; businessId: string }, to: string): Promise<void>;
  /** The number of webhooks whose signature was refused. */
  refusedWebhooks(): number;
  close(): Promise<void>;
};

/** A server and a sandbox whose processor sends its webhooks to the server. */
export async function paymentsWorld(): Promise<PaymentsWorld> {
  const webhookKey = "a key of the test";
  let refused = 0;
  // Forwards the processor's webhooks to the server, which is created later.
  const receiver = await openReceiver(async (posted) => {
    const status = await server.postWebhook("payments", posted);
    if (status === 401) refused++;
    return status;
  });
  const sandbox = await testSandbox({
    MODERN_TREASURY_WEBHOOK_URL: receiver.url,
    MODERN_TREASURY_WEBHOOK_KEY: webhookKey,
  });
  const server = await testServer({
    ...sandbox.environment,
    MODERN_TREASURY_WEBHOOK_KEY: webhookKey,
    MODERN_TREASURY_TIMEOUT_MS: "800",
  });
  const rows = async <T>(sql: string, ...values: unknown[]): Promise<T[]> =>
    (await server.database.admin.query(sql, values)).rows as T[];

  type Due = { kind: "order" | "product"; id: string; at: Date };
  const dueRows = (businessId: string) =>
    rows<Due>(
      `select 'product' as kind, id, next_action_at as at from app.issued_product where business_id = $1 and next_action_at is not null
       union all
       select 'order', id, next_action_at from app.payment_order where business_id = $1 and next_action_at is not null
       order by at, kind desc, id`,
      businessId,
    );

  const runWorkflows = async (platformId: string, businessId: string): Promise<number> => {
    const workflows = await rows<{ kind: string; id: string }>(
      "select kind, id from app.workflow_run where business_id = $1 and state = 'OPEN' and kind in ('send-payment', 'read-payment', 'check-balance')",
      businessId,
    );
    for (const { kind, id } of workflows) {
      const ids = { platformId, businessId, id };
      if (kind === "send-payment") await sendPayment(server.app, server.app.payments, ids);
      if (kind === "read-payment") await readPayment(server.app, server.app.payments, ids);
      await rows("update app.workflow_run set state = 'DONE' where kind = $1 and id = $2", kind, id);
    }
    return workflows.length;
  };

  const liveUntil: PaymentsWorld["liveUntil"] = async ({ platformId, businessId }, to) => {
    const end = new Date(to);
    for (;;) {
      const { nextAt } = await sandbox.ask<{ nextAt: string | null }>(`/clock/${businessId}`);
      const [first] = await dueRows(businessId);
      const stops = [end, first?.at, nextAt ? new Date(nextAt) : undefined].filter((at) => at !== undefined);
      const [now] = await rows<{ now: Date }>(
        "select now_at as now from app.business_clock where business_id = $1",
        businessId,
      );
      const stop = new Date(Math.max(now?.now.getTime() ?? 0, Math.min(...stops.map((at) => at.getTime()))));
      await rows("update app.business_clock set now_at = $2 where business_id = $1", businessId, stop);
      await sandbox.put("/clock", { world: businessId, now: stop.toISOString() });
      await sandbox.webhooksDelivered(businessId);
      for (const { kind, id } of (await dueRows(businessId)).filter(({ at }) => at <= stop)) {
        const job = kind === "order" ? advanceOrder : billProduct;
        const item = { platformId, businessId, id, dueAt: stop };
        await inScope(server.app.pool, { platformId, businessId }, (tx) => job.act(tx, item, stop));
      }
      const ran = await runWorkflows(platformId, businessId);
      const isLeft = (await dueRows(businessId)).some(({ at }) => at <= stop);
      if (stop.getTime() === end.getTime() && !isLeft && ran === 0) return;
    }
  };

  return {
    server,
    sandbox,
    rows,
    liveUntil,
    refusedWebhooks: () => refused,
    close: async () => {
      receiver.close();
      await server.close();
      await sandbox.close();
    },
  };
}
