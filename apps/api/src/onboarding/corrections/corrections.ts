import { Refusal } from "@inlay/contracts/errors.ts";
import type { Correction, CorrectionTopic, NewCorrection } from "@inlay/contracts/onboarding/correction.ts";
import { unfinishedStates } from "@inlay/lending/applications/loan-application.ts";
import { addBankingDays } from "@inlay/lending/calendar/banking-day.ts";
import { clock, easternInstant, easternTime } from "@inlay/lending/calendar/eastern-time.ts";
import type { Selectable } from "kysely";
import { openTask } from "../../approvals/public.ts";
import { businessNow } from "../../db/business-now.ts";
import { record } from "../../db/record.ts";
import type { Correction as CorrectionTable } from "../../db/schema.generated.ts";
import type { Tx } from "../../db/scope.ts";
import type { Person } from "../../http/public.ts";

export const correctionTask = "CORRECTION_REQUESTED";
const answeredInBankingDays = 2;
const endOfWork = clock(17, 0);

/** Asks staff for a correction, because an owner cannot change an answer after consent. Staff get a task with the promised day. */
export async function requestCorrection(
  tx: Tx,
  { platformId, businessId, userId }: Person,
  { topic, text }: NewCorrection,
  requestId: string,
): Promise<Correction> {
  // The row lock makes a concurrent closing of the application wait.
  const open = await tx
    .selectFrom("loan_application")
    .select("id")
    .where("business_id", "=", businessId)
    .where("status", "in", unfinishedStates)
    .forShare()
    .execute();
  if (open.length === 0) throw new Refusal("CORRECTION_NOT_POSSIBLE");
  const now = await businessNow(tx, businessId);
  const answerBy = addBankingDays(easternTime(now).date, answeredInBankingDays);
  const requested = await tx
    .insertInto("correction")
    .values({
      platform_id: platformId,
      business_id: businessId,
      user_id: userId,
      topic,
      text,
      requested_at: now,
      answer_by: answerBy,
    })
    .onConflict((conflict) => conflict.columns(["business_id", "topic"]).where("answered_at", "is", null).doNothing())
    .returning(columns)
    .executeTakeFirst();
  if (!requested) throw new Refusal("CORRECTION_ALREADY_REQUESTED");
  const { id } = requested;
  await openTask(tx, {
    kind: correctionTask,
    subjectId: id,
    platformId,
    businessId,
    dueAt: easternInstant(answerBy, endOfWork),
  });
  await record(tx, {
    platformId,
    businessId,
    kind: "correction.requested",
    body: { correctionId: id, topic },
    action: "correction.request",
    object: { kind: "correction", id },
    actor: { kind: "USER", id: userId },
    requestId,
  });
  return asShown(requested);
}

const columns = [
  "id",
  "topic",
  "text",
  "requested_at",
  "answer_by",
  "answered_at",
  "outcome",
  "message",
] as const satisfies (keyof Row)[];

/** The corrections of a business, newest first. */
export async function correctionsOf(tx: Tx, businessId: string): Promise<Correction[]> {
  const rows = await tx
    .selectFrom("correction")
    .select(columns)
    .where("business_id", "=", businessId)
    .orderBy("id", "desc")
    .limit(50)
    .execute();
  return rows.map(asShown);
}

type Row = Selectable<CorrectionTable>;

const asShown = (row: Pick<Row, (typeof columns)[number]>): Correction => ({
  correctionId: row.id,
  topic: row.topic as CorrectionTopic,
  text: row.text,
  requestedAt: row.requested_at.toISOString(),
  answerBy: row.answer_by,
  answeredAt: row.answered_at?.toISOString() ?? null,
  outcome: row.outcome as Correction["outcome"],
  message: row.message,
});
