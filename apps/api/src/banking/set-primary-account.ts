import type { bankAccountRoles } from "@inlay/contracts/bank.ts";
import { Refusal } from "@inlay/contracts/errors.ts";
import { accountHeldUntil } from "@inlay/lending/banking/account-hold.ts";
import type { BankItemStatus } from "@inlay/lending/banking/bank-item.ts";
import { type PrimaryRefusal, whyNotPrimaryAccount } from "@inlay/lending/banking/why-not-primary-account.ts";
import { businessNow } from "../db/business-now.ts";
import { record } from "../db/record.ts";
import type { Tx } from "../db/scope.ts";
import { noteAccountChange } from "./account-change.ts";
import type { RequestedBy } from "./item.ts";

type Role = (typeof bankAccountRoles)[number];

/**
 * Makes one account the source of repayments, and the target of payouts where the platform provides no other account. It must be able to
 * be debited: a checking account of the business, present, not blocked and authorized. An account that becomes the target of payouts is
 * held first.
 */
export async function setPrimaryAccount(
  tx: Tx,
  { platformId, businessId }: { platformId: string; businessId: string },
  accountId: string,
  isPaidTo: boolean,
  { actor, requestId }: RequestedBy,
): Promise<void> {
  const roles: Role[] = ["SERVICING", ...(isPaidTo ? (["DISBURSEMENT"] as const) : [])];
  // The rows are locked in id order, so that concurrent requests do not deadlock.
  const accounts = await tx
    .selectFrom("bank_account")
    .select(["id", "roles", "account_subtype", "bank_item_id", "removed_at", "stopped_at", "blocked_at"])
    .where("business_id", "=", businessId)
    .where("party", "=", "BUSINESS")
    .orderBy("id")
    .forUpdate()
    .execute();
  const chosen = accounts.find(({ id }) => id === accountId);
  if (!chosen) throw new Refusal("NOT_FOUND", { context: { object: "bank account" } });
  const refusal = await whyNotPrimary(tx, chosen);
  if (refusal) throw new Refusal(refusal);
  if (roles.every((role) => chosen.roles.includes(role))) return;
  for (const account of accounts) {
    const kept = account.roles.filter((role) => !roles.includes(role as Role));
    if (account.id !== accountId && kept.length !== account.roles.length)
      await tx.updateTable("bank_account").set({ roles: kept }).where("id", "=", account.id).execute();
  }
  const all = [...new Set([...(chosen.roles as Role[]), ...roles])];
  const isNewly = (role: Role) => roles.includes(role) && !chosen.roles.includes(role);
  await tx
    .updateTable("bank_account")
    .set({
      roles: all,
      ...(isNewly("DISBURSEMENT") && { held_until_at: accountHeldUntil(await businessNow(tx, businessId)) }),
    })
    .where("id", "=", accountId)
    .execute();
  await record(tx, {
    platformId,
    businessId,
    kind: "bank_account.role_changed",
    body: { bankAccountId: accountId, roles: all },
    action: "bank-account.set-primary",
    object: { kind: "bank account", id: accountId },
    after: { roles: all },
    actor,
    requestId,
  });
  const holderOf = (role: Role) => accounts.find((account) => account.roles.includes(role))?.id ?? null;
  await noteAccountChange(
    tx,
    { platformId, businessId },
    {
      id: accountId,
      what: [
        ...(isNewly("SERVICING") ? (["CHOSEN_FOR_DEBITS"] as const) : []),
        ...(isNewly("DISBURSEMENT") ? (["CHOSEN_FOR_PAYOUTS"] as const) : []),
      ],
      servicingBefore: isNewly("SERVICING") ? holderOf("SERVICING") : null,
      disbursementBefore: isNewly("DISBURSEMENT") ? holderOf("DISBURSEMENT") : null,
    },
    { actor, requestId },
  );
}

type LockedAccount = {
  id: string;
  account_subtype: string;
  bank_item_id: string | null;
  removed_at: Date | null;
  stopped_at: Date | null;
  blocked_at: Date | null;
};

/** Reads its bank and its authorization after the lock of the account, which a return and changed numbers take before they end either. */
async function whyNotPrimary(tx: Tx, account: LockedAccount): Promise<PrimaryRefusal | null> {
  const item = account.bank_item_id
    ? await tx.selectFrom("bank_item").select("status").where("id", "=", account.bank_item_id).executeTakeFirst()
    : undefined;
  const authorization = await tx
    .selectFrom("ach_authorization")
    .select("id")
    .where("bank_account_id", "=", account.id)
    .where("revoked_at", "is", null)
    .executeTakeFirst();
  return whyNotPrimaryAccount({
    isChecking: account.account_subtype === "checking",
    isRemoved: account.removed_at !== null,
    isStopped: account.stopped_at !== null,
    isBlocked: account.blocked_at !== null,
    itemStatus: (item?.status as BankItemStatus | undefined) ?? null,
    isAchAuthorized: authorization !== undefined,
  });
}
