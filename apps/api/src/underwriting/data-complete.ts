import { firstAlarmAt } from "@inlay/lending/applications/deadlines.ts";
import { loanApplicationLifecycle } from "@inlay/lending/applications/loan-application.ts";
import { mustBeVerified } from "@inlay/lending/onboarding/ownership.ts";
import { sql } from "kysely";
import { v7 as uuidv7 } from "uuid";
import type { AppContext } from "../context.ts";
import { businessNow } from "../db/business-now.ts";
import { record } from "../db/record.ts";
import type { Tx } from "../db/scope.ts";
import { startWorkflow } from "../workflows/public.ts";
import { promisedBy } from "./applications.ts";
import { startClock } from "./notices/clocks.ts";
import type { Tenant } from "./reports.ts";

const waiting = loanApplicationLifecycle.states.filter((state) =>
  loanApplicationLifecycle.allows(state, "DATA_COMPLETE"),
);

/**
 * Marks applications as data-complete when everything that a decision needs is there, once per application, and starts the decision. The
 * legal period for it starts then. Called whenever a part may have arrived.
 */
export async function completeApplications(tx: Tx, { platformId, businessId }: Tenant): Promise<void> {
  const open = await tx
    .selectFrom("loan_application")
    .select(["id", "status", "received_at"])
    .where("business_id", "=", businessId)
    .where("status", "in", waiting)
    .where("completed_at", "is", null)
    .orderBy("id")
    .forUpdate()
    .execute();
  if (open.length === 0 || !(await isAllThere(tx, businessId))) return;
  const finishedAt = await coOwnersFinishedAt(tx, businessId);
  if (finishedAt.includes(null)) return;
  const now = await businessNow(tx, businessId);
  for (const { id, status: before, received_at } of open) {
    const status = loanApplicationLifecycle.next(before as (typeof waiting)[number], "DATA_COMPLETE");
    await tx
      .updateTable("loan_application")
      .set(({ fn, ref, val }) => ({
        status,
        completed_at: now,
        promised_at: promisedBy(received_at, finishedAt),
        // An alarm about the promised answer may still be due, or have been given already.
        next_action_at: fn.coalesce(ref("next_action_at"), val(firstAlarmAt(now))),
      }))
      .where("id", "=", id)
      .execute();
    const clock = { kind: "COMPLETE_APPLICATION", applicationId: id, startedAt: now } as const;
    await startClock(tx, { platformId, businessId }, clock);
    await record(tx, {
      platformId,
      businessId,
      kind: "application.completed",
      body: { applicationId: id, status },
      action: "application.complete-data",
      object: { kind: "loan application", id },
      before: { status: before },
      after: { status },
      actor: { kind: "SYSTEM", id: null },
      requestId: null,
    });
  }
  await startWorkflow(tx, "decide-applications", { platformId, businessId, id: uuidv7() });
}

type RecordedEvent = { platformId: string; businessId: string | null };

/** Handles an event that may make an application data-complete. */
export async function checkDataComplete(_: AppContext, { platformId, businessId }: RecordedEvent) {
  return async (tx: Tx): Promise<void> => {
    if (businessId) await completeApplications(tx, { platformId, businessId });
  };
}

/**
 * True when no input of the primary owner is open and nothing is held or stopped; the last outcome of every report is usable or accepted
 * by staff; every counted document is readable; and every bank has provided three months of transactions or its complete history, which
 * is shorter for a young business. A disconnected bank is not waited for when its owner has answered the request about it, with another
 * bank or with statements. Whether the data is sufficient is decided elsewhere.
 */
async function isAllThere(tx: Tx, businessId: string): Promise<boolean> {
  const { rows } = await sql<{ isAllThere: boolean }>`
    select
      not exists (select from app.additional_input i where i.business_id = b.id and i.owner_id is null
        and i.done_at is null and i.released_at is null)
      and not exists (select from app.onboarding o where o.business_id = b.id and o.stopped_at is not null)
      and not app.is_listed(b.id)
      and not exists (select from app.report r where r.business_id = b.id and r.source <> 'SECONDARY_OWNER_CREDIT' and r.accepted_at is null
        and coalesce(r.outcome, 'PENDING') not in ('REPORT', 'THIN_FILE', 'FOUND')
        and not (r.source = 'BUSINESS_CREDIT' and r.outcome = 'NO_HIT')
        and not exists (select from app.report later
          where later.subject_id = r.subject_id and later.source = r.source and later.attempt > r.attempt))
      and not exists (select from app.business_document d where d.business_id = b.id and d.is_counted and d.status <> 'READY')
      and not exists (select from app.bank_item i where i.business_id = b.id and i.status in ('CREATED', 'CONNECTED', 'DISCONNECTED')
        and i.accounts_read_at is not null and i.history <> 'COMPLETE' and not exists (
          select from app.bank_transaction t where t.bank_item_id = i.id and t.posted_on <= app.business_now(b.id)::date - interval '3 months')
        and not (i.status = 'DISCONNECTED' and exists (select from app.additional_input a where a.business_id = b.id
          and a.causes @> array['bank/' || i.id || '/lost/' || i.times_lost])))
      as "isAllThere"
    from app.business b where b.id = ${businessId}::uuid`.execute(tx);
  return rows[0]?.isAllThere ?? false;
}

/**
 * When each co-owner who must be verified finished, in business time; null for one who has not. The others are invited too, and nobody
 * waits for them.
 */
export async function coOwnersFinishedAt(tx: Tx, businessId: string): Promise<(Date | null)[]> {
  const coOwners = await tx
    .selectFrom("business_owner")
    .select(["ownership_basis_points as basisPoints", "is_control_person as isControlPerson", "onboarded_at"])
    .where("business_id", "=", businessId)
    .where("is_primary", "=", false)
    .where("removed_at", "is", null)
    .execute();
  return coOwners
    .filter(({ basisPoints, isControlPerson }) =>
      mustBeVerified({ ownershipPercentage: basisPoints === null ? null : basisPoints / 100, isControlPerson }),
    )
    .map(({ onboarded_at }) => onboarded_at);
}
