import { z } from "zod";
import { action, paragraph, template, title } from "./email.ts";

/** For the owners: the application was closed, what that means, and what they can do. A co-owner learns only that nothing is left to do. */
export const applicationClosed = template({
  params: z.object({
    firstName: z.string().nullable(),
    businessName: z.string().nullable(),
    why: z.enum(["INCOMPLETE", "WITHDRAWN"]),
    isCoOwner: z.boolean(),
    url: z.url(),
  }),
  text: (locale, { programName, supportEmail }, { businessName, why, isCoOwner, url }) => {
    const name = businessName ?? { en: "your business", es: "su empresa" }[locale];
    const isWithdrawn = why === "WITHDRAWN";
    const words = {
      en: {
        subject: isWithdrawn ? `The application of ${name} was withdrawn` : `The application of ${name} is closed`,
        heading: isWithdrawn ? "The application was withdrawn" : "The application is closed",
        what: isWithdrawn
          ? `The application of ${name} for financing with ${programName} was withdrawn, as its owner asked. We do not look at it any further, and nothing was borrowed.`
          : `We did not receive everything that we needed for the application of ${name} with ${programName} by the day that we named, so we closed it. This is not a decision about the business, and nothing was borrowed.`,
        coOwner: "You have nothing left to do. If you had not begun your part, you can ignore our earlier email.",
        next: "You may apply again at any time. What you told us is kept, so it takes only a few minutes.",
        unexpected: `If you did not expect this, write to ${supportEmail} at once.`,
        button: "Apply again",
      },
      es: {
        subject: isWithdrawn ? `La solicitud de ${name} fue retirada` : `La solicitud de ${name} está cerrada`,
        heading: isWithdrawn ? "La solicitud fue retirada" : "La solicitud está cerrada",
        what: isWithdrawn
          ? `La solicitud de financiamiento de ${name} con ${programName} fue retirada, como lo pidió su dueño. Ya no la estamos considerando y no se tomó ningún préstamo.`
          : `No recibimos todo lo que necesitábamos para la solicitud de ${name} con ${programName} antes del día que indicamos, así que la cerramos. Esto no es una decisión sobre la empresa y no se tomó ningún préstamo.`,
        coOwner: "Ya no tiene nada que hacer. Si no había comenzado su parte, puede ignorar nuestro correo anterior.",
        next: "Puede volver a solicitar cuando quiera. Lo que nos contó se conserva, así que solo lleva unos minutos.",
        unexpected: `Si no lo esperaba, escriba enseguida a ${supportEmail}.`,
        button: "Volver a solicitar",
      },
    }[locale];
    return {
      subject: words.subject,
      content: [
        ...[title(words.heading), paragraph(words.what)],
        ...(isCoOwner ? [paragraph(words.coOwner)] : [paragraph(words.next), action(words.button, url)]),
        ...(isWithdrawn ? [paragraph(words.unexpected)] : []),
      ],
    };
  },
});
