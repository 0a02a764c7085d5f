import { inScope, type Tx } from "../db/scope.ts";
import type { House } from "../house.ts";
import { settingsOf } from "../partners/public.ts";
import { prepareMail, queueMail } from "./mails.ts";

type Claimed = { platformId: string; businessId: string | null; body: Record<string, unknown> };
type Write = (tx: Tx) => Promise<void>;

/** Tells the platform's support that an employee waits for an owner who has not come. One mail a business. */
export async function ownerWantedNotice(house: House, { platformId, businessId, body }: Claimed): Promise<Write> {
  if (!businessId || body["role"] !== "OPERATOR") return async () => {};
  const { settings, name, owner } = await inScope(house.pool, { platformId, businessId }, async (tx) => ({
    settings: await settingsOf(tx, platformId),
    name:
      (await tx.selectFrom("business").select("name").where("id", "=", businessId).executeTakeFirst())?.name ?? null,
    owner: await tx
      .selectFrom("user_role")
      .select("user_id")
      .where("business_id", "=", businessId)
      .where("role", "=", "PRIMARY_OWNER")
      .executeTakeFirst(),
  }));
  if (owner) return async () => {};
  const mail = await prepareMail(house, {
    ...{ platformId, businessId, key: `owner-wanted/${businessId}`, template: "owner-wanted", locale: "en" },
    recipient: settings.supportEmail,
    params: { businessName: name, businessId },
  });
  return (tx) => queueMail(tx, mail);
}
