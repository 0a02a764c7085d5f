import type { EventBody } from "@inlay/contracts/events/catalog.ts";
import { addBankingDays } from "@inlay/lending/calendar/banking-day.ts";
import { clock, easternInstant, easternTime } from "@inlay/lending/calendar/eastern-time.ts";
import { raiseInput } from "../../additional-inputs/public.ts";
import { closeTask, openTask } from "../../approvals/public.ts";
import type { AppContext } from "../../context.ts";
import type { Tx } from "../../db/scope.ts";
import { endReminders, unanswered } from "../../notifications/public.ts";
import { coOwnerWaitedFor } from "../../people/public.ts";
import type { RecordedEvent } from "../../workflows/public.ts";

type Tenant = { platformId: string; businessId: string | null };
type Bounced = Tenant & { body: EventBody<"invitation.bounced"> };

/** Handles an invitation that bounced. For a co-owner's invitation, the primary owner is asked to check the address. */
export async function askForOtherAddress(app: AppContext, event: Bounced): Promise<(tx: Tx) => Promise<void>> {
  return event.body.invitation === "SECONDARY_OWNER" ? askAboutCoOwners(app, event) : async () => {};
}

/**
 * A co-owner has not answered for two weeks. The primary owner decides: remove them, name somebody else, or wait, which reminds the co-owner
 * again. Staff see a task meanwhile. Without an answer the application would be closed, so nobody is asked about a co-owner who need not be
 * verified.
 */
export async function askAboutUnanswered(
  app: AppContext,
  event: RecordedEvent<"reminder.unanswered">,
): Promise<(tx: Tx) => Promise<void>> {
  const { platformId, businessId, body } = event;
  if (body.reminder !== "CO_OWNER" || !businessId) return async () => {};
  const ask = await askAboutCoOwners(app, event);
  return async (tx) => {
    if (!(await coOwnerWaitedFor(tx, body.subjectId))?.mustBeVerified)
      return endReminders(tx, { kind: "CO_OWNER", subjectId: body.subjectId });
    await ask(tx);
    await openUnansweredTask(tx, { platformId, businessId }, body.subjectId);
  };
}

function openUnansweredTask(
  tx: Tx,
  tenant: { platformId: string; businessId: string },
  subjectId: string,
): Promise<void> {
  const dueAt = easternInstant(addBankingDays(easternTime(new Date()).date, seenInBankingDays), endOfDay);
  return openTask(tx, { kind: "CO_OWNER_UNANSWERED", subjectId, ...tenant, dueAt });
}

/** Reopens the tasks about co-owners who have not answered, because the business has applied again. */
export async function reopenUnansweredTasks(
  tx: Tx,
  { platformId, businessId }: { platformId: string; businessId: string },
): Promise<void> {
  for (const subjectId of await unanswered(tx, { businessId }, "CO_OWNER"))
    await openUnansweredTask(tx, { platformId, businessId }, subjectId);
}

/** Ends the reminders of a co-owner who has finished or was removed. */
export async function endWaiting(
  _: AppContext,
  { body: { ownerId } }: RecordedEvent<"co_owner.onboarding_completed" | "co_owner.removed">,
): Promise<(tx: Tx) => Promise<void>> {
  return async (tx) => {
    await endReminders(tx, { kind: "CO_OWNER", subjectId: ownerId });
    await closeTask(tx, { kind: "CO_OWNER_UNANSWERED", subjectId: ownerId });
  };
}

const seenInBankingDays = 3;
const endOfDay = clock(17, 0);

/**
 * Asks the primary owner to check the list of co-owners. The screen reads the invitations when it is opened, because several may have
 * bounced or been declined by then.
 */
export async function askAboutCoOwners(
  _: AppContext,
  { platformId, businessId }: Tenant,
): Promise<(tx: Tx) => Promise<void>> {
  return async (tx) => {
    if (!businessId) return;
    await raiseInput(tx, {
      platformId,
      businessId,
      subStep: "RECOLLECT_SECONDARY_BUSINESS_OWNER_DETAILS",
      by: { kind: "SYSTEM", id: null },
      requestId: null,
    });
  };
}
