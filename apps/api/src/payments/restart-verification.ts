import { Refusal } from "@inlay/contracts/errors.ts";
import { type MicroEntryStatus, mayRestart, mayVerifyAgain } from "@inlay/lending/banking/micro-entries.ts";
import { dateAt } from "@inlay/lending/calendar/business-date.ts";
import { v7 as uuidv7 } from "uuid";
import { businessNow } from "../db/business-now.ts";
import type { Tx } from "../db/scope.ts";
import type { Person } from "../http/public.ts";
import { createVerification, sentLately } from "./micro-entries.ts";
import { noteVerificationStep } from "./micro-entry-verification.ts";

/**
 * Verifies a typed account once more at its owner's request, with two new amounts. A verification that stands, or that succeeded, stays as
 * it is. The network's limits on entries are those of every verification.
 */
export async function restartVerification(
  tx: Tx,
  { platformId, businessId, userId }: Person,
  bankAccountId: string,
  requestId: string,
): Promise<void> {
  // The row of the business is locked, so that two requests cannot both be the third.
  await tx.selectFrom("business").select("id").where("id", "=", businessId).forNoKeyUpdate().execute();
  const latest = await tx
    .selectFrom("micro_entry_verification as v")
    .innerJoin("bank_account as a", "a.id", "v.bank_account_id")
    .select(["v.status", "a.verification", "a.blocked_at", "a.stopped_at"])
    .where("v.business_id", "=", businessId)
    .where("v.bank_account_id", "=", bankAccountId)
    .where("a.removed_at", "is", null)
    .orderBy("v.id", "desc")
    .limit(1)
    .executeTakeFirst();
  if (!latest) throw new Refusal("NOT_FOUND", { context: { object: "micro-entry verification" } });
  if (isUnderWayOrDone(latest.status as MicroEntryStatus)) return;
  if (latest.stopped_at) throw new Refusal("ACCOUNT_STOPPED");
  if (latest.blocked_at) throw new Refusal("ACCOUNT_BLOCKED");
  if (!mayRestart(latest.status as MicroEntryStatus) || latest.verification !== "PENDING")
    throw new Refusal("MICRO_ENTRY_VERIFICATION_OVER");
  const now = await businessNow(tx, businessId);
  if (!mayVerifyAgain(await sentLately(tx, businessId, dateAt(now)))) throw new Refusal("MICRO_ENTRIES_SENT_TOO_OFTEN");
  const verification = { id: uuidv7(), platformId, businessId, bankAccountId };
  const sequence = await noteVerificationStep(
    tx,
    { ...verification, status: "CREATED" },
    "micro_entry_verification.created",
    { actor: { kind: "USER", id: userId }, requestId },
    null,
  );
  const event = await tx
    .selectFrom("event")
    .select("id")
    .where("business_id", "=", businessId)
    .where("sequence", "=", sequence)
    .executeTakeFirstOrThrow();
  await createVerification(tx, verification, event.id, now);
}

const isUnderWayOrDone = (status: MicroEntryStatus): boolean =>
  ["CREATED", "SENT", "PENDING_VERIFICATION", "VERIFIED"].includes(status);
