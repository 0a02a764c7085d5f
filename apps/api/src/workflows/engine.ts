import http2 from "node:http2";
import type { AddressInfo } from "node:net";
import * as restate from "@restatedev/restate-sdk";
import type { AppContext } from "../context.ts";
import type { EmailSender } from "../providers/email/port.ts";
import { checkBalanceWorkflow } from "./check-balance.ts";
import { deliverEmailWorkflow } from "./deliver-email.ts";
import { deliverSmsWorkflow } from "./deliver-sms.ts";
import { eventDispatcher, eventHandlers } from "./event-handlers.ts";
import { prepareSigningWorkflow } from "./prepare-signing.ts";
import { pullReportsWorkflow } from "./pull-reports.ts";
import { readAccountingWorkflow } from "./read-accounting.ts";
import { readPaymentWorkflow } from "./read-payment.ts";
import { readSigningWorkflow } from "./read-signing.ts";
import { readTransactionsWorkflow } from "./read-transactions.ts";
import { readVerificationWorkflow } from "./read-verification.ts";
import { scanDocumentWorkflow } from "./scan-document.ts";
import { sendPaymentWorkflow } from "./send-payment.ts";
import { sendSignInCodeWorkflow } from "./send-sign-in-code.ts";
import { sendStaffCodeWorkflow } from "./send-staff-code.ts";

/** Remembered by the engine alone: when it is gone, so is everything else the engine knew. */
const engineEpoch = restate.object({
  name: "engine-epoch",
  handlers: {
    write: async (ctx: restate.ObjectContext, epoch: string): Promise<void> => {
      ctx.set("epoch", epoch);
    },
    read: restate.handlers.object.shared((ctx: restate.ObjectSharedContext) => ctx.get<string>("epoch")),
  },
});

/** The engine's library would print errors as they are, with whatever they quote. Steps report their own, from a list of allowed fields. */
const silent = () => {};

export type EngineEndpoint = { url: string; close(): Promise<void> };

/** Listens for the engine. With an identity key, a call that the engine did not sign is refused. */
export async function listenForEngine(app: AppContext, emailSender: EmailSender): Promise<EngineEndpoint> {
  const { config } = app;
  const services = [
    engineEpoch,
    eventDispatcher,
    eventHandlers(app),
    deliverEmailWorkflow(app, emailSender),
    deliverSmsWorkflow(app),
    sendSignInCodeWorkflow(app),
    sendStaffCodeWorkflow(app),
    checkBalanceWorkflow(app),
    scanDocumentWorkflow(app),
    prepareSigningWorkflow(app),
    readSigningWorkflow(app),
    sendPaymentWorkflow(app),
    readPaymentWorkflow(app),
    readTransactionsWorkflow(app),
    readAccountingWorkflow(app),
    pullReportsWorkflow(app),
    readVerificationWorkflow(app),
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
        // Running steps may end; nothing new comes in. What is cut off is run again elsewhere.
        for (const session of sessions) session.close();
        setTimeout(() => {
          for (const session of sessions) session.destroy();
        }, 5_000).unref();
      }),
  };
}

export type Engine = {
  /** Makes our endpoint known, and waits until a call through the engine really answers. */
  register(endpointUrl: string): Promise<void>;
  /** False when the engine has forgotten everything since `saveEpoch`. */
  knowsEpoch(): Promise<boolean>;
  saveEpoch(): Promise<void>;
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
    if (!response.ok) throw new Error(`the engine answered ${response.status} to ${path}`);
    return text ? JSON.parse(text) : null;
  }

  return {
    call,
    knowsEpoch: async () => (await call("/engine-epoch/engine/read", undefined)) !== null,
    saveEpoch: async () => {
      await call("/engine-epoch/engine/write", new Date().toISOString());
    },
    register: async (endpointUrl) => {
      for (let tries = 0; ; tries++) {
        try {
          const response = await fetch(`${config.RESTATE_ADMIN_URL}/deployments`, {
            method: "POST",
            headers: { "content-type": "application/json" },
            // In production a changed service is a new address; in development it replaces the old one under way.
            body: JSON.stringify({ uri: endpointUrl, force: !config.isProduction }),
            signal: AbortSignal.timeout(10_000),
          });
          if (!response.ok) throw new Error(`registration answered ${response.status}: ${await response.text()}`);
          await call("/engine-epoch/engine/read", undefined);
          return;
        } catch (error) {
          // A fresh engine is healthy for a while before its partitions have leaders, and answers 404 or 5xx meanwhile.
          if (tries >= 120) throw error;
          await new Promise((resolve) => setTimeout(resolve, 250));
        }
      }
    },
  };
}
