import type { AppContext } from "../context.ts";
import { inScope, type Tx } from "../db/scope.ts";
import { actionPage, settingsOf } from "../platforms/public.ts";
import type { RecordedEvent } from "../workflows/public.ts";
import { prepareEmail, queueEmail } from "./emails.ts";

type Kind =
  | "micro_entry_verification.settled"
  | "micro_entry_verification.reminded"
  | "micro_entry_verification.expired"
  | "micro_entry_verification.failed";

const momentOf = {
  "micro_entry_verification.settled": "SETTLED",
  "micro_entry_verification.reminded": "REMINDED",
  "micro_entry_verification.expired": "EXPIRED",
  "micro_entry_verification.failed": "FAILED",
} as const satisfies Record<Kind, string>;

/** Emails the primary owner about the verification of a typed bank account. The amounts are never in an email. One email per event. */
export async function microEntryEmail(
  app: AppContext,
  { id, kind, platformId, businessId, body }: RecordedEvent<Kind>,
): Promise<(tx: Tx) => Promise<void>> {
  if (!businessId) return async () => {};
  const { settings, owner, verification } = await inScope(app.pool, { platformId, businessId }, async (tx) => ({
    settings: await settingsOf(tx, platformId),
    owner: await tx
      .selectFrom("user_role as r")
      .innerJoin("business_user as u", "u.id", "r.user_id")
      .innerJoin("business as b", "b.id", "r.business_id")
      .leftJoin("business_owner as o", (join) => join.onRef("o.user_id", "=", "u.id").on("o.is_primary", "=", true))
      .select(["u.locale", "b.name", "u.email as user_email", "u.first_name as user_name"])
      .select(["o.email as owner_email", "o.first_name as owner_name"])
      .where("r.business_id", "=", businessId)
      .where("r.role", "=", "PRIMARY_OWNER")
      .executeTakeFirst(),
    verification: await tx
      .selectFrom("micro_entry_verification as v")
      .innerJoin("bank_account as a", "a.id", "v.bank_account_id")
      .select(["v.confirm_by as confirmBy", "a.account_number_last4 as last4"])
      .where("v.id", "=", body.microEntryVerificationId)
      .executeTakeFirstOrThrow(),
  }));
  const recipient = owner?.owner_email ?? owner?.user_email;
  if (!owner || !recipient) return async () => {};
  const locale = owner.locale === "es" ? "es" : "en";
  const page = actionPage(app, { id: platformId, settings }, locale);
  // A partner's page opens where the person continues, which leads to the account.
  if (!settings.embedUrl) page.searchParams.set("verifyAccount", "yes");
  const message = await prepareEmail(app, {
    platformId,
    businessId,
    key: `micro-entries/${id}`,
    template: "micro-entries" as const,
    locale,
    recipient,
    params: {
      firstName: owner.owner_name ?? owner.user_name,
      businessName: owner.name,
      moment: momentOf[kind],
      last4: verification.last4,
      confirmBy: verification.confirmBy as string | null,
      url: page.href,
    },
  });
  return (tx) => queueEmail(tx, message);
}
