import { z } from "zod";
import { action, firstName, type Locale, list, paragraph, template, title } from "./email.ts";

/** For the primary owner: the application has arrived, its reference number, what happens next and by when they hear. */
export const applicationReceived = template({
  params: z.object({
    firstName,
    businessName: z.string().nullable(),
    reference: z.string(),
    receivedAt: z.iso.datetime(),
    /** Null while another owner has not done their part. */
    promisedBy: z.iso.datetime().nullable(),
    url: z.url(),
  }),
  text: (locale, { programName }, { businessName, reference, receivedAt, promisedBy, url }) => {
    const received = momentIn(locale, receivedAt);
    const promised = promisedBy && momentIn(locale, promisedBy);
    const words = {
      en: {
        subject: `We have your application: ${reference}`,
        heading: "Application received",
        lead: `We have the application of ${businessName ?? "your business"} for financing with ${programName}. Your reference number is ${reference}. Tell us this number when you write or call.`,
        stops: [
          `Received: ${received}.`,
          promised
            ? "Now: we check your information."
            : "Now: we check your information, and the other owners do their part. We have written to them.",
          promised
            ? `Next: you hear about the next steps within 48 hours or less, by ${promised} at the latest.`
            : "Next: you hear about the next steps within 48 hours or less after the last owner has done their part.",
        ],
        how: "We write to this address as soon as there is news. Until then there is nothing for you to do, unless we ask you for something.",
        button: "Open your application",
      },
      es: {
        subject: `Recibimos su solicitud: ${reference}`,
        heading: "Solicitud recibida",
        lead: `Recibimos la solicitud de financiamiento de ${businessName ?? "su empresa"} con ${programName}. Su número de referencia es ${reference}. Díganos este número cuando nos escriba o llame.`,
        stops: [
          `Recibida: ${received}.`,
          promised
            ? "Ahora: revisamos su información."
            : "Ahora: revisamos su información y los demás dueños hacen su parte. Ya les escribimos.",
          promised
            ? `Después: tendrá noticias de los próximos pasos en 48 horas o menos, a más tardar el ${promised}.`
            : "Después: tendrá noticias de los próximos pasos en 48 horas o menos desde que el último dueño haya hecho su parte.",
        ],
        how: "Escribimos a esta dirección en cuanto haya novedades. Hasta entonces no tiene que hacer nada, salvo que le pidamos algo.",
        button: "Abrir su solicitud",
      },
    }[locale];
    return {
      subject: words.subject,
      content: [
        title(words.heading),
        paragraph(words.lead),
        list(words.stops),
        paragraph(words.how),
        action(words.button, url),
      ],
    };
  },
});

/** Eastern time, which is named: an email does not know where it is read. */
const momentIn = (locale: Locale, at: string): string =>
  new Intl.DateTimeFormat({ en: "en-US", es: "es-US" }[locale], {
    weekday: "long",
    month: "long",
    day: "numeric",
    hour: "numeric",
    minute: "2-digit",
    timeZone: "America/New_York",
    timeZoneName: "short",
  }).format(new Date(at));
