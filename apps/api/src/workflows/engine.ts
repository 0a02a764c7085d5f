import http2 from "node:http2";
import type { AddressInfo } from "node:net";
import * as restate from "@restatedev/restate-sdk";
import type { AppContext } from "../context.ts";
import { defineWorkflows } from "./define-workflow.ts";
import { eventDispatcher, eventHandlers } from "./event-handlers.ts";
import type { EventHandlers, WorkflowPart } from "./public.ts";
import type { WorkerRole } from "./roles.ts";

/**
 * The epoch is stored only in Restate. If it is missing, Restate has lost its data. Each role has its own service, because Restate calls a
 * service at the worker that registered it last.
 */
const epochService = (role: WorkerRole) => `engine-epoch-${role}`;
const engineEpoch = (role: WorkerRole) =>
  restate.object({
    name: epochService(role),
    handlers: {
      write: async (ctx: restate.ObjectContext, epoch: string): Promise<void> => {
        ctx.set("epoch", epoch);
      },
      read: restate.handlers.object.shared((ctx: restate.ObjectSharedContext) => ctx.get<string>("epoch")),
    },
  });

/** The SDK's logger would print errors with their data. Steps log their own errors, with allowed fields only. */
const silent = () => {};

export type EngineEndpoint = { url: string; close(): Promise<void> };

/** Serves the workflows of the worker's roles to Restate. With an identity key, a call that Restate did not sign is refused. */
export async function listenForEngine(
  app: AppContext,
  parts: readonly WorkflowPart[],
  handlers: EventHandlers,
  roles: readonly WorkerRole[],
): Promise<EngineEndpoint> {
  const { config } = app;
  const services = [
    ...(roles.includes("main") ? [eventDispatcher, eventHandlers(app, handlers)] : []),
    ...roles.map(engineEpoch),
    ...roles.flatMap((role) => defineWorkflows(app, parts, role)),
  ];
  const identityKeys = config.RESTATE_IDENTITY_KEY ? { identityKeys: [config.RESTATE_IDENTITY_KEY] } : {};
  const server = http2.createServer(restate.createEndpointHandler({ services, ...identityKeys, logger: silent }));
  const sessions = new Set<http2.ServerHttp2Session>();
  server.on("session", (session) => {
    sessions.add(session);
    session.once("close", () => sessions.delete(session));
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(config.WORKER_PORT, config.HOST, resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: config.WORKER_URL.replace(/:0$/, `:${port}`),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        // Running steps can finish, and new calls are refused. Restate runs interrupted steps again on another worker.
        for (const session of sessions) session.close();
        setTimeout(() => {
          for (const session of sessions) session.destroy();
        }, 5_000).unref();
      }),
  };
}

export type Engine = {
  /** Registers the endpoint with Restate and waits until a call through Restate to a service of each role succeeds. */
  register(endpointUrl: string, roles: readonly WorkerRole[]): Promise<void>;
  /** False if Restate has lost its data since `saveEpoch`. */
  knowsEpoch(role: WorkerRole): Promise<boolean>;
  saveEpoch(role: WorkerRole): Promise<void>;
  call(path: string, body: unknown, idempotencyKey?: string): Promise<unknown>;
};

export function connectEngine(config: {
  RESTATE_INGRESS_URL: string;
  RESTATE_ADMIN_URL: string;
  isProduction: boolean;
}): Engine {
  async function call(path: string, body: unknown, idempotencyKey?: string): Promise<unknown> {
    const response = await fetch(`${config.RESTATE_INGRESS_URL}${path}`, {
      method: "POST",
      headers: {
        ...(body !== undefined && { "content-type": "application/json" }),
        ...(idempotencyKey && { "idempotency-key": idempotencyKey }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(10_000),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`Restate answered ${response.status} to ${path}`);
    return text ? JSON.parse(text) : null;
  }

  return {
    call,
    knowsEpoch: async (role) => (await call(`/${epochService(role)}/engine/read`, undefined)) !== null,
    saveEpoch: async (role) => {
      await call(`/${epochService(role)}/engine/write`, new Date().toISOString());
    },
    register: async (endpointUrl, roles) => {
      for (let tries = 0; ; tries++) {
        try {
          const response = await fetch(`${config.RESTATE_ADMIN_URL}/deployments`, {
            method: "POST",
            headers: { "content-type": "application/json" },
            // In production a changed service has a new URL; in development it replaces the registered one.
            body: JSON.stringify({ uri: endpointUrl, force: !config.isProduction }),
            signal: AbortSignal.timeout(10_000),
          });
          if (!response.ok)
            throw new Error(`Restate answered ${response.status} to the registration: ${await response.text()}`);
          for (const role of roles) await call(`/${epochService(role)}/engine/read`, undefined);
          return;
        } catch (error) {
          // A new Restate server is healthy before its partitions have leaders, and answers 404 or 5xx until then.
          if (tries >= 120) throw error;
          await new Promise((resolve) => setTimeout(resolve, 250));
        }
      }
    },
  };
}
