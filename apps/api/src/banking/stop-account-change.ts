import { createHash } from "node:crypto";
import type {
  AccountChange,
  AccountChangeKind,
  accountChangeOutcomes,
  bankAccountRoles,
} from "@inlay/contracts/bank.ts";
import { Refusal } from "@inlay/contracts/errors.ts";
import { addBankingDays } from "@inlay/lending/calendar/banking-day.ts";
import { clock, easternInstant, easternTime } from "@inlay/lending/calendar/eastern-time.ts";
import { sql } from "kysely";
import { raiseInput } from "../additional-inputs/public.ts";
import { closeTask, openTask } from "../approvals/public.ts";
import type { AppContext } from "../context.ts";
import { businessNow } from "../db/business-now.ts";
import { record } from "../db/record.ts";
import { inNoScope, inScope, type Tx } from "../db/scope.ts";
import { ownersOf } from "../notifications/public.ts";
import { endSessionsOf } from "../people/public.ts";
import { readChange } from "./account-change.ts";
import { stopperOf } from "./account-change-emails.ts";
import type { RequestedBy } from "./item.ts";
import { openVerificationTask } from "./platform-provided-account.ts";

type Role = (typeof bankAccountRoles)[number];
type Link = { id: string; platformId: string; businessId: string };

const taskKind = "ACCOUNT_CHANGE_STOPPED";
const endOfWork = clock(17, 0);

/** Reads the change of a link for the owner who has its token. Changes nothing. */
export async function readChangeByLink(app: AppContext, token: string): Promise<AccountChange> {
  const link = await findLink(app, token);
  return inScope(app.pool, link, async (tx) => readChange(tx, await changeOfLink(tx, link)));
}

/**
 * Stops the change of a link: its accounts are neither paid nor debited until staff decide, their roles go back to the accounts that had
 * them before, and the person who made the change is signed out. Stopping it again answers the same.
 */
export async function stopChangeByLink(app: AppContext, token: string, requestId: string): Promise<AccountChange> {
  const link = await findLink(app, token);
  return inScope(app.pool, link, async (tx) => {
    const changeId = await changeOfLink(tx, link);
    const change = await lockChange(tx, changeId);
    if (!change.stoppedAt) await stop(tx, link, change, requestId);
    return readChange(tx, changeId);
  });
}

/** Finds the tenant of a token. Unknown tokens and, in `changeOfLink`, expired ones get the same refusal. */
async function findLink({ pool }: AppContext, token: string): Promise<Link> {
  const hash = createHash("sha256").update(token).digest();
  const found = await inNoScope(pool, async (tx) => {
    const { rows } = await sql<Link>`
      select id, platform_id as "platformId", business_id as "businessId" from app.find_account_change_link(${hash})`.execute(
      tx,
    );
    return rows[0];
  });
  if (!found) throw new Refusal("ACCOUNT_CHANGE_LINK_INVALID");
  return found;
}

async function changeOfLink(tx: Tx, { id }: Link): Promise<string> {
  const found = await tx
    .selectFrom("account_change_link")
    .select("account_change_id")
    .where("id", "=", id)
    .where("expires_at", ">", sql<Date>`now()`)
    .executeTakeFirst();
  if (!found) throw new Refusal("ACCOUNT_CHANGE_LINK_INVALID");
  return found.account_change_id;
}

type Change = {
  id: string;
  platformId: string;
  businessId: string;
  actorKind: string;
  actorId: string | null;
  stoppedAt: Date | null;
  outcome: string | null;
};

const lockChange = (tx: Tx, id: string): Promise<Change> =>
  tx
    .selectFrom("account_change")
    .select(["id", "platform_id as platformId", "business_id as businessId"])
    .select(["actor_kind as actorKind", "actor_id as actorId", "stopped_at as stoppedAt", "outcome"])
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirstOrThrow();

async function stop(tx: Tx, link: Link, change: Change, requestId: string): Promise<void> {
  const { id: changeId, platformId, businessId } = change;
  const by: RequestedBy = { actor: { kind: "OWNER", id: link.id }, requestId };
  const now = await businessNow(tx, businessId);
  const accounts = await lockAccounts(tx, businessId);
  await tx
    .updateTable("account_change")
    .set({ stopped_at: now, stopped_by: link.id })
    .where("id", "=", changeId)
    .execute();
  for (const id of await accountsOf(tx, changeId)) {
    const account = accounts.get(id);
    if (!account) throw new Error("a changed account does not exist");
    const taken = account.roles;
    account.roles = [];
    account.isUsable = false;
    await tx
      .updateTable("bank_account")
      .set({ stopped_at: sql<Date>`coalesce(stopped_at, ${now})`, roles: [] })
      .where("id", "=", id)
      .execute();
    await tx
      .updateTable("account_change_item")
      .set({ roles_taken: taken })
      .where("account_change_id", "=", changeId)
      .where("bank_account_id", "=", id)
      .execute();
    await record(tx, {
      platformId,
      businessId,
      kind: "bank_account.stopped",
      body: { bankAccountId: id },
      action: "bank-account.stop",
      object: { kind: "bank account", id },
      before: { roles: taken },
      after: { roles: [] },
      ...by,
    });
    for (const role of taken) {
      const earlier = await earlierAccount(tx, accounts, id, role, changeId);
      if (earlier) await giveRole(tx, change, earlier, role, by);
    }
  }
  if (change.actorKind === "USER" && change.actorId) await endSessionsOf(tx, change.actorId);
  const dueAt = easternInstant(addBankingDays(easternTime(now).date, 1), endOfWork);
  await openTask(tx, { kind: taskKind, subjectId: changeId, platformId, businessId, dueAt });
  await record(tx, {
    platformId,
    businessId,
    kind: "account_change.stopped",
    body: { accountChangeId: changeId },
    action: "account-change.stop",
    object: { kind: "account change", id: changeId },
    ...by,
  });
}

type Account = { id: string; roles: Role[]; isUsable: boolean };

/** The accounts of the business, locked in the order of their ids as every choice of an account locks them. A claim waits for it. */
async function lockAccounts(tx: Tx, businessId: string): Promise<Map<string, Account>> {
  const rows = await tx
    .selectFrom("bank_account as a")
    .leftJoin("bank_item as i", "i.id", "a.bank_item_id")
    .select([
      "a.id",
      "a.roles",
      "a.party",
      "a.removed_at",
      "a.blocked_at",
      "a.stopped_at",
      "a.verification",
      "i.status",
    ])
    .where("a.business_id", "=", businessId)
    .orderBy("a.id")
    .forUpdate("a")
    .execute();
  return new Map(
    rows.map((row) => [
      row.id,
      {
        id: row.id,
        roles: row.roles as Role[],
        isUsable:
          row.party === "BUSINESS" &&
          row.removed_at === null &&
          row.blocked_at === null &&
          row.stopped_at === null &&
          row.verification === "VERIFIED" &&
          row.status !== "BLOCKED" &&
          row.status !== "KANMON_BLOCKED",
      },
    ]),
  );
}

const accountsOf = async (tx: Tx, changeId: string): Promise<string[]> =>
  (
    await tx
      .selectFrom("account_change_item")
      .select("bank_account_id as id")
      .where("account_change_id", "=", changeId)
      .orderBy("bank_account_id")
      .execute()
  ).map(({ id }) => id);

/**
 * The account that had a role before a stopped one was chosen for it. If that account is stopped too, the one before it counts. Null if the
 * account had the role before the change that was stopped, or if the earlier account cannot be used.
 */
async function earlierAccount(
  tx: Tx,
  accounts: ReadonlyMap<string, Account>,
  stoppedId: string,
  role: Role,
  stoppedChangeId: string,
): Promise<string | null> {
  const seen = new Set<string>();
  let [id, since]: [string, string | null] = [stoppedId, stoppedChangeId];
  while (since !== null && !seen.has(id)) {
    seen.add(id);
    const before = await holderBefore(tx, id, role, since);
    if (!before) return null;
    if (accounts.get(before)?.isUsable) return before;
    [id, since] = [before, await firstStopOf(tx, before)];
  }
  return null;
}

const chosenAs = { SERVICING: "CHOSEN_FOR_DEBITS", DISBURSEMENT: "CHOSEN_FOR_PAYOUTS" } as const satisfies Record<
  Role,
  AccountChangeKind
>;
const beforeAs = { SERVICING: "servicing_before", DISBURSEMENT: "disbursement_before" } as const;

/** The account that lost a role when this one was last chosen for it, by a change or since it. Ids of changes ascend with time. */
async function holderBefore(tx: Tx, accountId: string, role: Role, since: string): Promise<string | null> {
  const chosen = await tx
    .selectFrom("account_change_item")
    .select(`${beforeAs[role]} as before`)
    .where("bank_account_id", "=", accountId)
    .where("account_change_id", ">=", since)
    .where(sql<boolean>`${chosenAs[role]} = any(what)`)
    .orderBy("account_change_id", "desc")
    .executeTakeFirst();
  return chosen?.before ?? null;
}

/** The first stopped change of an account that staff have not confirmed. */
async function firstStopOf(tx: Tx, accountId: string): Promise<string | null> {
  const stopped = await tx
    .selectFrom("account_change_item as i")
    .innerJoin("account_change as c", "c.id", "i.account_change_id")
    .select("c.id")
    .where("i.bank_account_id", "=", accountId)
    .where("c.stopped_at", "is not", null)
    .where((where) => where.or([where("c.outcome", "is", null), where("c.outcome", "=", "KEPT_BLOCKED")]))
    .orderBy("c.id")
    .executeTakeFirst();
  return stopped?.id ?? null;
}

async function giveRole(tx: Tx, { platformId, businessId }: Change, id: string, role: Role, by: RequestedBy) {
  const { roles } = await tx
    .updateTable("bank_account")
    .set({ roles: sql<string[]>`roles || ${[role]}::text[]` })
    .where("id", "=", id)
    .returning("roles")
    .executeTakeFirstOrThrow();
  await record(tx, {
    platformId,
    businessId,
    kind: "bank_account.role_changed",
    body: { bankAccountId: id, roles: roles as Role[] },
    action: "bank-account.restore-role",
    object: { kind: "bank account", id },
    after: { roles },
    ...by,
  });
}

/** A stopped change for staff: what it did, and which owner stopped it. */
export async function readStoppedChange(tx: Tx, id: string, businessId: string) {
  return {
    ...(await readChange(tx, id)),
    id,
    accountIds: await accountsOf(tx, id),
    stoppedBy: await stopperOf(tx, await ownersOf(tx, businessId), id),
  };
}

/**
 * Ends a stopped change on behalf of staff. Confirmed accounts are used again, unless another change of them is stopped, and get back the
 * roles that no account has. Otherwise they stay blocked, and an owner whose repayments have no account any more is asked for one.
 */
export async function decideChange(
  tx: Tx,
  id: string,
  outcome: (typeof accountChangeOutcomes)[number],
  by: RequestedBy,
): Promise<void> {
  const change = await lockChange(tx, id);
  if (!change.stoppedAt || change.outcome)
    throw new Refusal("WRONG_STATE", {
      context: { status: change.outcome ?? "NOT_STOPPED", allowedFrom: ["STOPPED"] },
    });
  const { platformId, businessId } = change;
  await lockAccounts(tx, businessId);
  await tx.updateTable("account_change").set({ outcome }).where("id", "=", id).execute();
  await closeTask(tx, { kind: taskKind, subjectId: id });
  await record(tx, {
    platformId,
    businessId,
    kind: "account_change.decided",
    body: { accountChangeId: id, outcome },
    action: "staff.account-change.decide",
    object: { kind: "account change", id },
    after: { outcome },
    ...by,
  });
  if (outcome === "CONFIRMED") {
    for (const accountId of await accountsOf(tx, id)) await restoreAccount(tx, change, accountId, by);
    return;
  }
  const items = await tx
    .selectFrom("account_change_item")
    .select("roles_taken as roles")
    .where("account_change_id", "=", id)
    .execute();
  const wasServicing = items.some(({ roles }) => roles.includes("SERVICING"));
  if (wasServicing && (await vacantRoles(tx, businessId)).includes("SERVICING"))
    await raiseInput(tx, {
      platformId,
      businessId,
      subStep: "UPDATE_PRIMARY_BANK_ACCOUNT",
      by: { kind: "SYSTEM", id: null },
      requestId: by.requestId,
    });
}

async function restoreAccount(tx: Tx, change: Change, id: string, by: RequestedBy): Promise<void> {
  if (await firstStopOf(tx, id)) return;
  const { verification } = await tx
    .updateTable("bank_account")
    .set({ stopped_at: null })
    .where("id", "=", id)
    .returning("verification")
    .executeTakeFirstOrThrow();
  // The stop ended the verification by micro-entries.
  if (verification === "PENDING")
    await openVerificationTask(tx, { platformId: change.platformId, businessId: change.businessId, id });
  await record(tx, {
    platformId: change.platformId,
    businessId: change.businessId,
    kind: "bank_account.unblocked",
    body: { bankAccountId: id },
    action: "staff.account-change.decide",
    object: { kind: "bank account", id },
    before: { isStopped: true },
    after: { isStopped: false },
    ...by,
  });
  const { roles } = await tx
    .selectFrom("account_change_item")
    .select("roles_taken as roles")
    .where("account_change_id", "=", change.id)
    .where("bank_account_id", "=", id)
    .executeTakeFirstOrThrow();
  const vacant = await vacantRoles(tx, change.businessId);
  for (const role of roles as Role[]) if (vacant.includes(role)) await giveRole(tx, change, id, role, by);
}

/** The roles that no account of the business has. */
async function vacantRoles(tx: Tx, businessId: string): Promise<Role[]> {
  const rows = await tx.selectFrom("bank_account").select("roles").where("business_id", "=", businessId).execute();
  const taken = rows.flatMap(({ roles }) => roles);
  return (["SERVICING", "DISBURSEMENT"] as const).filter((role) => !taken.includes(role));
}
