import { z } from "zod";
import { paragraph, template, title } from "./email.ts";

/** For the platform's support: an employee started before any owner did, and only an owner can apply. */
export const ownerWanted = template({
  params: z.object({ businessName: z.string().nullable(), businessId: z.string() }),
  text: (locale, _, { businessName, businessId }) => {
    const name = businessName ?? businessId;
    const words = {
      en: {
        subject: `An owner of ${name} is wanted`,
        heading: "Nobody can apply yet",
        lead: `An employee of ${name} looked at financing. Nobody there has said that they own the business, and only an owner can apply.`,
        next: `If you know an owner, please invite them. The employee was offered to have us write to one. To ask us about it, name the business ${businessId}.`,
      },
      es: {
        subject: `Falta un dueño de ${name}`,
        heading: "Nadie puede solicitarlo todavía",
        lead: `Una persona empleada de ${name} vio el financiamiento. Nadie allí ha dicho que es dueño de la empresa, y solo un dueño puede solicitarlo.`,
        next: `Si conoce a un dueño, invítelo, por favor. A la persona empleada le ofrecimos escribirle a uno. Para preguntarnos, indique la empresa ${businessId}.`,
      },
    }[locale];
    return {
      subject: words.subject,
      content: [title(words.heading), paragraph(words.lead), paragraph(words.next)],
    };
  },
});
