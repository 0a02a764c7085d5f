import {
  getNotificationPreferences,
  type NotificationPreferences,
  saveNotificationPreference,
} from "@inlay/contracts/calls/notifications.ts";
import { Refusal } from "@inlay/contracts/errors.ts";
import {
  isLockedTopic,
  type NotificationChannel,
  type NotificationTopic,
  notificationChannels,
  topicsToldTo,
} from "@inlay/lending/servicing/notifications.ts";
import { record } from "../db/record.ts";
import type { Tx } from "../db/scope.ts";
import type { Person, Router } from "../http/public.ts";

export function preferenceRoutes({ authenticatedRoute }: Router): void {
  authenticatedRoute(getNotificationPreferences, ({ tx, caller }) => preferencesOf(tx, caller));
  authenticatedRoute(saveNotificationPreference, async ({ tx, caller, body, requestId }) => {
    if (isLockedTopic(body.topic) && !body.isOn) throw new Refusal("NOTIFICATION_TOPIC_LOCKED");
    await savePreference(tx, caller, { ...body, requestId });
    return preferencesOf(tx, caller);
  });
}

/** Those of the topics that people with the caller's roles can be told about. */
async function preferencesOf(tx: Tx, { userId, email, roles }: Person): Promise<NotificationPreferences> {
  const turnedOff = (await topicsTurnedOff(tx, [userId])).get(userId) ?? [];
  return {
    email,
    preferences: topicsToldTo(roles).flatMap((topic) =>
      notificationChannels.map((channel) => ({
        topic,
        channel,
        isOn: !turnedOff.includes(topic),
        isLocked: isLockedTopic(topic),
      })),
    ),
  };
}

type Preference = { topic: NotificationTopic; channel: NotificationChannel; isOn: boolean; requestId: string };

/** Records only a change: without a row a topic is on. */
export async function savePreference(
  tx: Tx,
  { platformId, businessId, userId }: Pick<Person, "platformId" | "businessId" | "userId">,
  { topic, channel, isOn, requestId }: Preference,
): Promise<void> {
  const changed = isOn
    ? await tx
        .updateTable("notification_preference")
        .set({ is_on: true })
        .where("user_id", "=", userId)
        .where("topic", "=", topic)
        .where("channel", "=", channel)
        .where("is_on", "=", false)
        .returning("topic")
        .executeTakeFirst()
    : await tx
        .insertInto("notification_preference")
        .values({ platform_id: platformId, business_id: businessId, user_id: userId, topic, channel, is_on: false })
        .onConflict((conflict) =>
          conflict
            .columns(["user_id", "topic", "channel"])
            .doUpdateSet({ is_on: false })
            .where("notification_preference.is_on", "=", true),
        )
        .returning("topic")
        .executeTakeFirst();
  if (!changed) return;
  await record(tx, {
    platformId,
    businessId,
    kind: "notification_preference.changed",
    body: { userId, topic, channel, isOn },
    action: "notification.choose",
    object: { kind: "user", id: userId },
    actor: { kind: "USER", id: userId },
    requestId,
  });
}

/** The topics about which each of these people chose to get no email. */
export async function topicsTurnedOff(
  tx: Tx,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, NotificationTopic[]>> {
  if (userIds.length === 0) return new Map();
  const rows = await tx
    .selectFrom("notification_preference")
    .select(["user_id as userId", "topic"])
    .where("user_id", "in", userIds)
    .where("channel", "=", "EMAIL")
    .where("is_on", "=", false)
    .orderBy("topic")
    .execute();
  const all = new Map<string, NotificationTopic[]>();
  for (const { userId, topic } of rows) all.set(userId, [...(all.get(userId) ?? []), topic as NotificationTopic]);
  return all;
}
