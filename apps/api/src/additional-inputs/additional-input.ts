import { Refusal } from "@inlay/contracts/errors.ts";
import type { RequestedInput } from "@inlay/contracts/onboarding/waiting.ts";
import {
  type AdditionalInput,
  additionalInputs,
  type CoOwnerAdditionalInput,
  coOwnerAdditionalInputs,
} from "@inlay/lending/onboarding/steps.ts";
import { sql } from "kysely";
import { record } from "../db/record.ts";
import type { Tx } from "../db/scope.ts";
import { completeCoOwner } from "./complete-co-owner.ts";
import { beginRequest, endRequestIfAnswered } from "./input-request.ts";

type Raised = {
  platformId: string;
  businessId: string;
  subStep: AdditionalInput | CoOwnerAdditionalInput;
  /** The co-owner who is asked. Without one, the primary owner is asked. */
  ownerId?: string;
  /** Extra data for the input's screen. The owner sees it, so it holds nothing that only staff may read. */
  payload?: Record<string, unknown>;
  /** Why a rule asks. The same cause raises an input only once, whether that input was answered, settled or released. */
  cause?: string;
  by: { kind: "SYSTEM"; id: null } | { kind: "STAFF"; id: string };
  requestId: string | null;
};

/**
 * Asks an owner for an additional input, in the transaction of its cause. While the input is open, raising it again only adds the cause.
 */
export async function raiseInput(tx: Tx, raised: Raised): Promise<void> {
  const { platformId, businessId, subStep, ownerId = null, payload = {}, cause, by, requestId } = raised;
  if (cause !== undefined && (await wasAskedBecause(tx, businessId, subStep, cause))) return;
  const causes = cause === undefined ? [] : [cause];
  const row = await tx
    .insertInto("additional_input")
    .values({
      platform_id: platformId,
      business_id: businessId,
      sub_step: subStep,
      owner_id: ownerId,
      payload: JSON.stringify(payload),
      causes,
      raised_by: by.kind,
      raised_by_id: by.id,
      raised_at: sql<Date>`app.business_now(${businessId}::uuid)`,
    })
    .onConflict((conflict) =>
      conflict
        .columns(["business_id", "owner_id", "sub_step"])
        .where("done_at", "is", null)
        .where("released_at", "is", null)
        .doUpdateSet((set) => ({ causes: sql<string[]>`${set.ref("additional_input.causes")} || excluded.causes` })),
    )
    // xmax is 0 for an inserted row and not for an updated one.
    .returning(["id", sql<boolean>`xmax = 0`.as("isNew")])
    .executeTakeFirstOrThrow();
  if (!row.isNew) return;
  if (ownerId === null && subStep !== "MANUAL_OVERRIDE") await beginRequest(tx, { platformId, businessId });
  await record(tx, {
    platformId,
    businessId,
    kind: "additional_input.raised",
    body: { additionalInputId: row.id, subStep },
    action: "additional-input.raise",
    object: { kind: "additional input", id: row.id },
    actor: by,
    requestId,
  });
}

async function wasAskedBecause(tx: Tx, businessId: string, subStep: string, cause: string): Promise<boolean> {
  const row = await tx
    .selectFrom("additional_input")
    .select("id")
    .where("business_id", "=", businessId)
    .where("sub_step", "=", subStep)
    .where("causes", "@>", sql<string[]>`array[${cause}]`)
    .executeTakeFirst();
  return row !== undefined;
}

type AnsweredInput = { businessId: string; inputId: string; userId: string; hash: Buffer };

/** Saves that an open input was answered. By the hash, the same answer is recognized when it is sent again. */
export async function answerInput(tx: Tx, { businessId, inputId, userId, hash }: AnsweredInput): Promise<void> {
  await tx
    .updateTable("additional_input")
    .set({ answer_hash: hash, answered_by: userId, done_at: sql<Date>`app.business_now(${businessId}::uuid)` })
    .where("id", "=", inputId)
    .execute();
}

/**
 * Closes the inputs that a rule raised for causes that are gone, without an answer of the owner. Inputs in `unseen` are left open: their
 * rules were not run.
 */
export async function settleInputs(
  tx: Tx,
  { platformId, businessId }: { platformId: string; businessId: string },
  { causes, unseen }: { causes: readonly string[]; unseen: readonly AdditionalInput[] },
): Promise<void> {
  const settled = await tx
    .updateTable("additional_input")
    .set({ done_at: sql<Date>`app.business_now(${businessId}::uuid)` })
    .where("business_id", "=", businessId)
    .where("owner_id", "is", null)
    .where("raised_by", "=", "SYSTEM")
    .where("causes", "<>", sql<string[]>`'{}'`)
    .where(sql<boolean>`not causes && ${[...causes]}::text[]`)
    .where("sub_step", "<>", sql<string>`all(${[...unseen]}::text[])`)
    .where("done_at", "is", null)
    .where("released_at", "is", null)
    .returning(["id", "sub_step"])
    .execute();
  await recordSettled(tx, { platformId, businessId }, settled);
}

/** Withdraws an input that was raised for no lasting cause, because it is not needed any more. A rule settles its own inputs. */
export async function withdrawInputs(
  tx: Tx,
  { platformId, businessId }: { platformId: string; businessId: string },
  subStep: AdditionalInput,
): Promise<void> {
  const withdrawn = await tx
    .updateTable("additional_input")
    .set({ done_at: sql<Date>`app.business_now(${businessId}::uuid)` })
    .where("business_id", "=", businessId)
    .where("owner_id", "is", null)
    .where("raised_by", "=", "SYSTEM")
    .where("causes", "=", sql<string[]>`'{}'`)
    .where("sub_step", "=", subStep)
    .where("done_at", "is", null)
    .where("released_at", "is", null)
    .returning(["id", "sub_step"])
    .execute();
  await recordSettled(tx, { platformId, businessId }, withdrawn);
}

async function recordSettled(
  tx: Tx,
  { platformId, businessId }: { platformId: string; businessId: string },
  settled: readonly { id: string; sub_step: string }[],
): Promise<void> {
  for (const { id, sub_step: subStep } of settled) {
    await record(tx, {
      platformId,
      businessId,
      kind: "additional_input.done",
      body: { additionalInputId: id, subStep: subStep as AdditionalInput },
      action: "additional-input.settle",
      object: { kind: "additional input", id },
      actor: { kind: "SYSTEM", id: null },
      requestId: null,
    });
  }
  if (settled.length > 0) await endRequestIfAnswered(tx, businessId);
}

/** The primary owner's open inputs, in the order in which they are asked. A staff hold (MANUAL_OVERRIDE) is not one of them. */
export async function openInputs(tx: Tx, businessId: string): Promise<RequestedInput["subSteps"]> {
  const rows = await tx
    .selectFrom("additional_input")
    .select(["id", "sub_step", "payload"])
    .where("business_id", "=", businessId)
    .where("owner_id", "is", null)
    .where("done_at", "is", null)
    .where("released_at", "is", null)
    .execute();
  return additionalInputs
    .filter((subStep) => subStep !== "MANUAL_OVERRIDE")
    .flatMap((subStep) => rows.filter((row) => row.sub_step === subStep))
    .map((row) => ({
      id: row.id,
      subStep: row.sub_step as AdditionalInput,
      payload: row.payload as Record<string, unknown>,
    }));
}

/** A co-owner's open inputs with their row ids, in the order in which they are asked. */
export async function openInputsOfCoOwner(
  tx: Tx,
  ownerId: string,
): Promise<{ id: string; subStep: CoOwnerAdditionalInput }[]> {
  const rows = await tx
    .selectFrom("additional_input")
    .select(["id", "sub_step"])
    .where("owner_id", "=", ownerId)
    .where("done_at", "is", null)
    .where("released_at", "is", null)
    .execute();
  return coOwnerAdditionalInputs.flatMap((subStep) =>
    rows.filter((row) => row.sub_step === subStep).map(({ id }) => ({ id, subStep })),
  );
}

type Release = { platformId: string; businessId: string; inputId: string; memberId: string; requestId: string };

/** A staff member releases an input because the information is there or is not needed. */
export async function releaseInput(
  tx: Tx,
  { platformId, businessId, inputId, memberId, requestId }: Release,
): Promise<void> {
  const row = await tx
    .selectFrom("additional_input")
    .select(["sub_step", "owner_id", "done_at", "released_at"])
    .where("id", "=", inputId)
    .where("business_id", "=", businessId)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new Refusal("NOT_FOUND", { context: { object: "additional input" } });
  const status = row.done_at ? "DONE" : row.released_at ? "RELEASED" : null;
  if (status) throw new Refusal("WRONG_STATE", { context: { status, allowedFrom: ["OPEN"] } });
  await tx
    .updateTable("additional_input")
    .set({ released_at: sql<Date>`app.business_now(${businessId}::uuid)` })
    .where("id", "=", inputId)
    .execute();
  await record(tx, {
    platformId,
    businessId,
    kind: "additional_input.released",
    body: { additionalInputId: inputId, subStep: row.sub_step as AdditionalInput | CoOwnerAdditionalInput },
    action: "additional-input.release",
    object: { kind: "additional input", id: inputId },
    actor: { kind: "STAFF", id: memberId },
    requestId,
  });
  await endRequestIfAnswered(tx, businessId);
  if (row.owner_id) await completeCoOwner(tx, { platformId, businessId, ownerId: row.owner_id });
}
