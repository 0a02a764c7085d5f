import type { FastifyInstance, FastifyRequest } from "fastify";
import { errorBody, Refused, requestId, statusOf } from "./errors.ts";
import { institutionById } from "./institutions.ts";
import { accountId, accountNumber, accountsOf, type Item, type Items, institutionOf, loginOf } from "./items.ts";
import type { LinkTokens } from "./link/link-tokens.ts";
import { loginNamed } from "./scenarios.ts";
import type { Signer } from "./sign.ts";
import { balanceAt, updateSince } from "./transactions.ts";

type Body = Record<string, unknown>;
export type Plaid = { items: Items; links: LinkTokens; signer: Signer };

/** The API that the vendor's library calls. */
export function wireRoutes(app: FastifyInstance, { items, links, signer }: Plaid): void {
  const call = (path: string, answer: (body: Body, host: string) => Body) =>
    app.post(path, async (request, reply) => {
      try {
        return { ...answer(bodyOf(request), request.host), request_id: requestId() };
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        return reply.code(statusOf(error.code)).send(errorBody(error.code));
      }
    });
  /** The item of the access token, if it has no error and its bank is available. */
  const healthy = (body: Body): Item => {
    const item = items.open(body["access_token"]);
    if (item.error) throw new Refused(item.error);
    if (institutionOf(item).isDown) throw new Refused("INSTITUTION_DOWN");
    return item;
  };
  const wireAccounts = (item: Item, now: Date, lastUpdated: Date | null) =>
    accountsOf(item).map((account) => {
      const { currentCents, availableCents } = balanceAt(item, account.pocket, now);
      return {
        account_id: accountId(item, account.pocket),
        balances: {
          available: availableCents / 100,
          current: currentCents / 100,
          limit: null,
          iso_currency_code: "USD",
          unofficial_currency_code: null,
          ...(lastUpdated && { last_updated_datetime: lastUpdated.toISOString() }),
        },
        holder_category: "business",
        mask: account.ending,
        name: account.name,
        official_name: account.officialName,
        type: "depository",
        subtype: account.pocket,
      };
    });

  call("/link/token/create", (body, host) => {
    const { user, access_token, webhook, language, hosted_link, redirect_uri } = body;
    const world = (user as Body | undefined)?.["client_user_id"];
    if (typeof world !== "string" || !body["client_name"]) throw new Refused("MISSING_FIELDS");
    const item = access_token ? items.open(access_token) : null;
    if (!item && !Array.isArray(body["products"])) throw new Refused("MISSING_FIELDS");
    const link = links.create({
      world,
      clientName: String(body["client_name"]),
      language: language === "es" ? "es" : "en",
      webhook: typeof webhook === "string" ? webhook : null,
      itemId: item?.id ?? null,
      isHosted: Boolean(hosted_link),
      returnUrl: String((hosted_link as Body | undefined)?.["completion_redirect_uri"] ?? redirect_uri ?? "") || null,
    });
    const hosted = link.isHosted ? { hosted_link_url: `http://${host}/plaid/hosted/${link.token}` } : {};
    return { link_token: link.token, expiration: link.expiresAt, ...hosted };
  });

  call("/link/token/get", (body) => {
    const link = links.find(body["link_token"]);
    return {
      link_token: link.token,
      created_at: link.createdAt,
      expiration: link.expiresAt,
      link_sessions: links.sessionsOf(link),
      metadata: { client_name: link.clientName, country_codes: ["US"], language: link.language, webhook: link.webhook },
    };
  });

  call("/item/public_token/exchange", (body) => {
    const item = items.exchange(String(body["public_token"]));
    return { access_token: item.accessToken, item_id: item.id };
  });

  call("/item/get", (body) => ({ item: wireItem(items.open(body["access_token"])), status: null }));

  call("/item/remove", (body) => {
    items.remove(items.open(body["access_token"]).id);
    return {};
  });

  call("/accounts/get", (body) => {
    const item = healthy(body);
    return { accounts: wireAccounts(item, items.now(item), null), item: wireItem(item) };
  });

  call("/accounts/balance/get", (body) => {
    const item = healthy(body);
    const { balance } = loginOf(item.user);
    if (balance === "error") throw new Refused("INSTITUTION_NOT_RESPONDING");
    const now = items.now(item);
    const earlier = new Date(now.getTime() - staleHours * 3_600_000);
    const accounts = balance === "stale" ? wireAccounts(item, earlier, earlier) : wireAccounts(item, now, null);
    return { accounts, item: wireItem(item) };
  });

  call("/auth/get", (body) => {
    const item = healthy(body);
    const { routing, isTokenizing } = institutionOf(item);
    const ach = accountsOf(item).map((account) => ({
      account_id: accountId(item, account.pocket),
      account: accountNumber(item, account),
      routing,
      wire_routing: routing,
      is_tokenized_account_number: isTokenizing,
    }));
    const numbers = { ach, eft: [], international: [], bacs: [] };
    return { accounts: wireAccounts(item, items.now(item), null), numbers, item: wireItem(item) };
  });

  call("/transactions/sync", (body) => {
    const item = healthy(body);
    const { history } = loginOf(item.user);
    const accounts = wireAccounts(item, items.now(item), null);
    const cursor = String(body["cursor"] ?? "");
    items.change(item.id, { syncs: item.syncs + 1 });
    const nothing = { added: [], modified: [], removed: [], next_cursor: "", has_more: false };
    if (history === "slow" && item.syncs === 0) {
      items.sendWebhook(item, "TRANSACTIONS", "SYNC_UPDATES_AVAILABLE", {
        initial_update_complete: true,
        historical_update_complete: true,
      });
      return { accounts, ...nothing, transactions_update_status: "NOT_READY" };
    }
    if (history === "changing" && item.syncs === 1) throw new Refused("TRANSACTIONS_SYNC_MUTATION_DURING_PAGINATION");
    const count = Math.min(500, Math.max(1, Number(body["count"] ?? 100)));
    const update = updateSince(item, cursor, count, items.now(item));
    if (!update.hasMore) items.planWebhook(item);
    return {
      accounts,
      added: update.added,
      modified: [],
      removed: update.removed,
      next_cursor: update.nextCursor,
      has_more: update.hasMore,
      transactions_update_status: "HISTORICAL_UPDATE_COMPLETE",
    };
  });

  call("/webhook_verification_key/get", (body) => {
    const key = signer.publicKey(String(body["key_id"]));
    if (!key) throw new Refused("INVALID_WEBHOOK_VERIFICATION_KEY_ID");
    return { key };
  });

  call("/sandbox/public_token/create", (body) => {
    const options = (body["options"] ?? {}) as Body;
    const institution = institutionById(String(body["institution_id"]));
    if (!institution) throw new Refused("INVALID_INSTITUTION");
    const user = String(options["override_username"] ?? "user_good");
    const login = loginNamed(user);
    if (!login) throw new Refused("INVALID_CREDENTIALS");
    const item = items.add({
      institution,
      user,
      world: String(body["user_id"] ?? "sandbox"),
      pockets: login.accounts.map(({ pocket }) => pocket),
      webhook: typeof options["webhook"] === "string" ? options["webhook"] : null,
    });
    return { public_token: items.publicTokenFor(item.id) };
  });

  call("/sandbox/item/reset_login", (body) => {
    items.breakItem(items.open(body["access_token"]).id, "ITEM_LOGIN_REQUIRED");
    return { reset_login: true };
  });

  const webhooksByCode: Record<string, (item: Item) => void> = {
    SYNC_UPDATES_AVAILABLE: (item) => items.happens["transactions-arrived"](item.id),
    DEFAULT_UPDATE: (item) => items.happens["transactions-arrived"](item.id),
    ERROR: (item) => items.breakItem(item.id, "ITEM_LOGIN_REQUIRED"),
    USER_PERMISSION_REVOKED: (item) => items.breakItem(item.id, "USER_PERMISSION_REVOKED"),
    PENDING_EXPIRATION: (item) => items.happens["consent-expiring"](item.id, items.now(item)),
    PENDING_DISCONNECT: (item) =>
      items.sendWebhook(item, "ITEM", "PENDING_DISCONNECT", { reason: "INSTITUTION_MIGRATION" }),
    NEW_ACCOUNTS_AVAILABLE: (item) => items.sendWebhook(item, "ITEM", "NEW_ACCOUNTS_AVAILABLE", { error: null }),
    LOGIN_REPAIRED: (item) => items.sendWebhook(items.repair(item.id, item.pockets), "ITEM", "LOGIN_REPAIRED"),
    USER_ACCOUNT_REVOKED: (item) =>
      items.sendWebhook(item, "ITEM", "USER_ACCOUNT_REVOKED", {
        account_id: accountId(item, item.pockets[0] ?? "checking"),
      }),
  };
  call("/sandbox/item/fire_webhook", (body) => {
    const code = String(body["webhook_code"]);
    const sendWebhook = Object.hasOwn(webhooksByCode, code) ? webhooksByCode[code] : undefined;
    if (!sendWebhook) throw new Refused("INVALID_FIELD");
    sendWebhook(items.open(body["access_token"]));
    return { webhook_fired: true };
  });
}

const staleHours = 30;

function bodyOf(request: FastifyRequest): Body {
  const body = (request.body ?? {}) as Body;
  const clientId = request.headers["plaid-client-id"] ?? body["client_id"];
  const secret = request.headers["plaid-secret"] ?? body["secret"];
  if (!clientId || !secret || secret === "wrong") throw new Refused("INVALID_API_KEYS");
  return body;
}

const wireItem = (item: Item) => ({
  item_id: item.id,
  institution_id: item.institutionId,
  institution_name: institutionOf(item).name,
  webhook: item.webhook,
  error: item.error ? errorBody(item.error) : null,
  available_products: ["balance", "identity"],
  billed_products: ["auth", "transactions"],
  products: ["auth", "transactions"],
  consent_expiration_time: item.consentEndsAt,
  update_type: "background",
  created_at: item.linkedAt,
});
