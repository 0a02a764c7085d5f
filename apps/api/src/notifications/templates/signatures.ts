import { z } from "zod";
import { action, firstName, type Locale, paragraph, template, title } from "./email.ts";

type Words = { subject: string; heading: string; lead: string; what: string; button: string };
type Facts = { name: string; programName: string; signers: string };

/** An email to the primary owner about signatures that the agreement of the chosen offer waits for. */
const signersEmail = (wordsOf: (facts: Facts) => Record<Locale, Words>) =>
  template({
    params: z.object({
      firstName,
      businessName: z.string().nullable(),
      /** The names of those who have not signed. */
      signers: z.array(z.string()).min(1),
      url: z.url(),
    }),
    text: (locale, { programName }, { businessName, signers, url }) => {
      const name = businessName ?? { en: "your business", es: "su empresa" }[locale];
      const list = new Intl.ListFormat({ en: "en-US", es: "es-US" }[locale], { type: "disjunction" }).format(signers);
      const words = wordsOf({ name, programName, signers: list })[locale];
      return {
        subject: words.subject,
        content: [title(words.heading), paragraph(words.lead), paragraph(words.what), action(words.button, url)],
      };
    },
  });

/** A co-owner declined. Of several who had not signed, the vendor does not say which. */
export const agreementDeclined = signersEmail(({ name, programName, signers }) => ({
  en: {
    subject: `The agreement of ${name} was declined`,
    heading: "The agreement was declined",
    lead: `${signers} declined the agreement of ${name} with ${programName}. It is not in force, and you owe nothing.`,
    what: "Please talk to each other. On the page you can sign the agreement again, which asks the other owners again, replace or remove an owner who does not sign, or go back to the offers.",
    button: "Decide how to go on",
  },
  es: {
    subject: `Se rechazó el contrato de ${name}`,
    heading: "Se rechazó el contrato",
    lead: `${signers} rechazó el contrato de ${name} con ${programName}. No está vigente y usted no debe nada.`,
    what: "Hablen entre ustedes, por favor. En la página puede firmar el contrato otra vez, con lo que se vuelve a pedir la firma a los demás dueños, reemplazar o quitar a un dueño que no firma, o volver a las ofertas.",
    button: "Decidir cómo seguir",
  },
}));

/** A co-owner has not signed for two weeks. */
export const signaturesMissing = signersEmail(({ name, programName, signers }) => ({
  en: {
    subject: `A signature for ${name} is still missing`,
    heading: "Please decide how to go on",
    lead: `We asked for the last signature on the agreement of ${name} with ${programName} four times and have not received it. It is missing from ${signers}.`,
    what: "You can wait until the offer expires, correct an email address, replace or remove an owner who does not sign, or go back to the offers. All of these except waiting void the agreement that you signed.",
    button: "Decide how to go on",
  },
  es: {
    subject: `Todavía falta una firma para ${name}`,
    heading: "Decida cómo seguir, por favor",
    lead: `Pedimos cuatro veces la última firma del contrato de ${name} con ${programName} y no la recibimos. Falta la de ${signers}.`,
    what: "Puede esperar hasta que venza la oferta, corregir un correo electrónico, reemplazar o quitar a un dueño que no firma, o volver a las ofertas. Todo esto, salvo esperar, anula el contrato que usted firmó.",
    button: "Decidir cómo seguir",
  },
}));
