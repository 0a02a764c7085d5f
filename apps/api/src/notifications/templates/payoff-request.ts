import { z } from "zod";
import { action, dayIn, dollars, firstName, type Locale, paragraph, template, title } from "./email.ts";

const timeIn = (locale: Locale, at: string): string =>
  new Intl.DateTimeFormat({ en: "en-US", es: "es-US" }[locale], {
    dateStyle: "long",
    timeStyle: "short",
    timeZone: "America/New_York",
  }).format(new Date(at));
const yours = { en: "your business", es: "su empresa" };

/** For the primary owner of a late loan: what its payoff costs on a day, and by when they can schedule it. */
export const payoffQuoted = template({
  params: z.object({
    firstName,
    businessName: z.string().nullable(),
    amountCents: z.int(),
    effectiveOn: z.iso.date(),
    takenBy: z.iso.datetime(),
    url: z.url(),
  }),
  text: (locale, _, { businessName, amountCents, effectiveOn, takenBy, url }) => {
    const name = businessName ?? yours[locale];
    const [amount, day, by] = [dollars(locale, amountCents), dayIn(locale, effectiveOn), timeIn(locale, takenBy)];
    const words = {
      en: {
        subject: `Your payoff quote for ${name}`,
        heading: `Your payoff is ${amount}`,
        lead: `This is what it takes to pay your loan off on ${day}: everything that is past due, the rest of the loan and unpaid fees.`,
        what: `Nothing is debited until you schedule the payoff on your page. You can do so until ${by} (New York time). If a payment or a fee changes the figure before, we send you another one.`,
        button: "See your loan",
      },
      es: {
        subject: `Su cotización de liquidación para ${name}`,
        heading: `Su liquidación es de ${amount}`,
        lead: `Es lo que se necesita para liquidar su préstamo el ${day}: todo lo vencido, el resto del préstamo y los cargos sin pagar.`,
        what: `No se debita nada hasta que usted programe la liquidación en su página. Puede hacerlo hasta el ${by} (hora de Nueva York). Si un pago o un cargo cambia la cifra antes, le enviaremos otra.`,
        button: "Ver su préstamo",
      },
    }[locale];
    return {
      subject: words.subject,
      content: [title(words.heading), paragraph(words.lead), paragraph(words.what), action(words.button, url)],
    };
  },
});

/** For the primary owner of a late loan: the request for its payoff has ended, and can be made again. */
export const payoffRequestExpired = template({
  params: z.object({ firstName, businessName: z.string().nullable(), url: z.url() }),
  text: (locale, _, { businessName, url }) => {
    const name = businessName ?? yours[locale];
    const words = {
      en: {
        subject: `Your payoff request for ${name} has ended`,
        heading: "Your payoff request has ended",
        lead: "The day of the payoff has passed without one. Nothing was debited, and your loan goes on as before.",
        what: "If you still want to pay your loan off, please ask for a new figure on your page.",
        button: "See your loan",
      },
      es: {
        subject: `Su solicitud de liquidación para ${name} terminó`,
        heading: "Su solicitud de liquidación terminó",
        lead: "El día de la liquidación pasó sin que se hiciera. No se debitó nada y su préstamo sigue como antes.",
        what: "Si todavía quiere liquidar su préstamo, pida una nueva cifra en su página.",
        button: "Ver su préstamo",
      },
    }[locale];
    return {
      subject: words.subject,
      content: [title(words.heading), paragraph(words.lead), paragraph(words.what), action(words.button, url)],
    };
  },
});
