import { lenderName } from "@inlay/contracts/agreements.ts";
import { findPlatform } from "@inlay/contracts/calls/partners.ts";
import { Refusal } from "@inlay/contracts/errors.ts";
import { partnerCalls } from "@inlay/contracts/partner/calls.ts";
import { inScope } from "../db/scope.ts";
import type { House } from "../house.ts";
import type { Doors } from "../http/public.ts";
import {
  createBankAccount,
  listBankAccounts,
  patchBankAccount,
  readBankAccount,
  readyForBankAccount,
  readyForNumbers,
  resolveBankAccount,
  retireBankAccount,
} from "./bank-accounts.ts";
import { patchBusiness, readyForPatch } from "./business-patch.ts";
import { createBusiness, listBusinesses, readBusiness, readyForBusiness, resolveBusiness } from "./businesses.ts";
import { createConnectToken, readConnectToken } from "./connect-tokens.ts";
import { createCursors } from "./page.ts";
import { platformAt } from "./platforms.ts";
import { listSalesDays, putSalesDay, recordSalesDays } from "./sales-days.ts";
import { settingsOf } from "./settings.ts";
import { styleConfigurationsOf, usualLook } from "./style-configurations.ts";
import { createUser, listUsers, patchUser, readUser, resolveUser } from "./users.ts";

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
  serve(
    partnerCalls.updateBusiness,
    ({ caller, params, body }) => readyForPatch(house, caller.platformId, params.businessId, body),
    ({ tx, caller, body, ready, ifMatch, requestId }) =>
      patchBusiness(tx, house, caller, body, ready, ifMatch, requestId),
  );
  serve(partnerCalls.createUser, ({ tx, caller, body, requestId }) => createUser(tx, house, caller, body, requestId));
  serve(partnerCalls.listUsers, ({ tx, caller, query }) => listUsers(tx, config, cursors, caller.platformId, query));
  serve(partnerCalls.getUser, async ({ tx, caller, params }) =>
    readUser(tx, config, await resolveUser(tx, caller.platformId, params.userId)),
  );
  serve(partnerCalls.updateUser, ({ tx, caller, params, body, ifMatch, requestId }) =>
    patchUser(tx, house, caller, params.userId, body, ifMatch, requestId),
  );
  serve(partnerCalls.createConnectToken, ({ tx, caller, params, requestId }) =>
    createConnectToken(tx, house, caller, params.userId, requestId),
  );
  serve(partnerCalls.getConnectToken, ({ tx, params }) => readConnectToken(tx, config, params.connectTokenId));

  serve(
    partnerCalls.createBankAccount,
    ({ caller, body }) => readyForBankAccount(house, caller.platformId, body),
    ({ tx, caller, body, ready, requestId }) => createBankAccount(tx, house, caller, body, ready, requestId),
  );
  serve(partnerCalls.listBankAccounts, ({ tx, caller, query }) =>
    listBankAccounts(tx, config, cursors, caller.platformId, query),
  );
  serve(partnerCalls.getBankAccount, async ({ tx, caller, params }) =>
    readBankAccount(tx, config, await resolveBankAccount(tx, caller.platformId, params.bankAccountId)),
  );
  serve(
    partnerCalls.updateBankAccount,
    ({ caller, params, body }) => readyForNumbers(house, caller.platformId, params.bankAccountId, body),
    ({ tx, caller, params, body, ready, ifMatch, requestId }) =>
      patchBankAccount(tx, house, caller, params.bankAccountId, body, ready, ifMatch, requestId),
  );
  serve(partnerCalls.retireBankAccount, ({ tx, caller, params, requestId }) =>
    retireBankAccount(tx, config, caller, params.bankAccountId, requestId),
  );

  serve(partnerCalls.putSalesDay, ({ tx, caller, params, body, ifMatch, requestId }) =>
    putSalesDay(tx, config, caller, params, body, ifMatch, requestId),
  );
  serve(
    partnerCalls.recordSalesDays,
    ({ caller, body, dryRun, requestId }) => recordSalesDays(house, caller, body.rows, dryRun, requestId),
    async ({ ready: results }) => ({ object: "sales_day_batch" as const, results }),
  );
  serve(partnerCalls.listSalesDays, ({ tx, caller, params, query }) =>
    listSalesDays(tx, config, cursors, caller.platformId, params.businessId, query),
  );

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
