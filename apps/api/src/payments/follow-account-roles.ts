import type { PaymentDirection } from "@inlay/lending/payments/payment-order.ts";
import { sql } from "kysely";
import { businessNow } from "../db/business-now.ts";
import { record } from "../db/record.ts";
import type { Tx } from "../db/scope.ts";
import type { EventHandler } from "../workflows/public.ts";
import { system } from "./order.ts";

const roleOf = { INCOMING: "SERVICING", OUTGOING: "DISBURSEMENT" } as const satisfies Record<PaymentDirection, string>;
type Tenant = { platformId: string; businessId: string };
type Left = { accountId: string | null; direction: PaymentDirection };

/**
 * After another account was chosen, the orders of the earlier account that nobody has claimed go with the role: debits use the new account at
 * once, payouts wait for the end of its hold.
 */
export const followChosenAccount: EventHandler<"account_change.made"> =
  async (_app, { platformId, businessId, body: { accountChangeId } }) =>
  async (tx) => {
    if (!businessId) return;
    const items = await tx
      .selectFrom("account_change_item")
      .select(["servicing_before", "disbursement_before"])
      .where("account_change_id", "=", accountChangeId)
      .execute();
    await follow(
      tx,
      { platformId, businessId },
      items.flatMap((item): Left[] => [
        { accountId: item.servicing_before, direction: "INCOMING" },
        { accountId: item.disbursement_before, direction: "OUTGOING" },
      ]),
    );
  };

/** After a change was stopped, unclaimed orders of its accounts go back with the roles. */
export const followStoppedAccount: EventHandler<"account_change.stopped"> =
  async (_app, { platformId, businessId, body: { accountChangeId } }) =>
  async (tx) => {
    if (!businessId) return;
    const items = await tx
      .selectFrom("account_change_item")
      .select(["bank_account_id", "roles_taken"])
      .where("account_change_id", "=", accountChangeId)
      .execute();
    const directions = ["INCOMING", "OUTGOING"] as const;
    await follow(
      tx,
      { platformId, businessId },
      items.flatMap(({ bank_account_id, roles_taken }) =>
        directions
          .filter((direction) => roles_taken.includes(roleOf[direction]))
          .map((direction): Left => ({ accountId: bank_account_id, direction })),
      ),
    );
  };

async function follow(tx: Tx, tenant: Tenant, left: readonly Left[]): Promise<void> {
  for (const { accountId, direction } of left) {
    const holder = accountId && (await holderOf(tx, tenant, direction));
    if (holder && holder !== accountId) await moveOrders(tx, tenant, direction, accountId, holder);
  }
}

async function holderOf(tx: Tx, { businessId }: Tenant, direction: PaymentDirection): Promise<string | null> {
  const holder = await tx
    .selectFrom("bank_account")
    .select("id")
    .where("business_id", "=", businessId)
    .where(sql<boolean>`${roleOf[direction]} = any(roles)`)
    .executeTakeFirst();
  return holder?.id ?? null;
}

/**
 * A reversal goes to the account that was debited, and micro-entries to the one that they verify. A debit
 * that was authorized for its account alone stays there. A payout is sent as soon as it may be, so
 * one that waited for its account is due at once; one that is held as unusual still waits for staff.
 */
async function moveOrders(
  tx: Tx,
  { platformId, businessId }: Tenant,
  direction: PaymentDirection,
  from: string,
  to: string,
): Promise<void> {
  const now = await businessNow(tx, businessId);
  const moved = await tx
    .updateTable("payment_order")
    .set({
      bank_account_id: to,
      claim_refusal: null,
      claim_refused_until: null,
      ...(direction === "OUTGOING" && {
        next_action_at: sql<Date>`case when unusual_reasons is not null and unusual_released_by is null then next_action_at
          else least(next_action_at, ${now}) end`,
      }),
    })
    .where("business_id", "=", businessId)
    .where("bank_account_id", "=", from)
    .where("direction", "=", direction)
    .where("rail", "=", "ACH")
    .where("status", "in", ["CREATED", "SCHEDULED"])
    .where("claimed_at", "is", null)
    .where("purpose", "not in", ["MICRO_ENTRY", "REVERSAL"])
    .where("keeps_account", "=", false)
    .returning("id")
    .execute();
  for (const { id } of moved)
    await record(tx, {
      platformId,
      businessId,
      kind: "payment.account_changed",
      body: { paymentOrderId: id, bankAccountId: to },
      action: "payment.follow-account",
      object: { kind: "payment order", id },
      before: { bankAccountId: from },
      after: { bankAccountId: to },
      ...system,
    });
}
