import type { Secret } from "@inlay/contracts/secret.ts";
import type { BusinessDate } from "@inlay/lending/calendar/business-date.ts";
import type { Cents } from "@inlay/lending/money/cents.ts";
import type { ScoreFactor } from "@inlay/lending/underwriting/data/score-factors.ts";
import { VendorUnavailable } from "../vendor-unavailable.ts";

export type PostalAddress = { line1: string; line2: string | null; city: string; state: string; postalCode: string };

/** A person for a soft pull, which other lenders do not see. The date of birth is unknown. */
export type PersonToPull = {
  /** Our reference, one per consented pull. Requests with the same reference are the same pull. */
  reference: string;
  firstName: string;
  middleName: string | null;
  lastName: string;
  address: PostalAddress;
  /** Known only after the owner was asked for it. */
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
  /** Null where the amount is not stated. */
  amountCents: Cents | null;
  /** Released, satisfied, discharged or dismissed. */
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
  /** The account was derogatory at some time, whether or not it is now. */
  isDerogatory: boolean;
};

export type Inquiry = { by: string; on: BusinessDate };

/** A bureau's report about a person. */
export type PersonalReport = {
  /** Null where the bureau has too little data for a score. What is sufficient is decided elsewhere. */
  ficoScore: number | null;
  /** What lowers the score, the most important first. Empty without a score. */
  scoreFactors: ScoreFactor[];
  derogatoryAccountsCount: number;
  /** Accounts that are delinquent now, and accounts that were. */
  nowDelinquentCount: number;
  wasDelinquentCount: number;
  bankruptcyCount: number;
  publicRecords: PublicRecord[];
  tradelines: Tradeline[];
  inquiries: Inquiry[];
};

/**
 * The result of a pull. `raw` is the bureau's own report, which the caller encrypts. A thin file has a report and no score; a locked file
 * must be unlocked by the person; a mismatch is a file that may belong to another person.
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
  /** While it is not over, another creditor has priority. */
  isOver: boolean;
  documentNumber: string | null;
  securedParty: string | null;
  /** The collateral, in the filing's own words. */
  collateral: string[];
  /** The filing covers all assets, so no collateral is left with first priority. */
  isBlanket: boolean;
};

export type Collection = {
  placedOn: BusinessDate | null;
  amountCents: Cents;
  paidCents: Cents;
  isOpen: boolean;
};

/** A bureau's report about a business. */
export type BusinessReport = {
  /** The bureau's id of the business that it found. */
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
  /** Days beyond terms: how late bills are paid, on average over a month and now. */
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
  /** `raw` is the bureau's response. */
  | { outcome: "NO_HIT"; raw: Secret };

/** The outcome is unknown. The bureau may have counted the pull; a retry with the same reference is the same pull. */
export class BureauUnavailable extends VendorUnavailable {}

/** The bureau rejects the request, now and later. */
export class PullRefused extends Error {}

/** A bureau as a notice names it, so that a person can ask for their report. */
export type ReportingAgency = { name: string; address: string; phone: string };

export type Credit = {
  /** Whose reports about people these are. */
  agency: ReportingAgency;
  /** Rejects with BureauUnavailable or PullRefused, and with nothing else. */
  pullPerson(person: PersonToPull): Promise<PersonalCredit>;
  pullBusiness(business: BusinessToPull): Promise<BusinessCredit>;
};
