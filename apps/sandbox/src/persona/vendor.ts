import { createHmac } from "node:crypto";
import type { Ground, Vendor } from "../world/ground.ts";
import { openInquiries, vendorName } from "./inquiries.ts";
import { pageRoutes, wireRoutes } from "./routes.ts";
import { scenarios } from "./scenarios.ts";

/** Persona: identity checks. */
export function persona(ground: Ground, settings: { webhookUrl: string | null; webhookSecret: string }): Vendor {
  const inquiries = openInquiries(ground, settings.webhookUrl);
  return {
    name: vendorName,
    title: "Identity checks, as Persona",
    scenarios,
    happens: inquiries.happens,
    routes: (app) => {
      wireRoutes(app, inquiries);
      pageRoutes(app, inquiries);
    },
    worldOf: ({ params, body }) => {
      const { id } = params as { id?: string };
      const attributes = (body as { data?: { attributes?: { "reference-id"?: string } } } | null)?.data?.attributes;
      return attributes?.["reference-id"]?.split("_")[0] ?? (id ? inquiries.worldOf(id) : null);
    },
    webhooks: {
      sign: (body) => {
        const time = Math.floor(Date.now() / 1_000);
        const signature = createHmac("sha256", settings.webhookSecret).update(`${time}.${body}`).digest("hex");
        return { "persona-signature": `t=${time},v1=${signature}` };
      },
      forge: (body) => body.replaceAll(/"status":"\w+"/g, '"status":"approved"'),
    },
  };
}
