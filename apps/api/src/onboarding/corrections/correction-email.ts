import type { AppContext } from "../../context.ts";
import { inScope, type Tx } from "../../db/scope.ts";
import { askerOf, prepareEmail, queueEmail } from "../../notifications/public.ts";
import { actionPage, settingsOf } from "../../platforms/public.ts";
import type { RecordedEvent } from "../../workflows/public.ts";

/** Emails the answer to whoever asked for the correction. */
export async function correctionEmail(
  app: AppContext,
  { platformId, businessId, body }: RecordedEvent<"correction.answered">,
): Promise<(tx: Tx) => Promise<void>> {
  if (!businessId) return async () => {};
  const { settings, correction, asker } = await inScope(app.pool, { platformId, businessId }, async (tx) => {
    const correction = await tx
      .selectFrom("correction")
      .select(["text", "message", "user_id"])
      .where("id", "=", body.correctionId)
      .executeTakeFirstOrThrow();
    return { settings: await settingsOf(tx, platformId), correction, asker: await askerOf(tx, correction.user_id) };
  });
  if (!asker || !correction.message) return async () => {};
  const { locale } = asker;
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
      text: correction.text,
      message: correction.message,
      url: body.outcome === "ASKED" ? actionPage(app, { id: platformId, settings }, locale).href : null,
    },
  });
  return (tx) => queueEmail(tx, email);
}
