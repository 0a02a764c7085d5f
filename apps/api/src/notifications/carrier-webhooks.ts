import type { FastifyInstance } from "fastify";
import type { AppContext } from "../context.ts";
import { addWebhookRoute } from "../http/public.ts";
import { handleCarrierWebhook } from "./sms.ts";

export const carrierWebhooks = (fastify: FastifyInstance, app: AppContext): Promise<void> =>
  addWebhookRoute(fastify, app, {
    job: "sms",
    read: (posted) => app.sms.readWebhook(posted),
    handle: (webhook) => handleCarrierWebhook(app, app.sms, webhook),
  });
