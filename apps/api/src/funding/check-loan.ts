import { Refusal } from "@inlay/contracts/errors.ts";
import type { ClosingLine } from "@inlay/contracts/staff/calls/closing.ts";
import {
  type CheckSource,
  type ClosingCheck,
  isOfToday,
  resultOf,
  type StoredCheck,
  whyNotConfirm,
} from "@inlay/lending/applications/closing-checks.ts";
import { dateAt } from "@inlay/lending/calendar/business-date.ts";
import type { StaffAction } from "../approvals/public.ts";
import { businessNow } from "../db/business-now.ts";
import { type Actor, record } from "../db/record.ts";
import type { Tx } from "../db/scope.ts";
import { moveApplication } from "../underwriting/public.ts";
import { computeChecks, type VendorAnswers } from "./compute-checks.ts";
import { type LoanToClose, lockLoan } from "./loan-to-close.ts";

type Stored = StoredCheck & { confirmedBy: string | null; note: string | null; checkedAt: Date };

/** The latest result of each check. */
async function readStored(tx: Tx, applicationId: string): Promise<Map<ClosingCheck, Stored>> {
  const rows = await tx
    .selectFrom("closing_check")
    .select(["check_name", "result", "source", "confirmed_by", "note", "checked_at"])
    .where("application_id", "=", applicationId)
    .orderBy("id")
    .execute();
  return new Map(
    rows.map((row) => [
      row.check_name as ClosingCheck,
      {
        result: row.result as StoredCheck["result"],
        source: row.source as CheckSource,
        checkedOn: dateAt(row.checked_at),
        confirmedBy: row.confirmed_by,
        note: row.note,
        checkedAt: row.checked_at,
      },
    ]),
  );
}

type Found = ClosingLine & { isNew: boolean };

/** Every check that applies to a loan, as it stands now. */
async function findLines(tx: Tx, loan: LoanToClose, answers: VendorAnswers | null, now: Date): Promise<Found[]> {
  const today = dateAt(now);
  const stored = await readStored(tx, loan.applicationId);
  const computed = await computeChecks(tx, loan, answers, today);
  return [...computed].map(([check, passes]) => {
    const last = stored.get(check) ?? null;
    const result = resultOf(check, passes, last, today);
    const isKept = last !== null && last.result === result && (!isOfToday(check) || last.checkedOn === today);
    if (passes !== null && !(isKept && last.source === "COMPUTED"))
      return {
        check,
        result,
        source: "COMPUTED",
        confirmedBy: null,
        note: null,
        checkedAt: now.toISOString(),
        isNew: true,
      };
    const shown = isKept ? last : null;
    return {
      check,
      result,
      source: shown?.source ?? null,
      confirmedBy: shown?.confirmedBy ?? null,
      note: shown?.note ?? null,
      checkedAt: shown?.checkedAt.toISOString() ?? null,
      isNew: false,
    };
  });
}

const toLine = ({ isNew: _, ...line }: Found): ClosingLine => line;

/** The lines of a loan's checklist from the data of now, without the vendors. Nothing is stored. */
export async function readLines(tx: Tx, loan: LoanToClose): Promise<ClosingLine[]> {
  return (await findLines(tx, loan, null, await businessNow(tx, loan.businessId))).map(toLine);
}

/** Computes the checks of a locked loan, stores the results that have changed, and returns all of its lines. */
export async function checkLoan(
  tx: Tx,
  loan: LoanToClose,
  answers: VendorAnswers | null,
  by: { actor: Actor; requestId: string | null },
): Promise<ClosingLine[]> {
  const { platformId, businessId, applicationId } = loan;
  const now = await businessNow(tx, businessId);
  const lines = await findLines(tx, loan, answers, now);
  const changed = lines.filter(({ isNew }) => isNew);
  if (changed.length === 0) return lines.map(toLine);
  await tx
    .insertInto("closing_check")
    .values(
      changed.map(({ check, result }) => ({
        platform_id: platformId,
        business_id: businessId,
        application_id: applicationId,
        check_name: check,
        result,
        source: "COMPUTED",
        checked_at: now,
      })),
    )
    .execute();
  const checks = changed.map(({ check, result }) => ({ check, result }));
  await record(tx, {
    platformId,
    businessId,
    kind: "closing.checked",
    body: { applicationId, checks },
    action: "closing.check",
    object: { kind: "loan application", id: applicationId },
    after: { checks },
    ...by,
  });
  return lines.map(toLine);
}

export const notPassed = (lines: readonly ClosingLine[]): { check: ClosingCheck; result: "FAILED" | "OPEN" }[] =>
  lines.flatMap(({ check, result }) => (result === "PASSED" ? [] : [{ check, result }]));

/** Refuses a loan of which a check has not passed. What vendors say counts as of today. */
export async function requirePassed(tx: Tx, loan: LoanToClose): Promise<void> {
  const open = notPassed(await readLines(tx, loan)).map(({ check }) => check);
  if (open.length > 0) throw new Refusal("CLOSING_INCOMPLETE", { context: { checks: open } });
}

/** A confirmation moves no money, and two people decide about the funding. So one person is enough. */
export const confirmCheck: StaffAction<{ check: ClosingCheck; note: string }> = {
  kind: "closing.confirm-check",
  action: "staff.closing.confirm-check",
  needs: () => ({ people: 1, checker: null }),
  perform: async (tx, { platformId, businessId, subjectId, payload: { check, note }, memberId, requestId }) => {
    if (!businessId) throw new Error("a closing check belongs to a business");
    const { application, loan } = await lockLoan(tx, { platformId, businessId }, subjectId);
    const now = await businessNow(tx, businessId);
    const computed = await computeChecks(tx, loan, null, dateAt(now));
    const passes = computed.get(check);
    if (passes === undefined) throw new Refusal("CHECK_NOT_APPLICABLE", { context: { check } });
    const refusal = whyNotConfirm(check, await computedToday(tx, loan, check, passes, now));
    if (refusal) throw new Refusal(refusal, { context: { check } });
    await tx
      .insertInto("closing_check")
      .values({
        platform_id: platformId,
        business_id: businessId,
        application_id: loan.applicationId,
        check_name: check,
        result: "PASSED",
        source: "CONFIRMED",
        confirmed_by: memberId,
        note,
        checked_at: now,
      })
      .execute();
    await moveApplication(tx, application, "CONFIRM_CHECKLIST_COLLECTED");
    await record(tx, {
      platformId,
      businessId,
      kind: "closing.check_confirmed",
      body: { applicationId: loan.applicationId, check },
      action: "staff.closing.confirm-check",
      object: { kind: "loan application", id: loan.applicationId },
      after: { check, note },
      actor: { kind: "STAFF", id: memberId },
      requestId,
    });
  },
};

/** What the data says about a check, or what a vendor said about it today. */
async function computedToday(
  tx: Tx,
  { applicationId }: LoanToClose,
  check: ClosingCheck,
  passes: boolean | null,
  now: Date,
): Promise<boolean | null> {
  if (passes !== null || !isOfToday(check)) return passes;
  const last = (await readStored(tx, applicationId)).get(check);
  return last?.source === "COMPUTED" && last.checkedOn === dateAt(now) ? last.result === "PASSED" : null;
}
