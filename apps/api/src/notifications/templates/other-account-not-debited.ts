import { z } from "zod";
import { action, dollars, firstName, paragraph, template, title } from "./email.ts";

const yours = { en: "your business", es: "su empresa" };

/** For the primary owner: a payment that was to be taken from another account was not, and why is not told. */
export const otherAccountNotDebited = template({
  params: z.object({
    firstName,
    businessName: z.string().nullable(),
    amountCents: z.int(),
    last4: z.string(),
    url: z.url(),
  }),
  text: (locale, _, { businessName, amountCents, last4, url }) => {
    const [name, amount] = [businessName ?? yours[locale], dollars(locale, amountCents)];
    const words = {
      en: {
        subject: `We could not take your payment for ${name}`,
        heading: `Your payment of ${amount} was not taken`,
        lead: `The account ending in ${last4} could not be debited when your payment was to be sent. Nothing was taken from it, and it costs no fee.`,
        what: "What is due stays due, and the debits of your schedule continue as before. You can pay again from your page, from the same account once its problem is solved or from another one.",
        button: "See what is due",
      },
      es: {
        subject: `No pudimos cobrar su pago de ${name}`,
        heading: `Su pago de ${amount} no se cobró`,
        lead: `La cuenta terminada en ${last4} no se pudo debitar cuando debía enviarse su pago. No se cobró nada de ella y no tiene ningún cargo.`,
        what: "Lo vencido sigue vencido y los débitos de su calendario continúan como antes. Puede pagar de nuevo desde su página, con la misma cuenta cuando se resuelva el problema o con otra.",
        button: "Ver lo vencido",
      },
    }[locale];
    return {
      subject: words.subject,
      content: [title(words.heading), paragraph(words.lead), paragraph(words.what), action(words.button, url)],
    };
  },
});
