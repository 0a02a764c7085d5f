import type { AppContext } from "../context.ts";
import { inScope, type Tx } from "../db/scope.ts";
import { prepareEmail, primaryOwnerOf, queueEmail } from "../notifications/public.ts";
import { languageOfConsent } from "../onboarding/public.ts";
import { actionPage, settingsOf } from "../platforms/public.ts";
import type { Tenant } from "./inquiry.ts";

type OwnerEmail =
  | { template: "agreement-declined" | "signatures-missing"; params: { signers: string[] } }
  | { template: "closing-unfinished"; params: { openUntil: string } }
  | { template: "identity-decided"; params: { outcome: "APPROVED" | "RETRY_ALLOWED" } };

/** Prepares an email to the primary owner about the closing. It is sent once for a key. */
export async function prepareOwnerEmail(
  app: AppContext,
  { platformId, businessId }: Tenant,
  key: string,
  email: OwnerEmail,
): Promise<(tx: Tx) => Promise<void>> {
  const { settings, business, owner, language } = await inScope(app.pool, { platformId, businessId }, async (tx) => ({
    settings: await settingsOf(tx, platformId),
    business: await tx.selectFrom("business").select("name").where("id", "=", businessId).executeTakeFirstOrThrow(),
    owner: await primaryOwnerOf(tx, businessId),
    language: await languageOfConsent(tx, businessId),
  }));
  if (!owner) return async () => {};
  const locale = language ?? owner.locale;
  const shared = {
    firstName: owner.firstName,
    businessName: business.name,
    url: actionPage(app, { id: platformId, settings }, locale).href,
  };
  const order = { platformId, businessId, key: `${email.template}/${key}`, locale, recipient: owner.email };
  // The compiler pairs a template with its parameters one by one.
  const prepared =
    email.template === "identity-decided"
      ? await prepareEmail(app, { ...order, template: email.template, params: { ...shared, ...email.params } })
      : email.template === "closing-unfinished"
        ? await prepareEmail(app, { ...order, template: email.template, params: { ...shared, ...email.params } })
        : await prepareEmail(app, { ...order, template: email.template, params: { ...shared, ...email.params } });
  return (tx) => queueEmail(tx, prepared);
}
