import type { FastifyInstance } from "fastify";
import type { AppContext } from "../context.ts";
import { addWebhookRoute } from "../http/public.ts";
import { handleSigningWebhook } from "./follow-signing.ts";

export const signingWebhooks = (fastify: FastifyInstance, app: AppContext): Promise<void> =>
  addWebhookRoute(fastify, app, {
    job: "e-sign",
    read: (posted) => app.eSign.readWebhook(posted),
    handle: (webhook) => handleSigningWebhook(app, webhook),
  });
