import { Fragment, createElement as h } from "react";
import { z } from "zod";
import { paragraph, template, title } from "./email.ts";

/** For every owner: the bank of an account has corrected its numbers, and we use the corrected ones. */
export const bankAccountCorrected = template({
  params: z.object({ firstName: z.string().nullable(), businessName: z.string().nullable(), last4: z.string() }),
  text: (locale, { supportEmail }, { firstName, businessName, last4 }) => {
    const name = businessName ?? { en: "your business", es: "su empresa" }[locale];
    const words = {
      en: {
        subject: `Your bank corrected the account of ${name}`,
        lead: `${firstName ? `Hello ${firstName}, your` : "Your"} bank told us that the details of an account of ${name} have changed, as happens when banks merge. We now use the corrected details. The account ends in ${last4}.`,
        kept: "The authorization that you gave for this account stays in force.",
        object: `There is nothing to do. If the account is not yours, write to ${supportEmail} at once.`,
      },
      es: {
        subject: `Su banco corrigió la cuenta de ${name}`,
        lead: `${firstName ? `Hola, ${firstName}: su` : "Su"} banco nos informó que los datos de una cuenta de ${name} cambiaron, como ocurre cuando los bancos se fusionan. Ahora usamos los datos corregidos. La cuenta termina en ${last4}.`,
        kept: "La autorización que usted dio para esta cuenta sigue vigente.",
        object: `No tiene que hacer nada. Si la cuenta no es suya, escriba de inmediato a ${supportEmail}.`,
      },
    }[locale];
    return {
      subject: words.subject,
      content: h(
        Fragment,
        null,
        ...[title(words.subject), paragraph(words.lead), paragraph(words.kept), paragraph(words.object)],
      ),
    };
  },
});
