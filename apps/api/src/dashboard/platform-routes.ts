import { findPlatform } from "@inlay/contracts/calls/partners.ts";
import { Refusal } from "@inlay/contracts/errors.ts";
import { lenderName } from "@inlay/contracts/onboarding/agreements.ts";
import { themeOf } from "@inlay/contracts/theme/theme-of.ts";
import type { AppContext } from "../context.ts";
import { inScope } from "../db/scope.ts";
import type { Router } from "../http/public.ts";
import { platformAt, platformNameOn, settingsOf, styleConfigurationsOf } from "../platforms/public.ts";

/** The platform of a sign-in page, found by the page's domain. */
export function platformRoutes({ publicRoute }: Router, { config, pool }: AppContext): void {
  publicRoute(findPlatform, async ({ query }) => {
    const { page, overrideDirectDomain, platformId: id } = query;
    const named = platformNameOn(config, { host: new URL(page).host, overrideDirectDomain, platformId: id });
    const platformId = await platformAt(pool, named);
    return inScope(pool, { platformId, businessId: "whole platform" }, async (tx) => {
      const settings = await settingsOf(tx, platformId);
      const theme = themeOf(await styleConfigurationsOf(tx, platformId), null);
      const platform = await tx.selectFrom("platform").select("name").where("id", "=", platformId).executeTakeFirst();
      if (!platform || !theme) throw new Refusal("NOT_FOUND", { context: { object: "platform" } });
      return {
        platformId,
        signInDomain: query.platformId ? (settings.signInDomains[0] ?? named) : named,
        isForCoOwnersOnly: settings.signInDomains.length === 0,
        platformName: platform.name,
        platformProgramName: settings.platformProgramName,
        openEnrollmentEnabled: settings.openEnrollmentEnabled,
        supportEmail: settings.supportEmail,
        supportPhone: settings.supportPhone,
        supportHours: settings.supportHours,
        lenderName: lenderName(settings.referenceKanmonInCopy, settings.platformProgramName),
        licenseLine: settings.licenseLine,
        styles: theme.styles,
        signInPage: theme.signInPage,
      };
    });
  });
}
