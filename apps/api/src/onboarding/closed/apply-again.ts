import { Refusal } from "@inlay/contracts/errors.ts";
import type { OfferStep } from "@inlay/lending/offers/steps.ts";
import { record } from "../../db/record.ts";
import type { Tx } from "../../db/scope.ts";
import type { Person } from "../../http/public.ts";
import { beginOnlyReminder } from "../../notifications/public.ts";
import { isAccountingSourceLost, reapplying } from "../../underwriting/public.ts";
import type { Progress } from "../progress.ts";

/**
 * Lets the primary owner apply again after the applications were closed, after their expired offers were not refreshed in time, or some time
 * after they were declined. The consent belongs to the ended applications, so it is asked for again. So is the source of the accounting data,
 * if an accountant was to bring it: their link was withdrawn. Every other answer is kept and can be edited.
 */
export async function applyAgain(tx: Tx, person: Person, { application }: Progress, requestId: string): Promise<void> {
  const offerStep = application?.offerStep ?? null;
  const isDeclined = offerStep === "NO_OFFERS_EXTENDED";
  if (application && isDeclined && !(await reapplying(tx, application.id)).canApplyAgain)
    throw new Refusal("REAPPLY_TOO_SOON");
  const isClosed =
    offerStep === "LOAN_APPLICATION_INCOMPLETE" ||
    offerStep === "LOAN_APPLICATION_WITHDRAWN" ||
    application?.status === "EXPIRED";
  const isRestarted = (isClosed || isDeclined) && (await restart(tx, person, offerStep, requestId));
  if (!isRestarted) throw new Refusal("APPLICATION_NOT_CLOSED");
}

/** Asks the primary owner for consent again. False if it is asked for already. */
export async function restart(
  tx: Tx,
  { platformId, businessId, userId }: Person,
  offerStep: OfferStep | null,
  requestId: string,
): Promise<boolean> {
  const restarted = await tx
    .deleteFrom("onboarding_step")
    .where("business_id", "=", businessId)
    .where("step", "=", "COLLECT_CONSENT")
    .executeTakeFirst();
  if (restarted.numDeletedRows === 0n) return false;
  const owner = { kind: "OWNER", subjectId: userId } as const;
  await beginOnlyReminder(tx, { platformId, businessId }, owner, { isNewApplication: true });
  if (await isAccountingSourceLost(tx, businessId))
    await tx
      .deleteFrom("onboarding_step")
      .where("business_id", "=", businessId)
      .where("step", "=", "COLLECT_RAILZ")
      .execute();
  await record(tx, {
    platformId,
    businessId,
    kind: "onboarding.restarted",
    body: {},
    action: "application.apply-again",
    object: { kind: "business", id: businessId },
    before: { offerStep },
    actor: { kind: "USER", id: userId },
    requestId,
  });
  return true;
}
