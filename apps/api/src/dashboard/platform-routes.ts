import { findPlatform } from "@inlay/contracts/calls/partners.ts";
import { Refusal } from "@inlay/contracts/errors.ts";
import { lenderName } from "@inlay/contracts/onboarding/agreements.ts";
import type { AppContext } from "../context.ts";
import { inScope } from "../db/scope.ts";
import type { Router } from "../http/public.ts";
import { defaultTheme, platformAt, settingsOf, styleConfigurationsOf } from "../platforms/public.ts";

/** The platform of a sign-in page, found by the page's domain. */
export function platformRoutes({ publicRoute }: Router, { config, pool }: AppContext): void {
  publicRoute(findPlatform, async ({ query }) => {
    const { page, overrideDirectDomain: override } = query;
    const isListed = override !== undefined && config.DIRECT_DOMAIN_OVERRIDES.includes(override);
    const signInDomain = isListed ? override : new URL(page).host;
    const platformId = await platformAt(pool, signInDomain);
    return inScope(pool, { platformId, businessId: "whole platform" }, async (tx) => {
      const settings = await settingsOf(tx, platformId);
      const theme = defaultTheme(await styleConfigurationsOf(tx, platformId));
      const platform = await tx.selectFrom("platform").select("name").where("id", "=", platformId).executeTakeFirst();
      if (!platform || !theme) throw new Refusal("NOT_FOUND", { context: { object: "platform" } });
      return {
        platformId,
        signInDomain,
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
