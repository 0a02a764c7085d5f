import { z } from "zod";
import { action, firstName, type Locale, paragraph, template, title } from "./email.ts";

type Words = { subject: string; heading: string; lead: string; what: string; button: string };
type Facts = { name: string; programName: string; until: string };

/** An email to the primary owner about the offers of the business. Prices are shown only on the page. */
export const offersEmail = (wordsOf: (facts: Facts) => Record<Locale, Words>) =>
  template({
    params: z.object({
      firstName,
      businessName: z.string().nullable(),
      validUntil: z.iso.datetime(),
      url: z.url(),
    }),
    text: (locale, { programName }, { businessName, validUntil, url }) => {
      const name = businessName ?? { en: "your business", es: "su empresa" }[locale];
      const words = wordsOf({ name, programName, until: dayIn(locale, validUntil) })[locale];
      return {
        subject: words.subject,
        content: [title(words.heading), paragraph(words.lead), paragraph(words.what), action(words.button, url)],
      };
    },
  });

/** The offers are ready, until when they are valid, and where to see them. */
export const offersReady = offersEmail(({ name, programName, until }) => ({
  en: {
    subject: `Offers for ${name} are ready`,
    heading: "Your offers are ready",
    lead: `We have looked at the application of ${name}, and ${programName} has offers for you. They are open until ${until}.`,
    what: "The page shows what each offer costs, what you would pay and for how long. Looking at them does not commit you to anything, and does not affect your credit score.",
    button: "See your offers",
  },
  es: {
    subject: `Las ofertas para ${name} están listas`,
    heading: "Sus ofertas están listas",
    lead: `Revisamos la solicitud de ${name} y ${programName} tiene ofertas para usted. Están abiertas hasta el ${until}.`,
    what: "La página muestra cuánto cuesta cada oferta, cuánto pagaría y por cuánto tiempo. Verlas no le compromete a nada ni afecta su puntaje de crédito.",
    button: "Ver sus ofertas",
  },
}));

/** Open offers were replaced, because the business has accepted an offer of another product. */
export const offersSizedAgain = offersEmail(({ name, programName, until }) => ({
  en: {
    subject: `Your other offers for ${name} have changed`,
    heading: "Your other offers have changed",
    lead: `${name} has accepted an offer. We have worked out its other offers again with that financing counted, so their amounts can be smaller. The earlier ones are no longer open. The new offers of ${programName} are open until ${until}.`,
    what: "The offer that you accepted stays as you signed it. If you had chosen one of the earlier other offers, choose again; nothing that was signed for it is in force.",
    button: "See your offers",
  },
  es: {
    subject: `Sus otras ofertas para ${name} cambiaron`,
    heading: "Sus otras ofertas cambiaron",
    lead: `${name} aceptó una oferta. Volvimos a calcular sus otras ofertas tomando en cuenta ese financiamiento, por lo que los montos pueden ser menores. Las anteriores ya no están abiertas. Las nuevas ofertas de ${programName} están abiertas hasta el ${until}.`,
    what: "La oferta que aceptó sigue como la firmó. Si ya había elegido una de las otras ofertas anteriores, elija de nuevo; nada de lo que se firmó por ella sigue vigente.",
    button: "Ver sus ofertas",
  },
}));

/** Eastern time, by which offers expire. */
const dayIn = (locale: Locale, at: string): string =>
  new Intl.DateTimeFormat({ en: "en-US", es: "es-US" }[locale], {
    dateStyle: "long",
    timeZone: "America/New_York",
  }).format(new Date(at));
