import type { Ground, Vendor } from "../world/ground.ts";
import { openItems } from "./items.ts";
import { openLinkTokens } from "./link/link-tokens.ts";
import { linkRoutes } from "./link/routes.ts";
import { wireRoutes } from "./routes.ts";
import { scenarios } from "./scenarios.ts";
import { openSigner } from "./sign.ts";

/** Plaid: bank linking. */
export function plaid(ground: Ground): Vendor {
  const items = openItems(ground);
  const links = openLinkTokens(ground, items);
  const signer = openSigner(ground.store);
  return {
    name: "plaid",
    title: "Bank linking, as Plaid",
    scenarios,
    routes: (app) => {
      wireRoutes(app, { items, links, signer });
      linkRoutes(app, { items, links, signer });
    },
    worldOf: ({ body }) => {
      const { access_token, link_token, user, user_id } = (body ?? {}) as Record<string, unknown>;
      const clientUserId = (user as { client_user_id?: unknown } | undefined)?.client_user_id ?? user_id;
      return (
        items.worldOf(access_token) ??
        links.worldOf(link_token) ??
        (typeof clientUserId === "string" ? clientUserId : null)
      );
    },
    happens: items.happens,
    webhooks: {
      sign: signer.sign,
      // Claims that a broken item is repaired, with a signature of another body.
      forge: (body) => JSON.stringify({ ...JSON.parse(body), webhook_type: "ITEM", webhook_code: "LOGIN_REPAIRED" }),
    },
  };
}
