import { createHmac } from "node:crypto";
import type { Ground, Vendor } from "../world/ground.ts";
import { openConnections, vendorName } from "./connections.ts";
import { pageRoutes, wireRoutes } from "./routes.ts";
import { scenarios } from "./scenarios.ts";

/** Railz: accounting data. */
export function railz(ground: Ground, settings: { webhookUrl: string | null; webhookSecret: string }): Vendor {
  const connections = openConnections(ground, settings.webhookUrl);
  return {
    name: vendorName,
    title: "Accounting, as Railz",
    scenarios,
    happens: connections.happens,
    routes: (app) => {
      wireRoutes(app, connections);
      pageRoutes(app, connections);
    },
    worldOf: ({ query, body }) => {
      const { businessName } = { ...(query as object), ...(body as object | null) } as { businessName?: string };
      return businessName ?? null;
    },
    webhooks: {
      sign: (body) => {
        const time = Date.now();
        const signature = createHmac("sha256", settings.webhookSecret).update(`${time}.${body}`).digest("hex");
        return { "railz-signature": `t=${time},v=${signature}` };
      },
      forge: (body) => body.replaceAll(/"event":"\w+"/g, '"event":"connectionStatus"'),
    },
  };
}
