import { type NoticeBlock, noticeText } from "@inlay/contracts/notice.ts";
import type { ReactNode } from "react";
import { z } from "zod";
import { action, firstName, list, paragraph, quietly, subtitle, template, title } from "./email.ts";

/**
 * A notice about a decision. The notice of a business is written out and attached. What a credit report says about a person is shown only
 * after they have signed in, because others may read the same mailbox.
 */
export const decisionNotice = template({
  params: z.object({
    firstName,
    businessName: z.string(),
    /** What may be written in an email. Null: only that there is a notice. */
    text: z.nullable(noticeText),
    /** The PDF, if all of it may be in an email. */
    attachment: z.object({ noticeId: z.guid(), issuedAt: z.iso.datetime() }).nullable(),
    url: z.url(),
  }),
  text: (locale, _sender, { businessName, text, attachment, url }) => {
    const words = {
      en: {
        subject: text ? `${text.title}: ${businessName}` : `A notice for you about the application of ${businessName}`,
        heading: "There is a notice for you",
        lead: `We have decided about the application of ${businessName}, and the law gives you a notice of your own.`,
        private: "It is for you alone, so we show it only after you have signed in.",
        rest: "What we learned from your credit report, your score and your rights are in the same notice. We show that part only after you have signed in.",
        attached: "The same notice is attached as a PDF. Please keep it.",
        button: "Read the notice",
      },
      es: {
        subject: text ? `${text.title}: ${businessName}` : `Un aviso para usted sobre la solicitud de ${businessName}`,
        heading: "Hay un aviso para usted",
        lead: `Hemos decidido sobre la solicitud de ${businessName}, y la ley le da un aviso propio.`,
        private: "Es solo para usted, por eso lo mostramos solo después de que inicie sesión.",
        rest: "Lo que supimos por su informe de crédito, su puntaje y sus derechos están en el mismo aviso. Mostramos esa parte solo después de que inicie sesión.",
        attached: "El mismo aviso está adjunto como PDF. Por favor, consérvelo.",
        button: "Leer el aviso",
      },
    }[locale];
    if (!text)
      return {
        subject: words.subject,
        content: [title(words.heading), paragraph(words.lead), paragraph(words.private), action(words.button, url)],
      };
    return {
      subject: words.subject,
      content: [
        title(text.title),
        ...facts(text.facts),
        ...text.sections.flatMap(({ heading, blocks }) => [subtitle(heading), ...blocks.flatMap(written)]),
        paragraph(attachment ? words.attached : words.rest),
        action(words.button, url),
      ],
    };
  },
  templateAttachments: (_locale, { programName }, { text, attachment }) =>
    text && attachment
      ? [
          {
            name: "notice.pdf",
            template: "decision-notice",
            documentId: attachment.noticeId,
            issuedAt: new Date(attachment.issuedAt),
            data: { sender: programName, text },
          },
        ]
      : [],
});

const facts = (rows: readonly { label: string; value: string }[]): ReactNode[] =>
  rows.map(({ label, value }) => quietly(`${label}: ${value.replaceAll("\n", ", ")}`));

function written(block: NoticeBlock): ReactNode[] {
  if (block.kind === "TEXT") return [paragraph(block.text)];
  return block.kind === "LIST" ? [list(block.items)] : facts(block.rows);
}
