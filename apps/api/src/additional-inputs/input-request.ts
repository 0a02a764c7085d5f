import type { BusinessDate } from "@inlay/lending/calendar/business-date.ts";
import { sql } from "kysely";
import { record } from "../db/record.ts";
import type { Tx } from "../db/scope.ts";

/**
 * Starts the response period for the primary owner's inputs. If a request is already open, its period does not change and the next reminder
 * is due at once. After the notice of incompleteness its last day stays, and the new input is announced in a reminder of its own.
 */
export async function beginRequest(
  tx: Tx,
  { platformId, businessId }: { platformId: string; businessId: string },
): Promise<void> {
  const now = sql<Date>`app.business_now(${businessId}::uuid)`;
  const request = await tx
    .insertInto("input_request")
    // The first email is due at once and lists every input that was raised in this transaction.
    .values({ platform_id: platformId, business_id: businessId, asked_at: now, next_action_at: now })
    .onConflict((conflict) =>
      conflict
        .column("business_id")
        .where("closed_at", "is", null)
        .doUpdateSet({
          next_action_at: sql<Date>`case when input_request.due_on is null then ${now} else input_request.next_action_at end`,
        }),
    )
    .returning(["id", "due_on", sql<boolean>`xmax = 0`.as("isNew")])
    .executeTakeFirstOrThrow();
  if (request.isNew || request.due_on === null) return;
  await record(tx, {
    platformId,
    businessId,
    kind: "additional_input.reminded",
    action: "additional-input.wait",
    body: { inputRequestId: request.id, dueOn: request.due_on },
    object: { kind: "input request", id: request.id },
    actor: { kind: "SYSTEM", id: null },
    requestId: null,
  });
}

/** Closes the request when no input is left to answer. */
export async function endRequestIfAnswered(tx: Tx, businessId: string): Promise<void> {
  await tx
    .updateTable("input_request")
    .set({ closed_at: sql<Date>`app.business_now(${businessId}::uuid)`, next_action_at: null })
    .where("business_id", "=", businessId)
    .where("closed_at", "is", null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("additional_input as i")
            .select("i.id")
            .where("i.business_id", "=", businessId)
            .where("i.owner_id", "is", null)
            .where("i.sub_step", "<>", "MANUAL_OVERRIDE")
            .where("i.done_at", "is", null)
            .where("i.released_at", "is", null),
        ),
      ),
    )
    .execute();
}

/** Closes the request because the application is closed. The inputs stay open: a new application needs them too. */
export async function closeRequest(tx: Tx, businessId: string): Promise<void> {
  await tx
    .updateTable("input_request")
    .set({ closed_at: sql<Date>`app.business_now(${businessId}::uuid)`, next_action_at: null })
    .where("business_id", "=", businessId)
    .where("closed_at", "is", null)
    .execute();
}

type Change = { notice_given_at?: Date; due_on?: BusinessDate; closed_at?: Date; next_action_at: Date | null };

/** Moves a request on when one of its days has passed. */
export const updateRequest = (tx: Tx, id: string, change: Change) =>
  tx.updateTable("input_request").set(change).where("id", "=", id).execute();
