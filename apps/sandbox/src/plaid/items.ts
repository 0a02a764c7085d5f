import { createHash, randomUUID } from "node:crypto";
import { addDays, type BusinessDate, dateAt } from "@inlay/lending/calendar/business-date.ts";
import type { Ground } from "../world/ground.ts";
import { errorBody, Refused } from "./errors.ts";
import type { Pocket } from "./history/booking.ts";
import { type Institution, institutionById } from "./institutions.ts";
import { type AccountShape, type Login, loginNamed } from "./scenarios.ts";

export const historyDays = 730;
const DAY_MS = 86_400_000;
const publicTokenMs = 30 * 60_000;

/** A linked bank. */
export type Item = {
  id: string;
  /** The business whose clock applies. */
  world: string;
  accessToken: string;
  institutionId: string;
  user: string;
  pockets: Pocket[];
  webhook: string | null;
  linkedAt: string;
  /** The first day of its transactions. */
  startsOn: BusinessDate;
  error: "ITEM_LOGIN_REQUIRED" | "USER_PERMISSION_REVOKED" | null;
  consentEndsAt: string | null;
  isRemoved: boolean;
  /** How often its transactions were synced. */
  syncs: number;
};

type PublicToken = { token: string; itemId: string; isSpent: boolean; expiresAt: number };

export type NewItem = {
  world: string;
  institution: Institution;
  user: string;
  pockets: Pocket[];
  webhook: string | null;
};

export type Items = ReturnType<typeof openItems>;

export function openItems({ store, clocks, agenda, webhooks }: Ground) {
  const items = store.collection<Item>("plaid-items");
  const byAccess = store.collection<{ itemId: string }>("plaid-access");
  const publicTokens = store.collection<PublicToken>("plaid-public-tokens");

  const find = (id: string): Item => {
    const item = items.get(id);
    if (!item) throw new Error(`no item ${id}`);
    return item;
  };
  const change = (id: string, changes: Partial<Item>): Item => {
    const item = { ...find(id), ...changes };
    items.put(id, item);
    return item;
  };
  const sendWebhook = (
    { id, world, webhook }: Item,
    type: string,
    code: string,
    rest: Record<string, unknown> = {},
  ) => {
    if (!webhook) return;
    const body = { webhook_type: type, webhook_code: code, item_id: id, environment: "sandbox", ...rest };
    // Indented by two spaces, as the vendor does: the signed hash covers the bytes.
    webhooks.send({ vendor: "plaid", world, url: webhook, body: JSON.stringify(body, null, 2) });
  };
  const inDays = (item: Item, days: number) => new Date(clocks.now(item.world).getTime() + days * DAY_MS);
  const plan = (item: Item, what: string, at: Date) =>
    agenda.plan({ vendor: "plaid", world: item.world, at, what, subject: item.id });
  const breakItem = (id: string, code: NonNullable<Item["error"]>) => {
    const item = change(id, { error: code });
    const error = errorBody(code);
    if (code === "ITEM_LOGIN_REQUIRED") sendWebhook(item, "ITEM", "ERROR", { error });
    else sendWebhook(item, "ITEM", "USER_PERMISSION_REVOKED", { error });
  };

  return {
    find,
    change,
    sendWebhook,
    breakItem,
    now: (item: Item) => clocks.now(item.world),
    add: ({ institution: chosen, world, user, pockets, webhook }: NewItem): Item => {
      const login = loginOf(user);
      const institution = (login.institutionId && institutionById(login.institutionId)) || chosen;
      const now = clocks.now(world);
      const item: Item = {
        id: randomUUID().replaceAll("-", ""),
        world,
        user,
        pockets,
        webhook,
        institutionId: institution.id,
        isRemoved: false,
        syncs: 0,
        error: null,
        accessToken: `access-sandbox-${randomUUID()}`,
        linkedAt: now.toISOString(),
        startsOn: addDays(dateAt(now), -historyDays),
        consentEndsAt: institution.isOauth ? new Date(now.getTime() + 365 * DAY_MS).toISOString() : null,
      };
      items.put(item.id, item);
      byAccess.put(item.accessToken, { itemId: item.id });
      if (login.later) plan(item, login.later.event, inDays(item, login.later.afterDays));
      sendWebhook(item, "TRANSACTIONS", "SYNC_UPDATES_AVAILABLE", updates(login.history !== "slow"));
      return item;
    },
    /** Relinks the item: it has no error, and its planned events are cancelled. */
    repair: (id: string, pockets: Pocket[]): Item => {
      agenda.cancel("plaid", id);
      return change(id, { error: null, pockets });
    },
    publicTokenFor: (itemId: string): string => {
      const token = `public-sandbox-${randomUUID()}`;
      publicTokens.put(token, { token, itemId, isSpent: false, expiresAt: Date.now() + publicTokenMs });
      return token;
    },
    exchange: (token: string): Item => {
      const found = publicTokens.get(token);
      if (!found || found.isSpent || found.expiresAt < Date.now()) throw new Refused("INVALID_PUBLIC_TOKEN");
      publicTokens.put(token, { ...found, isSpent: true });
      return find(found.itemId);
    },
    /** The item of an access token, in any state. */
    open: (accessToken: unknown): Item => {
      const found = typeof accessToken === "string" ? byAccess.get(accessToken) : undefined;
      if (!found) throw new Refused("INVALID_ACCESS_TOKEN");
      const item = find(found.itemId);
      if (item.isRemoved) throw new Refused("ITEM_NOT_FOUND");
      return item;
    },
    worldOf: (accessToken: unknown): string | null => {
      const found = typeof accessToken === "string" ? byAccess.get(accessToken) : undefined;
      return found ? find(found.itemId).world : null;
    },
    remove: (id: string) => {
      agenda.cancel("plaid", id);
      change(id, { isRemoved: true });
    },
    /** After a sync the next webhook is sent on the next day. Without a sync there is no further webhook. */
    planWebhook: (item: Item) => plan(item, "transactions-arrived", inDays(item, 1)),
    happens: {
      "transactions-arrived": (id: string) =>
        sendWebhook(find(id), "TRANSACTIONS", "SYNC_UPDATES_AVAILABLE", updates(true)),
      "login-required": (id: string) => breakItem(id, "ITEM_LOGIN_REQUIRED"),
      "access-revoked": (id: string) => breakItem(id, "USER_PERMISSION_REVOKED"),
      "consent-expiring": (id: string, at: Date) => {
        const endsAt = new Date(at.getTime() + 7 * DAY_MS);
        const item = change(id, { consentEndsAt: endsAt.toISOString() });
        sendWebhook(item, "ITEM", "PENDING_EXPIRATION", { consent_expiration_time: item.consentEndsAt });
        plan(item, "login-required", endsAt);
      },
    },
  };
}

const updates = (isComplete: boolean) => ({
  initial_update_complete: isComplete,
  historical_update_complete: isComplete,
});

export function loginOf(user: string): Login {
  const login = loginNamed(user);
  if (!login) throw new Error(`no scenario for ${user}`);
  return login;
}

export function institutionOf(item: Item): Institution {
  const institution = institutionById(item.institutionId);
  if (!institution) throw new Error(`no institution ${item.institutionId}`);
  return institution;
}

/** The accounts that were chosen, in the scenario's order. */
export const accountsOf = (item: Item): AccountShape[] =>
  loginOf(item.user).accounts.filter(({ pocket }) => item.pockets.includes(pocket));

export const fingerprint = (...words: (string | number)[]): string =>
  createHash("sha256").update(words.join(" ")).digest("base64url").replaceAll(/[-_]/g, "x").slice(0, 37);

export const accountId = (item: Item, pocket: Pocket): string => fingerprint(item.id, pocket);

/** Every business has its own account numbers. The last four digits are the scenario's, unless the bank tokenizes account numbers. */
export function accountNumber(item: Item, { pocket, ending }: AccountShape): string {
  const digits = createHash("sha256").update(`${item.world} ${item.institutionId} ${pocket}`).digest().readUInt32BE();
  const front = String(10_000_000 + (digits % 89_999_999));
  return institutionOf(item).isTokenizing
    ? `9${front}${String(digits % 10_000).padStart(4, "7")}`
    : `${front}${ending}`;
}
