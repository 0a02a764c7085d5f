import type { AppContext } from "../../context.ts";
import { inScope, type Tx } from "../../db/scope.ts";
import { askerOf, prepareEmail, queueEmail } from "../../notifications/public.ts";
import { actionPage, settingsOf } from "../../platforms/public.ts";
import type { RecordedEvent } from "../../workflows/public.ts";

/** Emails the answer to whoever asked for the decision to be looked at again. */
export async function appealEmail(
  app: AppContext,
  { platformId, businessId, body: { appealId, outcome } }: RecordedEvent<"appeal.answered">,
): Promise<(tx: Tx) => Promise<void>> {
  if (!businessId) return async () => {};
  const { settings, appeal, asker } = await inScope(app.pool, { platformId, businessId }, async (tx) => {
    const appeal = await tx
      .selectFrom("appeal")
      .select(["text", "message", "user_id"])
      .where("id", "=", appealId)
      .executeTakeFirstOrThrow();
    return { settings: await settingsOf(tx, platformId), appeal, asker: await askerOf(tx, appeal.user_id) };
  });
  if (!asker || !appeal.message) return async () => {};
  const { locale } = asker;
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
      text: appeal.text,
      message: appeal.message,
      url: actionPage(app, { id: platformId, settings }, locale).href,
    },
  });
  return (tx) => queueEmail(tx, email);
}
