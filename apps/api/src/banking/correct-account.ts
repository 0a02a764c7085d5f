import { Refusal } from "@inlay/contracts/errors.ts";
import { accountNumberDigits, routingNumberDigits } from "@inlay/contracts/fields/fields.ts";
import type { Secret } from "@inlay/contracts/secret.ts";
import { addBankingDays } from "@inlay/lending/calendar/banking-day.ts";
import { dateAt } from "@inlay/lending/calendar/business-date.ts";
import { clock, easternInstant } from "@inlay/lending/calendar/eastern-time.ts";
import { type CorrectedField, correctionOf, correctWithinBankingDays } from "@inlay/lending/payments/change-codes.ts";
import { sql } from "kysely";
import { z } from "zod/mini";
import { closeTask, openTask } from "../approvals/public.ts";
import type { AppContext } from "../context.ts";
import { businessNow } from "../db/business-now.ts";
import { record } from "../db/record.ts";
import { inScope, scopeOf, type Tx } from "../db/scope.ts";
import type { DataKey } from "../db/vault.ts";
import type { AccountCorrection } from "../providers/payments/port.ts";
import { noteAccountChange } from "./account-change.ts";
import { type RequestedBy, system } from "./item.ts";

/** The account that a corrected entry was sent to, and the version of its numbers at that time. */
export type CorrectedAccount = {
  platformId: string;
  businessId: string | null;
  bankAccountId: string;
  numbersVersion: number | null;
};

type Value = { value: Secret; fingerprint: Buffer };
type Prepared = { key: DataKey; accountNumber: Value | null; routingNumber: Value | null };

const endOfWork = clock(17, 0);
const taskKind = "ACCOUNT_CORRECTION_OPEN";

/**
 * Handles a notification of change, once however often it is delivered. A correction comes from the account's own bank, so the account
 * keeps its authorization and its verification and is not held. What cannot be applied is left to staff until the network's limit.
 */
export async function correctAccount(
  app: AppContext,
  account: CorrectedAccount,
  correction: AccountCorrection,
): Promise<void> {
  const prepared = await prepare(app, account, correction);
  await inScope(app.pool, scopeOf(account), (tx) => save(tx, app, account, correction, prepared));
}

/** The keys and fingerprints are obtained before the transaction. A number that no bank can have counts as missing. */
async function prepare(
  { vault }: AppContext,
  { platformId, businessId }: CorrectedAccount,
  correction: AccountCorrection,
): Promise<Prepared> {
  const usable = async (
    value: Secret | null,
    shape: z.ZodMiniType,
    field: "ACCOUNT_NUMBER" | "ROUTING_NUMBER",
  ): Promise<Value | null> => {
    if (!value || !z.safeParse(shape, value.reveal()).success) return null;
    return { value, fingerprint: vault.fingerprint(value.reveal(), field) };
  };
  return {
    key: await vault.keyFor({ platformId, businessId }),
    accountNumber: await usable(correction.accountNumber, accountNumberDigits, "ACCOUNT_NUMBER"),
    routingNumber: await usable(correction.routingNumber, routingNumberDigits, "ROUTING_NUMBER"),
  };
}

async function save(
  tx: Tx,
  app: AppContext,
  account: CorrectedAccount,
  correction: AccountCorrection,
  prepared: Prepared,
): Promise<void> {
  const { platformId, businessId, bankAccountId } = account;
  const row = await tx
    .selectFrom("bank_account")
    .select(["numbers_version", "provided_fingerprint", "account_subtype"])
    .where("id", "=", bankAccountId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const now = await businessNow(tx, businessId);
  const applyBy = addBankingDays(dateAt(now), correctWithinBankingDays);
  const taken = await tx
    .insertInto("account_correction")
    .values({
      platform_id: platformId,
      business_id: businessId,
      bank_account_id: bankAccountId,
      processor_correction_id: correction.correctionId,
      change_code: correction.achCode,
      received_at: now,
      apply_by: applyBy,
    })
    .onConflict((conflict) => conflict.column("processor_correction_id").doNothing())
    .returning("id")
    .executeTakeFirst();
  if (!taken) return;

  const replaced = await storedFingerprints(tx, bankAccountId);
  const subtype = correction.accountType === "SAVINGS" ? "savings" : "checking";
  const isCurrent: Record<CorrectedField, boolean> = {
    accountNumber: isSame(replaced.accountNumber, prepared.accountNumber),
    routingNumber: isSame(replaced.routingNumber, prepared.routingNumber),
    accountType: row.account_subtype === subtype,
  };
  const fields = correctionOf({
    achCode: correction.achCode,
    given: [
      ...(prepared.accountNumber ? (["accountNumber"] as const) : []),
      ...(prepared.routingNumber ? (["routingNumber"] as const) : []),
      ...(correction.accountType ? (["accountType"] as const) : []),
    ],
    isAccountChangedSince: account.numbersVersion !== row.numbers_version && !areCurrent(isCurrent, prepared),
  });
  if (typeof fields === "string") {
    const dueAt = easternInstant(applyBy, endOfWork);
    await openTask(tx, { kind: taskKind, subjectId: taken.id, platformId, businessId, dueAt });
    await note(tx, account, correction, { refusal: fields });
    return;
  }
  const changes = fields.filter((field) => !isCurrent[field]);
  await close(tx, taken.id, now, changes.length > 0 ? replaced : null);
  if (changes.length === 0) {
    await note(tx, account, correction, { refusal: null });
    return;
  }
  await apply(tx, app, account, correction, prepared, changes, {
    provided: row.provided_fingerprint !== null,
    replaced,
  });
}

type Fingerprints = { accountNumber: Buffer | null; routingNumber: Buffer | null };

/** Blind indexes of the numbers that an account has. */
export async function storedFingerprints(tx: Tx, ownerId: string): Promise<Fingerprints> {
  const rows = await tx
    .selectFrom("secret")
    .select(["field", "blind_index"])
    .where("owner_id", "=", ownerId)
    .where("field", "in", ["ACCOUNT_NUMBER", "ROUTING_NUMBER"])
    .execute();
  const of = (field: string) => rows.find((row) => row.field === field)?.blind_index ?? null;
  return { accountNumber: of("ACCOUNT_NUMBER"), routingNumber: of("ROUTING_NUMBER") };
}

/** Each entry sent with the old numbers causes a notification of its own, so a second one names numbers that the account has already. */
const areCurrent = (isCurrent: Record<CorrectedField, boolean>, { accountNumber, routingNumber }: Prepared): boolean =>
  (accountNumber !== null || routingNumber !== null) &&
  (!accountNumber || isCurrent.accountNumber) &&
  (!routingNumber || isCurrent.routingNumber);

const isSame = (current: Buffer | null, corrected: Value | null): boolean =>
  current !== null && corrected !== null && current.equals(corrected.fingerprint);

const close = (tx: Tx, id: string, now: Date, replaced: Fingerprints | null) =>
  tx
    .updateTable("account_correction")
    .set({
      closed_at: now,
      replaced_account_number: replaced?.accountNumber ?? null,
      replaced_routing_number: replaced?.routingNumber ?? null,
    })
    .where("id", "=", id)
    .execute();

/** Changed numbers are another account for the processor, so they are enrolled under the next version. */
async function apply(
  tx: Tx,
  app: AppContext,
  { platformId, businessId, bankAccountId }: CorrectedAccount,
  correction: AccountCorrection,
  { key, ...prepared }: Prepared,
  fields: readonly CorrectedField[],
  { provided, replaced }: { provided: boolean; replaced: Fingerprints },
): Promise<void> {
  const accountNumber = fields.includes("accountNumber") ? prepared.accountNumber : null;
  const routingNumber = fields.includes("routingNumber") ? prepared.routingNumber : null;
  const accountType = fields.includes("accountType") ? correction.accountType : null;
  const fingerprint = Buffer.concat([
    routingNumber?.fingerprint ?? replaced.routingNumber ?? Buffer.alloc(0),
    accountNumber?.fingerprint ?? replaced.accountNumber ?? Buffer.alloc(0),
  ]);
  for (const [field, number] of [
    ["ACCOUNT_NUMBER", accountNumber],
    ["ROUTING_NUMBER", routingNumber],
  ] as const)
    if (number) await app.vault.save(tx, key, { ownerId: bankAccountId, field, ...number });
  const { last4, version } = await tx
    .updateTable("bank_account")
    .set({
      processor_account_id: null,
      numbers_version: sql`numbers_version + 1`,
      ...(accountNumber && { account_number_last4: accountNumber.value.last4().padStart(2, "0") }),
      ...(accountType && { account_subtype: accountType === "SAVINGS" ? "savings" : "checking" }),
      ...(provided && { provided_fingerprint: fingerprint }),
    })
    .where("id", "=", bankAccountId)
    .returning(["account_number_last4 as last4", "numbers_version as version"])
    .executeTakeFirstOrThrow();
  await record(tx, {
    platformId,
    businessId,
    kind: "bank_account.corrected",
    body: { bankAccountId, changeCode: correction.achCode, changed: [...fields], last4 },
    action: "bank-account.correct",
    object: { kind: "bank account", id: bankAccountId },
    before: { numbersVersion: version - 1 },
    after: { numbersVersion: version, changed: [...fields] },
    ...system,
  });
  if (businessId)
    await noteAccountChange(tx, { platformId, businessId }, { id: bankAccountId, what: ["CORRECTED"] }, system);
}

const note = (
  tx: Tx,
  { platformId, businessId, bankAccountId }: CorrectedAccount,
  { achCode }: AccountCorrection,
  after: { refusal: string | null },
) =>
  record(tx, {
    platformId,
    businessId,
    kind: "bank_account.correction_noted",
    body: { bankAccountId, changeCode: achCode },
    action: "bank-account.note-correction",
    object: { kind: "bank account", id: bankAccountId },
    after,
    ...system,
  });

/** Whether these are the numbers that a correction has replaced. A linked bank may go on reporting them. */
export async function wereCorrected(
  tx: Tx,
  bankAccountId: string,
  { fingerprints }: { fingerprints: { accountNumber: Buffer; routingNumber: Buffer } },
): Promise<boolean> {
  const found = await tx
    .selectFrom("account_correction")
    .select("id")
    .where("bank_account_id", "=", bankAccountId)
    .where("replaced_account_number", "=", fingerprints.accountNumber)
    .where("replaced_routing_number", "=", fingerprints.routingNumber)
    .executeTakeFirst();
  return found !== undefined;
}

/** Closes a correction that could not be applied, on behalf of staff: the account was corrected in another way, or needs no correction. */
export async function closeCorrection(tx: Tx, id: string, { actor, requestId }: RequestedBy): Promise<void> {
  const found = await tx
    .selectFrom("account_correction")
    .select(["platform_id", "business_id", "bank_account_id", "change_code", "closed_at"])
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (!found) throw new Refusal("NOT_FOUND", { context: { object: "account correction" } });
  if (found.closed_at) throw new Refusal("WRONG_STATE", { context: { status: "CLOSED", allowedFrom: ["OPEN"] } });
  await close(tx, id, await businessNow(tx, found.business_id), null);
  await closeTask(tx, { kind: taskKind, subjectId: id });
  await record(tx, {
    platformId: found.platform_id,
    businessId: found.business_id,
    kind: "bank_account.correction_noted",
    body: { bankAccountId: found.bank_account_id, changeCode: found.change_code },
    action: "staff.bank-account.close-correction",
    object: { kind: "bank account", id: found.bank_account_id },
    before: { status: "OPEN" },
    after: { status: "CLOSED" },
    actor,
    requestId,
  });
}
