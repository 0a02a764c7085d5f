import type { AppContext } from "../../context.ts";
import { inScope, type Tx } from "../../db/scope.ts";
import type { Person } from "../../http/public.ts";
import {
  addRefusalLink,
  beginOnlyReminder,
  endReminders,
  prepareEmail,
  queueEmail,
} from "../../notifications/public.ts";
import { actionPage, portalPage, settingsOf } from "../../platforms/public.ts";
import type { RecordedEvent } from "../../workflows/public.ts";
import { currentProgress } from "../progress.ts";

/** Waits for the owner's next step: each completed step postpones the reminder, and consent ends it. */
export async function awaitOwner(
  tx: Tx,
  { platformId, businessId, userId }: Pick<Person, "platformId" | "businessId" | "userId">,
  { isConsentGiven }: { isConsentGiven: boolean },
): Promise<void> {
  const subject = { kind: "OWNER", subjectId: userId } as const;
  if (isConsentGiven) await endReminders(tx, subject);
  else await beginOnlyReminder(tx, { platformId, businessId }, subject, { isNewApplication: false });
}

/** Reminds an owner who has begun an application and not consented to it. The email has a link that refuses such reminders. */
export async function remindOwner(
  app: AppContext,
  { platformId, businessId, body }: RecordedEvent<"reminder.requested">,
): Promise<(tx: Tx) => Promise<void>> {
  if (!businessId || body.reminder !== "OWNER") return async () => {};
  const { settings, owner, progress } = await inScope(app.pool, { platformId, businessId }, async (tx) => {
    const settings = await settingsOf(tx, platformId);
    return {
      settings,
      owner: await primaryOwner(tx, businessId, body.subjectId),
      progress: await currentProgress(tx, settings, businessId),
    };
  });
  const isUnfinished = !progress.done.has("COLLECT_CONSENT") && progress.plan.includes("COLLECT_CONSENT");
  if (!owner?.email || !isUnfinished || progress.facts.isStopped) return async () => {};
  const locale = owner.locale === "es" ? "es" : "en";
  const platform = { id: platformId, settings };
  const refusal = addRefusalLink(portalPage(app, platform, locale));
  const email = await prepareEmail(app, {
    platformId,
    businessId,
    key: `unfinished-application/${body.reminderId}`,
    template: "unfinished-application" as const,
    locale,
    recipient: owner.email,
    params: {
      firstName: owner.firstName,
      businessName: owner.businessName,
      stepsLeft: progress.plan.filter((step) => step !== "WAITING_FOR_OFFERS" && !progress.done.has(step)).length,
      url: actionPage(app, platform, locale).href,
      refusalUrl: refusal.url,
    },
  });
  return async (tx) => {
    await refusal.save(tx, body.reminderId);
    await queueEmail(tx, email);
  };
}

/** The user, while they are the primary owner and may sign in. */
const primaryOwner = (tx: Tx, businessId: string, userId: string) =>
  tx
    .selectFrom("user_role as r")
    .innerJoin("business_user as u", "u.id", "r.user_id")
    .innerJoin("business as b", "b.id", "r.business_id")
    .select(["u.email", "u.first_name as firstName", "u.locale", "b.name as businessName"])
    .where("r.business_id", "=", businessId)
    .where("r.user_id", "=", userId)
    .where("r.role", "=", "PRIMARY_OWNER")
    .where("u.deactivated_at", "is", null)
    .executeTakeFirst();
