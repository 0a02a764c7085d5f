import { Fragment, createElement as h } from "react";
import { z } from "zod";
import { dayIn, paragraph, template, title } from "./email.ts";

/** For every owner: the platform has provided the payout account of the business, or changed its numbers. */
export const bankAccountChanged = template({
  params: z.object({
    firstName: z.string().nullable(),
    businessName: z.string().nullable(),
    isNew: z.boolean(),
    last4: z.string(),
    notPaidBeforeOn: z.iso.date(),
  }),
  text: (locale, { programName, supportEmail }, { firstName, businessName, isNew, last4, notPaidBeforeOn }) => {
    const name = businessName ?? { en: "your business", es: "su empresa" }[locale];
    const day = dayIn(locale, notPaidBeforeOn);
    const words = {
      en: {
        subject: isNew ? `A bank account was added for ${name}` : `The bank account of ${name} was changed`,
        lead: `${firstName ? `Hello ${firstName}, ` : ""}${programName} ${
          isNew ? "has told us the account that" : "has changed the numbers of the account that"
        } ${name} is paid to. It ends in ${last4}.`,
        wait: `To be safe, we pay nothing to this account before ${day}.`,
        object: `If you expected this, there is nothing to do. If not, write to ${supportEmail} at once, and we will stop it.`,
      },
      es: {
        subject: isNew ? `Se agregó una cuenta bancaria para ${name}` : `Se cambió la cuenta bancaria de ${name}`,
        lead: `${firstName ? `Hola, ${firstName}: ` : ""}${programName} ${
          isNew ? "nos indicó la cuenta en la que" : "cambió los números de la cuenta en la que"
        } ${name} recibe sus pagos. Termina en ${last4}.`,
        wait: `Por seguridad, no pagamos nada a esta cuenta antes del ${day}.`,
        object: `Si ya lo sabía, no tiene que hacer nada. Si no, escriba de inmediato a ${supportEmail} y lo detendremos.`,
      },
    }[locale];
    return {
      subject: words.subject,
      content: h(
        Fragment,
        null,
        ...[title(words.subject), paragraph(words.lead), paragraph(words.wait), paragraph(words.object)],
      ),
    };
  },
});
