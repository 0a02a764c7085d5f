import { addBankingDays } from "@inlay/lending/calendar/banking-day.ts";
import { clock, easternInstant, easternTime } from "@inlay/lending/calendar/eastern-time.ts";
import type { AppContext } from "../context.ts";
import type { Tx } from "../db/scope.ts";
import { closeTask, openTask } from "./tasks.ts";

const kind = "INVITATION_BOUNCED";
/** The owner is asked for another address at the same time; ours look after it when that did not help. */
const seenInBankingDays = 3;
const endOfDay = clock(17, 0);

type Invited = { platformId: string; businessId: string | null; body: Record<string, unknown> };

/** A letter came back, and somebody cannot do their part. Who it is about is the subject, so that inviting them again ends it. */
export async function bouncedTask(_: AppContext, invited: Invited): Promise<(tx: Tx) => Promise<void>> {
  const { platformId, businessId, body } = invited;
  const dueOn = addBankingDays(easternTime(new Date()).date, seenInBankingDays);
  const dueAt = easternInstant(dueOn, endOfDay);
  return (tx) => openTask(tx, { kind, subjectId: String(body["subjectId"]), platformId, businessId, dueAt });
}

export async function endBouncedTask(_: AppContext, { body }: Invited): Promise<(tx: Tx) => Promise<void>> {
  return (tx) => closeTask(tx, { kind, subjectId: String(body["subjectId"]) });
}
