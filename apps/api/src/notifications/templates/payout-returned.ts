import { z } from "zod";
import { action, dayIn, firstName, paragraph, template, title } from "./email.ts";

/** For the primary owner: the payout did not reach the account, and by when another account is needed. */
export const payoutReturned = template({
  params: z.object({
    firstName,
    businessName: z.string().nullable(),
    accountLast4: z.string(),
    fundBy: z.iso.date(),
    url: z.url(),
  }),
  text: (locale, _, { businessName, accountLast4, fundBy, url }) => {
    const name = businessName ?? { en: "your business", es: "su empresa" }[locale];
    const until = dayIn(locale, fundBy);
    const words = {
      en: {
        subject: `Your money for ${name} could not be delivered`,
        heading: "Your money could not be delivered",
        lead: `The bank did not accept the payment to your account that ends in ${accountLast4}. You owe nothing for it: no payment is due, and nothing has been charged.`,
        what: `Please choose another account on your page by ${until}. We then pay it out again. If we have no account by then, we close the financing, and it costs you nothing.`,
        button: "Choose another account",
      },
      es: {
        subject: `No pudimos entregar su dinero para ${name}`,
        heading: "No pudimos entregar su dinero",
        lead: `El banco no aceptó el pago a su cuenta terminada en ${accountLast4}. No debe nada por él: no vence ningún pago y no se ha cobrado nada.`,
        what: `Elija otra cuenta en su página antes del ${until}. Entonces lo pagaremos de nuevo. Si para entonces no tenemos una cuenta, cerramos el financiamiento y no le cuesta nada.`,
        button: "Elegir otra cuenta",
      },
    }[locale];
    return {
      subject: words.subject,
      content: [title(words.heading), paragraph(words.lead), paragraph(words.what), action(words.button, url)],
    };
  },
});
