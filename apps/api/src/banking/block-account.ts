import { Refusal } from "@inlay/contracts/errors.ts";
import { record } from "../db/record.ts";
import type { Tx } from "../db/scope.ts";
import type { RequestedBy } from "./item.ts";

/** Blocks payments from and to an account after a return that forbids them. The first return's time is kept. */
export const blockAccount = (tx: Tx, accountId: string, now: Date) =>
  tx
    .updateTable("bank_account")
    .set({ blocked_at: now })
    .where("id", "=", accountId)
    .where("blocked_at", "is", null)
    .execute();

/** Blocks all payments of the business that owns the account. */
export async function freezeBusinessOf(tx: Tx, accountId: string, now: Date): Promise<void> {
  await blockAccount(tx, accountId, now);
  await tx
    .updateTable("bank_account")
    .set({ frozen_at: now })
    .where("id", "=", accountId)
    .where("frozen_at", "is", null)
    .execute();
}

/** Blocks the bank link of an account, and with it all of its accounts. */
export const blockBankOf = (tx: Tx, accountId: string) =>
  tx
    .updateTable("bank_item")
    .set({ status: "KANMON_BLOCKED" })
    .where("id", "=", (query) => query.selectFrom("bank_account").select("bank_item_id").where("id", "=", accountId))
    .execute();

/** Clears the block of an account on behalf of staff, and the freeze of its business. The bank link keeps its own block. */
export async function unblockAccount(tx: Tx, id: string, { actor, requestId }: RequestedBy): Promise<void> {
  const account = await tx
    .selectFrom("bank_account")
    .select(["platform_id", "business_id", "blocked_at", "frozen_at"])
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (!account) throw new Refusal("NOT_FOUND", { context: { object: "bank account" } });
  if (account.blocked_at === null)
    throw new Refusal("WRONG_STATE", { context: { status: "NOT_BLOCKED", allowedFrom: ["BLOCKED"] } });
  await tx.updateTable("bank_account").set({ blocked_at: null, frozen_at: null }).where("id", "=", id).execute();
  await record(tx, {
    platformId: account.platform_id,
    businessId: account.business_id,
    kind: "bank_account.unblocked",
    body: { bankAccountId: id },
    action: "staff.bank-account.unblock",
    object: { kind: "bank account", id },
    before: { isBlocked: true, isFrozen: account.frozen_at !== null },
    after: { isBlocked: false, isFrozen: false },
    actor,
    requestId,
  });
}
