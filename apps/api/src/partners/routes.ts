import { partnerCalls } from "@inlay/contracts/partner/calls.ts";
import type { AppContext } from "../context.ts";
import type { Router } from "../http/public.ts";
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
import { listSalesDays, putSalesDay, recordSalesDays } from "./sales-days.ts";
import { createUser, listUsers, patchUser, readUser, resolveUser } from "./users.ts";

export function partnerRoutes({ authenticatedRoute }: Router, app: AppContext): void {
  const cursors = createCursors(app.config.SESSION_SECRET);

  authenticatedRoute(
    partnerCalls.createBusiness,
    ({ caller, body }) => readyForBusiness(app, caller.platformId, body),
    ({ tx, caller, body, ready, requestId }) => createBusiness(tx, app, caller, body, ready, requestId),
  );
  authenticatedRoute(partnerCalls.listBusinesses, ({ tx, caller, query }) =>
    listBusinesses(tx, app.config, cursors, caller.platformId, query),
  );
  authenticatedRoute(partnerCalls.getBusiness, async ({ tx, caller, params }) =>
    readBusiness(tx, app.config, caller.platformId, await resolveBusiness(tx, caller.platformId, params.businessId)),
  );
  authenticatedRoute(
    partnerCalls.updateBusiness,
    ({ caller, params, body }) => readyForPatch(app, caller.platformId, params.businessId, body),
    ({ tx, caller, body, ready, ifMatch, requestId }) =>
      patchBusiness(tx, app, caller, body, ready, ifMatch, requestId),
  );
  authenticatedRoute(partnerCalls.createUser, ({ tx, caller, body, requestId }) =>
    createUser(tx, app, caller, body, requestId),
  );
  authenticatedRoute(partnerCalls.listUsers, ({ tx, caller, query }) =>
    listUsers(tx, app.config, cursors, caller.platformId, query),
  );
  authenticatedRoute(partnerCalls.getUser, async ({ tx, caller, params }) =>
    readUser(tx, app.config, await resolveUser(tx, caller.platformId, params.userId)),
  );
  authenticatedRoute(partnerCalls.updateUser, ({ tx, caller, params, body, ifMatch, requestId }) =>
    patchUser(tx, app, caller, params.userId, body, ifMatch, requestId),
  );
  authenticatedRoute(partnerCalls.createConnectToken, ({ tx, caller, params, requestId }) =>
    createConnectToken(tx, app, caller, params.userId, requestId),
  );
  authenticatedRoute(partnerCalls.getConnectToken, ({ tx, params }) =>
    readConnectToken(tx, app.config, params.connectTokenId),
  );

  authenticatedRoute(
    partnerCalls.createBankAccount,
    ({ caller, body }) => readyForBankAccount(app, caller.platformId, body),
    ({ tx, caller, body, ready, requestId }) => createBankAccount(tx, app, caller, body, ready, requestId),
  );
  authenticatedRoute(partnerCalls.listBankAccounts, ({ tx, caller, query }) =>
    listBankAccounts(tx, app.config, cursors, caller.platformId, query),
  );
  authenticatedRoute(partnerCalls.getBankAccount, async ({ tx, caller, params }) =>
    readBankAccount(tx, app.config, await resolveBankAccount(tx, caller.platformId, params.bankAccountId)),
  );
  authenticatedRoute(
    partnerCalls.updateBankAccount,
    ({ caller, params, body }) => readyForNumbers(app, caller.platformId, params.bankAccountId, body),
    ({ tx, caller, params, body, ready, ifMatch, requestId }) =>
      patchBankAccount(tx, app, caller, params.bankAccountId, body, ready, ifMatch, requestId),
  );
  authenticatedRoute(partnerCalls.retireBankAccount, ({ tx, caller, params, requestId }) =>
    retireBankAccount(tx, app.config, caller, params.bankAccountId, requestId),
  );

  authenticatedRoute(partnerCalls.putSalesDay, ({ tx, caller, params, body, ifMatch, requestId }) =>
    putSalesDay(tx, app.config, caller, params, body, ifMatch, requestId),
  );
  authenticatedRoute(
    partnerCalls.recordSalesDays,
    ({ caller, body, dryRun, requestId }) => recordSalesDays(app, caller, body.rows, dryRun, requestId),
    async ({ ready: results }) => ({ object: "sales_day_batch" as const, results }),
  );
  authenticatedRoute(partnerCalls.listSalesDays, ({ tx, caller, params, query }) =>
    listSalesDays(tx, app.config, cursors, caller.platformId, params.businessId, query),
  );
}
