import type { Ground, Vendor } from "../world/ground.ts";
import { openItems } from "./items.ts";
import { openLinkTokens } from "./link/link-tokens.ts";
import { linkRoutes } from "./link/routes.ts";
import { wireRoutes } from "./routes.ts";
import { scenarios } from "./scenarios.ts";
import { openSigner } from "./sign.ts";

/** Banks, as Plaid shows them. */
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
      const told = (user as { client_user_id?: unknown } | undefined)?.client_user_id ?? user_id;
      return items.worldOf(access_token) ?? links.worldOf(link_token) ?? (typeof told === "string" ? told : null);
    },
    happens: items.happens,
    webhooks: {
      sign: signer.sign,
      // Says that a broken link is whole again, under a signature that was made for something else.
      forge: (body) => JSON.stringify({ ...JSON.parse(body), webhook_type: "ITEM", webhook_code: "LOGIN_REPAIRED" }),
    },
  };
}
