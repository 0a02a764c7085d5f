import type { AppContext } from "../../context.ts";
import { inScope, type Tx } from "../../db/scope.ts";
import { prepareEmail, queueEmail } from "../../notifications/public.ts";
import { actionPage, settingsOf } from "../../platforms/public.ts";
import type { RecordedEvent } from "../../workflows/public.ts";

/** Emails the answer to whoever asked for the decision to be looked at again. */
export async function appealEmail(
  app: AppContext,
  { platformId, businessId, body: { appealId, outcome } }: RecordedEvent<"appeal.answered">,
): Promise<(tx: Tx) => Promise<void>> {
  if (!businessId) return async () => {};
  const { settings, asker } = await inScope(app.pool, { platformId, businessId }, async (tx) => ({
    settings: await settingsOf(tx, platformId),
    asker: await tx
      .selectFrom("appeal as a")
      .innerJoin("business_user as u", "u.id", "a.user_id")
      .innerJoin("business as b", "b.id", "a.business_id")
      .select(["a.text", "a.message", "u.email", "u.first_name as firstName", "u.locale", "b.name as businessName"])
      .where("a.id", "=", appealId)
      .executeTakeFirstOrThrow(),
  }));
  if (!asker.email || !asker.message) return async () => {};
  const locale = asker.locale === "es" ? "es" : "en";
  const email = await prepareEmail(app, {
    platformId,
    businessId,
    key: `appeal-answered/${appealId}`,
    template: "appeal-answered" as const,
    locale,
    recipient: asker.email,
    params: {
      firstName: asker.firstName,
      businessName: asker.businessName,
      outcome,
      text: asker.text,
      message: asker.message,
      url: actionPage(app, { id: platformId, settings }, locale).href,
    },
  });
  return (tx) => queueEmail(tx, email);
}
