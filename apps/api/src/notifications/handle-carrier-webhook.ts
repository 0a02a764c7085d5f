import type { AppContext } from "../context.ts";
import type { WebhookHandler } from "../http/public.ts";
import type { SmsWebhook } from "../providers/sms/port.ts";
import { handleCarrierWebhook } from "./sms.ts";

export const carrierWebhook = (app: AppContext): WebhookHandler<SmsWebhook> => ({
  job: "sms",
  read: (request) => app.sms.readWebhook(request),
  handle: (webhook) => handleCarrierWebhook(app, app.sms, webhook),
});
