import { record } from "../db/record.ts";
import { inScope, type Tx } from "../db/scope.ts";
import type { House } from "../house.ts";
import { type Attachment, LetterNotTaken, LetterRefused, type Mailer } from "../providers/mailer/port.ts";
import type { StoryIds } from "../workflows/public.ts";
import { type Order, outgoing, type Prepared } from "./outgoing.ts";
import type { ParamsOf, TemplateName } from "./templates/all.ts";
import type { Enclosure, Locale } from "./templates/letter.ts";

const mails = outgoing("mail", "deliver-mail");

export const prepareMail = <T extends TemplateName>(house: House, order: Order<T, ParamsOf<T>>): Promise<Prepared<T>> =>
  mails.prepare(house, order);

export const queueMail = (tx: Tx, mail: Prepared<TemplateName>): Promise<void> => mails.queue(tx, mail);

/** Sends a mail that was not sent yet, then forgets what it said. Of several who try at once, one sends. */
export async function deliverMail(house: House, mailer: Mailer, ids: StoryIds): Promise<void> {
  const { platformId, id } = ids;
  const mail = await inScope(house.pool, { platformId, businessId: "whole platform" }, (tx) => mails.claim(tx, id));
  if (!mail) return;
  const { sender, params } = await mails.contentsOf(house, mail);
  // Only the worker writes letters; a server that never does need not load what draws them.
  const { renderLetter } = await import("./templates/all.ts");
  const locale = mail.locale as Locale;
  const { letter, enclosures } = await renderLetter(mail.template, locale, sender, params);
  const attachments = await Promise.all(enclosures.map((one) => render(house, locale, mail.created_at, one)));
  const from = { name: sender.programName, address: house.config.MAIL_FROM };
  try {
    await mailer.send({ id, ...letter, from, to: mail.recipient, attachments });
  } catch (error) {
    // When it is unknown whether the letter was taken, the claim runs out by itself before anybody tries again.
    if (error instanceof LetterNotTaken || error instanceof LetterRefused) await mails.release(house, ids, {});
    if (error instanceof LetterRefused) await tellRefused(house, mail);
    throw error;
  }
  await mails.release(house, ids, { sent_at: new Date(), sealed_params: null });
}

/** Whoever had it written may want to know that nobody will read it. */
async function tellRefused({ pool }: House, { id, key, platform_id, business_id }: Written): Promise<void> {
  await inScope(pool, { platformId: platform_id, businessId: "whole platform" }, async (tx) => {
    await record(tx, {
      platformId: platform_id,
      businessId: business_id,
      kind: "mail.refused",
      body: { mailId: id, key },

      action: "mail.refuse",
      object: { kind: "mail", id },
      actor: { kind: "SYSTEM", id: null },
      requestId: null,
    });
  });
}
type Written = { id: string; key: string; platform_id: string; business_id: string | null };

/** A letter that is sent again encloses the same file, to the byte: its time is the letter's own. */
async function render(house: House, language: Locale, issuedAt: Date, enclosure: Enclosure): Promise<Attachment> {
  const { name, template, documentId, data } = enclosure;
  const { pdf } = await house.renderer.render({ template, language, documentId, version: "1", issuedAt, data });
  return { name, type: "application/pdf", content: pdf };
}
