import { stateName } from "@inlay/contracts/fields/us-state-names.ts";
import { usStates } from "@inlay/contracts/fields/us-states.ts";
import { type ConsentKind, consentKinds } from "@inlay/contracts/onboarding/agreements.ts";
import { type UseOfFunds, usesOfFunds } from "@inlay/contracts/onboarding/owner-statement.ts";
import { z } from "zod";
import { type Locale, list, paragraph, quietly, subtitle, template, title } from "./email.ts";

const statement = z.object({
  amountRequestedCents: z.int(),
  useOfFunds: z.enum(usesOfFunds),
  useOfFundsOther: z.string().nullable(),
  grossAnnualRevenueCents: z.int(),
  stateManagedFrom: z.enum(usStates),
  businessOwnersAreUsResidents: z.boolean(),
  ownershipBasisPoints: z.int().nullable(),
});

/** For a person who gave consent: the exact text, its version and the time, and what they stated; in the email and as a PDF to keep. */
export const consentCopy = template({
  params: z.object({
    firstName: z.string().nullable(),
    businessName: z.string().nullable(),
    reference: z.string(),
    givenAt: z.iso.datetime(),
    texts: z.array(z.object({ kind: z.enum(consentKinds), version: z.string(), text: z.string() })).min(1),
    /** Null for a co-owner. Emails that were queued before statements were asked for do not have it. */
    statement: statement.nullable().default(null),
  }),
  templateAttachments: (
    locale,
    { programName, supportEmail },
    { businessName, reference, givenAt, texts, statement },
  ) => [
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
        statement: statement && { title: statementTitle[locale], lines: linesOf(locale, statement) },
      },
    },
  ],
  text: (locale, { programName }, { businessName, givenAt, texts, statement }) => {
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
        ...(statement ? [subtitle(statementTitle[locale]), list(linesOf(locale, statement))] : []),
      ],
    };
  },
});

const titles: Record<ConsentKind, Record<Locale, string>> = {
  TERMS_AND_PRIVACY: { en: "Terms and privacy", es: "Términos y privacidad" },
  E_SIGN: { en: "Electronic documents and signatures", es: "Documentos y firmas electrónicos" },
  SOFT_PULL: { en: "Your credit report", es: "Su informe de crédito" },
};

const statementTitle = { en: "What you stated about this application", es: "Lo que declaró sobre esta solicitud" };

const uses: Record<UseOfFunds, Record<Locale, string>> = {
  WORKING_CAPITAL: { en: "Working capital", es: "Capital de trabajo" },
  INVENTORY: { en: "Inventory", es: "Inventario" },
  EQUIPMENT: { en: "Equipment", es: "Equipos" },
  EXPANSION: { en: "Expansion", es: "Expansión" },
  PAYROLL: { en: "Payroll", es: "Nómina" },
  REFINANCING: { en: "Refinancing", es: "Refinanciamiento" },
  MARKETING: { en: "Marketing", es: "Publicidad" },
  OTHER: { en: "Another use", es: "Otro uso" },
};

function linesOf(locale: Locale, stated: z.infer<typeof statement>): string[] {
  const numbers = (options: Intl.NumberFormatOptions) =>
    new Intl.NumberFormat({ en: "en-US", es: "es-US" }[locale], options);
  const dollars = (cents: number) => numbers({ style: "currency", currency: "USD" }).format(cents / 100);
  const use = stated.useOfFundsOther ?? uses[stated.useOfFunds][locale];
  const state = stateName(stated.stateManagedFrom, locale);
  const owned = stated.ownershipBasisPoints;
  const share = owned === null ? null : numbers({ style: "percent", maximumFractionDigits: 2 }).format(owned / 10_000);
  const lines = {
    en: [
      `Amount requested: ${dollars(stated.amountRequestedCents)}`,
      `What the money is for: ${use}`,
      `Gross annual revenue: ${dollars(stated.grossAnnualRevenueCents)}`,
      `State the business is managed from: ${state}`,
      `All owners live in the United States: ${stated.businessOwnersAreUsResidents ? "Yes" : "No"}`,
      share && `Your part of the business: ${share}`,
      "The money is for the business only, not for personal, family or household purposes.",
    ],
    es: [
      `Monto solicitado: ${dollars(stated.amountRequestedCents)}`,
      `Para qué es el dinero: ${use}`,
      `Ingresos brutos anuales: ${dollars(stated.grossAnnualRevenueCents)}`,
      `Estado desde el que se administra la empresa: ${state}`,
      `Todos los dueños viven en Estados Unidos: ${stated.businessOwnersAreUsResidents ? "Sí" : "No"}`,
      share && `Su parte de la empresa: ${share}`,
      "El dinero es solo para la empresa, no para fines personales, familiares ni domésticos.",
    ],
  }[locale];
  return lines.filter((line) => line !== null);
}

const momentIn = (locale: Locale, at: string): string =>
  `${new Intl.DateTimeFormat({ en: "en-US", es: "es-US" }[locale], {
    dateStyle: "long",
    timeStyle: "short",
    timeZone: "UTC",
  }).format(new Date(at))} UTC`;
