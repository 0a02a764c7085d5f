import type { Appeal, NewAppeal } from "@inlay/contracts/decline.ts";
import { Refusal } from "@inlay/contracts/errors.ts";
import { addBankingDays } from "@inlay/lending/calendar/banking-day.ts";
import { type BusinessDate, businessDate } from "@inlay/lending/calendar/business-date.ts";
import { clock, easternInstant, easternTime } from "@inlay/lending/calendar/eastern-time.ts";
import type { Selectable } from "kysely";
import { openTask } from "../../approvals/public.ts";
import type { DueJob } from "../../clock/public.ts";
import { businessNow } from "../../db/business-now.ts";
import { record } from "../../db/record.ts";
import type { Appeal as AppealTable } from "../../db/schema.generated.ts";
import type { Tx } from "../../db/scope.ts";
import type { Person } from "../../http/public.ts";
import { declinedApplication } from "../shown-application.ts";

/** An answer is promised within so many banking days, and staff are reminded in the morning of the last but one. */
const answeredInBankingDays = 5;
const remindedInBankingDays = 4;
const [startOfWork, endOfWork] = [clock(9, 0), clock(17, 0)];

/** Asks staff to look at a declined application again. Staff get a task with the promised day. */
export async function requestAppeal(
  tx: Tx,
  { platformId, businessId, userId }: Person,
  { text }: NewAppeal,
  requestId: string,
): Promise<Appeal> {
  const { shown } = await declinedApplication(tx, businessId);
  const now = await businessNow(tx, businessId);
  const today = easternTime(now).date;
  const answerBy = addBankingDays(today, answeredInBankingDays);
  const requested = await tx
    .insertInto("appeal")
    .values({
      platform_id: platformId,
      business_id: businessId,
      application_id: shown.id,
      user_id: userId,
      text,
      requested_at: now,
      answer_by: answerBy,
      next_action_at: easternInstant(addBankingDays(today, remindedInBankingDays), startOfWork),
    })
    .onConflict((conflict) => conflict.column("application_id").doNothing())
    .returning(columns)
    .executeTakeFirst();
  if (!requested) throw new Refusal("APPEAL_ALREADY_MADE");
  const { id } = requested;
  const dueAt = easternInstant(answerBy, endOfWork);
  await openTask(tx, { kind: "APPEAL_REQUESTED", subjectId: id, platformId, businessId, dueAt });
  await record(tx, {
    platformId,
    businessId,
    kind: "appeal.requested",
    body: { appealId: id, applicationId: shown.id },
    action: "appeal.request",
    object: { kind: "appeal", id },
    actor: { kind: "USER", id: userId },
    requestId,
  });
  return asShown(requested, today);
}

/** Reminds staff of an appeal whose promised day is near. */
export const remindOfAppeal: DueJob = {
  name: "appeal.remind",
  table: "appeal",
  act: async (tx, { platformId, businessId, id }) => {
    const { answer_by } = await tx
      .updateTable("appeal")
      .set({ next_action_at: null })
      .where("id", "=", id)
      .returning("answer_by")
      .executeTakeFirstOrThrow();
    const dueAt = easternInstant(businessDate(answer_by), endOfWork);
    await openTask(tx, { kind: "APPEAL_URGENT", subjectId: id, platformId, businessId, dueAt });
  },
};

type Row = Selectable<AppealTable>;
const columns = [
  "id",
  "application_id",
  "text",
  "requested_at",
  "answer_by",
  "answered_at",
  "outcome",
  "message",
] as const satisfies (keyof Row)[];

/** The appeals of a business, newest first. There is one for each declined application at most. */
export async function appealsOf(tx: Tx, businessId: string): Promise<Appeal[]> {
  const rows = await tx
    .selectFrom("appeal")
    .select(columns)
    .where("business_id", "=", businessId)
    .orderBy("id", "desc")
    .limit(50)
    .execute();
  const today = easternTime(await businessNow(tx, businessId)).date;
  return rows.map((row) => asShown(row, today));
}

const asShown = (row: Pick<Row, (typeof columns)[number]>, today: BusinessDate): Appeal => ({
  appealId: row.id,
  loanApplicationId: row.application_id,
  text: row.text,
  requestedAt: row.requested_at.toISOString(),
  answerBy: row.answer_by,
  isLate: row.answered_at === null && row.answer_by < today,
  answeredAt: row.answered_at?.toISOString() ?? null,
  outcome: row.outcome as Appeal["outcome"],
  message: row.message,
});
