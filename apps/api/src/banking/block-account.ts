import { Refusal } from "@inlay/contracts/errors.ts";
import { addBankingDays } from "@inlay/lending/calendar/banking-day.ts";
import { dateAt } from "@inlay/lending/calendar/business-date.ts";
import { clock, easternInstant } from "@inlay/lending/calendar/eastern-time.ts";
import { sql } from "kysely";
import { withdrawInputs } from "../additional-inputs/public.ts";
import { closeTask, openTask } from "../approvals/public.ts";
import { record } from "../db/record.ts";
import type { Tx } from "../db/scope.ts";
import { revokeAuthorization } from "./authorize.ts";
import type { RequestedBy } from "./item.ts";

/**
 * Blocks payments from and to an account after a return that forbids them. The first return's time is kept. A stopped payment withdraws the
 * authorization, and the next one clears the block, unless another return has blocked the account as well.
 */
export async function blockAccount(
  tx: Tx,
  accountId: string,
  now: Date,
  until: "CLEARED" | "AUTHORIZED" = "CLEARED",
): Promise<void> {
  await tx
    .updateTable("bank_account")
    .set({
      blocked_at: sql<Date>`coalesce(blocked_at, ${now})`,
      is_blocked_until_authorized: sql<boolean>`(blocked_at is null or is_blocked_until_authorized) and ${until === "AUTHORIZED"}`,
    })
    .where("id", "=", accountId)
    .execute();
  if (until === "AUTHORIZED") await revokeAuthorization(tx, accountId);
}

const clearedInBankingDays = 1;
const endOfWork = clock(17, 0);

/**
 * Blocks all payments of the business that owns the account, until staff have looked at it. Another party's account is only blocked itself:
 * the business is not the one whose money was frozen.
 */
export async function freezeBusinessOf(tx: Tx, accountId: string, now: Date): Promise<void> {
  await blockAccount(tx, accountId, now);
  const frozen = await tx
    .updateTable("bank_account")
    .set({ frozen_at: sql<Date>`coalesce(frozen_at, ${now})` })
    .where("id", "=", accountId)
    .where("party", "=", "BUSINESS")
    .returning(["platform_id as platformId", "business_id as businessId"])
    .executeTakeFirst();
  if (!frozen?.businessId) return;
  const dueAt = easternInstant(addBankingDays(dateAt(now), clearedInBankingDays), endOfWork);
  await openTask(tx, { kind: "BUSINESS_FROZEN", subjectId: frozen.businessId, ...frozen, dueAt });
}

/** Blocks the bank link of an account, and with it all of its accounts. */
export const blockBankOf = (tx: Tx, accountId: string) =>
  tx
    .updateTable("bank_item")
    .set({ status: "KANMON_BLOCKED" })
    .where("id", "=", (query) => query.selectFrom("bank_account").select("bank_item_id").where("id", "=", accountId))
    .execute();

/**
 * Clears the block of an account on behalf of staff, and the freeze of its business. The owner is no longer asked for another account. The
 * bank link keeps its own block.
 */
export async function unblockAccount(tx: Tx, id: string, { actor, requestId }: RequestedBy): Promise<void> {
  const account = await tx
    .selectFrom("bank_account")
    .select(["platform_id", "business_id", "party", "blocked_at", "frozen_at"])
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (!account) throw new Refusal("NOT_FOUND", { context: { object: "bank account" } });
  if (account.blocked_at === null)
    throw new Refusal("WRONG_STATE", { context: { status: "NOT_BLOCKED", allowedFrom: ["BLOCKED"] } });
  await tx
    .updateTable("bank_account")
    .set({ blocked_at: null, is_blocked_until_authorized: false, frozen_at: null })
    .where("id", "=", id)
    .execute();
  const { platform_id: platformId, business_id: businessId } = account;
  if (businessId && account.party === "BUSINESS") {
    if (account.frozen_at && !(await isFrozen(tx, businessId)))
      await closeTask(tx, { kind: "BUSINESS_FROZEN", subjectId: businessId });
    await withdrawInputs(tx, { platformId, businessId }, "UPDATE_PRIMARY_BANK_ACCOUNT");
  }
  await record(tx, {
    platformId,
    businessId,
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

/** Whether a bank froze an account of the business, or returned a payment on a sanctions instruction. */
export async function isFrozen(tx: Tx, businessId: string): Promise<boolean> {
  const frozen = await tx
    .selectFrom("bank_account")
    .select("id")
    .where("business_id", "=", businessId)
    .where("frozen_at", "is not", null)
    .executeTakeFirst();
  return frozen !== undefined;
}
