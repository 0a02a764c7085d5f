import type { Secret } from "@inlay/contracts/secret.ts";
import type { BusinessDate } from "@inlay/lending/calendar/business-date.ts";
import type { Cents } from "@inlay/lending/money/cents.ts";

export type PostalAddress = { line1: string; line2: string | null; city: string; state: string; postalCode: string };

/** Whose file is looked at, softly: it leaves no mark that another lender would see. When they were born, we do not know. */
export type PersonToPull = {
  /** Ours, one for each pull that somebody agreed to. Asked again under the same one, it is the same pull. */
  reference: string;
  firstName: string;
  middleName: string | null;
  lastName: string;
  address: PostalAddress;
  /** Known only after somebody was asked for it. */
  ssn: Secret | null;
};

export type BusinessToPull = {
  /** As for a person. */
  reference: string;
  name: string;
  address: PostalAddress;
  phone: string | null;
  ein: Secret | null;
};

export type PublicRecord = {
  kind: "BANKRUPTCY" | "TAX_LIEN" | "JUDGMENT";
  filedOn: BusinessDate | null;
  /** Null where nobody said how much. */
  amountCents: Cents | null;
  /** Released, satisfied, discharged or dismissed: it stands no longer. */
  isOver: boolean;
  court: string | null;
};

export type Tradeline = {
  lender: string;
  kind: string;
  openedOn: BusinessDate | null;
  isOpen: boolean;
  balanceCents: Cents;
  pastDueCents: Cents;
  /** It went badly at some time, whether or not it does now. */
  isDerogatory: boolean;
};

export type Inquiry = { by: string; on: BusinessDate };

/** What a bureau knows of a person. */
export type PersonalReport = {
  /** Null where there is too little to say. What is good enough is decided elsewhere. */
  ficoScore: number | null;
  derogatoryAccountsCount: number;
  /** Accounts that are late or worse now, and those that were. */
  nowDelinquentCount: number;
  wasDelinquentCount: number;
  bankruptcyCount: number;
  publicRecords: PublicRecord[];
  tradelines: Tradeline[];
  inquiries: Inquiry[];
};

/**
 * What came of a pull. `raw` is the bureau's own report: an artefact that the caller seals. A thin file has a report and no score; a locked
 * one must be opened by the person; a mismatch is somebody's file, and not certainly theirs.
 */
export type PersonalCredit = { raw: Secret } & (
  | { outcome: "REPORT" | "THIN_FILE"; report: PersonalReport }
  | { outcome: "MISMATCH"; differs: ("NAME" | "ADDRESS")[] }
  | { outcome: "LOCKED" | "NO_HIT" }
);

/** A lien, a judgment or a bankruptcy of a business. */
export type LegalFiling = {
  filedOn: BusinessDate | null;
  legalType: string;
  legalAction: string;
  isOver: boolean;
  documentNumber: string | null;
  filingLocation: string | null;
  phone: string | null;
  owner: string | null;
  liabilityCents: Cents | null;
  isDisputed: boolean;
};

export type UccFiling = {
  filedOn: BusinessDate | null;
  legalAction: string;
  /** Somebody else comes first where it still stands. */
  isOver: boolean;
  documentNumber: string | null;
  securedParty: string | null;
  /** What is pledged, in the filing's own words. */
  collateral: string[];
  /** All assets rather than some: nothing is left to come first in. */
  isBlanket: boolean;
};

export type Collection = {
  placedOn: BusinessDate | null;
  amountCents: Cents;
  paidCents: Cents;
  isOpen: boolean;
};

/** What a bureau knows of a business. */
export type BusinessReport = {
  /** The bureau's name for the business that it found. */
  bureauId: string;
  name: string;
  address: PostalAddress;
  phone: string | null;
  businessType: string | null;
  incorporatedOn: BusinessDate | null;
  fileEstablishedOn: BusinessDate | null;
  yearsOnFile: number | null;
  /** Digits only. */
  sicCodes: string[];
  naicsCodes: string[];
  /** 1 to 100, and higher is better. */
  commercialScore: number | null;
  /** How many days after the date a bill is paid, on average over a month and now. */
  monthlyAverageDbt: number | null;
  currentDbt: number | null;
  bankruptcies: LegalFiling[];
  taxLiens: (LegalFiling & { description: string | null })[];
  judgments: (LegalFiling & { plaintiff: string | null })[];
  uccFilings: UccFiling[];
  collections: Collection[];
};

export type BusinessCredit =
  | { outcome: "REPORT"; report: BusinessReport; raw: Secret }
  /** `raw` is what the bureau said instead. */
  | { outcome: "NO_HIT"; raw: Secret };

/** No answer that settles it. The bureau may have counted the pull; asked again under the same reference, it is still the same one. */
export class BureauUnavailable extends Error {}

/** The bureau looked at the question and will not answer it, now or later. */
export class PullRefused extends Error {}

export type Credit = {
  /** Rejects with BureauUnavailable or PullRefused, and with nothing else. */
  pullPerson(person: PersonToPull): Promise<PersonalCredit>;
  pullBusiness(business: BusinessToPull): Promise<BusinessCredit>;
};
