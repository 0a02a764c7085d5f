import { inScope, type Tx } from "../db/scope.ts";
import type { House } from "../house.ts";
import { settingsOf } from "../partners/public.ts";
import { prepareMail, queueMail } from "./mails.ts";

type Conflict = { id: string; platformId: string; businessId: string | null };

/** Tells the platform's support that two people claim the same business. One mail an event. */
export async function conflictNotice(
  house: House,
  { id, platformId, businessId }: Conflict,
): Promise<(tx: Tx) => Promise<void>> {
  const { settings, name } = await inScope(house.pool, { platformId, businessId: "whole platform" }, async (tx) => ({
    settings: await settingsOf(tx, platformId),
    name:
      (await tx.selectFrom("business").select("name").where("id", "=", businessId).executeTakeFirst())?.name ?? null,
  }));
  const mail = await prepareMail(house, {
    ...{ platformId, businessId, key: `conflict/${id}`, template: "primary-owner-conflict", locale: "en" },
    recipient: settings.supportEmail,
    params: { businessName: name, businessId: businessId ?? "" },
  });
  return (tx) => queueMail(tx, mail);
}
