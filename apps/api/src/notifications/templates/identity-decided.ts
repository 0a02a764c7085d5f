import { z } from "zod";
import { action, firstName, type Locale, paragraph, template, title } from "./email.ts";

type Words = { subject: string; heading: string; lead: string; button: string };

const words: Record<"APPROVED" | "RETRY_ALLOWED", Record<Locale, (name: string) => Words>> = {
  APPROVED: {
    en: (name) => ({
      subject: `Your identity is verified: go on with the offer for ${name}`,
      heading: "Your identity is verified",
      lead: `You can go on with the offer that you chose for ${name}. A few steps are left.`,
      button: "Go on",
    }),
    es: (name) => ({
      subject: `Su identidad está verificada: siga con la oferta para ${name}`,
      heading: "Su identidad está verificada",
      lead: `Puede seguir con la oferta que eligió para ${name}. Faltan pocos pasos.`,
      button: "Seguir",
    }),
  },
  RETRY_ALLOWED: {
    en: (name) => ({
      subject: `Please verify your identity again for ${name}`,
      heading: "You can verify your identity again",
      lead: `We have looked at your identity check for ${name} and opened another one for you. It takes about two minutes.`,
      button: "Verify your identity",
    }),
    es: (name) => ({
      subject: `Verifique su identidad otra vez para ${name}`,
      heading: "Puede verificar su identidad otra vez",
      lead: `Revisamos su verificación de identidad para ${name} y le abrimos otra. Toma unos dos minutos.`,
      button: "Verificar su identidad",
    }),
  },
};

/** To the primary owner, who waited for a decision about their identity. */
export const identityDecided = template({
  params: z.object({
    firstName,
    businessName: z.string().nullable(),
    outcome: z.enum(["APPROVED", "RETRY_ALLOWED"]),
    url: z.url(),
  }),
  text: (locale, _, { businessName, outcome, url }) => {
    const name = businessName ?? { en: "your business", es: "su empresa" }[locale];
    const { subject, heading, lead, button } = words[outcome][locale](name);
    return { subject, content: [title(heading), paragraph(lead), action(button, url)] };
  },
});
