import { z } from "zod";
import { paragraph, template, title } from "./email.ts";

/** For the platform's support: two people of one business say that they are its primary owner. */
export const primaryOwnerConflict = template({
  params: z.object({ businessName: z.string().nullable(), businessId: z.string() }),
  templateAttachments: (locale, { programName, supportEmail }, { businessName, businessId }) => [
    {
      name: { en: "Who owns this business.pdf", es: "De quién es esta empresa.pdf" }[locale],
      template: "owner-conflict",
      documentId: businessId,
      data: { sender: programName, supportEmail, businessName: businessName ?? businessId, reference: businessId },
    },
  ],
  text: (locale, _, { businessName, businessId }) => {
    const name = businessName ?? businessId;
    const words = {
      en: {
        subject: `Two people claim to own ${name}`,
        heading: "Who owns this business?",
        lead: `A second person chose "Business Owner" for ${name}. They cannot go on until it is settled who the primary owner is.`,
        next: `Please find out and tell us, naming the business ${businessId}. The enclosed letter says what the owners can show; you may hand it on.`,
      },
      es: {
        subject: `Dos personas dicen ser dueñas de ${name}`,
        heading: "¿De quién es esta empresa?",
        lead: `Una segunda persona eligió «Dueño de la empresa» para ${name}. No puede continuar hasta que se aclare quién es el dueño principal.`,
        next: `Averígüelo, por favor, y díganoslo indicando la empresa ${businessId}. La carta adjunta dice qué pueden presentar los dueños; puede reenviarla.`,
      },
    }[locale];
    return {
      subject: words.subject,
      content: [title(words.heading), paragraph(words.lead), paragraph(words.next)],
    };
  },
});
