import type { EventBody } from "@inlay/contracts/events/catalog.ts";
import { firstPayoutOn } from "@inlay/lending/banking/account-hold.ts";
import type { AppContext } from "../context.ts";
import { inScope, type Tx } from "../db/scope.ts";
import { prepareEmail, queueEmail } from "./emails.ts";

type RecordedEvent = {
  id: string;
  platformId: string;
  businessId: string | null;
  body: EventBody<"bank_account.added"> | EventBody<"bank_account.changed">;
};

/** Emails every owner that the platform has provided the payout account or changed its numbers. One email per owner. */
export async function bankAccountEmail(
  app: AppContext,
  { id, platformId, businessId, body }: RecordedEvent,
): Promise<(tx: Tx) => Promise<void>> {
  // The account of a payee or creditor is not one that the business is paid to.
  const isNew = "createdMethod" in body && body.createdMethod === "PLATFORM" && body.party === undefined;
  const hasNewNumbers = "changed" in body && body.changed.includes("numbers");
  if (!businessId || !(isNew || hasNewNumbers)) return async () => {};
  const { owners, name, heldUntil } = await inScope(app.pool, { platformId, businessId }, async (tx) => ({
    owners: await ownersOf(tx, businessId),
    name:
      (await tx.selectFrom("business").select("name").where("id", "=", businessId).executeTakeFirst())?.name ?? null,
    heldUntil: (
      await tx
        .selectFrom("bank_account")
        .select("held_until_at")
        .where("id", "=", body.bankAccountId)
        .executeTakeFirstOrThrow()
    ).held_until_at,
  }));
  const notPaidBeforeOn = firstPayoutOn(heldUntil ?? new Date());
  const emails = await Promise.all(
    owners.map((owner) =>
      prepareEmail(app, {
        platformId,
        businessId,
        key: `bank-account/${id}/${owner.id}`,
        template: "bank-account-changed" as const,
        locale: owner.locale === "es" ? ("es" as const) : ("en" as const),
        recipient: owner.email,
        params: { firstName: owner.firstName, businessName: name, isNew, last4: body.last4 ?? "", notPaidBeforeOn },
      }),
    ),
  );
  return async (tx) => {
    for (const message of emails) await queueEmail(tx, message);
  };
}

type Owner = { id: string; email: string; firstName: string | null; locale: string | null };

/** Everyone named as an owner and everyone who signs in as one; each address once. */
export async function ownersOf(tx: Tx, businessId: string): Promise<Owner[]> {
  const named = await tx
    .selectFrom("business_owner as o")
    .leftJoin("business_user as u", "u.id", "o.user_id")
    .select(["o.id", "o.email", "o.first_name as firstName", "u.locale"])
    .where("o.business_id", "=", businessId)
    .orderBy("o.id")
    .execute();
  const signedIn = await tx
    .selectFrom("user_role as r")
    .innerJoin("business_user as u", "u.id", "r.user_id")
    .select(["u.id", "u.email", "u.first_name as firstName", "u.locale"])
    .where("r.business_id", "=", businessId)
    .where("r.role", "in", ["PRIMARY_OWNER", "SECONDARY_OWNER"])
    .where("u.deactivated_at", "is", null)
    .orderBy("u.id")
    .execute();
  const byEmail = new Map<string, Owner>();
  for (const { email, ...owner } of [...named, ...signedIn])
    if (email && !byEmail.has(email)) byEmail.set(email, { ...owner, email });
  return [...byEmail.values()];
}
