import {
  confirmMicroEntries,
  listMicroEntryVerifications,
  type MicroEntryVerification,
  restartMicroEntries,
} from "@inlay/contracts/calls/micro-entries.ts";
import { readMicroEntryAmounts } from "@inlay/contracts/calls/sandbox.ts";
import { Refusal } from "@inlay/contracts/errors.ts";
import {
  type MicroEntryStatus,
  mayRestart,
  mayVerifyAgain,
  microEntryLimits,
  tryAmounts,
} from "@inlay/lending/banking/micro-entries.ts";
import { dateAt } from "@inlay/lending/calendar/business-date.ts";
import { easternTime } from "@inlay/lending/calendar/eastern-time.ts";
import { sql } from "kysely";
import { noteVerification } from "../banking/public.ts";
import type { AppContext } from "../context.ts";
import { businessNow } from "../db/business-now.ts";
import { inScope, type Tx } from "../db/scope.ts";
import type { Person, Router } from "../http/public.ts";
import { openVerificationTask, sentLately } from "./micro-entries.ts";
import { type By, creditsOf, lockLatest, moveVerification, type Verification } from "./micro-entry-verification.ts";
import { restartVerification } from "./restart-verification.ts";

export function microEntryRoutes({ authenticatedRoute }: Router, app: AppContext): void {
  authenticatedRoute(listMicroEntryVerifications, async ({ tx, caller }) => ({
    verifications: await listVerifications(tx, caller.businessId),
  }));
  // A wrong try is counted and committed before it is refused, because the refusal rolls the route's transaction back.
  authenticatedRoute(
    confirmMicroEntries,
    ({ caller, params, body, requestId }) => confirmAmounts(app, caller, params.id, body.amountsCents, requestId),
    async ({ tx, caller, params }) => ({ verification: await verificationOf(tx, caller, params.id) }),
  );
  authenticatedRoute(restartMicroEntries, async ({ tx, caller, params, requestId }) => {
    await restartVerification(tx, caller, params.id, requestId);
    return { verification: await verificationOf(tx, caller, params.id) };
  });
  authenticatedRoute(readMicroEntryAmounts, async ({ tx, caller }) => ({
    verifications: await listAmounts(tx, caller.businessId),
  }));
}

async function verificationOf(tx: Tx, { businessId }: Person, accountId: string): Promise<MicroEntryVerification> {
  const verifications = await listVerifications(tx, businessId);
  const verification = verifications.find(({ bankAccountId }) => bankAccountId === accountId);
  if (!verification) throw notFound();
  return verification;
}

const notFound = () => new Refusal("NOT_FOUND", { context: { object: "micro-entry verification" } });

/**
 * Compares what the owner typed with what was sent. The row is locked and the try is counted in the transaction that compares, so concurrent
 * guesses come one after the other, and no answer is given before the count is committed. A verified account stays verified.
 */
export async function confirmAmounts(
  app: AppContext,
  { platformId, businessId, userId }: Person,
  bankAccountId: string,
  typed: readonly [number, number],
  requestId: string,
): Promise<void> {
  const by: By = { actor: { kind: "USER", id: userId }, requestId };
  const refusal = await inScope(app.pool, { platformId, businessId }, async (tx) => {
    const verification = await lockLatest(tx, businessId, bankAccountId);
    if (!verification) return notFound();
    const { status, confirmBy, tries } = verification;
    if (status === "VERIFIED") return null;
    if (status === "CREATED" || status === "SENT") return new Refusal("MICRO_ENTRIES_NOT_SETTLED");
    const now = await businessNow(tx, businessId);
    if (status !== "PENDING_VERIFICATION" || !confirmBy || easternTime(now).date > confirmBy)
      return new Refusal("MICRO_ENTRY_VERIFICATION_OVER");
    // A change of the numbers locks the account before it records its event.
    await tx.selectFrom("bank_account").select("id").where("id", "=", bankAccountId).forUpdate().execute();
    if (await wereNumbersChanged(tx, verification)) return new Refusal("MICRO_ENTRY_VERIFICATION_OVER");
    const [first, second] = await creditsOf(tx, verification);
    const outcome = tryAmounts([first.amountCents, second.amountCents], typed, tries);
    const isOver = outcome.status !== "PENDING_VERIFICATION";
    const change = {
      tries: tries + 1,
      ...(isOver && { next_action_at: null }),
      ...(outcome.status === "FAILED" && { failure: "TOO_MANY_TRIES" }),
    };
    await moveVerification(tx, verification, outcome.event, by, change, outcome.status);
    if (outcome.event === "CONFIRMED") {
      await noteVerification(tx, bankAccountId, "VERIFIED", by);
      return null;
    }
    if (isOver) await openVerificationTask(tx, verification, now);
    return new Refusal("MICRO_ENTRY_AMOUNTS_WRONG", { context: { triesLeft: outcome.triesLeft } });
  });
  if (refusal) throw refusal;
}

/** Whether the account has other numbers than those that the credits went to, and the verification is about to be cancelled. */
async function wereNumbersChanged(tx: Tx, { businessId, bankAccountId, eventId }: Verification): Promise<boolean> {
  const changed = await tx
    .selectFrom("event as changed")
    .innerJoin("event as started", "started.stream", "changed.stream")
    .select("changed.id")
    .where("started.id", "=", eventId)
    .whereRef("changed.sequence", ">", "started.sequence")
    .where("changed.business_id", "=", businessId)
    .where("changed.kind", "=", "bank_account.changed")
    .where(sql<boolean>`changed.body ->> 'bankAccountId' = ${bankAccountId} and changed.body -> 'changed' ? 'numbers'`)
    .executeTakeFirst();
  return changed !== undefined;
}

/** The latest verification of each account of the business that is not removed. The amounts are not among the answers. */
export async function listVerifications(tx: Tx, businessId: string): Promise<MicroEntryVerification[]> {
  const rows = await tx
    .selectFrom("micro_entry_verification as v")
    .innerJoin("bank_account as a", "a.id", "v.bank_account_id")
    .distinctOn("v.bank_account_id")
    .select(["v.bank_account_id", "a.institution_name", "a.account_number_last4", "v.status", "v.credits_expected_on"])
    .select(["v.confirm_by", "v.tries", "v.failure", "a.verification", "a.blocked_at", "a.stopped_at"])
    .where("v.business_id", "=", businessId)
    .where("a.removed_at", "is", null)
    .orderBy("v.bank_account_id")
    .orderBy("v.id", "desc")
    .execute();
  const today = dateAt(await businessNow(tx, businessId));
  const isAnotherAllowed = mayVerifyAgain(await sentLately(tx, businessId, today));
  return rows.map((row) => ({
    bankAccountId: row.bank_account_id,
    bankName: row.institution_name,
    accountNumberLast4: row.account_number_last4,
    status: row.status as MicroEntryStatus,
    creditsExpectedOn: row.credits_expected_on as string | null,
    confirmBy: row.confirm_by as string | null,
    triesLeft: microEntryLimits.tries - row.tries,
    failure: row.failure as MicroEntryVerification["failure"],
    canRestart:
      isAnotherAllowed &&
      mayRestart(row.status as MicroEntryStatus) &&
      row.verification === "PENDING" &&
      !row.blocked_at &&
      !row.stopped_at,
  }));
}

/** The amounts of the credits that a test business was sent. The route does not exist in production. */
async function listAmounts(tx: Tx, businessId: string) {
  const rows = await tx
    .selectFrom("micro_entry_verification")
    .select(["bank_account_id", "first_credit_id", "second_credit_id"])
    .where("business_id", "=", businessId)
    .where("first_credit_id", "is not", null)
    .where("status", "in", ["SENT", "PENDING_VERIFICATION"])
    .orderBy("id")
    .execute();
  const verifications = [];
  for (const { bank_account_id, first_credit_id, second_credit_id } of rows) {
    const credits = await creditsOf(tx, { firstCreditId: first_credit_id, secondCreditId: second_credit_id });
    verifications.push({
      bankAccountId: bank_account_id,
      amountsCents: credits.map(({ amountCents }): number => amountCents),
    });
  }
  return verifications;
}
