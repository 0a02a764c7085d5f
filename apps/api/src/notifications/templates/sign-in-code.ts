import { z } from "zod";
import { figure, firstName, paragraph, template, title } from "./email.ts";

/** The subject contains the code, so that a notification on a phone shows it. */
export const signInCode = template({
  params: z.object({ firstName, code: z.string().regex(/^\d{6}$/), minutes: z.number().int() }),
  text: (locale, _, { code, minutes }) => {
    const words = {
      en: {
        subject: `${code} is your sign-in code`,
        heading: "Your sign-in code",
        lead: `Enter this code on the page where you asked for it. It works once and for ${minutes} minutes.`,
        caution:
          "Nobody from our team will ever ask you for it. If you did not try to sign in, you can ignore this email.",
      },
      es: {
        subject: `${code} es su código de acceso`,
        heading: "Su código de acceso",
        lead: `Escriba este código en la página donde lo solicitó. Sirve una sola vez y durante ${minutes} minutos.`,
        caution: "Nadie de nuestro equipo se lo pedirá. Si no intentó entrar, puede ignorar este correo.",
      },
    }[locale];
    return {
      subject: words.subject,
      content: [title(words.heading), paragraph(words.lead), figure(code), paragraph(words.caution)],
    };
  },
});
