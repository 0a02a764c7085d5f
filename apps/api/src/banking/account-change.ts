import type { AccountChange, AccountChangeKind } from "@inlay/contracts/bank.ts";
import { firstPayoutOn } from "@inlay/lending/banking/account-hold.ts";
import { sql } from "kysely";
import { v7 as uuidv7 } from "uuid";
import { businessNow } from "../db/business-now.ts";
import { record } from "../db/record.ts";
import type { Tx } from "../db/scope.ts";
import type { RequestedBy } from "./item.ts";

type Tenant = { platformId: string; businessId: string };

/** What a command did to an account, and which accounts had the roles before it was chosen for them. */
export type ChangedAccount = {
  id: string;
  what: readonly AccountChangeKind[];
  servicingBefore?: string | null;
  disbursementBefore?: string | null;
};

/**
 * Notes that a command added or changed an account or chose it for payments, so that every owner is told and can stop it. Everything that
 * one transaction notes about a business is one change, of which an owner gets one email.
 */
export async function noteAccountChange(
  tx: Tx,
  tenant: Tenant,
  { id: bankAccountId, what, servicingBefore = null, disbursementBefore = null }: ChangedAccount,
  by: RequestedBy,
): Promise<void> {
  const changeId = (await changeOfTransaction(tx, tenant)) ?? (await beginChange(tx, tenant, by));
  await tx
    .insertInto("account_change_item")
    .values({
      account_change_id: changeId,
      bank_account_id: bankAccountId,
      platform_id: tenant.platformId,
      business_id: tenant.businessId,
      what: [...what],
      servicing_before: servicingBefore,
      disbursement_before: disbursementBefore,
    })
    .onConflict((conflict) =>
      conflict.columns(["account_change_id", "bank_account_id"]).doUpdateSet({
        what: sql`account_change_item.what || excluded.what`,
        servicing_before: sql`coalesce(account_change_item.servicing_before, excluded.servicing_before)`,
        disbursement_before: sql`coalesce(account_change_item.disbursement_before, excluded.disbursement_before)`,
      }),
    )
    .execute();
}

/** A setting of the transaction names the change that it has begun. PostgreSQL forgets the setting when the transaction ends. */
const setting = "inlay.account_change";

async function changeOfTransaction(tx: Tx, { businessId }: Tenant): Promise<string | null> {
  const found = await tx
    .selectFrom("account_change")
    .select("id")
    .where("id", "=", sql<string>`nullif(current_setting(${setting}, true), '')::uuid`)
    .where("business_id", "=", businessId)
    .executeTakeFirst();
  return found?.id ?? null;
}

async function beginChange(
  tx: Tx,
  { platformId, businessId }: Tenant,
  { actor, requestId }: RequestedBy,
): Promise<string> {
  const id = uuidv7();
  await tx
    .insertInto("account_change")
    .values({
      id,
      platform_id: platformId,
      business_id: businessId,
      actor_kind: actor.kind,
      actor_id: actor.id,
      made_at: await businessNow(tx, businessId),
    })
    .execute();
  await sql`select set_config(${setting}, ${id}, true)`.execute(tx);
  await record(tx, {
    platformId,
    businessId,
    kind: "account_change.made",
    body: { accountChangeId: id },
    action: "account-change.make",
    object: { kind: "account change", id },
    actor,
    requestId,
  });
  return id;
}

/** A change as its owners see it. */
export async function readChange(tx: Tx, id: string): Promise<AccountChange> {
  const change = await tx
    .selectFrom("account_change as c")
    .innerJoin("business as b", "b.id", "c.business_id")
    .leftJoin("business_user as u", (join) => join.onRef("u.id", "=", "c.actor_id").on("c.actor_kind", "=", "USER"))
    .select(["c.business_id", "c.actor_kind", "c.made_at", "c.stopped_at", "c.outcome", "b.name"])
    .select(["u.first_name", "u.last_name", "u.email"])
    .where("c.id", "=", id)
    .executeTakeFirstOrThrow();
  const accounts = await tx
    .selectFrom("account_change_item as i")
    .innerJoin("bank_account as a", "a.id", "i.bank_account_id")
    .select(["a.account_number_last4 as last4", "a.institution_name", "a.holder_name", "a.held_until_at", "i.what"])
    .where("i.account_change_id", "=", id)
    .orderBy("a.id")
    .execute();
  const now = await businessNow(tx, change.business_id);
  return {
    businessName: change.name,
    madeAt: change.made_at.toISOString(),
    madeBy: {
      kind: makerOf[change.actor_kind] ?? "BANK",
      name: [change.first_name, change.last_name].filter(Boolean).join(" ") || change.email,
    },
    accounts: accounts.map((account) => ({
      last4: account.last4,
      bankName: account.institution_name,
      holderName: account.holder_name,
      what: account.what as AccountChangeKind[],
      firstPayoutOn: account.held_until_at && account.held_until_at > now ? firstPayoutOn(account.held_until_at) : null,
    })),
    stoppedAt: change.stopped_at?.toISOString() ?? null,
    wasPaid: await wasPaid(tx, id),
    outcome: change.outcome as AccountChange["outcome"],
  };
}

const makerOf: Record<string, AccountChange["madeBy"]["kind"]> = {
  USER: "PERSON",
  PLATFORM_KEY: "PLATFORM",
  STAFF: "STAFF",
};

/** Whether a payout to an account of the change was claimed after it. A claimed payout is sent and cannot be held back. */
async function wasPaid(tx: Tx, changeId: string): Promise<boolean> {
  const paid = await tx
    .selectFrom("account_change_item as i")
    .innerJoin("account_change as c", "c.id", "i.account_change_id")
    .innerJoin("payment_order as o", "o.bank_account_id", "i.bank_account_id")
    .select("o.id")
    .where("i.account_change_id", "=", changeId)
    .where("o.direction", "=", "OUTGOING")
    .where("o.purpose", "<>", "MICRO_ENTRY")
    .whereRef("o.claimed_at", ">=", "c.made_at")
    .limit(1)
    .executeTakeFirst();
  return paid !== undefined;
}
