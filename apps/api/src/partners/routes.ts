import { lenderName } from "@inlay/contracts/agreements.ts";
import { findPlatform } from "@inlay/contracts/calls/partners.ts";
import { Refusal } from "@inlay/contracts/errors.ts";
import { partnerCalls } from "@inlay/contracts/partner/calls.ts";
import { inScope } from "../db/scope.ts";
import type { House } from "../house.ts";
import type { Doors } from "../http/public.ts";
import { createBusiness, listBusinesses, readBusiness, readyForBusiness, resolveBusiness } from "./businesses.ts";
import { createConnectToken, readConnectToken } from "./connect-tokens.ts";
import { createCursors } from "./page.ts";
import { platformAt } from "./platforms.ts";
import { settingsOf } from "./settings.ts";
import { styleConfigurationsOf, usualLook } from "./style-configurations.ts";
import { createUser, listUsers, readUser, resolveUser } from "./users.ts";

export function partnerRoutes({ serve, greet }: Doors, house: House): void {
  const { config, pool } = house;
  const cursors = createCursors(config.SESSION_SECRET);

  serve(
    partnerCalls.createBusiness,
    ({ caller, body }) => readyForBusiness(house, caller.platformId, body),
    ({ tx, caller, body, ready, requestId }) => createBusiness(tx, house, caller, body, ready, requestId),
  );
  serve(partnerCalls.listBusinesses, ({ tx, caller, query }) =>
    listBusinesses(tx, config, cursors, caller.platformId, query),
  );
  serve(partnerCalls.getBusiness, async ({ tx, caller, params }) =>
    readBusiness(tx, config, caller.platformId, await resolveBusiness(tx, caller.platformId, params.businessId)),
  );
  serve(partnerCalls.createUser, ({ tx, caller, body, requestId }) => createUser(tx, house, caller, body, requestId));
  serve(partnerCalls.listUsers, ({ tx, caller, query }) => listUsers(tx, config, cursors, caller.platformId, query));
  serve(partnerCalls.getUser, async ({ tx, caller, params }) =>
    readUser(tx, config, await resolveUser(tx, caller.platformId, params.userId)),
  );
  serve(partnerCalls.createConnectToken, ({ tx, caller, params, requestId }) =>
    createConnectToken(tx, house, caller, params.userId, requestId),
  );
  serve(partnerCalls.getConnectToken, ({ tx, params }) => readConnectToken(tx, config, params.connectTokenId));

  greet(findPlatform, async ({ query }) => {
    const { page, overrideDirectDomain: override } = query;
    const isHeard = override !== undefined && config.DIRECT_DOMAIN_OVERRIDES.includes(override);
    const signInDomain = isHeard ? override : new URL(page).host;
    const platformId = await platformAt(pool, signInDomain);
    return inScope(pool, { platformId, businessId: "whole platform" }, async (tx) => {
      const settings = await settingsOf(tx, platformId);
      const look = usualLook(await styleConfigurationsOf(tx, platformId));
      const platform = await tx.selectFrom("platform").select("name").where("id", "=", platformId).executeTakeFirst();
      if (!platform || !look) throw new Refusal("NOT_FOUND", { context: { object: "platform" } });
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
        styles: look.styles,
        signInPage: look.signInPage,
      };
    });
  });
}
