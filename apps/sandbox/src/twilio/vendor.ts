import { createHmac } from "node:crypto";
import type { Ground, Vendor } from "../world/ground.ts";
import { openMessages, vendorName } from "./messages.ts";
import { wireRoutes } from "./routes.ts";
import { scenarios } from "./scenarios.ts";

/** Twilio: SMS. `authToken` authenticates requests and signs webhooks. */
export function twilio(ground: Ground, { authToken }: { authToken: string }): Vendor {
  const messages = openMessages(ground);
  return {
    name: vendorName,
    title: "SMS, as Twilio",
    scenarios,
    happens: messages.happens,
    routes: (app) => wireRoutes(app, messages, authToken),
    worldOf: (request) => (request.body as { To?: string } | null)?.To ?? null,
    webhooks: {
      sign: (body, url) => {
        const form = new URLSearchParams(body);
        const fields = [...form.keys()].toSorted().map((name) => name + form.get(name));
        const signature = createHmac("sha1", authToken)
          .update(url + fields.join(""))
          .digest("base64");
        return { "content-type": "application/x-www-form-urlencoded", "x-twilio-signature": signature };
      },
      forge: (body) => body.replaceAll(/(Status)=\w+/g, "$1=failed"),
    },
  };
}
