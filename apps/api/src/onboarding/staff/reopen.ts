import { Refusal } from "@inlay/contracts/errors.ts";
import type { AdditionalInput } from "@inlay/lending/onboarding/steps.ts";
import { sql } from "kysely";
import { raiseInput } from "../../additional-inputs/public.ts";
import { closeTask } from "../../approvals/public.ts";
import { record } from "../../db/record.ts";
import type { Tx } from "../../db/scope.ts";

type Reopening = {
  platformId: string;
  businessId: string;
  /** What the owner is asked for after reopening. Null: the business only waits for offers again. */
  ask: { subStep: AdditionalInput; request: string | null } | null;
  memberId: string;
  requestId: string;
};

/**
 * Reopens a stopped business: it waits again, or its owner is asked for an input. A business with an open or confirmed sanctions match
 * stays stopped until staff clear the match, which is a separate decision.
 */
export async function reopenOnboarding(tx: Tx, reopening: Reopening): Promise<void> {
  const { platformId, businessId, ask, memberId, requestId } = reopening;
  const row = await tx
    .selectFrom("onboarding")
    .select(["stopped_at", sql<boolean>`app.sanctions_clear(business_id)`.as("isClear")])
    .where("business_id", "=", businessId)
    .forUpdate()
    .executeTakeFirst();
  if (row && !row.isClear) throw wrongState("SANCTIONS_MATCH");
  if (!row?.stopped_at) throw wrongState("OPEN");
  await tx.updateTable("onboarding").set({ stopped_at: null }).where("business_id", "=", businessId).execute();
  const by = { kind: "STAFF", id: memberId } as const;
  await record(tx, {
    platformId,
    businessId,
    kind: "onboarding.reopened",
    body: {},
    action: "staff.onboarding.reopen",
    before: { stopped: true },
    after: { stopped: false, asked: ask?.subStep ?? null },
    object: { kind: "business", id: businessId },
    actor: by,
    requestId,
  });
  const refused = await tx
    .selectFrom("report")
    .select("id")
    .where("business_id", "=", businessId)
    .where("outcome", "=", "REFUSED")
    .execute();
  for (const { id } of refused) await closeTask(tx, { kind: "REPORT_REFUSED", subjectId: id });
  if (!ask) return;
  const payload = ask.request === null ? {} : { request: ask.request };
  await raiseInput(tx, { platformId, businessId, subStep: ask.subStep, payload, by, requestId });
}

const wrongState = (status: string) => new Refusal("WRONG_STATE", { context: { status, allowedFrom: ["STOPPED"] } });
