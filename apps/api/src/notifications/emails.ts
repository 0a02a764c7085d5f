import type { AppContext } from "../context.ts";
import { record } from "../db/record.ts";
import { inScope, type Tx } from "../db/scope.ts";
import { type Attachment, EmailNotAccepted, EmailRefused, type EmailSender } from "../providers/email/port.ts";
import type { WorkflowIds } from "../workflows/public.ts";
import { type Order, outgoing, type Prepared } from "./outgoing.ts";
import type { ParamsOf, TemplateName } from "./templates/all.ts";
import type { Locale, TemplateAttachment } from "./templates/email.ts";

const emails = outgoing("email", "deliver-email");

export const prepareEmail = <T extends TemplateName>(
  app: AppContext,
  order: Order<T, ParamsOf<T>>,
): Promise<Prepared<T>> => emails.prepare(app, order);

export const queueEmail = (tx: Tx, email: Prepared<TemplateName>): Promise<void> => emails.queue(tx, email);

/** Sends an email that is not sent yet, then deletes its parameters. Of several concurrent attempts one sends. */
export async function deliverEmail(app: AppContext, emailSender: EmailSender, ids: WorkflowIds): Promise<void> {
  const { platformId, id } = ids;
  const email = await inScope(app.pool, { platformId, businessId: "whole platform" }, (tx) => emails.claim(tx, id));
  if (!email) return;
  const { sender, params } = await emails.contentsOf(app, email);
  // Only the worker renders emails, so the API process does not load the templates.
  const { renderEmail } = await import("./templates/all.ts");
  const locale = email.locale as Locale;
  const { email: rendered, templateAttachments } = await renderEmail(email.template, locale, sender, params);
  const attachments = await Promise.all(templateAttachments.map((one) => render(app, locale, email.created_at, one)));
  const from = { name: sender.programName, address: app.config.EMAIL_FROM };
  try {
    await emailSender.send({ id, ...rendered, from, to: email.recipient, attachments });
  } catch (error) {
    // When it is unknown whether the server accepted the email, the claim expires before the next attempt.
    if (error instanceof EmailNotAccepted || error instanceof EmailRefused) await emails.release(app, ids, {});
    if (error instanceof EmailRefused)
      await inScope(app.pool, { platformId, businessId: "whole platform" }, (tx) => recordEmail(tx, email, "refused"));
    throw error;
  }
  await emails.release(app, ids, { sent_at: new Date(), encrypted_params: null }, async (tx) => {
    if (isLegalNotice(email)) await recordEmail(tx, email, "sent");
  });
}

/** Whether the law asks for evidence that the email was sent. */
const isLegalNotice = ({ key }: Written): boolean => key.startsWith("notice/");

/** Records that the server accepted or refused the email, for the slice that ordered it. */
async function recordEmail(
  tx: Tx,
  { id, key, platform_id, business_id }: Written,
  outcome: "sent" | "refused",
): Promise<void> {
  await record(tx, {
    platformId: platform_id,
    businessId: business_id,
    kind: `email.${outcome}`,
    body: { emailId: id, key },
    action: outcome === "sent" ? "email.send" : "email.refuse",
    object: { kind: "email", id },
    actor: { kind: "SYSTEM", id: null },
    requestId: null,
  });
}
type Written = { id: string; key: string; platform_id: string; business_id: string | null };

/** Renders an attachment with a time that does not change, so that an email sent again has the same file, to the byte. */
async function render(
  app: AppContext,
  language: Locale,
  createdAt: Date,
  templateAttachment: TemplateAttachment,
): Promise<Attachment> {
  const { name, template, documentId, data, issuedAt = createdAt } = templateAttachment;
  const { pdf } = await app.renderer.render({ template, language, documentId, version: "1", issuedAt, data });
  return { name, type: "application/pdf", content: pdf };
}
