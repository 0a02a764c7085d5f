import { openTask } from "../../approvals/public.ts";
import { businessNow } from "../../db/business-now.ts";
import { record } from "../../db/record.ts";
import type { Tx } from "../../db/scope.ts";
import type { EventHandler } from "../../workflows/public.ts";
import { settleClock, stopClocks } from "./clocks.ts";

/** The mail server accepted the email of a notice, or refused it. Staff then send it on another way, before it is due. */
export const noteDelivery: EventHandler<"email.sent" | "email.refused"> = async (_app, event) => {
  const { platformId, businessId, kind, body } = event;
  const [about, id] = body.key.split("/");
  if (about !== "notice" || !id || !businessId) return async () => {};
  const tenant = { platformId, businessId };
  const isSent = kind === "email.sent";
  return async (tx) => {
    const clock = await clockOf(tx, id);
    if (!clock) return;
    const now = await businessNow(tx, businessId);
    if (!isSent) await openTask(tx, { kind: "NOTICE_UNDELIVERED", subjectId: id, ...tenant, dueAt: clock.due_at });
    if (clock.id === id) {
      // The notice of incompleteness is an email of its own, without a stored notice.
      if (isSent) await stopClocks(tx, businessId, { clockId: id }, "SENT");
      return;
    }
    const updated = await tx
      .updateTable("adverse_action_notice")
      .set(isSent ? { sent_at: now } : { refused_at: now })
      .where("id", "=", id)
      .where(isSent ? "sent_at" : "refused_at", "is", null)
      .executeTakeFirst();
    if (updated.numUpdatedRows === 0n) return;
    if (isSent) await settleClock(tx, businessId, clock.id);
    await record(tx, {
      platformId,
      businessId,
      kind: isSent ? "notice.sent" : "notice.undelivered",
      action: isSent ? "notice.send" : "notice.bounce",
      body: { noticeId: id, applicationId: clock.application_id },
      object: { kind: "notice", id },
      actor: { kind: "SYSTEM", id: null },
      requestId: null,
    });
  };
};

/** The clock of a notice, or the clock of this id, which an email without a stored notice names. */
const clockOf = (tx: Tx, id: string) =>
  tx
    .selectFrom("notice_clock as c")
    .leftJoin("adverse_action_notice as n", "n.clock_id", "c.id")
    .select(["c.id", "c.due_at", "c.application_id"])
    .where((eb) => eb.or([eb("n.id", "=", id), eb("c.id", "=", id)]))
    .limit(1)
    .executeTakeFirst();
