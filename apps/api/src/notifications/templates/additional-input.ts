import { type UploadRejection, uploadRejections } from "@inlay/lending/documents/document.ts";
import { type AdditionalInput, additionalInputs } from "@inlay/lending/onboarding/steps.ts";
import { z } from "zod";
import { action, dayIn, type Locale, list, paragraph, template, title } from "./email.ts";

/**
 * For the primary owner: what is still missing. With a last day it is the notice of incompleteness that the law asks for: what is missing,
 * by when it is needed, and what happens without it.
 */
export const additionalInput = template({
  params: z.object({
    firstName: z.string().nullable(),
    businessName: z.string().nullable(),
    items: z.array(z.enum(additionalInputs)).min(1),
    dueOn: z.iso.date().nullable(),
    /** Uploaded files that cannot be used. */
    unusable: z.array(z.object({ fileName: z.string(), reason: z.enum(uploadRejections) })).default([]),
    url: z.url(),
  }),
  text: (locale, { programName }, { businessName, items, dueOn, unusable, url }) => {
    const name = businessName ?? { en: "your business", es: "su empresa" }[locale];
    const by = dueOn && dayIn(locale, dueOn);
    const words = {
      en: {
        subject: by ? `Your application is incomplete: please answer by ${by}` : `We need a little more from you`,
        heading: by ? "Your application is incomplete" : "We need a little more from you",
        lead: `To go on with the application of ${name} at ${programName} we still need the following:`,
        after: by
          ? `Please send it by ${by}. If we do not have it by then, we cannot consider the application any further. You may apply again at any time.`
          : "It takes a few minutes. The sooner we have it, the sooner you hear from us.",
        unusable: "These files reached us, but we cannot use them:",
        button: "Continue your application",
      },
      es: {
        subject: by
          ? `Su solicitud está incompleta: responda antes del final del ${by}`
          : `Nos falta algo más de usted`,
        heading: by ? "Su solicitud está incompleta" : "Nos falta algo más de usted",
        lead: `Para seguir con la solicitud de ${name} en ${programName} todavía necesitamos lo siguiente:`,
        after: by
          ? `Envíelo a más tardar el ${by}. Si para entonces no lo tenemos, no podremos seguir considerando la solicitud. Puede volver a solicitar cuando quiera.`
          : "Lleva unos minutos. Cuanto antes lo tengamos, antes tendrá noticias nuestras.",
        unusable: "Estos archivos nos llegaron, pero no podemos usarlos:",
        button: "Continuar con su solicitud",
      },
    }[locale];
    const missing = items.flatMap((item) => (item === "MANUAL_OVERRIDE" ? [] : [itemWords[item][locale]]));
    return {
      subject: words.subject,
      content: [
        ...[title(words.heading), paragraph(words.lead), list(missing)],
        ...(unusable.length > 0 ? [paragraph(words.unusable), list(unusable.map(unusableIn(locale)))] : []),
        ...[paragraph(words.after), action(words.button, url)],
      ],
    };
  },
});

const unusableIn =
  (locale: Locale) =>
  ({ fileName, reason }: { fileName: string; reason: UploadRejection }): string =>
    `${fileName}: ${reasonWords[reason][locale]}`;

const reasonWords: Record<UploadRejection, Record<Locale, string>> = {
  WRONG_FILE_TYPE: {
    en: "it is not the kind of file that its name says",
    es: "no es el tipo de archivo que dice su nombre",
  },
  FILE_TOO_LARGE: { en: "it is too large", es: "es demasiado grande" },
  FILE_TOO_SMALL: { en: "it is empty", es: "está vacío" },
  TOO_MANY_FILES: { en: "it holds too many other files", es: "contiene demasiados archivos" },
  GENERIC_ERROR: {
    en: "we could not open it safely; a copy saved anew, without a password, often helps",
    es: "no pudimos abrirlo de forma segura; suele ayudar una copia guardada de nuevo, sin contraseña",
  },
};

const itemWords: Record<Exclude<AdditionalInput, "MANUAL_OVERRIDE">, Record<Locale, string>> = {
  VERIFY_USER_IDENTITY_INFORMATION: {
    en: "Your details and your social security number",
    es: "Sus datos y su número de seguro social",
  },
  VERIFY_BUSINESS_INFORMATION: {
    en: "The details of your business and its tax number (EIN)",
    es: "Los datos de su empresa y su número fiscal (EIN)",
  },
  VERIFY_BUSINESS_TAX_ID: {
    en: "The number under which your business is taxed",
    es: "El número con el que su empresa paga impuestos",
  },
  VERIFY_CREDIT_REPORT_UNLOCKED: {
    en: "Your credit report, unlocked",
    es: "Su informe de crédito, desbloqueado",
  },
  RECOLLECT_PLAID: { en: "Your bank, connected again", es: "Su banco, conectado de nuevo" },
  UPDATE_PRIMARY_BANK_ACCOUNT: {
    en: "The account that repayments come from",
    es: "La cuenta de la que salen los pagos",
  },
  RECOLLECT_BANK_INFO: {
    en: "The numbers of your bank account",
    es: "Los números de su cuenta bancaria",
  },
  RECOLLECT_BANK_STATEMENTS: {
    en: "Your recent bank statements",
    es: "Sus estados de cuenta bancarios recientes",
  },
  RECOLLECT_RAILZ: {
    en: "Your accounting software, connected again",
    es: "Su programa de contabilidad, conectado de nuevo",
  },
  RECOLLECT_TAX_RETURNS: {
    en: "Your tax returns of the last two years",
    es: "Sus declaraciones de impuestos de los últimos dos años",
  },
  RECOLLECT_SECONDARY_BUSINESS_OWNER_DETAILS: {
    en: "The details of the other owners",
    es: "Los datos de los demás dueños",
  },
  ADDITIONAL_DOCUMENTS_UPLOAD: {
    en: "Documents that we asked you for",
    es: "Documentos que le pedimos",
  },
};
