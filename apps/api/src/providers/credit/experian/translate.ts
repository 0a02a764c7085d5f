import { type BusinessDate, businessDate } from "@inlay/lending/calendar/business-date.ts";
import { type Cents, cents } from "@inlay/lending/money/cents.ts";
import { type ScoreFactor, scoreRange } from "@inlay/lending/underwriting/data/score-factors.ts";
import { z } from "zod";
import type {
  BusinessReport,
  BusinessToPull,
  LegalFiling,
  PersonalReport,
  PersonToPull,
  PublicRecord,
  Tradeline,
  UccFiling,
} from "../port.ts";

/** The bureau omits missing values or sends null. */
const text = z.string().nullish();
const number = z.number().nullish();
const list = <T extends z.ZodType>(item: T) =>
  z
    .array(item.nullable())
    .nullish()
    .transform((items) => (items ?? []).filter((one) => one !== null));

// People.

type Terms = { subscriberCode: string; purpose: string; scoreModel: string };

export const personQuestionFor = (person: PersonToPull, { subscriberCode, purpose, scoreModel }: Terms) => ({
  consumerPii: {
    primaryApplicant: {
      name: {
        firstName: person.firstName,
        lastName: person.lastName,
        ...(person.middleName && { middleName: person.middleName }),
      },
      ...(person.ssn && { ssn: { ssn: person.ssn.reveal() } }),
      currentAddress: {
        line1: person.address.line1,
        ...(person.address.line2 && { line2: person.address.line2 }),
        city: person.address.city,
        state: person.address.state,
        zipCode: person.address.postalCode,
      },
    },
  },
  requestor: { subscriberCode },
  permissiblePurpose: { type: purpose },
  addOns: {
    riskModels: { modelIndicator: [scoreModel], scorePercentile: "N" },
    summaries: { summaryType: ["Profile Summary"] },
    outputType: "JSON",
  },
});

const creditProfile = z.object({
  consumerIdentity: z
    .object({ name: list(z.object({ firstName: text, surname: text, secondSurname: text })) })
    .nullish(),
  addressInformation: list(z.object({ streetPrefix: text, streetName: text, state: text, zipCode: text })),
  informationalMessage: list(z.object({ messageNumber: text, messageText: text })),
  statement: list(z.object({ statementText: text })),
  riskModel: list(
    z.object({ modelIndicator: text, score: text, scoreFactors: list(z.object({ importance: text, code: text })) }),
  ),
  summaries: list(z.object({ summaryType: text, attributes: list(z.object({ id: z.string(), value: text })) })),
  publicRecord: list(z.object({ amount: text, courtName: text, filingDate: text, status: text })),
  tradeline: list(
    z.object({
      subscriberName: text,
      accountType: text,
      openDate: text,
      openOrClosed: text,
      balanceAmount: text,
      amountPastDue: text,
      evaluation: text,
      derogCounter: text,
    }),
  ),
  inquiry: list(z.object({ date: text, subscriberName: text })),
});
type CreditProfile = z.infer<typeof creditProfile>;

type Personal =
  | { outcome: "REPORT" | "THIN_FILE"; report: PersonalReport }
  | { outcome: "MISMATCH"; differs: ("NAME" | "ADDRESS")[] }
  | { outcome: "LOCKED" | "NO_HIT" };

export function personalFrom(answer: unknown, asked: PersonToPull): Personal {
  const [profile] = z.object({ creditProfile: z.array(creditProfile) }).parse(answer).creditProfile;
  const said = [
    ...(profile?.statement ?? []).map((one) => one.statementText ?? ""),
    ...(profile?.informationalMessage ?? []).map((one) => one.messageText ?? ""),
  ];
  // The bureau's message codes differ between products; the texts do not.
  if (said.some((words) => /\b(FROZEN|LOCKED)\b/i.test(words))) return { outcome: "LOCKED" };
  if (!profile || said.some((words) => /\bNO RECORD FOUND\b/i.test(words))) return { outcome: "NO_HIT" };
  const differs = differencesOf(profile, asked);
  if (differs.length > 0) return { outcome: "MISMATCH", differs };
  const report = reportFrom(profile);
  return { outcome: report.ficoScore === null ? "THIN_FILE" : "REPORT", report };
}

const plain = (words: string | null | undefined) =>
  (words ?? "")
    .normalize("NFD")
    .replace(/[^\p{L}\p{N}]/gu, "")
    .toUpperCase();

/** The file must have the requested person's surname and know the requested house number. */
function differencesOf(profile: CreditProfile, asked: PersonToPull): ("NAME" | "ADDRESS")[] {
  const names = profile.consumerIdentity?.name ?? [];
  const surname = plain(asked.lastName);
  const isTheirs = names.some((name) =>
    [name.surname, name.secondSurname, `${name.surname ?? ""}${name.secondSurname ?? ""}`].some(
      (one) => plain(one) === surname,
    ),
  );
  const houseNumber = /\d+/.exec(asked.address.line1)?.[0] ?? null;
  const zip = asked.address.postalCode.slice(0, 5);
  const livesThere = profile.addressInformation.some(
    ({ streetPrefix, streetName, zipCode }) =>
      (zipCode ?? "").startsWith(zip) &&
      (houseNumber === null || /\d+/.exec(`${streetPrefix ?? ""} ${streetName ?? ""}`)?.[0] === houseNumber),
  );
  return [...(isTheirs ? [] : (["NAME"] as const)), ...(livesThere ? [] : (["ADDRESS"] as const))];
}

/** The bureau's codes of what lowers a FICO score. */
const scoreFactorCodes: Record<string, ScoreFactor> = {
  "01": "AMOUNTS_OWED",
  "02": "DELINQUENCY",
  "05": "ACCOUNTS_WITH_BALANCES",
  "08": "INQUIRIES",
  "10": "REVOLVING_USE",
  "12": "REVOLVING_AGE",
  "13": "RECENT_DELINQUENCY",
  "14": "ACCOUNT_AGE",
  "16": "NO_RECENT_REVOLVING",
  "18": "ACCOUNTS_WITH_DELINQUENCY",
  "20": "RECENT_PUBLIC_RECORD",
  "30": "RECENT_ACCOUNT",
  "33": "LOAN_BALANCES",
  "38": "SERIOUS_DELINQUENCY",
  "39": "SERIOUS_DELINQUENCY",
  "40": "PUBLIC_RECORD",
};

type RiskModel = CreditProfile["riskModel"][number];
/** A code that is not in the table is left out: a notice names only what we can explain. */
const scoreFactorsFrom = (model: RiskModel | undefined): ScoreFactor[] => [
  ...new Set(
    (model?.scoreFactors ?? [])
      .toSorted((a, b) => Number(a.importance ?? 0) - Number(b.importance ?? 0))
      .flatMap(({ code }) => scoreFactorCodes[code ?? ""] ?? []),
  ),
];

function reportFrom(profile: CreditProfile): PersonalReport {
  const [model] = profile.riskModel;
  const score = Number(model?.score ?? Number.NaN);
  // Values outside the range are codes for a missing score.
  const hasScore = score >= scoreRange.lowest && score <= scoreRange.highest;
  const summary = new Map(profile.summaries.flatMap(({ attributes }) => attributes.map((one) => [one.id, one.value])));
  const count = (id: string) => Number(summary.get(id) ?? 0) || 0;
  const publicRecords = profile.publicRecord.map(publicRecordFrom);
  const tradelines = profile.tradeline.map(
    (line): Tradeline => ({
      lender: line.subscriberName ?? "",
      kind: line.accountType ?? "",
      openedOn: americanDate(line.openDate),
      isOpen: line.openOrClosed === "O",
      balanceCents: dollars(line.balanceAmount) ?? cents(0),
      pastDueCents: dollars(line.amountPastDue) ?? cents(0),
      isDerogatory: line.evaluation === "N" || Number(line.derogCounter ?? 0) > 0,
    }),
  );
  return {
    ficoScore: hasScore ? score : null,
    scoreFactors: hasScore ? scoreFactorsFrom(model) : [],
    derogatoryAccountsCount: tradelines.filter(({ isDerogatory }) => isDerogatory).length,
    nowDelinquentCount: count("nowDelinquentDerog"),
    wasDelinquentCount: count("wasDelinquentDerog"),
    bankruptcyCount: publicRecords.filter(({ kind }) => kind === "BANKRUPTCY").length,
    publicRecords,
    tradelines,
    inquiries: profile.inquiry.flatMap(({ date, subscriberName }) => {
      const on = americanDate(date);
      return on ? [{ by: subscriberName ?? "", on }] : [];
    }),
  };
}

function publicRecordFrom(record: CreditProfile["publicRecord"][number]): PublicRecord {
  const status = record.status ?? "";
  const kind = /bankruptcy|chapter/i.test(status) ? "BANKRUPTCY" : /lien/i.test(status) ? "TAX_LIEN" : "JUDGMENT";
  return {
    kind,
    filedOn: americanDate(record.filingDate),
    amountCents: dollars(record.amount),
    isOver: isOver(status),
    court: record.courtName ?? null,
  };
}

/** For example `02152024`. Some of the bureau's dates lack a day or are missing. */
function americanDate(date: string | null | undefined): BusinessDate | null {
  const [, month, day, year] = /^(\d{2})(\d{2})(\d{4})$/.exec(date ?? "") ?? [];
  return year ? businessDate(`${year}-${month}-${day === "00" ? "01" : day}`) : null;
}

/** Whole dollars with leading zeros. */
const dollars = (amount: string | null | undefined): Cents | null =>
  amount && /^\d+$/.test(amount) ? cents(Number(amount) * 100) : null;

const isOver = (words: string): boolean => /released|satisfied|discharged|dismissed|terminat|vacated/i.test(words);

// Businesses.

export const businessSearchFor = ({ reference, name, address, phone, ein }: BusinessToPull, subcode: string) => ({
  name,
  subcode,
  street: address.line1,
  city: address.city,
  state: address.state,
  zip: address.postalCode,
  ...(phone && { phone }),
  ...(ein && { taxId: ein.reveal() }),
  geo: true,
  comments: reference,
});

/** The bureau's match confidence in percent. Below this the file may belong to another business. */
const sureEnough = 85;

const searched = z.object({
  success: z.boolean(),
  results: list(z.object({ bin: z.string(), reliabilityCode: number })),
});

export function bestMatch(answer: unknown): string | null {
  const { results } = searched.parse(answer);
  const sure = results.filter(({ reliabilityCode }) => (reliabilityCode ?? 0) >= sureEnough);
  return sure.sort((a, b) => (b.reliabilityCode ?? 0) - (a.reliabilityCode ?? 0))[0]?.bin ?? null;
}

const filing = z.object({
  dateFiled: text,
  legalType: text,
  legalAction: text,
  documentNumber: text,
  filingLocation: text,
  owner: text,
  phone: text,
  liabilityAmount: number,
  customerDisputeIndicator: z.boolean().nullish(),
});
const premierProfile = z.object({
  results: z.object({
    businessHeader: z.object({
      bin: z.string(),
      businessName: z.string(),
      phone: text,
      address: z.object({ street: text, city: text, state: text, zip: text }),
    }),
    businessFacts: z
      .object({
        fileEstablishedDate: text,
        yearsOnFile: number,
        businessType: text,
        dateOfIncorporation: text,
        sicCodes: list(z.object({ code: z.coerce.string() })),
        naicsCodes: list(z.object({ code: z.coerce.string() })),
      })
      .nullish(),
    corporateRegistration: z.object({ incorporatedDate: text }).nullish(),
    scoreInformation: z.object({ commercialScore: z.object({ score: number }).nullish() }).nullish(),
    expandedCreditSummary: z.object({ monthlyAverageDbt: number, currentDbt: number }).nullish(),
    bankruptcyDetail: list(filing),
    taxLienDetail: list(filing.extend({ taxLienDescription: text })),
    judgmentDetail: list(filing.extend({ plaintiffName: text })),
    uccFilingsDetail: list(
      z.object({
        dateFiled: text,
        legalAction: text,
        documentNumber: text,
        securedParty: text,
        collateralCodes: list(z.object({ definition: text })),
      }),
    ),
    collectionsDetail: list(
      z.object({
        accountStatus: text,
        datePlacedForCollection: text,
        dateClosed: text,
        amountPlacedForCollection: number,
        amountPaid: number,
      }),
    ),
  }),
});

export function businessFrom(answer: unknown): BusinessReport {
  const { results } = premierProfile.parse(answer);
  const { businessHeader: header, businessFacts: facts, expandedCreditSummary: summary } = results;
  const { street, city, state, zip } = header.address;
  return {
    bureauId: header.bin,
    name: header.businessName,
    address: { line1: street ?? "", line2: null, city: city ?? "", state: state ?? "", postalCode: zip ?? "" },
    phone: header.phone ?? null,
    businessType: facts?.businessType ?? null,
    incorporatedOn: day(results.corporateRegistration?.incorporatedDate) ?? day(facts?.dateOfIncorporation),
    fileEstablishedOn: day(facts?.fileEstablishedDate),
    yearsOnFile: facts?.yearsOnFile ?? null,
    sicCodes: (facts?.sicCodes ?? []).map(({ code }) => code.replace(/\D/g, "")),
    naicsCodes: (facts?.naicsCodes ?? []).map(({ code }) => code.replace(/\D/g, "")),
    commercialScore: results.scoreInformation?.commercialScore?.score ?? null,
    monthlyAverageDbt: summary?.monthlyAverageDbt ?? null,
    currentDbt: summary?.currentDbt ?? null,
    bankruptcies: results.bankruptcyDetail.map(filingFrom),
    taxLiens: results.taxLienDetail.map((one) => ({ ...filingFrom(one), description: one.taxLienDescription ?? null })),
    judgments: results.judgmentDetail.map((one) => ({ ...filingFrom(one), plaintiff: one.plaintiffName ?? null })),
    uccFilings: results.uccFilingsDetail.map((one): UccFiling => {
      const collateral = one.collateralCodes.flatMap(({ definition }) => definition ?? []);
      return {
        filedOn: day(one.dateFiled),
        legalAction: one.legalAction ?? "",
        isOver: isOver(one.legalAction ?? ""),
        documentNumber: one.documentNumber ?? null,
        securedParty: one.securedParty ?? null,
        collateral,
        isBlanket: collateral.some((words) => /\ball assets\b/i.test(words)),
      };
    }),
    collections: results.collectionsDetail.map((one) => ({
      placedOn: day(one.datePlacedForCollection),
      amountCents: wholeCents(one.amountPlacedForCollection) ?? cents(0),
      paidCents: wholeCents(one.amountPaid) ?? cents(0),
      isOpen: !one.dateClosed,
    })),
  };
}

const filingFrom = (one: z.infer<typeof filing>): LegalFiling => ({
  filedOn: day(one.dateFiled),
  legalType: one.legalType ?? "",
  legalAction: one.legalAction ?? "",
  isOver: isOver(one.legalAction ?? ""),
  documentNumber: one.documentNumber ?? null,
  filingLocation: one.filingLocation ?? null,
  phone: one.phone ?? null,
  owner: one.owner ?? null,
  liabilityCents: wholeCents(one.liabilityAmount),
  isDisputed: one.customerDisputeIndicator ?? false,
});

const wholeCents = (amount: number | null | undefined): Cents | null =>
  amount === null || amount === undefined ? null : cents(Math.round(amount * 100));

/** `2019-04-02`, or `04/02/2019` in the bureau's older format. */
function day(date: string | null | undefined): BusinessDate | null {
  const [, month, dayOfMonth, year] = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(date ?? "") ?? [];
  if (year) return businessDate(`${year}-${month}-${dayOfMonth}`);
  return /^\d{4}-\d{2}-\d{2}$/.test(date ?? "") ? businessDate(date ?? "") : null;
}
