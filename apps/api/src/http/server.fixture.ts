import { randomUUID } from "node:crypto";
import { scopes } from "@inlay/contracts/partner/scopes.ts";
import { defaultSettings, type PlatformSettings } from "@inlay/contracts/platform-settings.ts";
import type { FastifyInstance, InjectOptions } from "fastify";
import { inject } from "vitest";
import { randomSecrets } from "../../../../scripts/local-environment.ts";
import { type Config, readConfig } from "../config.ts";
import { type AppContext, createContext } from "../context.ts";
import { inScope } from "../db/scope.ts";
import { type TestDatabase, testDatabase } from "../db/test-database.fixture.ts";
import { createLimits } from "../limits.ts";
import { createLog } from "../log.ts";
import { newApiKey, storeApiKey } from "../partners/api-keys/api-key.ts";
import { stepUp } from "../people/step-up-session.fixture.ts";
import { saveSettings } from "../platforms/settings.ts";
import { saveStyleConfiguration } from "../platforms/style-configurations.ts";
import type { WebhookRequest } from "../providers/webhook.ts";
import { providersFrom } from "../providers.ts";
import { larkspurStyles } from "../seed/seed.ts";
import { slices } from "../slices.ts";
import { buildServer } from "./server.ts";

export type TestPlatform = { id: string; key: string; publishableKey: string; domain: string };
export type TestServer = {
  fastify: FastifyInstance;
  app: AppContext;
  /** The environment of another process that uses the same databases, keys and secrets. */
  environment: Record<string, string>;
  database: TestDatabase;
  logged: string[];
  platform(settings?: Partial<PlatformSettings>): Promise<TestPlatform>;
  /** A request of the partner's server. Every write gets a new idempotency key unless one is given. */
  partner(platform: TestPlatform, options: InjectOptions): Promise<Answered>;
  /** A business with one user, and the token of that user's session. The session has stepped up, unless a test says otherwise. */
  person(platform: TestPlatform, user?: Record<string, unknown>, isSteppedUp?: boolean): Promise<TestPerson>;
  /** Posts a vendor's webhook and returns the status of the answer. */
  postWebhook(job: string, webhookRequest: WebhookRequest): Promise<number>;
  close(): Promise<void>;
};
export type Answered = {
  status: number;
  headers: Record<string, unknown>;
  text: string;
  body: Record<string, unknown>;
};
export type TestPerson = {
  businessId: string;
  userId: string;
  platformUserId: string;
  token: string;
  as(options: InjectOptions): Promise<Answered>;
};

export async function sendTo(fastify: FastifyInstance, options: InjectOptions): Promise<Answered> {
  const answer = await fastify.inject(options);
  const isJson = String(answer.headers["content-type"]).includes("json");
  return {
    status: answer.statusCode,
    headers: answer.headers,
    text: answer.body,
    body: isJson && answer.body ? answer.json() : {},
  };
}

/** A real server on a database of its own. Rate limits are disabled unless a test sets them. */
export async function testServer(
  changes: Partial<Record<keyof Config, string>> = {},
  limits: Parameters<typeof createLimits>[1] = {},
  lockTimeout?: string,
): Promise<TestServer> {
  const database = await testDatabase(lockTimeout);
  const environment = {
    INLAY_ENV: "sandbox",
    DATABASE_URL: database.url("app"),
    ENGINE_DATABASE_URL: database.url("engine"),
    ...inject("keyStore"),
    ...randomSecrets(),
    // On a busy machine a connection takes longer than in production.
    DATABASE_WAIT_MS: "60000",
    PORTAL_DIST: "/nowhere",
    LOG_LEVEL: "info",
    MODERN_TREASURY_WEBHOOK_KEY: "test",
    ...changes,
  };
  const config = readConfig(environment);
  const logged: string[] = [];
  const app: AppContext = {
    ...(await createContext("api", config, providersFrom(config))),
    log: createLog("test", "info", { write: (line) => void logged.push(line) }),
  };
  const many = 1_000_000;
  app.limits = createLimits(app.pool, {
    anonymous: many,
    forgedWebhook: many,
    person: many,
    partnerRead: many,
    partnerWrite: many,
    partnerBatch: many,
    ...limits,
  });
  const fastify = await buildServer(app, slices);
  const send = (options: InjectOptions) => sendTo(fastify, options);

  const partner: TestServer["partner"] = (platform, options) =>
    send({
      ...options,
      headers: {
        authorization: `Bearer ${platform.key}`,
        ...(options.method === "POST" && { "idempotency-key": randomUUID() }),
        ...options.headers,
      },
    });

  return {
    fastify,
    app,
    environment,
    postWebhook: async (job, { body, headers }) => {
      const { "content-length": _, host: __, ...rest } = headers;
      const answer = await fastify.inject({
        method: "POST",
        url: `/api/vendors/${job}/webhooks`,
        headers: rest,
        payload: body,
      });
      return answer.statusCode;
    },
    database,
    logged,
    partner,
    platform: async (settings = {}) => {
      const platform = {
        id: randomUUID(),
        key: newApiKey("SECRET", "test"),
        publishableKey: newApiKey("PUBLISHABLE", "test"),
        domain: `${randomUUID()}.example`,
      };
      await inScope(app.pool, { platformId: platform.id, businessId: "whole platform" }, async (tx) => {
        await tx.insertInto("platform").values({ id: platform.id, name: "Test platform" }).execute();
        await saveSettings(tx, platform.id, { ...defaultSettings(), signInDomains: [platform.domain], ...settings });
        await saveStyleConfiguration(tx, platform.id, {
          name: "Plain",
          isDefault: true,
          styles: larkspurStyles,
          signInPage: { title: "Welcome", body: "", backgroundImageUrl: null, logoUrl: null },
        });
        await storeApiKey(tx, platform.id, {
          kind: "SECRET",
          name: "Server",
          scopes: [...scopes],
          clear: platform.key,
        });
        await storeApiKey(tx, platform.id, {
          kind: "PUBLISHABLE",
          name: "Browser",
          scopes: [],
          clear: platform.publishableKey,
        });
      });
      return platform;
    },
    person: async (platform, user = {}, isSteppedUp = true) => {
      const platformBusinessId = randomUUID();
      const platformUserId = randomUUID();
      const url = "/api/platform/v1";
      await partner(platform, { method: "POST", url: `${url}/businesses`, payload: { platformBusinessId } });
      const made = await partner(platform, {
        method: "POST",
        url: `${url}/users`,
        payload: { platformUserId, platformBusinessId, ...user },
      });
      if (made.status !== 201) throw new Error(`no user: ${made.text}`);
      const token = await partner(platform, {
        method: "POST",
        url: `${url}/users/platform:${platformUserId}/connect-tokens`,
        payload: {},
      });
      const session = await send({
        method: "POST",
        url: "/api/v1/connect-tokens/exchange",
        payload: { connectToken: token.body["connectToken"] },
      });
      if (session.status !== 200) throw new Error(`no session: ${session.text}`);
      const bearer = String(session.body["sessionToken"]);
      if (isSteppedUp) await stepUp(app.pool, bearer);
      return {
        businessId: String(made.body["businessId"]),
        userId: String(made.body["id"]),
        platformUserId,
        token: bearer,
        as: (options) => send({ ...options, headers: { authorization: `Bearer ${bearer}`, ...options.headers } }),
      };
    },
    close: async () => {
      await fastify.close();
      await app.close();
      await database.close();
    },
  };
}
