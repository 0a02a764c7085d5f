import type { AppContext } from "../context.ts";
import { inScope, type Tx } from "../db/scope.ts";
import { settingsOf } from "../platforms/public.ts";
import { prepareEmail, queueEmail } from "./emails.ts";

type About = { platformId: string; businessId: string | null; key: string };

/** Writes to the platform's support about one of its businesses. */
export async function supportMessage(
  app: AppContext,
  template: "primary-owner-conflict" | "owner-wanted",
  { platformId, businessId, key }: About,
): Promise<(tx: Tx) => Promise<void>> {
  const { settings, name } = await inScope(app.pool, { platformId, businessId: "whole platform" }, async (tx) => ({
    settings: await settingsOf(tx, platformId),
    name:
      (await tx.selectFrom("business").select("name").where("id", "=", businessId).executeTakeFirst())?.name ?? null,
  }));
  const message = await prepareEmail(app, {
    platformId,
    businessId,
    key,
    template,
    locale: "en",
    recipient: settings.supportEmail,
    params: { businessName: name, businessId: businessId ?? "" },
  });
  return (tx) => queueEmail(tx, message);
}
