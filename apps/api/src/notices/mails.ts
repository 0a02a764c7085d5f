import { type Selectable, sql, type Updateable } from "kysely";
import { v7 as uuidv7 } from "uuid";
import type { DB } from "../db/schema.generated.ts";
import { inScope, type Tx } from "../db/scope.ts";
import type { House } from "../house.ts";
import { settingsOf } from "../partners/public.ts";
import { LetterNotTaken, LetterRefused, type Mailer } from "../providers/mailer/port.ts";
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

/** Longer than a mail server is given to answer, so that nobody who is still sending is overtaken. */
const claimSeconds = 12;

/** Sends a mail that was not sent yet, then forgets what it said. Of several who try at once, one sends. */
export async function deliverMail(house: House, mailer: Mailer, { platformId, id }: StoryIds): Promise<void> {
  const { pool, config } = house;
  const scope = { platformId, businessId: "whole platform" } as const;
  const mail = await inScope(pool, scope, (tx) => claim(tx, id));
  if (!mail) return;
  const letter = await letterOf(house, platformId, mail);
  const release = (changes: Updateable<DB["mail"]>) =>
    inScope(pool, scope, async (tx) => {
      await tx
        .updateTable("mail")
        .set({ claimed_until: null, ...changes })
        .where("id", "=", id)
        .execute();
    });
  try {
    await mailer.send({ id, ...letter, from: { name: letter.from, address: config.MAIL_FROM }, to: mail.recipient });
  } catch (error) {
    // When it is unknown whether the letter was taken, the claim runs out by itself before anybody tries again.
    if (error instanceof LetterNotTaken || error instanceof LetterRefused) await release({});
    throw error;
  }
  await release({ sent_at: new Date(), sealed_params: null });
}

/** Null when the mail was sent. Throws while somebody else is sending it, so that the story asks again later. */
async function claim(tx: Tx, id: string): Promise<Selectable<DB["mail"]> | null> {
  const claimed = await tx
    .updateTable("mail")
    .set({ claimed_until: sql`now() + make_interval(secs => ${claimSeconds})` })
    .where("id", "=", id)
    .where("sent_at", "is", null)
    .where((where) => where.or([where("claimed_until", "is", null), where("claimed_until", "<", sql<Date>`now()`)]))
    .returningAll()
    .executeTakeFirst();
  if (claimed) return claimed;
  const open = await tx
    .selectFrom("mail")
    .select("id")
    .where("id", "=", id)
    .where("sent_at", "is", null)
    .executeTakeFirst();
  if (open) throw new Error("somebody else is sending this mail");
  return null;
}

async function letterOf({ pool, vault }: House, platformId: string, mail: Selectable<DB["mail"]>) {
  const settings = await inScope(pool, { platformId, businessId: "whole platform" }, (tx) =>
    settingsOf(tx, platformId),
  );
  const dataKey = await vault.keyFor({ platformId, businessId: mail.business_id });
  const params: unknown = JSON.parse(
    unseal(dataKey.key, mail.sealed_params ?? Buffer.alloc(0), aboutParams(mail.id)).toString(),
  );
  const sender = { programName: settings.platformProgramName, supportEmail: settings.supportEmail };
  // Only the worker writes letters; a server that never does need not load what draws them.
  const { renderLetter } = await import("./templates/all.ts");
  return { from: sender.programName, ...(await renderLetter(mail.template, mail.locale as Locale, sender, params)) };
}

const aboutParams = (id: string) => `mail/${id}`;
