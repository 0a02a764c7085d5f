import type { StepDraft } from "@inlay/contracts/calls/onboarding.ts";
import { Refusal } from "@inlay/contracts/errors.ts";
import { type DraftableStep, draftFieldsOf } from "@inlay/contracts/onboarding/step.ts";
import type { Tx } from "../db/scope.ts";

/** Whose draft of which step. The primary owner's has no owner beside the business. */
type Tenant = { caller: { platformId: string; businessId: string }; ownerId: string | null; step: string };

export async function draftOf(tx: Tx, { caller, ownerId, step }: Tenant): Promise<StepDraft | null> {
  const draft = await tx
    .selectFrom("onboarding_draft")
    .select("fields")
    .where("business_id", "=", caller.businessId)
    .where("owner_id", "is not distinct from", ownerId)
    .where("step", "=", step)
    .executeTakeFirst();
  return (draft?.fields as StepDraft | undefined) ?? null;
}

/** Keeps what was typed into a step. Fields that the step does not have are refused rather than kept somewhere for ever. */
export async function storeDraft(tx: Tx, tenant: Tenant, contract: DraftableStep, fields: StepDraft): Promise<void> {
  const known = draftFieldsOf(contract);
  const unknown = Object.keys(fields).filter((field) => !known.includes(field));
  if (unknown.length > 0) {
    const errors = unknown.map((field) => ({
      pointer: `/fields/${field}`,
      code: "UNKNOWN" as const,
      message: "This step has no such field.",
    }));
    throw new Refusal("VALIDATION_FAILED", { fields: errors });
  }
  const { caller, ownerId, step } = tenant;
  const row = { fields: JSON.stringify(fields), saved_at: new Date() };
  await tx
    .insertInto("onboarding_draft")
    .values({ platform_id: caller.platformId, business_id: caller.businessId, owner_id: ownerId, step, ...row })
    .onConflict((conflict) => conflict.columns(["business_id", "owner_id", "step"]).doUpdateSet(row))
    .execute();
}

/** The step was sent; what was typed is no draft any more. */
export async function dropDraft(tx: Tx, { caller, ownerId, step }: Tenant): Promise<void> {
  await tx
    .deleteFrom("onboarding_draft")
    .where("business_id", "=", caller.businessId)
    .where("owner_id", "is not distinct from", ownerId)
    .where("step", "=", step)
    .execute();
}
