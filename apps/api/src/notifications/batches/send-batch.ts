import { stoppableTopics, topicOf } from "@inlay/lending/servicing/notifications.ts";
import type { DueJob } from "../../clock/public.ts";
import type { AppContext } from "../../context.ts";
import { record } from "../../db/record.ts";
import { inScope, type Tx } from "../../db/scope.ts";
import { actionPage, portalPage, settingsOf } from "../../platforms/public.ts";
import type { EventHandler } from "../../workflows/public.ts";
import { prepareEmail, queueEmail } from "../emails.ts";
import { topicsTurnedOff } from "../preferences.ts";
import { addStopLink } from "../stop-links.ts";
import { type BatchEventProperty, batchEventProperty } from "./batch-event.ts";

/** More events are counted in the email, and shown on the page. */
const mostEvents = 12;

/** Ends a batch at its hour, without what its person has turned off since. What happens from then on is in the next one. */
export const sendNotificationBatch: DueJob = {
  name: "notification_batch.send",
  table: "notification_batch",
  act: async (tx, { platformId, businessId, id }, now) => {
    await leaveOutTurnedOff(tx, id);
    await tx
      .updateTable("notification_batch")
      .set({ next_action_at: null, sent_at: now })
      .where("id", "=", id)
      .execute();
    await record(tx, {
      platformId,
      businessId,
      kind: "notification_batch.sent",
      body: { notificationBatchId: id },
      action: "notification_batch.send",
      object: { kind: "notification batch", id },
      actor: { kind: "SYSTEM", id: null },
      requestId: null,
    });
  },
};

async function leaveOutTurnedOff(tx: Tx, batchId: string): Promise<void> {
  const { userId } = await tx
    .selectFrom("notification_batch")
    .select("user_id as userId")
    .where("id", "=", batchId)
    .executeTakeFirstOrThrow();
  const turnedOff = (await topicsTurnedOff(tx, [userId])).get(userId) ?? [];
  if (turnedOff.length === 0) return;
  const told = await tx
    .selectFrom("notification as n")
    .innerJoin("batch_event as e", "e.id", "n.batch_event_id")
    .select(["e.id", "e.batch_event_property as property"])
    .where("n.notification_batch_id", "=", batchId)
    .execute();
  const leftOut = told.filter(({ property }) => turnedOff.includes(topicOf(batchEventProperty.parse(property))));
  if (leftOut.length === 0) return;
  await tx
    .deleteFrom("notification")
    .where("notification_batch_id", "=", batchId)
    .where(
      "batch_event_id",
      "in",
      leftOut.map(({ id }) => id),
    )
    .execute();
}

/** Writes the email of a batch. Its key is that of the batch, so that it is written once. */
export const emailNotificationBatch: EventHandler<"notification_batch.sent"> = async (
  app,
  { platformId, businessId, body: { notificationBatchId } },
) => {
  const found = businessId ? await readBatch(app, { platformId, businessId }, notificationBatchId) : null;
  if (!businessId || !found) return async () => {};
  const { locale, recipient, page, topics, ...params } = found;
  const link = topics.length > 0 ? addStopLink(app, page, topics) : null;
  const email = await prepareEmail(app, {
    platformId,
    businessId,
    key: `notifications/${notificationBatchId}`,
    template: "notifications",
    locale,
    recipient,
    params: { ...params, stop: link && { pageUrl: link.pageUrl, oneClickUrl: link.oneClickUrl } },
  });
  return async (tx) => {
    await link?.save(tx, notificationBatchId);
    await queueEmail(tx, email);
  };
};

type Told = { property: unknown };

/** Null if nobody is to be written to. */
const readBatch = (app: AppContext, tenant: { platformId: string; businessId: string }, id: string) =>
  inScope(app.pool, tenant, async (tx) => {
    const person = await tx
      .selectFrom("notification_batch as n")
      .innerJoin("business_user as u", "u.id", "n.user_id")
      .innerJoin("business as b", "b.id", "n.business_id")
      .select(["u.email", "u.first_name as firstName", "u.locale", "b.name as businessName"])
      .where("n.id", "=", id)
      .where("u.deactivated_at", "is", null)
      .executeTakeFirst();
    if (!person?.email) return null;
    const told: Told[] = await tx
      .selectFrom("notification as n")
      .innerJoin("batch_event as e", "e.id", "n.batch_event_id")
      .select("e.batch_event_property as property")
      .where("n.notification_batch_id", "=", id)
      .orderBy("e.happened_at")
      .orderBy("e.id")
      .execute();
    const events: BatchEventProperty[] = told.map(({ property }) => batchEventProperty.parse(property));
    if (events.length === 0) return null;
    const settings = await settingsOf(tx, tenant.platformId);
    const locale = person.locale === "es" ? ("es" as const) : ("en" as const);
    const platform = { id: tenant.platformId, settings };
    return {
      locale,
      page: portalPage(app, platform, locale),
      topics: stoppableTopics(events),
      recipient: person.email,
      firstName: person.firstName,
      businessName: person.businessName,
      events: events.slice(0, mostEvents),
      moreEvents: Math.max(0, events.length - mostEvents),
      url: actionPage(app, platform, locale).href,
    };
  });
