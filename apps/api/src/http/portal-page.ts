import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { Refusal } from "@inlay/contracts/errors.ts";
import { uuid } from "@inlay/contracts/ids.ts";
import { type Locale, locales } from "@inlay/contracts/locales.ts";
import type { Styles } from "@inlay/contracts/theme/style-configuration.ts";
import { themeOf } from "@inlay/contracts/theme/theme-of.ts";
import { type ColorScheme, tokensFrom } from "@inlay/contracts/theme/tokens.ts";
import type { FastifyInstance } from "fastify";
import { z } from "zod/mini";
import type { AppContext } from "../context.ts";
import { inScope } from "../db/scope.ts";
import { platformAt, platformNameOn, settingsOf, styleConfigurationsOf } from "../platforms/public.ts";
import { findApiKey } from "./callers.ts";
import { apiHeaders, pageHeaders } from "./headers.ts";

type PageQuery = {
  key?: unknown;
  customInitializationName?: unknown;
  colorScheme?: unknown;
  locale?: unknown;
  platform?: unknown;
  "override-direct-domain"?: unknown;
};

/**
 * Serves the built portal with the theme of its platform. Only the origins that the platform listed may frame its page; the publishable key
 * in the URL identifies the platform. Without a key it is the direct sign-in page, which cannot be framed.
 */
export async function addPortalPage(fastify: FastifyInstance, { config, pool }: AppContext): Promise<void> {
  const page = path.join(config.PORTAL_DIST, "index.html");
  if (!existsSync(page)) return;
  const html = readFileSync(page, "utf8");
  const folder = path.join(config.PORTAL_DIST, "assets");
  const names = readdirSync(folder).filter((name) => !name.endsWith(".br"));
  const typeface = names.find((name) => /^inter-latin-wght-normal\b.*\.woff2$/.test(name));
  const catalogs = Object.fromEntries(locales.map((locale) => [locale, catalogsOf(locale, names)])) as Catalogs;
  const vendors = vendorOriginsOf(config);

  async function framedBy(publishableKey: string): Promise<string | null> {
    const found = await findApiKey(pool, publishableKey);
    return found?.kind === "PUBLISHABLE" ? found.platform_id : null;
  }
  async function signInPageOf(host: string, query: PageQuery): Promise<string | null> {
    const overrideDirectDomain = textIn(query["override-direct-domain"]);
    const platformId = z.safeParse(uuid, query.platform).data;
    const named = platformNameOn(config, { host, overrideDirectDomain, platformId });
    return platformAt(pool, named).catch((error: unknown) => {
      if (error instanceof Refusal) return null;
      throw error;
    });
  }
  async function settingsAndThemes(platformId: string) {
    return inScope(pool, { platformId, businessId: "whole platform" }, async (tx) => {
      const themes = await styleConfigurationsOf(tx, platformId);
      // An id in the URL may be of no platform.
      return themes.length > 0 ? { settings: await settingsOf(tx, platformId), themes } : null;
    });
  }

  fastify.get<{ Querystring: PageQuery }>(
    "/",
    { config: { action: "platform.introduce" }, schema: { hide: true } },
    async (request, reply) => {
      const { query } = request;
      const key = textIn(query.key);
      const platformId = key ? await framedBy(key) : await signInPageOf(request.host, query);
      const platform = platformId && (await settingsAndThemes(platformId));
      const themeName = textIn(query.customInitializationName);
      const theme = platform ? themeOf(platform.themes, themeName ?? null) : undefined;
      const css = theme ? themeSheet(theme.styles, textIn(query.colorScheme)) : null;
      const preloads = [
        ...catalogs[languageOf(textIn(query.locale), request.headers["accept-language"])].map(modulePreloadOf),
        ...(css && typeface && /\bInter\b/.test(css) ? [fontPreloadOf(typeface)] : []),
      ];
      const head = `${preloads.join("")}${css ? `<style>${css}</style>` : ""}</head>`;
      for (const name of Object.keys(apiHeaders)) reply.removeHeader(name);
      const framers = key && platform ? platform.settings.allowedParentOrigins : [];
      reply.headers(pageHeaders(framers, vendors, css ? [createHash("sha256").update(css).digest("base64")] : []));
      // A business may have chosen another theme than the platform's default. Its page has no colors until the session tells which.
      const isThemePending = Boolean(key && platform && platform.themes.length > 1 && !themeName);
      const served = isThemePending ? html.replace("<html", "<html data-theme-pending") : html;
      return reply.type("text/html; charset=utf-8").send(served.replace("</head>", () => head));
    },
  );

  // The names of built files contain a content hash, so they can be cached forever.
  const files = new Map(
    names.map((name) => {
      const content = readFileSync(path.join(folder, name));
      // The build makes these, because they take long.
      const brotli = path.join(folder, `${name}.br`);
      return [
        name,
        {
          content,
          br: existsSync(brotli) ? readFileSync(brotli) : null,
          gzip: gzipSync(content, { level: 9 }),
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
      const accepted = String(request.headers["accept-encoding"] ?? "");
      reply
        .headers({ "cache-control": "public, max-age=31536000, immutable", vary: "accept-encoding" })
        .type(file.type);
      if (file.br && /\bbr\b/.test(accepted)) return reply.header("content-encoding", "br").send(file.br);
      if (/\bgzip\b/.test(accepted)) return reply.header("content-encoding", "gzip").send(file.gzip);
      return reply.send(file.content);
    },
  );
}

const textIn = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" && value.length <= 260 ? value : undefined;

type Catalogs = Record<Locale, string[]>;

/** The built files of a language. The portal asks for them when its script runs; named in the page they arrive with the script. */
const catalogsOf = (locale: Locale, names: readonly string[]): string[] =>
  names.filter((name) => new RegExp(`^${locale}(-sentences)?-[\\w-]{8}\\.js$`).test(name));

/** The language in which the portal begins: the one that the URL asks for, else the first of the browser's that we have. */
function languageOf(asked: string | undefined, acceptLanguage: string | undefined): Locale {
  const candidates = [asked, ...(acceptLanguage?.split(",") ?? [])].map((one) => one?.trim().toLowerCase());
  return candidates.map((one) => locales.find((locale) => one?.startsWith(locale))).find(Boolean) ?? "en";
}

const modulePreloadOf = (file: string): string => `<link rel="modulepreload" crossorigin href="/assets/${file}">`;
const fontPreloadOf = (file: string): string =>
  `<link rel="preload" as="font" type="font/woff2" crossorigin href="/assets/${file}">`;

/** A theme as a style sheet, for the page's first paint. The portal sets the same values when it has loaded. */
function themeSheet(styles: Styles, colorScheme: string | undefined): string {
  const rule = (scheme: ColorScheme) => {
    const tokens = Object.entries(tokensFrom(styles, scheme)).map(([name, value]) => `${name}:${value}`);
    return `:root{color-scheme:${scheme};${tokens.join(";")}}`;
  };
  const sheet =
    colorScheme === "auto"
      ? `${rule("light")}@media (prefers-color-scheme:dark){${rule("dark")}}`
      : rule(colorScheme === "dark" ? "dark" : "light");
  // The shape of a theme allows no such character; one would end the style element.
  return sheet.replaceAll("<", "");
}

const originsOf = (...addresses: string[]) => [...new Set(addresses.map((address) => new URL(address).origin))];

/** The vendor's library adds the scheme in the same way. */
const identityUrlOf = ({ PERSONA_FRAME_HOST: host }: AppContext["config"]) =>
  host.startsWith("localhost") ? `http://${host}` : `https://${host}`;

const vendorOriginsOf = (config: AppContext["config"]) => ({
  scripts: originsOf(config.PLAID_SCRIPT_URL, config.ZENDESK_SCRIPT_URL),
  frames: [
    ...originsOf(
      config.RAILZ_CONNECT_URL,
      config.PLAID_SCRIPT_URL,
      config.ZENDESK_SCRIPT_URL,
      config.PANDADOC_APP_URL,
      identityUrlOf(config),
    ),
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
