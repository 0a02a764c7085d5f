import type { EventBody } from "@inlay/contracts/events/catalog.ts";
import type { AppContext } from "../context.ts";
import { inScope, type Tx } from "../db/scope.ts";
import { ownersOf } from "./bank-account-email.ts";
import { prepareEmail, queueEmail } from "./emails.ts";

type RecordedEvent = {
  id: string;
  platformId: string;
  businessId: string | null;
  body: EventBody<"bank_account.corrected">;
};

/** Emails every owner that the bank of an account has corrected it. One email per owner. */
export async function bankAccountCorrectedEmail(
  app: AppContext,
  { id, platformId, businessId, body }: RecordedEvent,
): Promise<(tx: Tx) => Promise<void>> {
  if (!businessId) return async () => {};
  const { owners, businessName } = await inScope(app.pool, { platformId, businessId }, async (tx) => ({
    owners: await ownersOf(tx, businessId),
    businessName:
      (await tx.selectFrom("business").select("name").where("id", "=", businessId).executeTakeFirst())?.name ?? null,
  }));
  const emails = await Promise.all(
    owners.map((owner) =>
      prepareEmail(app, {
        platformId,
        businessId,
        key: `bank-account-corrected/${id}/${owner.id}`,
        template: "bank-account-corrected" as const,
        locale: owner.locale === "es" ? ("es" as const) : ("en" as const),
        recipient: owner.email,
        params: { firstName: owner.firstName, businessName, last4: body.last4 },
      }),
    ),
  );
  return async (tx) => {
    for (const message of emails) await queueEmail(tx, message);
  };
}
