import type { Withdrawal } from "@inlay/contracts/onboarding/withdrawal.ts";
import { type LoanApplicationState, loanApplicationLifecycle } from "@inlay/lending/applications/loan-application.ts";
import { moved } from "@inlay/lending/applications/where-it-stands.ts";
import type { OfferStep } from "@inlay/lending/offers/steps.ts";
import { closeRequest } from "../additional-inputs/public.ts";
import { closeTasksOf } from "../approvals/public.ts";
import { releaseCapital } from "../capital/public.ts";
import { type Actor, record } from "../db/record.ts";
import type { Tx } from "../db/scope.ts";
import { withdrawAccountant } from "./accounting/accountants.ts";
import { closeDecisionTasks } from "./applications.ts";
import { stopClocks } from "./notices/clocks.ts";
import type { Tenant } from "./reports.ts";

type Closing =
  | { because: "LOAN_APPLICATION_INCOMPLETE" }
  | { because: "LOAN_APPLICATION_WITHDRAWN"; withdrawal: Withdrawal };
type RequestedBy = { actor: Actor; requestId: string | null };

const statesThatAllow = (because: Closing["because"]): LoanApplicationState[] =>
  loanApplicationLifecycle.states.filter((state) => loanApplicationLifecycle.allows(state, because));

const eventOf = {
  LOAN_APPLICATION_INCOMPLETE: { kind: "application.incomplete", action: "application.close-incomplete" },
  LOAN_APPLICATION_WITHDRAWN: { kind: "application.withdrawn", action: "application.withdraw" },
} as const;

/**
 * Closes every application of the business that can still be closed for this reason, and returns how many there were. Nobody is waited for
 * any more: the owner's open inputs are not asked for, staff have no task about a silent co-owner, and the accountant's link stops working.
 */
export async function closeApplications(
  tx: Tx,
  { platformId, businessId }: Tenant,
  closing: Closing,
  { actor, requestId }: RequestedBy,
): Promise<number> {
  const { because } = closing;
  const rows = await tx
    .selectFrom("loan_application")
    .select(["id", "status", "offer_step as offerStep"])
    .where("business_id", "=", businessId)
    .where("status", "in", statesThatAllow(because))
    .orderBy("id")
    .forUpdate()
    .execute();
  if (rows.length === 0) return 0;
  const withdrawal = closing.because === "LOAN_APPLICATION_WITHDRAWN" ? closing.withdrawal : null;
  for (const row of rows) {
    const { id } = row;
    const before = { status: row.status as LoanApplicationState, offerStep: row.offerStep as OfferStep };
    const { status, offerStep } = moved(before, because);
    await tx
      .updateTable("loan_application")
      .set({
        status,
        offer_step: offerStep,
        withdrawal_reason: withdrawal?.reason ?? null,
        withdrawal_note: withdrawal?.note || null,
        next_action_at: null,
      })
      .where("id", "=", id)
      .execute();
    await closeDecisionTasks(tx, id);
    await releaseCapital(tx, id);
    // Whoever withdraws is owed no notice. The notice of incompleteness is owed also after the application was closed.
    const which = withdrawal ? { applicationId: id } : ({ applicationId: id, kind: "COMPLETE_APPLICATION" } as const);
    await stopClocks(tx, businessId, which, "ENDED");
    await record(tx, {
      platformId,
      businessId,
      kind: eventOf[because].kind,
      body: { applicationId: id, status },
      action: eventOf[because].action,
      object: { kind: "loan application", id },
      before: { status: before.status },
      after: { status, reason: withdrawal?.reason ?? null },
      actor,
      requestId,
    });
  }
  await closeRequest(tx, businessId);
  await closeTasksOf(tx, businessId, "CO_OWNER_UNANSWERED");
  await withdrawAccountant(tx, { platformId, businessId }, actor, requestId);
  return rows.length;
}
