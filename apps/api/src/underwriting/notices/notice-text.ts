import type { LenderOfRecord } from "@inlay/contracts/lender-of-record.ts";
import type { Locale } from "@inlay/contracts/locales.ts";
import type { NoticeBlock, NoticeText } from "@inlay/contracts/notice.ts";
import type { BusinessDate } from "@inlay/lending/calendar/business-date.ts";
import type { ProductType } from "@inlay/lending/products/product-type.ts";
import { keyFactors, type ScoreFactor, scoreRange } from "@inlay/lending/underwriting/data/score-factors.ts";
import type { AdverseAction, DenialReason } from "@inlay/lending/underwriting/denial-reasons.ts";
import type { ReportingAgency } from "../../providers/credit/port.ts";
import { factorWords, productWords, reasonWords } from "./notice-words.ts";

/** A person's credit report that was a reason, as the person is told of it. */
export type ReportOfPerson = {
  agency: ReportingAgency;
  pulledOn: BusinessDate;
  score: number | null;
  factors: readonly ScoreFactor[];
};

/** What a notice is made of. */
export type NoticeContents = {
  action: AdverseAction;
  product: ProductType;
  businessName: string;
  /** The owner whom a private notice is for. Null: the notice of the business. */
  ownerName: string | null;
  reference: string;
  receivedOn: BusinessDate;
  issuedOn: BusinessDate;
  reasons: readonly DenialReason[];
  /** With a counter-offer: what was asked for, and the largest offer. */
  counterOffer: {
    requestedCents: number;
    offeredCents: number;
    aprPercentage: number;
    openUntil: BusinessDate;
  } | null;
  lender: LenderOfRecord;
  report: ReportOfPerson | null;
  support: { email: string; phone: string | null };
};

const text = (words: string): NoticeBlock => ({ kind: "TEXT", text: words });
const region: Record<Locale, string> = { en: "en-US", es: "es-US" };
const dayIn = (locale: Locale, on: BusinessDate): string =>
  new Intl.DateTimeFormat(region[locale], { dateStyle: "long", timeZone: "UTC" }).format(new Date(`${on}T00:00:00Z`));
const dollarsIn = (locale: Locale, amountCents: number): string =>
  new Intl.NumberFormat(region[locale], { style: "currency", currency: "USD" }).format(amountCents / 100);

/** Sample text, for counsel to replace: the notice in one language. */
export function noticeText(locale: Locale, contents: NoticeContents): NoticeText {
  const words = phrases[locale];
  const { lender, report, support, reference } = contents;
  const isPrivate = contents.ownerName !== null;
  const facts = [
    ...(contents.ownerName === null ? [] : [{ label: words.person, value: contents.ownerName }]),
    { label: words.business, value: contents.businessName },
    { label: words.product, value: productWords[contents.product][locale].name },
    { label: words.received, value: dayIn(locale, contents.receivedOn) },
    { label: words.reference, value: reference },
    { label: words.issued, value: dayIn(locale, contents.issuedOn) },
    { label: words.creditor, value: [lender.name, lender.address, ...lender.licenses].join("\n") },
  ];
  return {
    title: words.title,
    facts,
    sections: [
      { heading: words.decision, blocks: decisionBlocks(locale, contents) },
      {
        heading: isPrivate ? words.ownReasons : words.reasons,
        blocks: [
          { kind: "LIST", items: contents.reasons.map((reason) => reasonWords(reason, contents.product)[locale]) },
        ],
      },
      ...(report ? reportSections(locale, report) : []),
      ...(isPrivate
        ? []
        : [
            {
              heading: words.equalOpportunity,
              blocks: [text(words.ecoa(lender.agency.name, lender.agency.address))],
            },
          ]),
      { heading: words.questions, blocks: [text(words.contact(support.email, support.phone, reference))] },
    ],
  };
}

function decisionBlocks(
  locale: Locale,
  { action, product, businessName, ownerName, counterOffer }: NoticeContents,
): NoticeBlock[] {
  const words = phrases[locale];
  const what = productWords[product][locale].inSentence;
  if (ownerName !== null) {
    const decided = action === "DENIED" ? words.ownDenial : words.ownCounterOffer;
    return [text(decided(what, businessName)), text(words.onlyYou)];
  }
  if (action === "DENIED" || !counterOffer) return [text(words.denial(what, businessName))];
  const { requestedCents, offeredCents, aprPercentage, openUntil } = counterOffer;
  return [
    text(words.counterOffer(what, businessName, dollarsIn(locale, requestedCents))),
    text(words.instead(dollarsIn(locale, offeredCents), `${aprPercentage.toFixed(2)}%`, dayIn(locale, openUntil))),
  ];
}

/** What the Fair Credit Reporting Act asks to tell a person whose report was a reason. */
function reportSections(locale: Locale, { agency, pulledOn, score, factors }: ReportOfPerson): NoticeText["sections"] {
  const words = phrases[locale];
  const agencyFacts = [
    { label: words.agency, value: agency.name },
    { label: words.address, value: agency.address },
    { label: words.phone, value: agency.phone },
  ];
  const report = {
    heading: words.report,
    blocks: [text(words.basedOnReport), { kind: "FACTS" as const, rows: agencyFacts }, text(words.reportRights)],
  };
  if (score === null) return [report];
  const named = keyFactors(factors);
  const scoreFacts = [
    { label: words.scoreLabel, value: String(score) },
    { label: words.scoreDate, value: dayIn(locale, pulledOn) },
    { label: words.scoreRange, value: words.range(scoreRange.lowest, scoreRange.highest) },
  ];
  const blocks: NoticeBlock[] = [text(words.scoreUsed), { kind: "FACTS", rows: scoreFacts }];
  if (named.length > 0)
    blocks.push(text(words.keyFactors), { kind: "LIST", items: named.map((factor) => factorWords[factor][locale]) });
  return [report, { heading: words.score, blocks }];
}

/** A sentence that ends with a name such as “Inc.” has one period. */
const sentence = (words: string): string => words.replaceAll(/(?<!\.)\.\.(?!\.)/g, ".");

const phrases = {
  en: {
    title: "Notice of action taken and reasons",
    person: "For",
    business: "Business",
    product: "Applied for",
    received: "Application received",
    reference: "Reference number",
    issued: "Date of this notice",
    creditor: "Creditor",
    decision: "What we decided",
    denial: (what: string, business: string) =>
      sentence(
        `Thank you for applying. We considered the application of ${business} for ${what} and cannot approve it.`,
      ),
    counterOffer: (what: string, business: string, requested: string) =>
      `Thank you for applying. We considered the application of ${business} for ${what} and cannot approve the amount of ${requested} that you asked for.`,
    instead: (offered: string, apr: string, until: string) =>
      `We can offer up to ${offered} (APR ${apr}) instead. Your offers show all terms and are open until ${until}. If you do not accept one by then, this notice is our denial of your application.`,
    ownDenial: (what: string, business: string) =>
      sentence(
        `We could not approve an application for ${what} of ${business}. Your personal credit report was one of the reasons.`,
      ),
    ownCounterOffer: (what: string, business: string) =>
      `We offered less than ${business} asked for in an application for ${what}. Your personal credit report was one of the reasons.`,
    onlyYou:
      "This notice is for you alone. We show neither your score nor what your report says to the other owners or to the platform.",
    reasons: "Main reasons",
    ownReasons: "Reasons from your report",
    report: "Your credit report",
    basedOnReport:
      "Our decision was based in whole or in part on information in a report about you from the consumer reporting agency below. The agency did not make the decision and cannot tell you the reasons for it.",
    agency: "Agency",
    address: "Address",
    phone: "Phone",
    reportRights:
      "Under the Fair Credit Reporting Act you have the right to know what is in your credit file at the agency. You can get a free copy of your report from the agency if you ask for it within 60 days after you receive this notice. If something in the report is inaccurate or incomplete, you have the right to dispute it with the agency.",
    score: "Your credit score",
    scoreUsed:
      "We also obtained your credit score from this agency and used it in our decision. A credit score is a number that reflects the information in your credit report. It can change when that information changes.",
    scoreLabel: "Your score",
    scoreDate: "Date of the score",
    scoreRange: "Range",
    range: (lowest: number, highest: number) => `from a low of ${lowest} to a high of ${highest}`,
    keyFactors: "Key factors that lowered your score:",
    equalOpportunity: "Equal credit opportunity",
    ecoa: (agency: string, address: string) =>
      sentence(
        `The federal Equal Credit Opportunity Act prohibits creditors from discriminating against credit applicants on the basis of race, color, religion, national origin, sex, marital status, or age (provided the applicant has the capacity to enter into a binding contract); because all or part of the applicant's income derives from any public assistance program; or because the applicant has in good faith exercised any right under the Consumer Credit Protection Act. The federal agency that administers compliance with this law concerning this creditor is ${agency}, ${address}.`,
      ),
    questions: "Questions",
    contact: (email: string, phone: string | null, reference: string) =>
      `Write to ${email}${phone ? ` or call ${phone}` : ""} and name the reference number ${reference}.`,
  },
  es: {
    title: "Aviso de la decisión tomada y sus motivos",
    person: "Para",
    business: "Empresa",
    product: "Solicitó",
    received: "Solicitud recibida",
    reference: "Número de referencia",
    issued: "Fecha de este aviso",
    creditor: "Acreedor",
    decision: "Lo que decidimos",
    denial: (what: string, business: string) =>
      sentence(`Gracias por su solicitud. Consideramos la solicitud de ${what} de ${business} y no podemos aprobarla.`),
    counterOffer: (what: string, business: string, requested: string) =>
      `Gracias por su solicitud. Consideramos la solicitud de ${what} de ${business} y no podemos aprobar el monto de ${requested} que usted pidió.`,
    instead: (offered: string, apr: string, until: string) =>
      `En su lugar podemos ofrecer hasta ${offered} (APR ${apr}). Sus ofertas muestran todas las condiciones y están abiertas hasta el ${until}. Si no acepta ninguna hasta entonces, este aviso es la denegación de su solicitud.`,
    ownDenial: (what: string, business: string) =>
      sentence(
        `No pudimos aprobar una solicitud de ${what} de ${business}. Su informe de crédito personal fue uno de los motivos.`,
      ),
    ownCounterOffer: (what: string, business: string) =>
      `Ofrecimos menos de lo que ${business} pidió en una solicitud de ${what}. Su informe de crédito personal fue uno de los motivos.`,
    onlyYou:
      "Este aviso es solo para usted. No mostramos su puntaje ni lo que dice su informe a los demás dueños ni a la plataforma.",
    reasons: "Motivos principales",
    ownReasons: "Motivos de su informe",
    report: "Su informe de crédito",
    basedOnReport:
      "Nuestra decisión se basó total o parcialmente en información de un informe sobre usted de la agencia de informes del consumidor que se indica abajo. La agencia no tomó la decisión y no puede decirle los motivos.",
    agency: "Agencia",
    address: "Dirección",
    phone: "Teléfono",
    reportRights:
      "Conforme a la Ley de Informes de Crédito Justos (FCRA), usted tiene derecho a saber qué contiene su expediente de crédito en la agencia. Puede obtener de la agencia una copia gratuita de su informe si la pide dentro de los 60 días siguientes a la recepción de este aviso. Si algo en el informe es inexacto o incompleto, tiene derecho a disputarlo con la agencia.",
    score: "Su puntaje de crédito",
    scoreUsed:
      "También obtuvimos de esta agencia su puntaje de crédito y lo usamos en nuestra decisión. Un puntaje de crédito es un número que refleja la información de su informe de crédito. Puede cambiar cuando cambia esa información.",
    scoreLabel: "Su puntaje",
    scoreDate: "Fecha del puntaje",
    scoreRange: "Rango",
    range: (lowest: number, highest: number) => `de un mínimo de ${lowest} a un máximo de ${highest}`,
    keyFactors: "Factores principales que bajaron su puntaje:",
    equalOpportunity: "Igualdad de oportunidades de crédito",
    ecoa: (agency: string, address: string) =>
      sentence(
        `La Ley federal de Igualdad de Oportunidades de Crédito (ECOA) prohíbe a los acreedores discriminar a quienes solicitan crédito por motivos de raza, color, religión, origen nacional, sexo, estado civil o edad (siempre que el solicitante tenga capacidad para celebrar un contrato vinculante); porque todos o parte de los ingresos del solicitante provienen de un programa de asistencia pública; o porque el solicitante ejerció de buena fe algún derecho conforme a la Ley de Protección del Crédito al Consumidor. La agencia federal que vigila el cumplimiento de esta ley por parte de este acreedor es ${agency}, ${address}.`,
      ),
    questions: "Preguntas",
    contact: (email: string, phone: string | null, reference: string) =>
      `Escriba a ${email}${phone ? ` o llame al ${phone}` : ""} e indique el número de referencia ${reference}.`,
  },
};
