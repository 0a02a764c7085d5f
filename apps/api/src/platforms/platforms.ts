import { Refusal } from "@inlay/contracts/errors.ts";
import { uuid } from "@inlay/contracts/ids.ts";
import type { PlatformSettings } from "@inlay/contracts/platform-settings.ts";
import { sql } from "kysely";
import type pg from "pg";
import { z } from "zod/mini";
import type { AppContext } from "../context.ts";
import { inNoScope } from "../db/scope.ts";

/** The platform whose users sign in at this host. A platform without a sign-in domain is named by its id. */
export async function platformAt(pool: pg.Pool, domain: string): Promise<string> {
  const found = await inNoScope(pool, async (tx) => {
    const { rows } = await sql<{
      platform_id: string;
    }>`select platform_id from app.find_platform(${domain.toLowerCase()})`.execute(tx);
    return rows[0]?.platform_id;
  });
  if (found) return found;
  if (z.safeParse(uuid, domain).success) return domain;
  throw new Refusal("NOT_FOUND", { context: { object: "platform" } });
}

type PageAddress = { host: string; overrideDirectDomain?: string | undefined; platformId?: string | undefined };

/** What names the platform of our own page: its id, a listed domain, or the page's host. */
export const platformNameOn = (
  config: AppContext["config"],
  { host, overrideDirectDomain: override, platformId }: PageAddress,
): string => platformId ?? (override !== undefined && isOverride(config, override) ? override : host);

type Platform = { id: string; settings: Pick<PlatformSettings, "embedUrl" | "signInDomains"> };

/** The page on which a person who signs in finds what an email is about: where Inlay is embedded, otherwise our own page. */
export const actionPage = (app: AppContext, platform: Platform, locale: string): URL =>
  platform.settings.embedUrl ? new URL(platform.settings.embedUrl) : portalPage(app, platform, locale);

/**
 * Our own page of a platform, also for links that work by a token: on the platform's sign-in domain. The portal's host serves platforms
 * without a domain, and the domains that operators listed for it.
 */
export function portalPage({ config }: AppContext, { id, settings: { signInDomains } }: Platform, locale: string): URL {
  const portal = new URL("/", config.PORTAL_URL);
  const [domain] = signInDomains;
  const isServedByPortal = !domain || signInDomains.includes(portal.host) || isOverride(config, domain);
  const page = isServedByPortal ? portal : new URL(`https://${domain}/`);
  if (!domain) page.searchParams.set("platform", id);
  else if (isServedByPortal && !signInDomains.includes(portal.host))
    page.searchParams.set("override-direct-domain", domain);
  if (locale !== "en") page.searchParams.set("locale", locale);
  return page;
}

/** Whether `override-direct-domain` may select this domain on any page. */
export const isOverride = ({ DIRECT_DOMAIN_OVERRIDES: listed }: AppContext["config"], domain: string): boolean =>
  listed.includes(domain);
