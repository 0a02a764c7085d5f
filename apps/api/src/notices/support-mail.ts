import { inScope, type Tx } from "../db/scope.ts";
import type { House } from "../house.ts";
import { settingsOf } from "../partners/public.ts";
import { prepareMail, queueMail } from "./mails.ts";

type About = { platformId: string; businessId: string | null; key: string };

/** Writes to the platform's support about one of its businesses. */
export async function supportMail(
  house: House,
  template: "primary-owner-conflict" | "owner-wanted",
  { platformId, businessId, key }: About,
): Promise<(tx: Tx) => Promise<void>> {
  const { settings, name } = await inScope(house.pool, { platformId, businessId: "whole platform" }, async (tx) => ({
    settings: await settingsOf(tx, platformId),
    name:
      (await tx.selectFrom("business").select("name").where("id", "=", businessId).executeTakeFirst())?.name ?? null,
  }));
  const mail = await prepareMail(house, {
    platformId,
    businessId,
    key,
    template,
    locale: "en",
    recipient: settings.supportEmail,
    params: { businessName: name, businessId: businessId ?? "" },
  });
  return (tx) => queueMail(tx, mail);
}
