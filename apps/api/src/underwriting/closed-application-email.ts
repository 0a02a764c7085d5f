import type { AppContext } from "../context.ts";
import { inScope, type Tx } from "../db/scope.ts";
import { ownersOf, prepareEmail, primaryOwnerOf, queueEmail } from "../notifications/public.ts";
import { actionPage, settingsOf } from "../platforms/public.ts";
import type { RecordedEvent } from "../workflows/public.ts";

/**
 * Emails the owners that the applications of a business were closed: one email for all that were closed together. Co-owners are told if
 * they were asked for their part.
 */
export async function closedApplicationEmail(
  app: AppContext,
  { platformId, businessId, body }: RecordedEvent<"application.incomplete" | "application.withdrawn">,
): Promise<(tx: Tx) => Promise<void>> {
  if (!businessId) return async () => {};
  const found = await inScope(app.pool, { platformId, businessId }, async (tx) => ({
    settings: await settingsOf(tx, platformId),
    business: await tx.selectFrom("business").select("name").where("id", "=", businessId).executeTakeFirstOrThrow(),
    first: await firstOfClosed(tx, businessId, body.applicationId),
    owners: await ownersOf(tx, businessId),
    coOwners: await coOwnersWaitedFor(tx, businessId),
    primary: await primaryOwnerOf(tx, businessId),
  }));
  if (found.first !== body.applicationId) return async () => {};
  const { settings, business, owners, coOwners, primary } = found;
  const emails = await Promise.all(
    owners
      .filter((owner) => owner.id === primary?.id || coOwners.has(owner.id))
      .map((owner) =>
        prepareEmail(app, {
          platformId,
          businessId,
          key: `application-closed/${body.applicationId}/${owner.id}`,
          template: "application-closed" as const,
          locale: owner.locale,
          recipient: owner.email,
          params: {
            firstName: owner.firstName,
            businessName: business.name,
            why: body.status === "LOAN_APPLICATION_WITHDRAWN" ? ("WITHDRAWN" as const) : ("INCOMPLETE" as const),
            isCoOwner: owner.id !== primary?.id,
            url: actionPage(app, { id: platformId, settings }, owner.locale).href,
          },
        }),
      ),
  );
  return async (tx) => {
    for (const email of emails) await queueEmail(tx, email);
  };
}

/** The first of the applications that were received and closed together. */
async function firstOfClosed(tx: Tx, businessId: string, applicationId: string): Promise<string | undefined> {
  const first = await tx
    .selectFrom("loan_application as a")
    .innerJoin("loan_application as same", (join) =>
      join
        .onRef("same.business_id", "=", "a.business_id")
        .onRef("same.received_at", "=", "a.received_at")
        .onRef("same.status", "=", "a.status"),
    )
    .select("same.id")
    .where("a.business_id", "=", businessId)
    .where("a.id", "=", applicationId)
    .orderBy("same.id")
    .limit(1)
    .executeTakeFirst();
  return first?.id;
}

/** Co-owners who were invited and have not finished. */
async function coOwnersWaitedFor(tx: Tx, businessId: string): Promise<Set<string>> {
  const rows = await tx
    .selectFrom("business_owner as o")
    .innerJoin("invitation as i", "i.owner_id", "o.id")
    .select("o.id")
    .where("o.business_id", "=", businessId)
    .where("o.is_primary", "=", false)
    .where("o.removed_at", "is", null)
    .where("o.current_step", "<>", "WAITING_FOR_OFFERS")
    .where("i.declined_at", "is", null)
    .execute();
  return new Set(rows.map(({ id }) => id));
}
