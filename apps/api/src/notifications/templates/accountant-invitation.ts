import { Fragment, createElement as h } from "react";
import { z } from "zod";
import { action, paragraph, template, title } from "./email.ts";

/** For the accountant of an applying business: the link to connect its accounting data or upload its tax returns. */
export const accountantInvitation = template({
  params: z.object({
    firstName: z.string(),
    businessName: z.string().nullable(),
    url: z.url(),
    days: z.number().int(),
  }),
  text: (locale, { programName }, { firstName, businessName, url, days }) => {
    const words = {
      en: {
        subject: `${businessName ?? "A client"} asks for your help with ${programName}`,
        heading: "Your client needs your help",
        lead: `Hello ${firstName}, ${businessName ?? "one of your clients"} is applying for financing with ${programName} and named you as their accountant. You can connect their accounting software or upload their tax returns. It takes a few minutes.`,
        button: "Help your client",
        caution: `The link works once and for ${days} days. It shows you nothing about the application. If you do not know this business, you can ignore this email.`,
      },
      es: {
        subject: `${businessName ?? "Un cliente"} le pide ayuda con ${programName}`,
        heading: "Su cliente necesita su ayuda",
        lead: `Hola, ${firstName}: ${businessName ?? "uno de sus clientes"} está solicitando financiamiento con ${programName} y le nombró como su contador. Puede conectar su programa de contabilidad o subir sus declaraciones de impuestos. Lleva unos minutos.`,
        button: "Ayudar a su cliente",
        caution: `El enlace sirve una sola vez y durante ${days} días. No le muestra nada de la solicitud. Si no conoce a esta empresa, puede ignorar este correo.`,
      },
    }[locale];
    return {
      subject: words.subject,
      content: h(
        Fragment,
        null,
        title(words.heading),
        paragraph(words.lead),
        action(words.button, url),
        paragraph(words.caution),
      ),
    };
  },
});
