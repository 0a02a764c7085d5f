import type { BusinessFindings } from "../providers/business-verification/port.ts";
import type { BusinessReport, PersonalReport } from "../providers/credit/port.ts";

// Summaries that rules may read without decrypting the report: figures, dates and codes, without names or document numbers.

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);

export const summaryOfPerson = (report: PersonalReport) => ({
  ficoScore: report.ficoScore,
  scoreFactors: report.scoreFactors,
  derogatoryAccountsCount: report.derogatoryAccountsCount,
  nowDelinquentCount: report.nowDelinquentCount,
  wasDelinquentCount: report.wasDelinquentCount,
  bankruptcyCount: report.bankruptcyCount,
  publicRecords: report.publicRecords.map(({ kind, filedOn, amountCents, isOver }) => ({
    kind,
    filedOn,
    amountCents,
    isOver,
  })),
  tradelinesCount: report.tradelines.length,
  openTradelinesCount: report.tradelines.filter(({ isOpen }) => isOpen).length,
  balanceCents: sum(report.tradelines.map(({ balanceCents }) => balanceCents)),
  pastDueCents: sum(report.tradelines.map(({ pastDueCents }) => pastDueCents)),
  inquiriesOn: report.inquiries.map(({ on }) => on),
});

type Filed = Pick<BusinessReport["judgments"][number], "filedOn" | "liabilityCents" | "isOver" | "isDisputed">;
const filed = ({ filedOn, liabilityCents, isOver, isDisputed }: Filed) => ({
  filedOn,
  liabilityCents,
  isOver,
  isDisputed,
});

export const summaryOfBusiness = (report: BusinessReport) => ({
  businessType: report.businessType,
  incorporatedOn: report.incorporatedOn,
  fileEstablishedOn: report.fileEstablishedOn,
  yearsOnFile: report.yearsOnFile,
  sicCodes: report.sicCodes,
  naicsCodes: report.naicsCodes,
  commercialScore: report.commercialScore,
  monthlyAverageDbt: report.monthlyAverageDbt,
  currentDbt: report.currentDbt,
  bankruptcies: report.bankruptcies.map(filed),
  taxLiens: report.taxLiens.map(filed),
  judgments: report.judgments.map(filed),
  uccFilings: report.uccFilings.map(({ filedOn, isOver, isBlanket }) => ({ filedOn, isOver, isBlanket })),
  collections: report.collections,
});

export const summaryOfFindings = (findings: BusinessFindings) => ({
  registrations: findings.registrations.map(({ state, isHome, registeredOn, standing }) => ({
    state,
    isHome,
    registeredOn,
    standing,
  })),
  formation: findings.formation,
  tinMatch: findings.tinMatch,
  isNameVerified: findings.isNameVerified,
  isAddressVerified: findings.isAddressVerified,
  naicsCodes: findings.naicsCodes,
  sicCodes: findings.sicCodes,
  officersCount: findings.officers.length,
  liens: findings.liens.map(({ kind, state, filedOn, lapsesOn, isOpen }) => ({
    kind,
    state,
    filedOn,
    lapsesOn,
    isOpen,
  })),
  bankruptcyCount: findings.bankruptcyCount,
});
