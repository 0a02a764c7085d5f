import { type ConsentKind, consentKinds } from "@inlay/contracts/onboarding/agreements.ts";
import { z } from "zod";
import { type Locale, paragraph, quietly, subtitle, template, title } from "./email.ts";

/** For a person who gave consent: the exact text, its version and the time, in the email and as a PDF to keep. */
export const consentCopy = template({
  params: z.object({
    firstName: z.string().nullable(),
    businessName: z.string().nullable(),
    reference: z.string(),
    givenAt: z.iso.datetime(),
    texts: z.array(z.object({ kind: z.enum(consentKinds), version: z.string(), text: z.string() })).min(1),
  }),
  templateAttachments: (locale, { programName, supportEmail }, { businessName, reference, givenAt, texts }) => [
    {
      name: { en: "What you agreed to.pdf", es: "Lo que usted aceptó.pdf" }[locale],
      template: "consent-copy",
      documentId: reference,
      data: {
        sender: programName,
        supportEmail,
        businessName,
        givenAt: momentIn(locale, givenAt),
        texts: texts.map(({ kind, version, text }) => ({
          title: titles[kind][locale],
          version,
          paragraphs: text.split("\n\n"),
        })),
      },
    },
  ],
  text: (locale, { programName }, { businessName, givenAt, texts }) => {
    const about = businessName ? `${businessName}, ${programName}` : programName;
    const words = {
      en: {
        subject: "A copy of what you agreed to",
        lead: `On ${momentIn(locale, givenAt)} you agreed to the following (${about}). You need not do anything.`,
        keep: "The same is enclosed as a PDF for you to keep.",
        version: "Version",
      },
      es: {
        subject: "Una copia de lo que usted aceptó",
        lead: `El ${momentIn(locale, givenAt)} usted aceptó lo siguiente (${about}). No tiene que hacer nada.`,
        keep: "Lo mismo va adjunto en un PDF para que lo guarde.",
        version: "Versión",
      },
    }[locale];
    return {
      subject: words.subject,
      content: [
        title(words.subject),
        paragraph(words.lead),
        paragraph(words.keep),
        ...texts.flatMap(({ kind, version, text }) => [
          subtitle(titles[kind][locale]),
          ...text.split("\n\n").map(paragraph),
          quietly(`${words.version} ${version}`),
        ]),
      ],
    };
  },
});

const titles: Record<ConsentKind, Record<Locale, string>> = {
  TERMS_AND_PRIVACY: { en: "Terms and privacy", es: "Términos y privacidad" },
  E_SIGN: { en: "Electronic documents and signatures", es: "Documentos y firmas electrónicos" },
  SOFT_PULL: { en: "Your credit report", es: "Su informe de crédito" },
};

const momentIn = (locale: Locale, at: string): string =>
  `${new Intl.DateTimeFormat({ en: "en-US", es: "es-US" }[locale], {
    dateStyle: "long",
    timeStyle: "short",
    timeZone: "UTC",
  }).format(new Date(at))} UTC`;
