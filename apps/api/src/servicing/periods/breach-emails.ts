import { inScope } from "../../db/scope.ts";
import { ownersOf, prepareEmail, queueEmail } from "../../notifications/public.ts";
import { actionPage, settingsOf } from "../../platforms/public.ts";
import type { EventHandler } from "../../workflows/public.ts";

/** Tells every owner that an advance cannot be debited any more: at once, before the time is over in which they can cure it, and when it is over. */
export const breachEmails: EventHandler<"product.breach_changed"> = async (
  app,
  { id, platformId, businessId, body: { step, cureBy } },
) => {
  const isTold = step === "AUTHORIZATION_LOST" || step === "REMINDED" || step === "NOT_CURED";
  if (!businessId || !isTold) return async () => {};
  const { settings, name, owners } = await inScope(app.pool, { platformId, businessId }, async (tx) => ({
    settings: await settingsOf(tx, platformId),
    name: (await tx.selectFrom("business").select("name").where("id", "=", businessId).executeTakeFirstOrThrow()).name,
    owners: await ownersOf(tx, businessId),
  }));
  const emails = await Promise.all(
    owners.map((owner) => {
      const about = {
        firstName: owner.firstName,
        businessName: name,
        cureBy,
        url: actionPage(app, { id: platformId, settings }, owner.locale).href,
      };
      const addressed = { platformId, businessId, locale: owner.locale, recipient: owner.email };
      return step === "NOT_CURED"
        ? prepareEmail(app, {
            ...addressed,
            key: `advance-breached/${id}/${owner.id}`,
            template: "advance-breached",
            params: about,
          })
        : prepareEmail(app, {
            ...addressed,
            key: `authorization-wanted/${id}/${owner.id}`,
            template: "authorization-wanted",
            params: { ...about, isReminder: step === "REMINDED" },
          });
    }),
  );
  return async (tx) => {
    for (const email of emails) await queueEmail(tx, email);
  };
};
