import { z } from "zod";
import { action, dayIn, firstName, paragraph, template, title } from "./email.ts";

/** For the primary owner: the chosen offer waits for their next step, and until when it is open. */
export const closingUnfinished = template({
  params: z.object({
    firstName,
    businessName: z.string().nullable(),
    openUntil: z.iso.date(),
    url: z.url(),
  }),
  text: (locale, { programName }, { businessName, openUntil, url }) => {
    const name = businessName ?? { en: "your business", es: "su empresa" }[locale];
    const until = dayIn(locale, openUntil);
    const words = {
      en: {
        subject: `Your offer for ${name} waits for you`,
        heading: "Your offer waits for you",
        lead: `You chose an offer of ${programName} for ${name}. A few steps are left before you can sign, and you go on where you stopped.`,
        what: `The offer is open until ${until}. Nothing is owed until you sign, and you can still go back to the other offers.`,
        button: "Go on",
      },
      es: {
        subject: `Su oferta para ${name} lo espera`,
        heading: "Su oferta lo espera",
        lead: `Eligió una oferta de ${programName} para ${name}. Faltan pocos pasos para firmar, y sigue donde se detuvo.`,
        what: `La oferta está abierta hasta el ${until}. No debe nada hasta que firme, y todavía puede volver a las otras ofertas.`,
        button: "Continuar",
      },
    }[locale];
    return {
      subject: words.subject,
      content: [title(words.heading), paragraph(words.lead), paragraph(words.what), action(words.button, url)],
    };
  },
});
