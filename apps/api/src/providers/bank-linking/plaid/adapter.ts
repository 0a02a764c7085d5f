import { Secret } from "@inlay/contracts/secret.ts";
import {
  Configuration,
  CountryCode,
  DepositoryAccountSubtype,
  type LinkTokenCreateRequest,
  PlaidApi,
  Products,
  SandboxItemFireWebhookRequestWebhookCodeEnum,
  type TransactionsSyncResponse,
  WebhookType,
} from "plaid";
import type { BankLinking, LinkRequest, TransactionUpdates } from "../port.ts";
import type { PlaidSettings } from "./config.ts";
import { type PublicKey, webhookReader } from "./read-webhook.ts";
import {
  accountsFrom,
  balancesFrom,
  failureFrom,
  healthFrom,
  hostedOutcomeFrom,
  isAnswer,
  numbersFrom,
  transactionUpdatesFrom,
} from "./translate.ts";

const timeoutMs = 15_000;
/** The bank itself is queried, which may be slow. */
const balanceTimeoutMs = 60_000;
const historyDays = 730;
const pageSize = 500;
const products = [Products.Auth, Products.Transactions];
/** A sandbox bank with a checking and a savings account for every user. */
const sandboxInstitution = "ins_100001";
/** How often an update is read from its beginning when the bank changes it during pagination. */
const mostReadings = 3;
/** Banks without real-time balances require a maximum age. An old balance with its age is better than none. */
const oldestBalanceDays = 30;

export function plaidLinking(settings: PlaidSettings): BankLinking {
  const plaid = new PlaidApi(
    new Configuration({
      basePath: settings.PLAID_URL,
      baseOptions: {
        timeout: timeoutMs,
        headers: { "PLAID-CLIENT-ID": settings.PLAID_CLIENT_ID, "PLAID-SECRET": settings.PLAID_SECRET },
      },
    }),
  );
  return {
    startLink: async (request) => {
      const { link_token, hosted_link_url, expiration } = await ask(
        plaid.linkTokenCreate(linkRequest(request, settings.PLAID_WEBHOOK_URL)),
      );
      return {
        linkToken: link_token,
        scriptUrl: settings.PLAID_SCRIPT_URL,
        hostedUrl: hosted_link_url ?? null,
        expiresAt: new Date(expiration),
      };
    },
    hostedOutcome: async (linkToken) => hostedOutcomeFrom(await ask(plaid.linkTokenGet({ link_token: linkToken }))),
    finishLink: async (publicToken) => {
      const { item_id, access_token } = await ask(plaid.itemPublicTokenExchange({ public_token: publicToken }));
      return { itemId: item_id, access: new Secret(access_token) };
    },
    accounts: async (access) => accountsFrom((await ask(plaid.accountsGet(of(access)))).accounts),
    accountNumbers: async (access) => {
      try {
        return numbersFrom(await ask(plaid.authGet(of(access))));
      } catch (error) {
        if (isAnswer(error, "NO_AUTH_ACCOUNTS")) return [];
        throw error;
      }
    },
    transactionsSince: async (access, cursor) => {
      for (let reading = 1; ; reading++) {
        try {
          return await readAll(plaid, access, cursor);
        } catch (error) {
          if (reading === mostReadings || !isAnswer(error, "TRANSACTIONS_SYNC_MUTATION_DURING_PAGINATION")) throw error;
        }
      }
    },
    balances: async (access, now) => {
      const since = new Date(now.getTime() - oldestBalanceDays * 86_400_000).toISOString();
      const options = { min_last_updated_datetime: since };
      const asked = plaid.accountsBalanceGet({ ...of(access), options }, { timeout: balanceTimeoutMs });
      return balancesFrom((await ask(asked)).accounts, now);
    },
    health: async (access) => healthFrom(await ask(plaid.itemGet(of(access)))),
    remove: async (access) => {
      try {
        await ask(plaid.itemRemove(of(access)));
      } catch (error) {
        if (!isAnswer(error, "ITEM_NOT_FOUND")) throw error;
      }
    },
    readWebhook: webhookReader((keyId) => findKey(plaid, keyId)),
    simulateLink: async (businessId) => {
      const { public_token } = await ask(
        plaid.sandboxPublicTokenCreate({
          institution_id: sandboxInstitution,
          initial_products: products,
          user_id: businessId,
          options: { webhook: settings.PLAID_WEBHOOK_URL, transactions: { days_requested: historyDays } },
        }),
      );
      return public_token;
    },
    simulateRepair: async (access) => {
      const webhook_code = SandboxItemFireWebhookRequestWebhookCodeEnum.LoginRepaired;
      await ask(plaid.sandboxItemFireWebhook({ ...of(access), webhook_type: WebhookType.Item, webhook_code }));
    },
  };
}

const of = (access: Secret) => ({ access_token: access.reveal() });

/** An error of the library contains our keys and the access token, so it does not leave this file. */
async function ask<T>(answer: Promise<{ data: T }>): Promise<T> {
  try {
    return (await answer).data;
  } catch (error) {
    const { response } = error as { response?: { status: number; data: unknown } };
    throw failureFrom(response?.status ?? null, response?.data);
  }
}

/** Returns the whole update or nothing: a page's cursor is useless once the bank has changed the rest. */
async function readAll(plaid: PlaidApi, access: Secret, since: string | null): Promise<TransactionUpdates> {
  const pages: TransactionsSyncResponse[] = [];
  let cursor = since;
  for (;;) {
    const page = await ask(
      plaid.transactionsSync({
        ...of(access),
        ...(cursor && { cursor }),
        count: pageSize,
        options: { include_original_description: true, days_requested: historyDays },
      }),
    );
    pages.push(page);
    cursor = page.next_cursor;
    if (!page.has_more) return transactionUpdatesFrom(pages);
  }
}

/** The vendor refuses longer names. */
const longestClientName = 30;

function linkRequest(request: LinkRequest, webhook: string): LinkTokenCreateRequest {
  const { businessId, programName, language, update, returnUrl, hostedReturnUrl } = request;
  const { Checking, Savings, MoneyMarket } = DepositoryAccountSubtype;
  return {
    client_name: programName.slice(0, longestClientName),
    language,
    country_codes: [CountryCode.Us],
    user: { client_user_id: businessId },
    webhook,
    // A linked item keeps its products. Naming products again would be refused.
    ...(update
      ? { ...of(update), update: { account_selection_enabled: true } }
      : {
          products,
          transactions: { days_requested: historyDays },
          account_filters: { depository: { account_subtypes: [Checking, Savings, MoneyMarket] } },
        }),
    ...(returnUrl && { redirect_uri: returnUrl }),
    ...(hostedReturnUrl && { hosted_link: { completion_redirect_uri: hostedReturnUrl } }),
  };
}

async function findKey(plaid: PlaidApi, keyId: string): Promise<PublicKey | null> {
  try {
    return { ...(await ask(plaid.webhookVerificationKeyGet({ key_id: keyId }))).key };
  } catch (error) {
    if (isAnswer(error, "INVALID_WEBHOOK_VERIFICATION_KEY_ID")) return null;
    throw error;
  }
}
