import type { EventBody } from "@inlay/contracts/events/catalog.ts";
import { addBankingDays } from "@inlay/lending/calendar/banking-day.ts";
import { clock, easternInstant, easternTime } from "@inlay/lending/calendar/eastern-time.ts";
import { closeTask, openTask } from "../../approvals/public.ts";
import type { AppContext } from "../../context.ts";
import type { Tx } from "../../db/scope.ts";

const kind = "INVITATION_BOUNCED";
/** The primary owner is asked for another address at the same time, so staff have time until that was tried. */
const seenInBankingDays = 3;
const endOfDay = clock(17, 0);

type Invited = {
  platformId: string;
  businessId: string | null;
  body: EventBody<"invitation.made" | "invitation.bounced">;
};

/** Opens a task for a bounced invitation. Its subject is the invited person, so a new invitation to them closes it. */
export async function bouncedTask(_: AppContext, invited: Invited): Promise<(tx: Tx) => Promise<void>> {
  const { platformId, businessId, body } = invited;
  const dueOn = addBankingDays(easternTime(new Date()).date, seenInBankingDays);
  const dueAt = easternInstant(dueOn, endOfDay);
  return (tx) => openTask(tx, { kind, subjectId: body.subjectId, platformId, businessId, dueAt });
}

export async function endBouncedTask(_: AppContext, { body }: Invited): Promise<(tx: Tx) => Promise<void>> {
  return (tx) => closeTask(tx, { kind, subjectId: body.subjectId });
}
