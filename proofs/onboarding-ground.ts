import { randomUUID } from "node:crypto";
import { scopes } from "@inlay/contracts/partner/scopes.ts";
import type { PlatformSettings } from "@inlay/contracts/platform-settings.ts";
import type { InjectOptions } from "fastify";
import { actInOrder } from "../apps/api/src/clock/act-on.ts";
import { duePages } from "../apps/api/src/clock/due-pages.ts";
import { readConfig } from "../apps/api/src/config.ts";
import { createContext } from "../apps/api/src/context.ts";
import { handledBy } from "../apps/api/src/db/handled-by.ts";
import { createPool, statementName } from "../apps/api/src/db/pool.ts";
import { inScope } from "../apps/api/src/db/scope.ts";
import { buildServer } from "../apps/api/src/http/server.ts";
import { createLimits } from "../apps/api/src/limits.ts";
import { newApiKey, storeApiKey } from "../apps/api/src/partners/api-keys/api-key.ts";
import { stepUp } from "../apps/api/src/people/step-up-session.fixture.ts";
import { saveSettings } from "../apps/api/src/platforms/settings.ts";
import { testSandbox } from "../apps/api/src/providers/sandbox.fixture.ts";
import { providersFrom } from "../apps/api/src/providers.ts";
import { dueJobs, eventHandlers, slices } from "../apps/api/src/slices.ts";
import { handleEvent } from "../apps/api/src/workflows/event-handlers.ts";
import { WorkflowFailed, type WorkflowIds, type WorkflowKind } from "../apps/api/src/workflows/public.ts";
import { ledgerGround } from "./ledger-ground.ts";
import { hold, sleep } from "./proof.ts";

export type TestPlatform = { id: string; key: string; settings: PlatformSettings };
export type Reply = { status: number; body: Record<string, unknown>; cookie: string };
export type Ask = (method: string, url: string, payload?: object) => Promise<Reply>;
export type Person = {
  ask: Ask;
  /** A partner API request of the platform about this person's business. */
  partnerPost(url: string, payload: object): Promise<Record<string, unknown>>;
  platformId: string;
  businessId: string;
};
export type Ground = Awaited<ReturnType<typeof createGround>>;

/** What Restate runs for these applicants. Documents are not scanned and no money moves: other proofs do that. */
const workflowKinds: WorkflowKind[] = ["pull-reports", "read-transactions", "read-verification"];
const otherProofs = ["payment_order", "micro_entry_verification", "business_document"];
const jobs = dueJobs.filter(({ table }) => !otherProofs.includes(table));

/** An event without handlers is only marked as handled. */
const unhandledKinds = Object.entries(handledBy).flatMap(([kind, by]) => (by.length === 0 ? [kind] : []));
type OpenWork = { what: "event" | WorkflowKind; id: string; platformId: string };
const openWork = `
  with marked as (update app.event set handled_at = now() where stream = $1 and handled_at is null and kind = any($2))
  (select 'event' as what, id, platform_id as "platformId" from app.event
    where stream = $1 and handled_at is null and kind <> all($2) order by sequence)
  union all
  (select w.kind, w.id, w.platform_id from app.workflow_run w left join app.email e on w.kind = 'deliver-email' and e.id = w.id
    where w.business_id = $1 and w.state = 'OPEN' and (w.kind = any($3) or e.key like 'invitation/%') order by w.created_at)`;

/** Restate retries a step until it succeeds or is refused for good. */
async function retried<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (error instanceof WorkflowFailed || attempt === 5) throw error;
      await sleep(attempt * 500);
    }
  }
}

/** The server in this process, the sandbox beside it, and what the worker would do for one business at a time. */
export async function createGround(lanes: number) {
  const database = await ledgerGround("onboarding-walk", 2);
  const sandbox = await testSandbox();
  const config = readConfig({
    ...database.environment,
    DATABASE_POOL: String(lanes * 2),
    // On a busy machine a connection takes longer than in production.
    DATABASE_WAIT_MS: "60000",
    ...sandbox.environment,
  });
  const app = await createContext("api", config, providersFrom(config));
  const many = 1_000_000_000;
  app.limits = createLimits(app.pool, { anonymous: many, person: many, partnerRead: many, partnerWrite: many });
  const fastify = await buildServer(app, slices);
  const engine = createPool(database.url("engine"), { max: lanes, waitMs: 60_000 });
  const pages = duePages(engine, jobs);
  const workflows = new Map(
    [...workflowKinds, "deliver-email" as const].map((kind) => {
      const workflow = slices.flatMap((slice) => slice.workflows?.[kind] ?? [])[0];
      if (!workflow) throw new Error(`no slice has the workflow ${kind}`);
      return [kind, workflow(app)];
    }),
  );
  let broken = 0;
  const send = async (options: InjectOptions): Promise<Reply> => {
    const answer = await fastify.inject(options);
    if (answer.statusCode >= 500) broken++;
    const isJson = String(answer.headers["content-type"]).includes("json");
    const cookie = String(answer.headers["set-cookie"] ?? "").split(";")[0] ?? "";
    return { status: answer.statusCode, body: isJson && answer.body ? answer.json() : {}, cookie };
  };
  const query = async <T>(text: string, values: unknown[]): Promise<T[]> => {
    const name = statementName(text);
    return (await database.admin.query(name ? { name, text, values } : { text, values })).rows as T[];
  };

  /** Handles the open events, workflows and due rows of a business until none is left, as the worker does. */
  async function settle(businessId: string): Promise<void> {
    for (;;) {
      const open = await query<OpenWork>(openWork, [businessId, unhandledKinds, workflowKinds]);
      // The limits of invitations count days of real time, which do not pass here.
      if (open.length > 0) await query("delete from app.invitation_quota where business_id = $1", [businessId]);
      for (const { what, id, platformId } of open) {
        if (what === "event") await handleEvent(app, eventHandlers, { id, platformId, businessId, stream: businessId });
        else await runWorkflow(what, { id, platformId, businessId });
      }
      const due = await pages.ofBusiness(businessId, 100);
      if (due.length > 0) await actInOrder(app, jobs, due);
      if (open.length + due.length === 0) return;
    }
  }
  async function runWorkflow(kind: WorkflowKind, ids: WorkflowIds): Promise<void> {
    let state = "DONE";
    await workflows
      .get(kind)?.(ids, (_, work) => retried(work))
      .catch((error: unknown) => {
        if (!(error instanceof WorkflowFailed)) throw error;
        state = "FAILED";
      });
    const text = "update app.workflow_run set state = $3, ended_at = now() where kind = $1 and id = $2";
    await query(text, [kind, ids.id, state]);
  }
  const setClock = (platformId: string, businessId: string, now: string) =>
    query(
      `insert into app.business_clock (business_id, platform_id, now_at) values ($1, $2, $3)
       on conflict (business_id) do update set now_at = excluded.now_at`,
      [businessId, platformId, now],
    );

  return {
    sandbox,
    query,
    settle,
    broken: () => broken,
    /** Moves the clock of a business from due moment to due moment, as an advance does. */
    advance: async ({ platformId, businessId }: Person, to: Date): Promise<void> => {
      const target = to.toISOString();
      for (;;) {
        await settle(businessId);
        const next = await pages.nextOfBusiness(businessId);
        if (!next || new Date(next) > to) break;
        await setClock(platformId, businessId, next);
        // The vendors do at once what they have planned until then.
        await sandbox.put("/clock", { world: businessId, now: next });
      }
      await setClock(platformId, businessId, target);
      await sandbox.put("/clock", { world: businessId, now: target });
    },
    platform: async (settings: PlatformSettings): Promise<TestPlatform> => {
      const key = newApiKey("SECRET", "test");
      const platformId = randomUUID();
      await inScope(app.pool, { platformId, businessId: "whole platform" }, async (tx) => {
        await tx.insertInto("platform").values({ id: platformId, name: "Proof" }).execute();
        await saveSettings(tx, platformId, settings);
        await storeApiKey(tx, platformId, { kind: "SECRET", name: "Server", scopes: [...scopes], clear: key });
      });
      return { id: platformId, key, settings };
    },
    /** A primary owner whose business has a clock of its own, which begins now. */
    person: async ({ id: platformId, key }: TestPlatform, now: Date): Promise<Person> => {
      const [platformBusinessId, platformUserId] = [randomUUID(), randomUUID()];
      const partner = async (url: string, payload: object): Promise<Record<string, unknown>> => {
        const headers = { authorization: `Bearer ${key}`, "idempotency-key": randomUUID() };
        const post = () => send({ method: "POST", url: `/api/platform/v1${url}`, headers, payload });
        let answer = await post();
        // As the API documents: a partner whose request had to wait too long sends it again with the same key.
        for (let retry = 0; retry < 5 && answer.body["code"] === "BUSY"; retry++) answer = await post();
        hold(`POST ${url}`, `${answer.status} ${answer.body["code"] ?? ""}`, "201 ");
        return answer.body;
      };
      await partner("/businesses", { platformBusinessId });
      await partner("/users", { platformUserId, platformBusinessId });
      const { connectToken } = await partner(`/users/platform:${platformUserId}/connect-tokens`, {});
      const opened = await send({
        method: "POST",
        url: "/api/v1/connect-tokens/exchange",
        payload: { connectToken },
      });
      await stepUp(app.pool, String(opened.body["sessionToken"]));
      const headers = { authorization: `Bearer ${opened.body["sessionToken"]}` };
      const ask: Ask = (method, url, payload) =>
        send({ method: method as "GET", url, headers, ...(payload && { payload }) });
      await ask("PUT", "/api/v1/users/roles", { userRoles: ["PRIMARY_OWNER"] });
      const businessId = String((await ask("GET", "/api/v1/business")).body["id"]);
      await setClock(platformId, businessId, now.toISOString());
      const partnerPost: Person["partnerPost"] = (url, payload) => partner(url, { platformBusinessId, ...payload });
      return { ask, partnerPost, platformId, businessId };
    },
    /** The bank ends a connection: it asks for a new sign-in, or the owner withdrew the permission there. */
    breakBank: async (
      { platformId, businessId }: Person,
      itemId: string,
      webhook_code: "ERROR" | "USER_PERMISSION_REVOKED",
    ): Promise<void> => {
      const tenant = { platformId, businessId };
      const key = await app.vault.keyFor(tenant);
      const access = await inScope(app.pool, tenant, (tx) => app.vault.reveal(tx, key, itemId, "BANK_ACCESS_TOKEN"));
      const answer = await fetch(`${sandbox.url}/plaid/sandbox/item/fire_webhook`, {
        method: "POST",
        headers: { "content-type": "application/json", "plaid-client-id": "sandbox", "plaid-secret": "sandbox" },
        body: JSON.stringify({ access_token: access?.reveal(), webhook_code }),
      });
      hold("the bank ends a connection", answer.status, 200);
    },
    /** What an invited person does with the token of the email, before they have a session. */
    withToken: (url: string, token: string): Promise<Reply> =>
      send({ method: "POST", url, headers: { invitetoken: token } }),
    /** The session of an invited person. */
    guest: (cookie: string, userIndex: unknown): Ask => {
      const headers = { cookie, origin: new URL(config.PORTAL_URL).origin, "user-index": String(userIndex) };
      return (method, url, payload) => send({ method: method as "GET", url, headers, ...(payload && { payload }) });
    },
    close: async () => {
      await fastify.close();
      await app.close();
      await engine.end();
      await sandbox.close();
      await database.close();
    },
  };
}
