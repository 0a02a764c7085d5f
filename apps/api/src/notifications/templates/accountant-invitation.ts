import { z } from "zod";
import { action, dayIn, paragraph, template, title } from "./email.ts";

/** For the accountant of an applying business: the link to connect its accounting data or upload its tax returns. */
export const accountantInvitation = template({
  params: z.object({
    firstName: z.string(),
    businessName: z.string().nullable(),
    url: z.url(),
    days: z.number().int(),
  }),
  text: (locale, { programName }, { businessName, url, days }) => {
    const words = {
      en: {
        subject: `${businessName ?? "A client"} asks for your help with ${programName}`,
        heading: "Your client needs your help",
        lead: `${businessName ?? "One of your clients"} is applying for financing with ${programName} and named you as their accountant. You can connect their accounting software or upload their tax returns. It takes a few minutes.`,
        button: "Help your client",
        caution: `The link works once and for ${days} days. It shows you nothing about the application. If you do not know this business, you can ignore this email.`,
      },
      es: {
        subject: `${businessName ?? "Un cliente"} le pide ayuda con ${programName}`,
        heading: "Su cliente necesita su ayuda",
        lead: `${businessName ?? "Uno de sus clientes"} está solicitando financiamiento con ${programName} y le nombró como su contador. Puede conectar su programa de contabilidad o subir sus declaraciones de impuestos. Lleva unos minutos.`,
        button: "Ayudar a su cliente",
        caution: `El enlace sirve una sola vez y durante ${days} días. No le muestra nada de la solicitud. Si no conoce a esta empresa, puede ignorar este correo.`,
      },
    }[locale];
    return {
      subject: words.subject,
      content: [title(words.heading), paragraph(words.lead), action(words.button, url), paragraph(words.caution)],
    };
  },
});

/** For an accountant who has not opened the link. The token exists only in the first email, so this one points to it. */
export const accountantReminder = template({
  params: z.object({ firstName: z.string(), businessName: z.string().nullable(), invitedOn: z.iso.date() }),
  text: (locale, { programName }, { businessName, invitedOn }) => {
    const day = dayIn(locale, invitedOn);
    const words = {
      en: {
        subject: `${businessName ?? "A client"} still needs your help with ${programName}`,
        heading: "Your client still needs your help",
        lead: `${businessName ?? "One of your clients"} asked you on ${day} to connect their accounting software or to upload their tax returns for ${programName}. It takes a few minutes.`,
        next: `Please open the link in our email of ${day}. If it no longer works, its page sends you a new one. If you do not know this business, you can ignore this email.`,
      },
      es: {
        subject: `${businessName ?? "Un cliente"} todavía necesita su ayuda con ${programName}`,
        heading: "Su cliente todavía necesita su ayuda",
        lead: `${businessName ?? "Uno de sus clientes"} le pidió el ${day} que conecte su programa de contabilidad o suba sus declaraciones de impuestos para ${programName}. Lleva unos minutos.`,
        next: `Abra el enlace de nuestro correo del ${day}. Si ya no sirve, su página le envía uno nuevo. Si no conoce a esta empresa, puede ignorar este correo.`,
      },
    }[locale];
    return {
      subject: words.subject,
      content: [title(words.heading), paragraph(words.lead), paragraph(words.next)],
    };
  },
});
