import type { FastifyInstance } from "fastify";
import type { AppContext } from "../context.ts";
import { addWebhookRoute } from "../http/public.ts";
import { handleVerifierWebhook } from "./handle-verifier-webhook.ts";

export const verifierWebhooks = (fastify: FastifyInstance, app: AppContext): Promise<void> =>
  addWebhookRoute(fastify, app, {
    job: "business-verification",
    read: (posted) => app.businessVerification.readWebhook(posted),
    handle: (webhook) => handleVerifierWebhook(app, webhook),
  });
