import { z } from "zod";
import { action, paragraph, quietly, subtitle, template, title } from "./email.ts";

/** For an owner who asked for a correction: the answer, and where to enter the data again if that is needed. */
export const correctionAnswered = template({
  params: z.object({
    firstName: z.string().nullable(),
    businessName: z.string().nullable(),
    text: z.string(),
    message: z.string(),
    url: z.url().nullable(),
  }),
  text: (locale, _, { businessName, text, message, url }) => {
    const name = businessName ?? { en: "your business", es: "su empresa" }[locale];
    const words = {
      en: {
        subject: `About the correction you asked for: ${name}`,
        heading: "Your correction",
        lead: `You asked us to correct something in the application of ${name}. Our answer:`,
        next: "You can enter it again on your page.",
        button: "Enter it again",
        asked: "What you wrote",
      },
      es: {
        subject: `Sobre la corrección que pidió: ${name}`,
        heading: "Su corrección",
        lead: `Nos pidió corregir algo en la solicitud de ${name}. Nuestra respuesta:`,
        next: "Puede volver a escribirlo en su página.",
        button: "Volver a escribirlo",
        asked: "Lo que usted escribió",
      },
    }[locale];
    return {
      subject: words.subject,
      content: [
        ...[title(words.heading), paragraph(words.lead), paragraph(message)],
        ...(url ? [paragraph(words.next), action(words.button, url)] : []),
        ...[subtitle(words.asked), quietly(text)],
      ],
    };
  },
});
