import { appealOutcomes } from "@inlay/contracts/decline.ts";
import { z } from "zod";
import { action, paragraph, quietly, subtitle, template, title } from "./email.ts";

/** For an owner who asked for a declined application to be looked at again: the answer, and what the owner can do now. */
export const appealAnswered = template({
  params: z.object({
    firstName: z.string().nullable(),
    businessName: z.string().nullable(),
    outcome: z.enum(appealOutcomes),
    text: z.string(),
    message: z.string(),
    url: z.url(),
  }),
  text: (locale, _, { businessName, outcome, text, message, url }) => {
    const name = businessName ?? { en: "your business", es: "su empresa" }[locale];
    const words = {
      en: {
        subject: `We looked at the decision again: ${name}`,
        heading: { UPHELD: "The decision stays as it is", RECONSIDERED: "You may apply again now" },
        lead: `You asked us to look again at the decision about ${name}. A person has read what you wrote and the application. Our answer:`,
        next: {
          UPHELD: "Your page tells you when you can apply again.",
          RECONSIDERED:
            "You do not have to wait. Your answers are kept: you check them once more and give your consent. The new application is decided on the figures of that day.",
        },
        button: { UPHELD: "Open your page", RECONSIDERED: "Apply again" },
        asked: "What you wrote",
      },
      es: {
        subject: `Revisamos de nuevo la decisión: ${name}`,
        heading: { UPHELD: "La decisión no cambia", RECONSIDERED: "Ya puede volver a solicitar" },
        lead: `Nos pidió revisar de nuevo la decisión sobre ${name}. Una persona leyó lo que escribió y la solicitud. Nuestra respuesta:`,
        next: {
          UPHELD: "Su página le dice cuándo puede volver a solicitar.",
          RECONSIDERED:
            "No tiene que esperar. Conservamos sus respuestas: las revisa una vez más y da su consentimiento. La nueva solicitud se decide con las cifras de ese día.",
        },
        button: { UPHELD: "Abrir su página", RECONSIDERED: "Volver a solicitar" },
        asked: "Lo que usted escribió",
      },
    }[locale];
    return {
      subject: words.subject,
      content: [
        ...[title(words.heading[outcome]), paragraph(words.lead), paragraph(message)],
        ...[paragraph(words.next[outcome]), action(words.button[outcome], url)],
        ...[subtitle(words.asked), quietly(text)],
      ],
    };
  },
});
