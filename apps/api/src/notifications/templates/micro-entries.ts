import { z } from "zod";
import { action, dayIn, paragraph, template, title } from "./email.ts";

/** For the primary owner: two small credits are in the account and are to be confirmed, or the account was not verified by them. */
export const microEntries = template({
  params: z.object({
    firstName: z.string().nullable(),
    businessName: z.string().nullable(),
    moment: z.enum(["SETTLED", "REMINDED", "EXPIRED", "FAILED"]),
    last4: z.string(),
    /** Null when the credits were never sent. */
    confirmBy: z.iso.date().nullable(),
    url: z.url(),
  }),
  text: (locale, { supportEmail }, { businessName, moment, last4, confirmBy, url }) => {
    const name = businessName ?? { en: "your business", es: "su empresa" }[locale];
    const by = confirmBy ? dayIn(locale, confirmBy) : "";
    const words = {
      en: {
        button: "Open your account",
        confirm: `Find them on the account's statement, where they are called ACCTVERIFY, and confirm both amounts by ${by}. A debit takes the same sum back. Nobody from our team ever asks you for the amounts.`,
        SETTLED: {
          subject: `Please confirm two small amounts by ${by}`,
          lead: `Two small amounts are in the account of ${name} that ends in ${last4}.`,
        },
        REMINDED: {
          subject: `Reminder: please confirm two small amounts by ${by}`,
          lead: `We are still waiting for you to confirm the two small amounts in the account of ${name} that ends in ${last4}.`,
        },
        EXPIRED: {
          subject: "Your bank account is not verified",
          lead: `The account of ${name} that ends in ${last4} was not verified in time, so we can neither pay to it nor debit it.`,
        },
        FAILED: {
          subject: "We could not verify your bank account",
          lead: `We could not verify the account of ${name} that ends in ${last4}, so we can neither pay to it nor debit it. Our team is looking at it.`,
        },
        way: `Please check the numbers and enter the account again, or choose another account. If you need help, write to ${supportEmail}.`,
      },
      es: {
        button: "Abrir su cuenta",
        confirm: `Búsquelas en el estado de cuenta, donde se llaman ACCTVERIFY, y confirme ambas cantidades a más tardar el ${by}. Un débito retira la misma suma. Nadie de nuestro equipo le pedirá nunca las cantidades.`,
        SETTLED: {
          subject: `Confirme dos cantidades pequeñas a más tardar el ${by}`,
          lead: `Hay dos cantidades pequeñas en la cuenta de ${name} que termina en ${last4}.`,
        },
        REMINDED: {
          subject: `Recordatorio: confirme dos cantidades pequeñas a más tardar el ${by}`,
          lead: `Todavía esperamos que confirme las dos cantidades pequeñas en la cuenta de ${name} que termina en ${last4}.`,
        },
        EXPIRED: {
          subject: "Su cuenta bancaria no está verificada",
          lead: `La cuenta de ${name} que termina en ${last4} no se verificó a tiempo, así que no podemos pagar a ella ni cobrar de ella.`,
        },
        FAILED: {
          subject: "No pudimos verificar su cuenta bancaria",
          lead: `No pudimos verificar la cuenta de ${name} que termina en ${last4}, así que no podemos pagar a ella ni cobrar de ella. Nuestro equipo la está revisando.`,
        },
        way: `Revise los números y vuelva a escribir la cuenta, o elija otra. Si necesita ayuda, escriba a ${supportEmail}.`,
      },
    }[locale];
    const { subject, lead } = words[moment];
    const isOpen = moment === "SETTLED" || moment === "REMINDED";
    return {
      subject,
      content: [
        ...[title(subject), paragraph(lead), paragraph(isOpen ? words.confirm : words.way)],
        action(words.button, url),
      ],
    };
  },
});
