import type { BankItem } from "@inlay/contracts/bank.ts";
import { Refusal } from "@inlay/contracts/errors.ts";
import type { Secret } from "@inlay/contracts/secret.ts";
import { type BankItemStatus, bankItemLifecycle } from "@inlay/lending/banking/bank-item.ts";
import { sql } from "kysely";
import type { AppContext } from "../context.ts";
import { type Actor, record } from "../db/record.ts";
import { inScope, type Tx } from "../db/scope.ts";

/** A linked bank. Without an institution its token is saved, but the bank has not been read yet. */
export type Item = {
  id: string;
  platformId: string;
  businessId: string;
  institutionId: string | null;
  status: BankItemStatus;
  refused: "INSTITUTION_EXCLUDED" | "INSTITUTION_ALREADY_LINKED" | null;
  accountsReadAt: Date | null;
  history: "NOT_READY" | "RECENT" | "COMPLETE";
};

export type ItemEvent = (typeof bankItemLifecycle.events)[number];
export type RequestedBy = { actor: Actor; requestId: string | null };
export const system: RequestedBy = { actor: { kind: "SYSTEM", id: null }, requestId: null };

const columns = [
  "id",
  "platform_id as platformId",
  "business_id as businessId",
  "institution_id as institutionId",
  "status",
  "refused",
  "accounts_read_at as accountsReadAt",
  "history",
] as const;

/**
 * Returns the link, locked until the transaction ends. Rows that reference it can still be inserted, because webhooks arrive during a read.
 */
export async function lockItem(tx: Tx, id: string): Promise<Item | null> {
  const row = await tx.selectFrom("bank_item").select(columns).where("id", "=", id).forNoKeyUpdate().executeTakeFirst();
  return (row as Item | undefined) ?? null;
}

/** Moves a locked link along its lifecycle, if the lifecycle allows the event, and records the step. */
export async function moveItem(tx: Tx, item: Item, event: ItemEvent, { actor, requestId }: RequestedBy): Promise<void> {
  const { id, platformId, businessId, status } = item;
  if (!bankItemLifecycle.allows(status, event))
    throw new Refusal("WRONG_STATE", { context: { status, allowedFrom: bankItemLifecycle.allowedFrom(event) } });
  const next = bankItemLifecycle.next(status, event);
  await tx
    .updateTable("bank_item")
    .set({
      status: next,
      ...(next === "DISCONNECTED" && {
        disconnected_at: sql<Date>`app.business_now(${businessId}::uuid)`,
        is_unread: true,
        times_lost: sql<number>`times_lost + 1`,
      }),
      ...(event === "RECONNECTED" && { connected_at: sql<Date>`now()` }),
    })
    .where("id", "=", id)
    .execute();
  await record(tx, {
    platformId,
    businessId,
    kind: "bank_item.updated",
    body: { bankItemId: id, status: next },
    action: `bank-item.${event.toLowerCase().replaceAll("_", "-")}`,
    object: { kind: "bank item", id },
    before: { status },
    after: { status: next },
    actor,
    requestId,
  });
}

/** Marks a disconnected link as reconnected. Any other status stays. */
export async function restoreIfLost(tx: Tx, item: Item, by: RequestedBy): Promise<void> {
  if (item.status === "DISCONNECTED") await moveItem(tx, item, "RECONNECTED", by);
}

export async function loseIfOpen(
  tx: Tx,
  item: Item,
  state: "LOGIN_REQUIRED" | "CONSENT_EXPIRING" | "ACCESS_REVOKED" | "INSTITUTION_BLOCKED",
  by: RequestedBy,
): Promise<void> {
  const isOpen = item.status === "CREATED" || item.status === "CONNECTED";
  const isNewBlock = state === "INSTITUTION_BLOCKED" && item.status === "DISCONNECTED";
  if (isOpen || isNewBlock) await moveItem(tx, item, state, by);
}

/** Returns the bank's access token for one use, or null for a link that has none any more. */
export async function accessTo(
  app: AppContext,
  { id, platformId, businessId }: Pick<Item, "id" | "platformId" | "businessId">,
): Promise<Secret | null> {
  const key = await app.vault.keyFor({ platformId, businessId });
  return inScope(app.pool, { platformId, businessId }, (tx) => app.vault.reveal(tx, key, id, "BANK_ACCESS_TOKEN"));
}

/** Lists a business's linked banks with their accounts, oldest first. Refused links and links not read yet are left out. */
export async function listItems(tx: Tx, businessId: string): Promise<BankItem[]> {
  const items = await tx
    .selectFrom("bank_item")
    .select(["id", "status", "institution_id", "institution_name"])
    .where("business_id", "=", businessId)
    .where("accounts_read_at", "is not", null)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  const accounts = await tx
    .selectFrom("bank_account as a")
    .leftJoin("ach_authorization as h", (join) =>
      join.onRef("h.bank_account_id", "=", "a.id").on("h.revoked_at", "is", null),
    )
    .select(["a.id", "a.bank_item_id", "a.account_name", "a.account_subtype", "a.account_number_last4"])
    .select(["a.is_number_tokenized", "h.id as authorization_id"])
    .where("a.business_id", "=", businessId)
    .where("a.bank_item_id", "is not", null)
    .where("a.removed_at", "is", null)
    .orderBy("a.created_at")
    .orderBy("a.id")
    .execute();
  return items.map(({ id, status, institution_id, institution_name }) => ({
    itemId: id,
    status: status as BankItemStatus,
    bankName: institution_name ?? "",
    institution: { institution_id: institution_id ?? "", name: institution_name ?? "" },
    accounts: accounts
      .filter((account) => account.bank_item_id === id)
      .map((account) => ({
        id: account.id,
        name: account.account_name,
        subtype: account.account_subtype,
        mask: account.account_number_last4,
        isMaskTokenized: account.is_number_tokenized,
        achAuthorized: account.authorization_id !== null,
      })),
  }));
}
