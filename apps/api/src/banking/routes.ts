import {
  createBankLinkToken,
  exchangeBankLinkToken,
  listBankAccounts,
  listBankItems,
  markBankItemsConnected,
  readHostedBankLink,
  refreshBankItem,
  revealAccountNumbers,
  setPrimaryBankAccount,
  startHostedBankLink,
} from "@inlay/contracts/calls/banking.ts";
import { skipCreateBankItem } from "@inlay/contracts/calls/sandbox.ts";
import type { FastifyInstance } from "fastify";
import type { House } from "../house.ts";
import { type Doors, type Person, serveNews } from "../http/public.ts";
import { settingsOf } from "../partners/public.ts";
import { listAccounts, setPrimaryAccount } from "./accounts.ts";
import { authorizationText, markConnected, revealNumbers } from "./authorize.ts";
import { hearBank } from "./hear-bank.ts";
import { readHostedLink, startHostedLink } from "./hosted-link.ts";
import { type By, listItems } from "./item.ts";
import { finishLink, openLink, refreshItem } from "./link.ts";
import { playBank } from "./play-bank.ts";

const byPerson = ({ userId }: Person, requestId: string): By => ({ actor: { kind: "USER", id: userId }, requestId });

export function bankingRoutes({ serve }: Doors, house: House): void {
  serve(listBankItems, async ({ tx, caller }) => ({ items: await listItems(tx, caller.businessId) }));

  // The vendor is asked before the transaction begins.
  serve(
    createBankLinkToken,
    ({ caller, body }) =>
      openLink(house, caller, { itemId: body.itemId ?? null, language: caller.language, hostedReturnUrl: null }),
    async ({ ready: { linkToken, expiresAt, scriptUrl } }) => ({
      link_token: linkToken,
      expiration: expiresAt.toISOString(),

      target_env: house.config.INLAY_ENV,
      scriptUrl,
    }),
  );
  serve(
    exchangeBankLinkToken,
    ({ caller, body, requestId }) => finishLink(house, caller, body.publicToken, byPerson(caller, requestId)),
    async ({ tx, caller, ready: itemId }) => ({ itemId, accounts: await accountsOf(tx, caller, itemId) }),
  );
  serve(
    refreshBankItem,
    ({ caller, params, requestId }) => refreshItem(house, caller, params.itemId, byPerson(caller, requestId)),
    async ({ tx, caller, params }) => ({
      itemId: params.itemId,
      accounts: await accountsOf(tx, caller, params.itemId),
    }),
  );
  serve(
    startHostedBankLink,
    ({ caller, body }) => startHostedLink(house, caller, { itemId: body.itemId ?? null, language: caller.language }),
    async ({ ready }) => ready,
  );
  serve(
    readHostedBankLink,
    ({ caller, params, requestId }) => readHostedLink(house, caller, params.hostedLinkId, byPerson(caller, requestId)),
    async ({ tx, caller, ready: { ending, itemIds } }) => ({
      ending,
      items: (await listItems(tx, caller.businessId)).filter((item) => itemIds.includes(item.itemId)),
    }),
  );
  serve(
    skipCreateBankItem,
    ({ caller, requestId }) => playBank(house, caller, byPerson(caller, requestId)),
    async ({ ready: itemIds }) => ({ itemIds }),
  );

  serve(markBankItemsConnected, async ({ tx, caller, body, requestId, address }) => {
    const circumstances = { language: caller.language, address, requestId };
    await markConnected(tx, caller, body.itemIds, body.achAuthorized ?? false, circumstances);
    return { items: await listItems(tx, caller.businessId) };
  });
  serve(
    revealAccountNumbers,
    ({ caller: { platformId, businessId } }) => house.vault.keyFor({ platformId, businessId }),
    async ({ tx, caller, query, requestId, ready: key }) => ({
      authorization: authorizationText(caller.language),
      accounts: await revealNumbers(tx, house, key, caller, query.itemIds, requestId),
    }),
  );
  serve(listBankAccounts, async ({ tx, caller, query }) => ({
    bankAccounts: await listAccounts(tx, caller.businessId, query.bankAccountCreatedMethods),
  }));
  serve(setPrimaryBankAccount, async ({ tx, caller, params, requestId }) => {
    const { platformDisbursementAccountExpected } = await settingsOf(tx, caller.platformId);
    await setPrimaryAccount(tx, caller, params.id, !platformDisbursementAccountExpected, byPerson(caller, requestId));
    return { bankAccounts: await listAccounts(tx, caller.businessId, undefined) };
  });
}

async function accountsOf(tx: Parameters<typeof listItems>[0], { businessId }: Person, itemId: string) {
  const items = await listItems(tx, businessId);
  return items.find((item) => item.itemId === itemId)?.accounts ?? [];
}

export const serveBankNews = (app: FastifyInstance, house: House): Promise<void> =>
  serveNews(app, house, {
    job: "bank-linking",
    read: (posted) => house.bankLinking.readNews(posted, new Date()),
    hear: (news) => hearBank(house, news),
  });
