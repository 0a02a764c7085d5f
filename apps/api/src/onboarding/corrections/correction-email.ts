import type { AppContext } from "../../context.ts";
import { inScope, type Tx } from "../../db/scope.ts";
import { prepareEmail, queueEmail } from "../../notifications/public.ts";
import { actionPage, settingsOf } from "../../platforms/public.ts";
import type { RecordedEvent } from "../../workflows/public.ts";

/** Emails the answer to whoever asked for the correction. */
export async function correctionEmail(
  app: AppContext,
  { platformId, businessId, body }: RecordedEvent<"correction.answered">,
): Promise<(tx: Tx) => Promise<void>> {
  if (!businessId) return async () => {};
  const { settings, asker } = await inScope(app.pool, { platformId, businessId }, async (tx) => ({
    settings: await settingsOf(tx, platformId),
    asker: await tx
      .selectFrom("correction as c")
      .innerJoin("business_user as u", "u.id", "c.user_id")
      .innerJoin("business as b", "b.id", "c.business_id")
      .select(["c.text", "c.message", "u.email", "u.first_name as firstName", "u.locale", "b.name as businessName"])
      .where("c.id", "=", body.correctionId)
      .executeTakeFirstOrThrow(),
  }));
  if (!asker.email || !asker.message) return async () => {};
  const locale = asker.locale === "es" ? "es" : "en";
  const email = await prepareEmail(app, {
    platformId,
    businessId,
    key: `correction-answered/${body.correctionId}`,
    template: "correction-answered" as const,
    locale,
    recipient: asker.email,
    params: {
      firstName: asker.firstName,
      businessName: asker.businessName,
      text: asker.text,
      message: asker.message,
      url: body.outcome === "ASKED" ? actionPage(app, { id: platformId, settings }, locale).href : null,
    },
  });
  return (tx) => queueEmail(tx, email);
}
