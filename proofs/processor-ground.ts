import { randomBytes, randomUUID } from "node:crypto";
import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import type pg from "pg";
import { readConfig } from "../apps/api/src/config.ts";
import { type AppContext, createContext } from "../apps/api/src/context.ts";
import { inScope } from "../apps/api/src/db/scope.ts";
import { advanceOrder, createOrder, type NewOrder, readPayment, sendPayment } from "../apps/api/src/payments/public.ts";
import { aLoanOwing } from "../apps/api/src/products/products.fixture.ts";
import { type TestSandbox, testSandbox } from "../apps/api/src/providers/sandbox.fixture.ts";
import { providersFrom } from "../apps/api/src/providers.ts";
import { businessDate } from "../packages/lending/src/calendar/business-date.ts";
import { credit, debit, entry } from "../packages/lending/src/ledger/entry.ts";
import { cents } from "../packages/lending/src/money/cents.ts";
import { until } from "../scripts/processes.ts";
import { ledgerGround } from "./ledger-ground.ts";

/** A webhook with the processor's signature. */
export type SignedWebhook = { body: string; signature: string };

/**
 * The payments code with a real database and the sandbox's processor, and one time for all businesses. Due orders and workflows run here
 * in a fixed order instead of in the sweeper and Restate, so that two runs can be compared. The processor's webhooks are caught and kept.
 */
export type ProcessorGround = {
  admin: pg.Pool;
  app: AppContext;
  sandbox: TestSandbox;
  platformId: string;
  businessIds: string[];
  /** Returns the webhooks since the last call. */
  takeWebhooks(): SignedWebhook[];
  /** Creates one order with its own account, whose number ends as the sandbox's scenario requires. Returns the order's id. */
  order(spec: OrderSpec): Promise<string>;
  /** Advances time. `afterwards` runs at every stop, after the processor has sent all webhooks and before due orders are processed. */
  advanceUntil(to: string, afterwards: () => Promise<void>): Promise<void>;
  ask(method: "POST" | "PUT" | "DELETE", path: string, body: unknown): Promise<Record<string, unknown>>;
  close(): Promise<void>;
};

export type OrderSpec = {
  key: string;
  business: number;
  ending: string;
  direction: "INCOMING" | "OUTGOING";
  amountCents: number;
  dueOn: string;
};

export const beginsAt = "2026-11-16T15:00:00.000Z";
const lanes = 8;

export async function inLanes<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const waiting = [...items];
  const lane = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await work(next);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

export async function processorGround(name: string, businesses: number): Promise<ProcessorGround> {
  const { admin, scope, environment, close: closeDatabase } = await ledgerGround(name, 2);
  const { platformId } = scope;
  let caught: SignedWebhook[] = [];
  const catcher = http.createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    caught.push({ body: Buffer.concat(chunks).toString("utf8"), signature: String(request.headers["x-signature"]) });
    response.end();
  });
  await once(catcher.listen(0, "127.0.0.1"), "listening");
  const webhookKey = randomBytes(16).toString("hex");
  const sandbox = await testSandbox({
    MODERN_TREASURY_WEBHOOK_URL: `http://127.0.0.1:${(catcher.address() as AddressInfo).port}`,
    MODERN_TREASURY_WEBHOOK_KEY: webhookKey,
  });
  const config = readConfig({
    ...environment,
    DATABASE_POOL: String(lanes + 4),
    ...sandbox.environment,
    MODERN_TREASURY_WEBHOOK_KEY: webhookKey,
  });
  const app = await createContext("api", config, providersFrom(config));
  const ask: ProcessorGround["ask"] = async (method, where, body) => {
    const response = await fetch(`${sandbox.url}${where}`, {
      method,
      headers: { authorization: "Basic dGVzdDp0ZXN0", "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${method} ${where}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Record<string, unknown>;
  };

  const businessIds = Array.from({ length: businesses }, () => randomUUID());
  for (const businessId of businessIds) {
    await admin.query("insert into app.business (id, platform_id) values ($1, $2)", [businessId, platformId]);
    await admin.query("insert into app.business_clock (platform_id, business_id, now_at) values ($1, $2, $3)", [
      ...[platformId, businessId, beginsAt],
    ]);
    await sandbox.put("/clock", { world: businessId, now: beginsAt });
  }

  const rows = async <T extends pg.QueryResultRow>(text: string, ...values: unknown[]) =>
    (await admin.query<T>(text, values)).rows;
  type Due = { id: string; businessId: string; at: Date };
  const due = (stop: Date) =>
    rows<Due>(
      `select id, business_id as "businessId", next_action_at as at from app.payment_order where next_action_at <= $1
       order by next_action_at, id`,
      stop,
    );
  const nextStop = async (end: Date, now: Date): Promise<Date> => {
    const [ours] = await rows<{ at: Date | null }>("select min(next_action_at) as at from app.payment_order");
    const stops = [end.getTime(), ...(ours?.at ? [ours.at.getTime()] : [])];
    await inLanes(businessIds, async (businessId) => {
      const { nextAt } = await sandbox.ask<{ nextAt: string | null }>(`/clock/${businessId}`);
      if (nextAt) stops.push(new Date(nextAt).getTime());
    });
    return new Date(Math.max(now.getTime(), Math.min(...stops)));
  };
  const allWebhooksSent = () =>
    until("the processor has sent every webhook", async () => {
      let left = 0;
      await inLanes(businessIds, async (businessId) => {
        const { undeliveredWebhooks } = await sandbox.ask<{ undeliveredWebhooks: number }>(`/clock/${businessId}`);
        left += undeliveredWebhooks;
      });
      return left === 0;
    });
  const actOnDue = (stop: Date, all: Due[]) =>
    inLanes([...Map.groupBy(all, ({ businessId }) => businessId)], async ([businessId, own]) => {
      for (const { id } of own)
        await inScope(app.pool, { platformId, businessId }, (tx) =>
          advanceOrder.act(tx, { platformId, businessId, id, dueAt: stop }, stop),
        );
    });
  const runWorkflows = async (): Promise<number> => {
    const open = await rows<{ kind: string; id: string; businessId: string }>(
      `select kind, id, business_id as "businessId" from app.workflow_run where state = 'OPEN'`,
    );
    await inLanes(open, async ({ kind, id, businessId }) => {
      const ids = { platformId, businessId, id };
      if (kind === "send-payment") await sendPayment(app, app.payments, ids);
      if (kind === "read-payment") await readPayment(app, app.payments, ids);
    });
    if (open.length > 0)
      await rows("update app.workflow_run set state = 'DONE', ended_at = now() where id = any($1::uuid[])", [
        ...open.map(({ id }) => id),
      ]);
    return open.length;
  };

  let now = new Date(beginsAt);
  return {
    admin,
    app,
    sandbox,
    platformId,
    businessIds,
    ask,
    takeWebhooks: () => {
      const all = caught;
      caught = [];
      return all;
    },
    order: async ({ key, business, ending, direction, amountCents, dueOn }) => {
      const businessId = businessIds[business] ?? "";
      const made = await ask("POST", "/modern-treasury/api/counterparties", {
        name: "Proof",
        accounts: [
          {
            account_details: [{ account_number: `10000${ending}` }],
            routing_details: [{ routing_number: "021000021", routing_number_type: "aba" }],
          },
        ],
      });
      const [account] = made["accounts"] as { id: string }[];
      const bankAccountId = randomUUID();
      await rows(
        `insert into app.bank_account (id, platform_id, business_id, account_name, account_number_last4, account_subtype, holder,
           created_method, verification, added_on, sanctions_clear_on, processor_account_id)
         values ($1, $2, $3, 'Checking', $4, 'checking', 'BUSINESS', 'MANUAL', 'VERIFIED', '2026-01-02', '2026-01-02', $5)`,
        ...[bankAccountId, platformId, businessId, ending, account?.id],
      );
      await rows(
        `insert into app.ach_authorization (platform_id, business_id, bank_account_id, text_hash, text_version)
         values ($1, $2, $3, 'x', '1')`,
        ...[platformId, businessId, bankAccountId],
      );
      const amount = cents(amountCents);
      const isDebit = direction === "INCOMING";
      const issuedProductId = await aLoanOwing(admin, { platformId, businessId }, "EQUITY", amountCents);
      const order: NewOrder = {
        platformId,
        businessId,
        key,
        bankAccountId,
        direction,
        amountCents: amount,
        book: "EQUITY",
        paymentType: isDebit ? "REPAYMENT" : "OUTGOING",
        productType: "TERM_LOAN",
        feeType: null,
        split: { principalCents: amountCents, interestCents: 0, feeCents: 0 },
        item: key,
        subjects: { issuedProductId },
        dueOn: businessDate(dueOn),
        isManual: false,
        purpose: isDebit ? "REPAYMENT" : "OTHER",
        entries: isDebit
          ? null
          : [entry("FUNDED", "EQUITY", [debit("PRINCIPAL_RECEIVABLE", amount), credit("CLEARING_OUT", amount)])],
      };
      const by = { actor: { kind: "SYSTEM", id: null } as const, requestId: null };
      return inScope(app.pool, { platformId, businessId }, (tx) => createOrder(tx, order, by));
    },
    advanceUntil: async (to, afterwards) => {
      const end = new Date(to);
      for (;;) {
        const stop = await nextStop(end, now);
        now = stop;
        await rows("update app.business_clock set now_at = $1", stop);
        await inLanes(businessIds, (businessId) =>
          sandbox.put("/clock", { world: businessId, now: stop.toISOString() }),
        );
        await allWebhooksSent();
        await afterwards();
        await actOnDue(stop, await due(stop));
        const workflows = await runWorkflows();
        if (stop.getTime() === end.getTime() && workflows === 0 && (await due(stop)).length === 0) return;
      }
    },
    close: async () => {
      catcher.closeAllConnections();
      catcher.close();
      await sandbox.close();
      await app.close();
      await closeDatabase();
    },
  };
}
