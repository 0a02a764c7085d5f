import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../context.ts";
import { inScope } from "../db/scope.ts";
import { settingsOf } from "../platforms/public.ts";
import { findApiKey } from "./callers.ts";
import { apiHeaders, pageHeaders } from "./headers.ts";

/**
 * Serves the built portal. Only the origins that the platform listed may frame its page; the publishable key in the URL identifies the
 * platform. Without a key it is the direct sign-in page, which cannot be framed.
 */
export async function addPortalPage(fastify: FastifyInstance, { config, pool }: AppContext): Promise<void> {
  const page = path.join(config.PORTAL_DIST, "index.html");
  if (!existsSync(page)) return;
  const html = readFileSync(page, "utf8");
  const vendors = vendorOriginsOf(config);

  async function framersOf(publishableKey: string | undefined): Promise<string[]> {
    if (!publishableKey) return [];
    const found = await findApiKey(pool, publishableKey);
    if (found?.kind !== "PUBLISHABLE") return [];
    const scope = { platformId: found.platform_id, businessId: "whole platform" } as const;
    return (await inScope(pool, scope, (tx) => settingsOf(tx, found.platform_id))).allowedParentOrigins;
  }

  fastify.get<{ Querystring: { key?: string } }>(
    "/",
    { config: { action: "platform.introduce" }, schema: { hide: true } },
    async (request, reply) => {
      const framers = await framersOf(typeof request.query.key === "string" ? request.query.key : undefined);
      for (const name of Object.keys(apiHeaders)) reply.removeHeader(name);
      reply.headers(pageHeaders(framers, vendors));
      return reply.type("text/html; charset=utf-8").send(html);
    },
  );

  // The names of built files contain a content hash, so they can be cached forever.
  const folder = path.join(config.PORTAL_DIST, "assets");
  const files = new Map(
    readdirSync(folder).map((name) => {
      const content = readFileSync(path.join(folder, name));
      return [
        name,
        {
          content,
          zipped: gzipSync(content, { level: 9 }),
          type: types[path.extname(name)] ?? "application/octet-stream",
        },
      ];
    }),
  );
  fastify.get<{ Params: { file: string } }>(
    "/assets/:file",
    { config: { action: "platform.introduce" }, schema: { hide: true } },
    (request, reply) => {
      const file = files.get(request.params.file);
      if (!file) return reply.callNotFound();
      const zip = /\bgzip\b/.test(String(request.headers["accept-encoding"] ?? ""));
      reply
        .headers({ "cache-control": "public, max-age=31536000, immutable", vary: "accept-encoding" })
        .type(file.type);
      return zip ? reply.header("content-encoding", "gzip").send(file.zipped) : reply.send(file.content);
    },
  );
}

const originsOf = (...addresses: string[]) => [...new Set(addresses.map((address) => new URL(address).origin))];

const vendorOriginsOf = (config: AppContext["config"]) => ({
  scripts: originsOf(config.PLAID_SCRIPT_URL, config.ZENDESK_SCRIPT_URL),
  frames: [
    ...originsOf(config.RAILZ_CONNECT_URL, config.PLAID_SCRIPT_URL, config.ZENDESK_SCRIPT_URL),
    ...config.ZENDESK_ORIGINS,
  ],
  connections: [...originsOf(config.S3_URL), ...config.ZENDESK_ORIGINS],
});

const types: Record<string, string> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
  ".png": "image/png",
};
