import { v7 as uuidv7 } from "uuid";
import { inScope, type Tx } from "../db/scope.ts";
import type { House } from "../house.ts";
import { settingsOf } from "../partners/public.ts";
import type { Mailer } from "../providers/mailer/port.ts";
import { seal, unseal } from "../seal.ts";
import { openStory, type StoryIds } from "../workflows/public.ts";
import type { ParamsOf, TemplateName } from "./templates/all.ts";
import type { Locale } from "./templates/letter.ts";

export type MailOrder<T extends TemplateName> = {
  platformId: string;
  businessId: string | null;
  /** What the mail is about. A second order under the same key is the same mail. */
  key: string;
  template: T;
  locale: Locale;
  recipient: string;
  params: ParamsOf<T>;
};

/** A mail whose parameters are sealed already; it can be queued inside a transaction without asking anybody. */
export type PreparedMail = Omit<MailOrder<TemplateName>, "params"> & {
  id: string;
  dataKeyId: string;
  sealedParams: Buffer;
};

export async function prepareMail<T extends TemplateName>(
  { vault }: House,
  { params, ...order }: MailOrder<T>,
): Promise<PreparedMail> {
  const id = uuidv7();
  const { platformId, businessId } = order;
  const dataKey = await vault.keyFor({ platformId, businessId });
  return {
    ...order,
    id,
    dataKeyId: dataKey.id,
    sealedParams: seal(dataKey.key, Buffer.from(JSON.stringify(params)), aboutParams(id)),
  };
}

/** Puts the mail down beside its cause, and opens the story that delivers it. */
export async function queueMail(tx: Tx, mail: PreparedMail): Promise<void> {
  const { id, platformId, businessId } = mail;
  const queued = await tx
    .insertInto("mail")
    .values({
      ...{
        id,
        platform_id: platformId,
        business_id: businessId,
        key: mail.key,
        template: mail.template,
        locale: mail.locale,
      },
      ...{ recipient: mail.recipient, data_key_id: mail.dataKeyId, sealed_params: mail.sealedParams },
    })
    .onConflict((conflict) => conflict.columns(["platform_id", "key"]).doNothing())
    .executeTakeFirst();
  if (queued.numInsertedOrUpdatedRows === 1n) await openStory(tx, "deliver-mail", { platformId, businessId, id });
}

/** Sends a mail that was not sent yet, then forgets what it said. */
export async function deliverMail(
  { pool, vault, config }: House,
  mailer: Mailer,
  { platformId, id }: StoryIds,
): Promise<void> {
  const scope = { platformId, businessId: "whole platform" } as const;
  const found = await inScope(pool, scope, async (tx) => {
    const mail = await tx.selectFrom("mail").selectAll().where("id", "=", id).executeTakeFirst();
    return mail && { mail, settings: await settingsOf(tx, platformId) };
  });
  if (!found || found.mail.sent_at || !found.mail.sealed_params) return;
  const { mail, settings } = found;

  const dataKey = await vault.keyFor({ platformId, businessId: mail.business_id });
  const params: unknown = JSON.parse(unseal(dataKey.key, found.mail.sealed_params, aboutParams(id)).toString());
  const sender = { programName: settings.platformProgramName, supportEmail: settings.supportEmail };
  // Only the worker writes letters; a server that never does need not load what draws them.
  const { renderLetter } = await import("./templates/all.ts");
  const letter = await renderLetter(mail.template, mail.locale as Locale, sender, params);
  await mailer.send({
    id,
    from: { name: sender.programName, address: config.MAIL_FROM },
    to: mail.recipient,
    ...letter,
  });

  await inScope(pool, scope, async (tx) => {
    await tx.updateTable("mail").set({ sent_at: new Date(), sealed_params: null }).where("id", "=", id).execute();
  });
}

const aboutParams = (id: string) => `mail/${id}`;
