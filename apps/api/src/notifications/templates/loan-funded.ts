import { isAdvance } from "@inlay/lending/onboarding/product-choice.ts";
import { productTypes } from "@inlay/lending/products/product-type.ts";
import { z } from "zod";
import { action, dollars, firstName, paragraph, template, title } from "./email.ts";

const params = z.object({
  firstName,
  businessName: z.string().nullable(),
  productType: z.enum(productTypes),
  /** The amount of the loan or advance, or the limit of the line. */
  amountCents: z.int(),
  /** What is paid out; null for a line. */
  payoutCents: z.int().nullable(),
  accountLast4: z.string(),
  url: z.url(),
});

/** The welcome of the primary owner: the payout is on its way, or the line is open. An advance is not called a loan. */
export const loanFunded = template({
  params,
  text: (locale, { programName }, { businessName, productType, amountCents, payoutCents, accountLast4, url }) => {
    const name = businessName ?? { en: "your business", es: "su empresa" }[locale];
    const amount = dollars(locale, amountCents);
    const payout = payoutCents === null ? null : dollars(locale, payoutCents);
    const kind = payout === null ? "LINE" : isAdvance(productType) ? "ADVANCE" : "LOAN";
    const words = {
      en: {
        subject: payout === null ? `Your line for ${name} is open` : `Your money for ${name} is on its way`,
        heading: payout === null ? "Your line is open" : "Your money is on its way",
        lead: {
          LOAN: `Everything for your loan of ${amount} is done. We are sending ${payout} to your account that ends in ${accountLast4}. It usually arrives within two banking days.`,
          ADVANCE: `Everything for your advance of ${amount} is done. We are sending ${payout} to your account that ends in ${accountLast4}. It usually arrives within two banking days.`,
          LINE: `Everything for your limit of ${amount} is done. You can use it from now on, and you pay only for what you use.`,
        },
        what: `Welcome to ${programName}. Your page shows your balance, your next payment and your signed documents at any time. We never ask for your password or for a payment by email.`,
        button: "Open your page",
      },
      es: {
        subject: payout === null ? `Su línea para ${name} está abierta` : `Su dinero para ${name} está en camino`,
        heading: payout === null ? "Su línea está abierta" : "Su dinero está en camino",
        lead: {
          LOAN: `Todo está listo para su préstamo de ${amount}. Estamos enviando ${payout} a su cuenta terminada en ${accountLast4}. Normalmente llega en dos días bancarios.`,
          ADVANCE: `Todo está listo para su adelanto de ${amount}. Estamos enviando ${payout} a su cuenta terminada en ${accountLast4}. Normalmente llega en dos días bancarios.`,
          LINE: `Todo está listo para su límite de ${amount}. Puede usarlo desde ahora y solo paga por lo que usa.`,
        },
        what: `Le damos la bienvenida a ${programName}. Su página muestra en todo momento su saldo, su próximo pago y sus documentos firmados. Nunca le pedimos su contraseña ni un pago por correo.`,
        button: "Abrir su página",
      },
    }[locale];
    return {
      subject: words.subject,
      content: [title(words.heading), paragraph(words.lead[kind]), paragraph(words.what), action(words.button, url)],
    };
  },
});
