import type { Locale } from "@inlay/contracts/locales.ts";
import { dateAt } from "@inlay/lending/calendar/business-date.ts";
import type { AppContext } from "../../context.ts";
import { inScope, type Tx } from "../../db/scope.ts";
import { endReminders, prepareEmail, queueEmail } from "../../notifications/public.ts";
import type { RecordedEvent } from "../../workflows/public.ts";

/** Reminds an accountant who has not opened the link. The reminders end when it is opened or withdrawn. */
export async function remindAccountant(
  app: AppContext,
  { id: eventId, platformId, businessId, body }: RecordedEvent<"reminder.requested">,
): Promise<(tx: Tx) => Promise<void>> {
  if (!businessId || body.reminder !== "ACCOUNTANT") return async () => {};
  const invited = await inScope(app.pool, { platformId, businessId }, (tx) =>
    tx
      .selectFrom("accountant_invitation as i")
      .innerJoin("business as b", "b.id", "i.business_id")
      .select(["i.first_name", "i.email", "i.language", "i.invited_at", "b.name"])
      .where("i.id", "=", body.subjectId)
      .where("i.used_at", "is", null)
      .where("i.withdrawn_at", "is", null)
      .executeTakeFirst(),
  );
  if (!invited) return (tx) => endReminders(tx, { kind: "ACCOUNTANT", subjectId: body.subjectId });
  const email = await prepareEmail(app, {
    platformId,
    businessId,
    key: `accountant-reminder/${eventId}`,
    template: "accountant-reminder" as const,
    locale: invited.language as Locale,
    recipient: invited.email,
    params: { firstName: invited.first_name, businessName: invited.name, invitedOn: dateAt(invited.invited_at) },
  });
  return (tx) => queueEmail(tx, email);
}
