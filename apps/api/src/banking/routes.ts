import { accountChangeTokenHeader } from "@inlay/contracts/bank.ts";
import { readAccountChange, stopAccountChange } from "@inlay/contracts/calls/account-changes.ts";
import {
  createBankLinkToken,
  exchangeBankLinkToken,
  listBankAccounts,
  listBankItems,
  markBankItemsConnected,
  readHostedBankLink,
  refreshBankItem,
  revealAccountNumbers,
  revokeDebitAuthorization,
  setPrimaryBankAccount,
  startHostedBankLink,
} from "@inlay/contracts/calls/banking.ts";
import { skipCreateBankItem } from "@inlay/contracts/calls/sandbox.ts";
import { Refusal } from "@inlay/contracts/errors.ts";
import type { AppContext } from "../context.ts";
import { type Person, pageOrigin, type Router } from "../http/public.ts";
import { settingsOf } from "../platforms/public.ts";
import { listAccounts } from "./accounts.ts";
import { authorizeOwn, debitAuthorization, markConnected, revealNumbers, withdrawAuthorization } from "./authorize.ts";
import { readHostedLink, startHostedLink } from "./hosted-link.ts";
import { listItems, type RequestedBy } from "./item.ts";
import { finishLink, openLink, refreshItem } from "./link.ts";
import { linkSandboxBank } from "./link-sandbox-bank.ts";
import { setPrimaryAccount } from "./set-primary-account.ts";
import { readChangeByLink, stopChangeByLink } from "./stop-account-change.ts";

const byPerson = ({ userId }: Person, requestId: string): RequestedBy => ({
  actor: { kind: "USER", id: userId },
  requestId,
});

export function bankingRoutes({ authenticatedRoute, publicRoute }: Router, app: AppContext): void {
  const portalOrigin = new URL(app.config.PORTAL_URL).origin;
  publicRoute(readAccountChange, ({ request }) =>
    readChangeByLink(app, String(request.headers[accountChangeTokenHeader] ?? "")),
  );
  publicRoute(stopAccountChange, ({ request, body, requestId }) => {
    // Only the button of our own page stops a change.
    if (pageOrigin(request, portalOrigin) === null) throw new Refusal("ORIGIN_NOT_ALLOWED");
    return stopChangeByLink(app, body.token, requestId);
  });

  authenticatedRoute(listBankItems, async ({ tx, caller }) => ({ items: await listItems(tx, caller.businessId) }));

  // The vendor is asked before the transaction begins.
  authenticatedRoute(
    createBankLinkToken,
    ({ caller, body }) =>
      openLink(app, caller, { itemId: body.itemId ?? null, language: caller.language, hostedReturnUrl: null }),
    async ({ ready: { linkToken, expiresAt, scriptUrl } }) => ({
      link_token: linkToken,
      expiration: expiresAt.toISOString(),
      target_env: app.config.INLAY_ENV,
      scriptUrl,
    }),
  );
  authenticatedRoute(
    exchangeBankLinkToken,
    ({ caller, body, requestId }) => finishLink(app, caller, body.publicToken, byPerson(caller, requestId)),
    async ({ tx, caller, ready: itemId }) => ({ itemId, accounts: await accountsOf(tx, caller, itemId) }),
  );
  authenticatedRoute(
    refreshBankItem,
    ({ caller, params, requestId }) => refreshItem(app, caller, params.itemId, byPerson(caller, requestId)),
    async ({ tx, caller, params }) => ({
      itemId: params.itemId,
      accounts: await accountsOf(tx, caller, params.itemId),
    }),
  );
  authenticatedRoute(
    startHostedBankLink,
    ({ caller, body }) => startHostedLink(app, caller, { itemId: body.itemId ?? null, language: caller.language }),
    async ({ ready }) => ready,
  );
  authenticatedRoute(
    readHostedBankLink,
    ({ caller, params, requestId }) => readHostedLink(app, caller, params.hostedLinkId, byPerson(caller, requestId)),
    async ({ tx, caller, ready: { ending, itemIds } }) => ({
      ending,
      items: (await listItems(tx, caller.businessId)).filter((item) => itemIds.includes(item.itemId)),
    }),
  );
  authenticatedRoute(
    skipCreateBankItem,
    ({ caller, requestId }) => linkSandboxBank(app, caller, byPerson(caller, requestId)),
    async ({ ready: itemIds }) => ({ itemIds }),
  );

  authenticatedRoute(markBankItemsConnected, async ({ tx, caller, body, requestId, address }) => {
    const circumstances = { language: caller.language, address, requestId };
    await markConnected(tx, caller, body.itemIds, body.achAuthorized ?? false, circumstances);
    return { items: await listItems(tx, caller.businessId) };
  });
  authenticatedRoute(
    revealAccountNumbers,
    ({ caller: { platformId, businessId } }) => app.vault.keyFor({ platformId, businessId }),
    async ({ tx, caller, query, requestId, ready: key }) => ({
      authorization: debitAuthorization(caller.language, await settingsOf(tx, caller.platformId)),
      accounts: await revealNumbers(tx, app, key, caller, query.itemIds, requestId),
    }),
  );
  authenticatedRoute(listBankAccounts, async ({ tx, caller, query }) => ({
    bankAccounts: await listAccounts(tx, caller.businessId, query.bankAccountCreatedMethods),
  }));
  authenticatedRoute(setPrimaryBankAccount, async ({ tx, caller, params, body, requestId, address }) => {
    if (body.achAuthorized)
      await authorizeOwn(tx, caller, params.id, { language: caller.language, address, requestId });
    const { platformDisbursementAccountExpected } = await settingsOf(tx, caller.platformId);
    await setPrimaryAccount(tx, caller, params.id, !platformDisbursementAccountExpected, byPerson(caller, requestId));
    return { bankAccounts: await listAccounts(tx, caller.businessId, undefined) };
  });
  authenticatedRoute(revokeDebitAuthorization, async ({ tx, caller, params, requestId }) => {
    await withdrawAuthorization(tx, caller, params.id, byPerson(caller, requestId));
    return { bankAccounts: await listAccounts(tx, caller.businessId, undefined) };
  });
}

async function accountsOf(tx: Parameters<typeof listItems>[0], { businessId }: Person, itemId: string) {
  const items = await listItems(tx, businessId);
  return items.find((item) => item.itemId === itemId)?.accounts ?? [];
}
