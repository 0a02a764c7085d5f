import { z } from "zod";
import { figure, firstName, paragraph, template, title } from "./email.ts";

/** With it a person confirms, inside a session, something that leads money elsewhere. The subject never contains the code. */
export const stepUpCode = template({
  params: z.object({ firstName, code: z.string().regex(/^\d{6}$/), minutes: z.number().int() }),
  text: (locale, { programName, supportEmail }, { code, minutes }) => {
    const words = {
      en: {
        subject: `Confirm that it is you at ${programName}`,
        heading: "Confirm that it is you",
        lead: `Somebody who is signed in with your account wants to change bank accounts or how you confirm changes. If it is you, enter this code on the page. It works once and for ${minutes} minutes.`,
        caution: `Nobody from our team will ever ask you for it. If it is not you, do not pass it on and write to ${supportEmail} at once.`,
      },
      es: {
        subject: `Confirme que es usted en ${programName}`,
        heading: "Confirme que es usted",
        lead: `Alguien que entró con su cuenta quiere cambiar cuentas bancarias o la forma de confirmar cambios. Si es usted, escriba este código en la página. Sirve una sola vez y durante ${minutes} minutos.`,
        caution: `Nadie de nuestro equipo se lo pedirá. Si no es usted, no lo comparta y escriba de inmediato a ${supportEmail}.`,
      },
    }[locale];
    return {
      subject: words.subject,
      content: [title(words.heading), paragraph(words.lead), figure(code), paragraph(words.caution)],
    };
  },
});

/** To a user whose step-up methods staff have reset, without a name, and to every other owner, with the user's name. */
export const stepUpReset = template({
  params: z.object({ firstName, name: z.string().nullable() }),
  text: (locale, { programName, supportEmail }, { name }) => {
    const words = {
      en: {
        subject: name
          ? `How ${name} confirms changes at ${programName} was reset`
          : `How you confirm changes at ${programName} was reset`,
        lead: name
          ? `The passkeys and the verified phone of ${name} no longer confirm changes of bank accounts. Until new ones are set up, codes go to the email address of ${name}.`
          : "Your passkeys and your verified phone no longer confirm changes of bank accounts. Until you set up new ones, we send codes to this email address.",
        object: `If you expected this, there is nothing to do. If not, write to ${supportEmail} at once, and we will stop it.`,
      },
      es: {
        subject: name
          ? `Se restableció la forma en que ${name} confirma cambios en ${programName}`
          : `Se restableció la forma en que usted confirma cambios en ${programName}`,
        lead: name
          ? `Las llaves de acceso y el teléfono verificado de ${name} ya no confirman cambios de cuentas bancarias. Hasta que se configuren otros, los códigos van al correo de ${name}.`
          : "Sus llaves de acceso y su teléfono verificado ya no confirman cambios de cuentas bancarias. Hasta que configure otros, enviamos los códigos a este correo.",
        object: `Si ya lo sabía, no tiene que hacer nada. Si no, escriba de inmediato a ${supportEmail} y lo detendremos.`,
      },
    }[locale];
    return {
      subject: words.subject,
      content: [title(words.subject), paragraph(words.lead), paragraph(words.object)],
    };
  },
});
