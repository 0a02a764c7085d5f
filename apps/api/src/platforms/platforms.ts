import { Refusal } from "@inlay/contracts/errors.ts";
import { sql } from "kysely";
import type pg from "pg";
import { inNoScope } from "../db/scope.ts";

/** The platform whose users sign in at this host. */
export async function platformAt(pool: pg.Pool, domain: string): Promise<string> {
  const found = await inNoScope(pool, async (tx) => {
    const { rows } = await sql<{
      platform_id: string;
    }>`select platform_id from app.find_platform(${domain.toLowerCase()})`.execute(tx);
    return rows[0]?.platform_id;
  });
  if (!found) throw new Refusal("NOT_FOUND", { context: { object: "platform" } });
  return found;
}

/**
 * The portal's page for a link in an email. `override-direct-domain` names the platform if the portal's host is not one of its sign-in
 * domains.
 */
export function portalPage(portalUrl: string, signInDomains: readonly string[], locale: string): URL {
  const page = new URL("/", portalUrl);
  if (locale !== "en") page.searchParams.set("locale", locale);
  const [domain] = signInDomains;
  if (domain && !signInDomains.includes(page.host)) page.searchParams.set("override-direct-domain", domain);
  return page;
}
