import type { AppContext } from "../../context.ts";
import { inScope, type Tx } from "../../db/scope.ts";
import { prepareEmail, primaryOwnerOf, queueEmail } from "../../notifications/public.ts";
import { referenceOf } from "../../people/public.ts";
import { actionPage, settingsOf } from "../../platforms/public.ts";
import { promisedAnswer } from "../../underwriting/public.ts";
import type { RecordedEvent } from "../../workflows/public.ts";

/**
 * Emails the primary owner that their application has arrived: what the page after consent says. An owner who applies for several products
 * gets one email, and one more for each later application.
 */
export async function receivedEmail(
  app: AppContext,
  { platformId, businessId, body }: RecordedEvent<"application.submitted">,
): Promise<(tx: Tx) => Promise<void>> {
  if (!businessId) return async () => {};
  const found = await inScope(app.pool, { platformId, businessId }, async (tx) => ({
    first: await firstReceivedWith(tx, businessId, body.applicationId),
    owner: await primaryOwnerOf(tx, businessId),
    language: await languageOfConsent(tx, businessId),
    settings: await settingsOf(tx, platformId),
    business: await tx.selectFrom("business").select("name").where("id", "=", businessId).executeTakeFirstOrThrow(),
    reference: await referenceOf(tx, businessId),
    answer: await promisedAnswer(tx, businessId),
  }));
  const { first, owner, language, settings, business, reference, answer } = found;
  if (!owner || first !== body.applicationId) return async () => {};
  const locale = language ?? owner.locale;
  const email = await prepareEmail(app, {
    platformId,
    businessId,
    key: `application-received/${first}`,
    template: "application-received" as const,
    locale,
    recipient: owner.email,
    params: {
      firstName: owner.firstName,
      businessName: business.name,
      reference,
      receivedAt: answer.receivedAt.toISOString(),
      promisedBy: answer.promisedBy?.toISOString() ?? null,
      url: actionPage(app, { id: platformId, settings }, locale).href,
    },
  });
  return (tx) => queueEmail(tx, email);
}

/** The first of the applications that were received together. */
async function firstReceivedWith(tx: Tx, businessId: string, applicationId: string): Promise<string | undefined> {
  const first = await tx
    .selectFrom("loan_application as a")
    .innerJoin("loan_application as same", (join) =>
      join.onRef("same.business_id", "=", "a.business_id").onRef("same.received_at", "=", "a.received_at"),
    )
    .select("same.id")
    .where("a.business_id", "=", businessId)
    .where("a.id", "=", applicationId)
    .orderBy("same.id")
    .limit(1)
    .executeTakeFirst();
  return first?.id;
}

/** The language in which the primary owner read and accepted the terms. */
export async function languageOfConsent(tx: Tx, businessId: string): Promise<"en" | "es" | null> {
  const last = await tx
    .selectFrom("consent as c")
    .innerJoin("user_role as r", (join) =>
      join.onRef("r.user_id", "=", "c.user_id").onRef("r.business_id", "=", "c.business_id"),
    )
    .select("c.language")
    .where("c.business_id", "=", businessId)
    .where("r.role", "=", "PRIMARY_OWNER")
    .orderBy("c.given_at", "desc")
    .limit(1)
    .executeTakeFirst();
  if (!last) return null;
  return last.language === "es" ? "es" : "en";
}
