import type { EventBody } from "@inlay/contracts/events/catalog.ts";
import type { AppContext } from "../context.ts";
import { inScope, type Tx } from "../db/scope.ts";
import { prepareEmail, queueEmail } from "./emails.ts";
import { ownersOf } from "./owners.ts";

type Reset = {
  id: string;
  platformId: string;
  businessId: string | null;
  body: EventBody<"user.step_up_methods_removed">;
};

/** Tells a user and every owner that the user's step-up methods were reset, so that somebody who did not ask for it notices. */
export async function stepUpResetEmail(
  app: AppContext,
  { id, platformId, businessId, body }: Reset,
): Promise<(tx: Tx) => Promise<void>> {
  if (!businessId) throw new Error("a step-up must belong to a business");
  const { user, others } = await inScope(app.pool, { platformId, businessId }, async (tx) => {
    const owners = await ownersOf(tx, businessId);
    const person = await tx
      .selectFrom("business_user as u")
      .leftJoin("business_owner as o", "o.user_id", "u.id")
      .select(["u.email", "u.first_name", "u.last_name", "u.locale", "o.email as owner_email"])
      .select(["o.first_name as owner_first_name", "o.last_name as owner_last_name"])
      .where("u.id", "=", body.userId)
      .orderBy("o.is_primary", "desc")
      .limit(1)
      .executeTakeFirstOrThrow();
    const email = person.email ?? person.owner_email;
    return { user: { ...person, email }, others: owners.filter((owner) => owner.email !== email) };
  });
  const firstName = user.owner_first_name ?? user.first_name;
  const name = [firstName, user.owner_last_name ?? user.last_name].filter(Boolean).join(" ") || null;
  const recipients = [
    ...(user.email ? [{ id: body.userId, email: user.email, firstName, locale: user.locale, isSelf: true }] : []),
    ...others.map((owner) => ({ ...owner, isSelf: false })),
  ];
  const messages = await Promise.all(
    recipients.map((recipient) =>
      prepareEmail(app, {
        platformId,
        businessId,
        key: `step-up-reset/${id}/${recipient.id}`,
        template: "step-up-reset" as const,
        locale: recipient.locale === "es" ? ("es" as const) : ("en" as const),
        recipient: recipient.email,
        params: { firstName: recipient.firstName, name: recipient.isSelf ? null : (name ?? user.email ?? "") },
      }),
    ),
  );
  return async (tx) => {
    for (const message of messages) await queueEmail(tx, message);
  };
}
