import { Refusal } from "@inlay/contracts/errors.ts";
import { type CoOwnerStep, coOwnerPath, currentCoOwnerStep } from "@inlay/lending/onboarding/co-owner-plan.ts";
import type { CoOwnerAdditionalInput } from "@inlay/lending/onboarding/steps.ts";
import { sql } from "kysely";
import { openInputsOfCoOwner } from "../../additional-inputs/public.ts";
import type { Position, StepRequest } from "../../flow/public.ts";

export type CoOwner = Position & {
  ownerId: string;
  current: CoOwnerStep;
  done: ReadonlySet<string>;
  inputs: { id: string; subStep: CoOwnerAdditionalInput }[];
};

/** Where the co-owner who calls stands. Until they give consent, an earlier step may be answered again. */
export async function loadCoOwner({ tx, caller }: Pick<StepRequest, "tx" | "caller">, lock: boolean): Promise<CoOwner> {
  const { businessId, userId } = caller;
  const owner = await tx
    .selectFrom("business_owner as o")
    .select(["o.id", "o.stopped_at"])
    .where("o.business_id", "=", businessId)
    .where("o.user_id", "=", userId)
    .where("o.is_primary", "=", false)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst();
  if (!owner) throw new Refusal("NOT_FOUND", { context: { object: "owner" } });
  const { rows } = await sql<{ done: string[]; is_stopped: boolean }>`
    select (select coalesce(array_agg(s.step), '{}') from app.co_owner_step s where s.owner_id = ${owner.id}::uuid and s.input_id is null) as done,
      app.is_listed(${businessId}::uuid) or exists (
        select from app.onboarding b where b.business_id = ${businessId}::uuid and b.stopped_at is not null) as is_stopped`.execute(
    tx,
  );
  const done = new Set(rows[0]?.done);
  const inputs = await openInputsOfCoOwner(tx, owner.id);
  const facts = {
    openInputs: inputs.map(({ subStep }) => subStep),
    isStopped: owner.stopped_at !== null || (rows[0]?.is_stopped ?? false),
  };
  return {
    ownerId: owner.id,
    plan: coOwnerPath,
    current: currentCoOwnerStep(facts, done),
    isEditable: !done.has("COLLECT_CONSENT"),
    done,
    inputs,
  };
}
