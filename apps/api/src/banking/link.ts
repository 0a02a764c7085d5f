import { createHash } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { Refusal } from "@inlay/contracts/errors.ts";
import type { Event } from "@inlay/contracts/events/catalog.ts";
import type { Locale } from "@inlay/contracts/locales.ts";
import { whyNotLink } from "@inlay/lending/banking/why-not-link.ts";
import { v7 as uuidv7 } from "uuid";
import type { AppContext } from "../context.ts";
import { record } from "../db/record.ts";
import { inScope, type Tx } from "../db/scope.ts";
import { settingsOf } from "../platforms/public.ts";
import {
  BankRefused,
  BankUnavailable,
  type Institution,
  RelinkNeeded,
  type StartedLink,
} from "../providers/bank-linking/port.ts";
import { type ReadAccount, readAccounts, saveAccounts } from "./accounts.ts";
import { accessTo, type Item, lockItem, loseIfOpen, type RequestedBy, restoreIfLost } from "./item.ts";
import { askForTransactions } from "./read-transactions.ts";

/** The business that owns the link and the user who creates it. */
export type Linker = { platformId: string; businessId: string; userId: string | null };

const scopeOf = ({ platformId, businessId }: Pick<Linker, "platformId" | "businessId">) => ({ platformId, businessId });

/** Starts a link session: for another bank, or to repair an existing link. `hostedReturnUrl` moves it to a hosted page. */
export async function openLink(
  app: AppContext,
  linker: Linker,
  { itemId, language, hostedReturnUrl }: { itemId: string | null; language: Locale; hostedReturnUrl: string | null },
): Promise<StartedLink> {
  const { platformId, businessId } = linker;
  const update = itemId ? await accessTo(app, { id: itemId, platformId, businessId }) : null;
  if (itemId && !update) throw new Refusal("NOT_FOUND", { context: { object: "bank item" } });
  const { platformProgramName: programName } = await inScope(app.pool, { platformId, businessId }, (tx) =>
    settingsOf(tx, platformId),
  );
  const link = { businessId, programName, language, update, returnUrl: null, hostedReturnUrl };
  return answered(() => app.bankLinking.startLink(link));
}

/**
 * Saves the newly linked bank and returns our id for it. The vendor accepts the token once, so its result is saved before it is used. The
 * same token submitted again leads to the same link and resumes where the first attempt stopped.
 */
export async function finishLink(
  app: AppContext,
  linker: Linker,
  publicToken: string,
  by: RequestedBy,
): Promise<string> {
  const tokenHash = createHash("sha256").update(publicToken).digest();
  const id = (await itemOfToken(app, linker, tokenHash)) ?? (await saveLink(app, linker, publicToken, tokenHash));
  await readItem(app, linker, id, by);
  return id;
}

const itemOfToken = (app: AppContext, linker: Linker, tokenHash: Buffer): Promise<string | null> =>
  inScope(app.pool, scopeOf(linker), async (tx) => {
    const row = await tx.selectFrom("bank_item").select("id").where("token_hash", "=", tokenHash).executeTakeFirst();
    return row?.id ?? null;
  });

async function saveLink(app: AppContext, linker: Linker, publicToken: string, tokenHash: Buffer): Promise<string> {
  const { platformId, businessId, userId } = linker;
  const key = await app.vault.keyFor({ platformId, businessId });
  const taken = await answered(() => app.bankLinking.finishLink(publicToken)).catch((error: unknown) => {
    if (error instanceof Refusal && error.code === "BANK_LINK_FAILED") return null;
    throw error;
  });
  if (!taken) return awaitConcurrentLink(app, linker, tokenHash);
  const fingerprint = app.vault.fingerprint(taken.access.reveal(), "BANK_ACCESS_TOKEN");
  const id = uuidv7();
  await inScope(app.pool, scopeOf(linker), async (tx) => {
    await tx
      .insertInto("bank_item")
      .values({
        id,
        platform_id: platformId,
        business_id: businessId,
        vendor_item_id: taken.itemId,
        token_hash: tokenHash,
        linked_by: userId,
        status: "CREATED",
      })
      .execute();
    await app.vault.save(tx, key, { ownerId: id, field: "BANK_ACCESS_TOKEN", value: taken.access, fingerprint });
  });
  return id;
}

/** Waits for the concurrent request that has exchanged the token and is about to save the link. */
async function awaitConcurrentLink(app: AppContext, linker: Linker, tokenHash: Buffer): Promise<string> {
  for (let tries = 0; tries < 20; tries++) {
    const id = await itemOfToken(app, linker, tokenHash);
    if (id) return id;
    await setTimeout(100);
  }
  throw new Refusal("BANK_LINK_FAILED");
}

/** Reads the institution and its accounts from the bank and saves them, or refuses the link and removes it at the vendor too. */
export async function readItem(app: AppContext, linker: Linker, id: string, by: RequestedBy): Promise<void> {
  const { platformId, businessId } = linker;
  const scope = scopeOf(linker);
  const item = await inScope(app.pool, scope, (tx) => lockItem(tx, id));
  if (!item) throw new Refusal("NOT_FOUND", { context: { object: "bank item" } });
  if (item.refused) throw new Refusal(item.refused);
  if (item.accountsReadAt) return;
  const access = await accessTo(app, item);
  if (!access) throw new Refusal("BANK_LINK_FAILED");
  const read = await answered(async () => {
    const { institution } = await app.bankLinking.health(access);
    return { institution, accounts: await readAccounts(app, access) };
  });
  const key = await app.vault.keyFor({ platformId, businessId });
  const refused = await inScope(app.pool, scope, async (tx) => {
    const now = await lockItem(tx, id);
    if (!now || now.refused || now.accountsReadAt) return now?.refused ?? null;
    return saveItem(tx, app, key, now, read, makerOf(linker, by));
  });
  if (!refused) return;
  // A refused link must not stay readable at the vendor. If the vendor cannot be reached now, our access token is deleted all the same.
  await app.bankLinking.remove(access).catch(() => app.log.warn("could not remove a refused bank link at the vendor"));
  throw new Refusal(refused);
}

/** Whoever opened a hosted link has linked the bank, also when the vendor's webhook reports it. */
const makerOf = ({ userId }: Linker, { actor, requestId }: RequestedBy): RequestedBy => ({
  actor: userId ? { kind: "USER", id: userId } : actor,
  requestId,
});

type Read = { institution: Institution | null; accounts: ReadAccount[] };
type Key = Awaited<ReturnType<AppContext["vault"]["keyFor"]>>;

async function saveItem(
  tx: Tx,
  app: AppContext,
  key: Key,
  item: Item,
  { institution, accounts }: Read,
  { actor, requestId }: RequestedBy,
): Promise<Item["refused"]> {
  const { id, platformId, businessId } = item;
  // Banks without an institution id count as one unknown bank, so that none of them can be linked twice.
  const { id: institutionId, name } = institution ?? { id: "unknown", name: "Bank" };
  // The row lock admits one link of a business at a time, so that concurrent requests cannot link the same bank twice.
  await tx.selectFrom("business").select("id").where("id", "=", businessId).forNoKeyUpdate().execute();
  const others = await tx
    .selectFrom("bank_item")
    .select("institution_id")
    .where("business_id", "=", businessId)
    .where("institution_id", "is not", null)
    .execute();
  const refused = whyNotLink(
    institutionId,
    others.map((row) => row.institution_id).filter((one) => one !== null),
  );
  if (refused) {
    await tx.updateTable("bank_item").set({ refused }).where("id", "=", id).execute();
    await app.vault.remove(tx, id, "BANK_ACCESS_TOKEN");
  } else {
    await tx
      .updateTable("bank_item")
      .set({ institution_id: institutionId, institution_name: name, accounts_read_at: new Date() })
      .where("id", "=", id)
      .execute();
    await saveAccounts(tx, app, key, item, name, accounts, { actor, requestId });
    await askForTransactions(tx, item);
  }
  const event: Event = refused
    ? { kind: "bank_item.refused", body: { bankItemId: id, refused } }
    : { kind: "bank_item.linked", body: { bankItemId: id, accounts: accounts.length } };
  await record(tx, {
    platformId,
    businessId,
    ...event,
    action: "bank-account.link",
    object: { kind: "bank item", id },
    after: { refused },
    actor,
    requestId,
  });
  return refused;
}

/** Re-reads a link after its owner updated or repaired it: its health and its current accounts. */
export async function refreshItem(app: AppContext, linker: Linker, id: string, by: RequestedBy): Promise<void> {
  const { platformId, businessId } = linker;
  const access = await accessTo(app, { id, platformId, businessId });
  if (!access) throw new Refusal("NOT_FOUND", { context: { object: "bank item" } });
  const read = await answered(async () => {
    const { state, institution } = await app.bankLinking.health(access);
    return { state, institution, accounts: state === "GOOD" ? await readAccounts(app, access) : [] };
  });
  const { state } = read;
  if (state === "UNAVAILABLE") throw new Refusal("BANK_UNAVAILABLE");
  const key = await app.vault.keyFor({ platformId, businessId });
  await inScope(app.pool, scopeOf(linker), async (tx) => {
    const item = await lockItem(tx, id);
    if (!item || item.refused) throw new Refusal("NOT_FOUND", { context: { object: "bank item" } });
    if (state === "GOOD") {
      await restoreIfLost(tx, item, by);
      await saveAccounts(tx, app, key, item, read.institution?.name ?? null, read.accounts, by);
      return askForTransactions(tx, item);
    }
    await loseIfOpen(tx, item, state, by);
  });
}

/** Converts the vendor's errors: no answer becomes BANK_UNAVAILABLE, a rejection becomes BANK_LINK_FAILED. */
export async function answered<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof BankUnavailable) throw new Refusal("BANK_UNAVAILABLE");
    if (error instanceof RelinkNeeded || error instanceof BankRefused) throw new Refusal("BANK_LINK_FAILED");
    throw error;
  }
}
