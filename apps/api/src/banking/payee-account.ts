import { sql } from "kysely";
import type { Tx } from "../db/scope.ts";

/** The newest present account of a payee of a business, by the payee's name. */
export async function payeeAccountOf(tx: Tx, businessId: string, holderName: string): Promise<string | null> {
  const row = await tx
    .selectFrom("bank_account")
    .select("id")
    .where("business_id", "=", businessId)
    .where("party", "=", "PAYEE")
    .where("removed_at", "is", null)
    .where(sql<boolean>`lower(holder_name) = lower(${holderName.trim()})`)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Payees' accounts by their ids, as their bills show them: whether a payout may go there now. */
export async function payeeAccountsByIds(
  tx: Tx,
  ids: readonly string[],
  now: Date,
): Promise<Map<string, { last4: string; isReady: boolean }>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .selectFrom("bank_account")
    .select(["id", "account_number_last4 as last4", "verification", "held_until_at as heldUntil"])
    .select(["blocked_at as blockedAt", "stopped_at as stoppedAt", "sanctions_clear_on as clearOn"])
    .where("id", "in", ids)
    .execute();
  return new Map(
    rows.map(({ id, last4, verification, heldUntil, blockedAt, stoppedAt, clearOn }) => {
      const isHeld = heldUntil !== null && now < heldUntil;
      const isChecked = verification === "VERIFIED" && clearOn !== null;
      return [id, { last4, isReady: isChecked && !isHeld && blockedAt === null && stoppedAt === null }];
    }),
  );
}
