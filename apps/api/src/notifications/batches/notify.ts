import { type NotificationTopic, nextBatchAt, rolesToldOf, topicOf } from "@inlay/lending/servicing/notifications.ts";
import { v7 as uuidv7 } from "uuid";
import { businessNow } from "../../db/business-now.ts";
import type { Tx } from "../../db/scope.ts";
import { topicsTurnedOff } from "../preferences.ts";
import { batchEventProperty, type NewBatchEvent } from "./batch-event.ts";

export type ToTell = {
  platformId: string;
  businessId: string;
  /** Names the cause. What was told under a key is not told again. */
  key: string;
  event: NewBatchEvent;
};

/**
 * Tells the people of a business something, in the transaction of its cause. Each gets it by email with everything else until the next hour
 * at which notifications are sent, and finds it in the portal.
 */
export async function notify(tx: Tx, { platformId, businessId, key, event }: ToTell): Promise<void> {
  const property = batchEventProperty.parse(event);
  const tenant = { platform_id: platformId, business_id: businessId };
  const now = await businessNow(tx, businessId);
  const told = await tx
    .insertInto("batch_event")
    .values({
      ...tenant,
      id: uuidv7(),
      key,
      issued_product_id: property.issuedProductId,
      batch_event_type: property.batchEventType,
      batch_event_property: JSON.stringify(property),
      happened_at: now,
    })
    .onConflict((conflict) => conflict.columns(["business_id", "key"]).doNothing())
    .returning("id")
    .executeTakeFirst();
  if (!told) return;
  const { userIds } = await recipientFilter(tx, businessId, topicOf(property));
  if (userIds.length === 0) return;
  // Waits for a batch that is being sent. If it is sent, the row no longer conflicts, and the next batch begins.
  const batches = await tx
    .insertInto("notification_batch")
    .values(userIds.map((userId) => ({ ...tenant, user_id: userId, next_action_at: nextBatchAt(now) })))
    .onConflict((conflict) =>
      conflict
        .column("user_id")
        .where("sent_at", "is", null)
        .doUpdateSet((set) => ({ next_action_at: set.ref("notification_batch.next_action_at") })),
    )
    .returning(["id", "user_id as userId"])
    .execute();
  await tx
    .insertInto("notification")
    .values(
      batches.map(({ id, userId }) => ({
        ...tenant,
        batch_event_id: told.id,
        user_id: userId,
        notification_batch_id: id,
      })),
    )
    .execute();
}

/**
 * The people who are told about a topic: those with one of its roles who may sign in and have not turned it off, in the order in which their
 * batches are locked.
 */
async function recipientFilter(
  tx: Tx,
  businessId: string,
  topic: NotificationTopic,
): Promise<{ userIds: readonly string[] }> {
  const rows = await tx
    .selectFrom("user_role as r")
    .innerJoin("business_user as u", "u.id", "r.user_id")
    .select("u.id")
    .where("r.business_id", "=", businessId)
    .where("r.role", "in", rolesToldOf(topic))
    .where("u.deactivated_at", "is", null)
    .distinct()
    .orderBy("u.id")
    .execute();
  const userIds = rows.map(({ id }) => id);
  const turnedOff = await topicsTurnedOff(tx, userIds);
  return { userIds: userIds.filter((id) => !turnedOff.get(id)?.includes(topic)) };
}
