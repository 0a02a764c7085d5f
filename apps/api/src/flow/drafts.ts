import { Refusal } from "@inlay/contracts/errors.ts";
import type { StepDraft } from "@inlay/contracts/onboarding/step-shapes.ts";
import type { Tx } from "../db/scope.ts";

/** Whose draft of which step. The draft of the business itself has no owner. */
type DraftKey = { caller: { platformId: string; businessId: string }; ownerId: string | null; step: string };

export async function draftOf(tx: Tx, { caller, ownerId, step }: DraftKey): Promise<StepDraft | null> {
  const draft = await tx
    .selectFrom("onboarding_draft")
    .select("fields")
    .where("business_id", "=", caller.businessId)
    .where("owner_id", "is not distinct from", ownerId)
    .where("step", "=", step)
    .executeTakeFirst();
  return (draft?.fields as StepDraft | undefined) ?? null;
}

/** Saves what was typed into a step. Fields that the step's drafts do not have are refused, so that no secret is stored in clear text. */
export async function storeDraft(tx: Tx, key: DraftKey, known: readonly string[], fields: StepDraft): Promise<void> {
  const unknown = Object.keys(fields).filter((field) => !known.includes(field));
  if (unknown.length > 0) {
    const errors = unknown.map((field) => ({
      pointer: `/fields/${field}`,
      code: "UNKNOWN" as const,
      message: "This step has no such field.",
    }));
    throw new Refusal("VALIDATION_FAILED", { fields: errors });
  }
  const { caller, ownerId, step } = key;
  const row = { fields: JSON.stringify(fields), saved_at: new Date() };
  await tx
    .insertInto("onboarding_draft")
    .values({ platform_id: caller.platformId, business_id: caller.businessId, owner_id: ownerId, step, ...row })
    .onConflict((conflict) => conflict.columns(["business_id", "owner_id", "step"]).doUpdateSet(row))
    .execute();
}

/** Deletes the draft of a completed step. */
export async function dropDraft(tx: Tx, { caller, ownerId, step }: DraftKey): Promise<void> {
  await tx
    .deleteFrom("onboarding_draft")
    .where("business_id", "=", caller.businessId)
    .where("owner_id", "is not distinct from", ownerId)
    .where("step", "=", step)
    .execute();
}
