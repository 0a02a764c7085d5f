import { createHash, createHmac } from "node:crypto";
import type { Ground, Vendor } from "../world/ground.ts";
import { lifeOf } from "./life.ts";
import { wireRoutes } from "./routes.ts";
import { scenarios } from "./scenarios.ts";
import { signingRoutes } from "./signing/routes.ts";
import { stateOf, vendorName } from "./state.ts";

/** PandaDoc: signatures. */
export function pandaDoc(ground: Ground, settings: { webhookUrl: string | null; webhookKey: string }): Vendor {
  const state = stateOf(ground.store);
  const life = lifeOf(ground, state, () => settings.webhookUrl);
  const sign = (body: string) => createHmac("sha256", settings.webhookKey).update(body).digest("hex");
  return {
    name: vendorName,
    title: "Signatures, as PandaDoc",
    scenarios,
    happens: life.happens,
    routes: (app) => {
      wireRoutes(app, state, life);
      signingRoutes(app, state, life);
    },
    worldOf: ({ params, query, body }) => {
      const { id } = (params ?? {}) as { id?: string };
      const reference = (query as Record<string, string> | null)?.["metadata_inlay_reference"];
      const byReference = reference && state.docs.all().find((doc) => doc.metadata["inlay_reference"] === reference);
      if (body instanceof FormData) return JSON.parse(String(body.get("data") ?? "{}")).metadata?.business_id ?? null;
      return (id ? state.docs.get(id)?.world : null) ?? (byReference ? byReference.world : null);
    },
    webhooks: {
      sign: (body) => ({ "x-pandadoc-webhook-event-id": createHash("sha256").update(body).digest("hex").slice(0, 32) }),
      address: (url, body) => `${url}?signature=${sign(body)}`,
      // Claims that everybody has signed, with a signature of another body.
      forge: (body) => body.replaceAll(/"document\.\w+"/g, '"document.completed"'),
    },
  };
}
