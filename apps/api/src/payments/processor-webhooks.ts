import type { FastifyInstance } from "fastify";
import type { AppContext } from "../context.ts";
import { addWebhookRoute } from "../http/public.ts";
import { handleProcessorWebhook } from "./handle-processor-webhook.ts";

export const processorWebhooks = (fastify: FastifyInstance, app: AppContext): Promise<void> =>
  addWebhookRoute(fastify, app, {
    job: "payments",
    read: (posted) => app.payments.readWebhook(posted),
    handle: (webhook) => handleProcessorWebhook(app, app.payments, webhook),
  });
