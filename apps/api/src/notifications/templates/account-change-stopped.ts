import { z } from "zod";
import { paragraph, template, title } from "./email.ts";

/** For every owner: an owner has stopped a change of accounts. */
export const accountChangeStopped = template({
  params: z.object({
    firstName: z.string().nullable(),
    businessName: z.string().nullable(),
    stoppedBy: z.string(),
    /** The last digits of the stopped accounts. */
    accounts: z.array(z.string()),
    wasPaid: z.boolean(),
    /** The sessions of the person who made the change were ended. */
    wasSignedOut: z.boolean(),
    /** The last digits of the accounts in use now. */
    usedAgain: z.object({ payouts: z.string().nullable(), repayments: z.string().nullable() }),
  }),
  text: (locale, { supportEmail }, { businessName, stoppedBy, accounts, wasPaid, wasSignedOut, usedAgain }) => {
    const name = businessName ?? { en: "your business", es: "su empresa" }[locale];
    const digits = new Intl.ListFormat(locale, { type: "conjunction" }).format(accounts);
    const { payouts, repayments } = usedAgain;
    const words = {
      en: {
        subject: `A change of the bank accounts of ${name} was stopped`,
        lead: `${stoppedBy} stopped a change of the bank accounts of ${name}. We neither pay to nor debit the ${accounts.length > 1 ? "accounts" : "account"} ending in ${digits}.`,
        paid: "Some money had been sent before the change was stopped. We cannot hold it back; our team looks into it.",
        payouts: payouts
          ? `Payouts go to the account ending in ${payouts}.`
          : "No account receives payouts now. Payouts wait until there is one.",
        repayments: repayments
          ? `Repayments come from the account ending in ${repayments}.`
          : "No account is chosen for repayments now.",
        next: `${wasSignedOut ? "Whoever made the change was signed out. " : ""}Our team looks at it by the end of the next banking day. To talk to us, write to ${supportEmail}.`,
      },
      es: {
        subject: `Se detuvo un cambio de las cuentas bancarias de ${name}`,
        lead: `${stoppedBy} detuvo un cambio de las cuentas bancarias de ${name}. No pagamos a ${accounts.length > 1 ? "las cuentas que terminan" : "la cuenta que termina"} en ${digits} ni cobramos de ${accounts.length > 1 ? "ellas" : "ella"}.`,
        paid: "Parte del dinero se había enviado antes de detener el cambio. No podemos retenerlo; nuestro equipo lo está revisando.",
        payouts: payouts
          ? `El dinero se envía a la cuenta que termina en ${payouts}.`
          : "Ahora ninguna cuenta recibe dinero. Los envíos esperan hasta que haya una.",
        repayments: repayments
          ? `Los pagos se cobran de la cuenta que termina en ${repayments}.`
          : "Ahora no hay una cuenta elegida para cobrar los pagos.",
        next: `${wasSignedOut ? "Cerramos la sesión de quien hizo el cambio. " : ""}Nuestro equipo lo revisa a más tardar al final del próximo día bancario. Para hablar con nosotros, escriba a ${supportEmail}.`,
      },
    }[locale];
    return {
      subject: words.subject,
      content: [
        title(words.subject),
        paragraph(words.lead),
        wasPaid && paragraph(words.paid),
        paragraph(words.payouts),
        paragraph(words.repayments),
        paragraph(words.next),
      ],
    };
  },
});
