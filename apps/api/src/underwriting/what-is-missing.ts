import { unfinishedStates } from "@inlay/lending/applications/loan-application.ts";
import {
  accountantAnswersInDays,
  type CollectedFacts,
  freshBankDataDays,
  missingInputs,
  readInDays,
  saysNumbersAreWrong,
} from "@inlay/lending/onboarding/missing-inputs.ts";
import { additionalInputs } from "@inlay/lending/onboarding/steps.ts";
import { type FailureReason, failureReasons } from "@inlay/lending/payments/failure-reason.ts";
import { sql } from "kysely";
import { raiseInput, settleInputs } from "../additional-inputs/public.ts";
import type { AppContext } from "../context.ts";
import type { Tx } from "../db/scope.ts";
import type { Tenant } from "./reports.ts";

const system = { kind: "SYSTEM", id: null } as const;

/**
 * Checks the collected data, asks the owner for what has become missing, and settles the inputs whose data has arrived. Running it again
 * raises nothing twice, so it may follow any event that could change the result.
 */
export async function askForWhatIsMissing(tx: Tx, tenant: Tenant): Promise<void> {
  // The same lock as a completion takes, so that no input is raised while its answer is being saved.
  await tx
    .selectFrom("onboarding")
    .select("business_id")
    .where("business_id", "=", tenant.businessId)
    .forUpdate()
    .execute();
  const facts = await factsOf(tx, tenant.businessId);
  if (!facts.hasConsented) return;
  const missing = missingInputs(facts);
  for (const { subStep, cause } of missing)
    await raiseInput(tx, { ...tenant, subStep, cause, by: system, requestId: null });
  // Without an open application the underwriting rules do not run, so their inputs must not be settled for lack of a finding.
  const unseen = facts.openApplicationId === null ? additionalInputs.filter((one) => !aboutMoney.includes(one)) : [];
  await settleInputs(tx, tenant, { causes: missing.map(({ cause }) => cause), unseen });
}
const aboutMoney: readonly string[] = ["UPDATE_PRIMARY_BANK_ACCOUNT", "RECOLLECT_BANK_INFO"];

type RecordedEvent = { platformId: string; businessId: string | null };

/** Handles an event that a missing-input rule depends on. */
export async function checkMissingInputs(_: AppContext, { platformId, businessId }: RecordedEvent) {
  return async (tx: Tx): Promise<void> => {
    if (businessId) await askForWhatIsMissing(tx, { platformId, businessId });
  };
}

const wrongNumbers = (Object.keys(failureReasons) as FailureReason[]).filter(saysNumbersAreWrong);

// A cause names the object and, where the same problem can recur for that object, since when.
async function factsOf(tx: Tx, businessId: string): Promise<CollectedFacts> {
  const { rows } = await sql<CollectedFacts>`
    select
      exists (select from app.loan_application a where a.business_id = b.id) as "hasConsented",
      (select a.id from app.loan_application a where a.business_id = b.id and a.status = any(${unfinishedStates}::text[])
        order by a.received_at, a.id limit 1) as "openApplicationId",
      array(select i.id || '/lost/' || i.times_lost from app.bank_item i where i.business_id = b.id and i.accounts_read_at is not null
        and (i.status = 'DISCONNECTED' or i.status in ('CREATED', 'CONNECTED') and i.is_unread) order by i.id) as "lostBanks",
      array(select i.id || '/read/' || extract(epoch from i.transactions_read_at) from app.bank_item i where i.business_id = b.id and i.status in ('CREATED', 'CONNECTED')
        and i.transactions_read_at < n.now - make_interval(days => ${freshBankDataDays})
        and exists (select from app.loan_application a where a.business_id = b.id and a.status = any(${unfinishedStates}::text[])
          and a.received_at <= n.now - make_interval(days => ${readInDays})) order by i.id) as "staleBanks",
      array(select a.id || case when a.removed_at is null then '/' || coalesce(extract(epoch from a.blocked_at)::text, 'blocked') else '' end
        from app.bank_account a left join app.bank_item i on i.id = a.bank_item_id
        where a.business_id = b.id and case
          when a.removed_at is null then 'SERVICING' = any(a.roles)
            and (i.status = 'KANMON_BLOCKED' or a.blocked_at is not null and a.created_method <> 'MANUAL')
          else a.served_until is not null and not exists (select from app.bank_account other
            where other.business_id = b.id and 'SERVICING' = any(other.roles)) end
        order by a.id) as "lostServicingAccounts",
      array(select a.id from app.bank_account a
        where a.business_id = b.id and a.created_method = 'MANUAL' and a.removed_at is null and exists (
          select from app.payment_order o where o.bank_account_id = a.id and o.failure_reason = any(${wrongNumbers}::text[]))
        order by a.id) as "failedManualAccounts",
      (select coalesce(jsonb_agg(jsonb_build_object('id', d.id, 'documentType', d.document_type) order by d.id), '[]')
        from app.business_document d where d.business_id = b.id and d.is_counted and d.status = 'REJECTED') as "rejectedDocuments",
      exists (select from app.accounting_connection c where c.business_id = b.id and c.state = 'ACTIVE') as "hasAccountingData",
      array(select c.id || '/' || c.version from app.accounting_connection c where c.business_id = b.id and c.state = 'LOST'
        order by c.id) as "lostAccounting",
      exists (select from app.accountant_invitation v where v.business_id = b.id and v.withdrawn_at is null) as "hasAccountant",
      array(select v.id from app.accountant_invitation v where v.business_id = b.id and v.withdrawn_at is null
        and v.invited_at <= n.now - make_interval(days => ${accountantAnswersInDays})
        and not exists (select from app.business_document d where d.uploaded_by_accountant = v.id and d.status in ('SCANNING', 'READY'))
        order by v.id) as "silentAccountants",
      b.tax_entity_type = 'CORPORATE_TAX' is true as "isTaxedAsCorporation",
      r.counted as "returns", r.usable as "usableReturns",
      exists (select from app.onboarding o where o.business_id = b.id and (o.answers->>'hasOnlyOneTaxReturn')::boolean)
        as "hasOnlyOneReturn"
    from app.business b
    cross join lateral (select app.business_now(b.id) as now) n
    cross join lateral (select count(*)::int as counted, (count(*) filter (where d.status <> 'REJECTED'))::int as usable
      from app.business_document d where d.business_id = b.id and d.is_counted and d.document_type = 'TAX_RETURN') r
    where b.id = ${businessId}::uuid`.execute(tx);
  const [facts] = rows;
  if (!facts) throw new Error("the business in scope does not exist");
  return facts;
}
