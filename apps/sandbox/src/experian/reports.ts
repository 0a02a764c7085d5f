import { addMonths, type BusinessDate, dateAt, partsOf } from "@inlay/lending/calendar/business-date.ts";
import type { BusinessScenario, Filing, PersonScenario } from "./scenarios.ts";

/** The part of the request that a report repeats. It does not include the SSN. */
export type AskedPerson = {
  firstName: string;
  middleName: string;
  lastName: string;
  line1: string;
  city: string;
  state: string;
  zipCode: string;
};
export type StoredBusiness = { name: string; street: string; city: string; state: string; zip: string };

/** `02152024` */
const american = (date: BusinessDate): string => {
  const { year, month, day } = partsOf(date);
  return `${String(month).padStart(2, "0")}${String(day).padStart(2, "0")}${year}`;
};
const padded = (value: number, width: number): string => String(value).padStart(width, "0");

const lenders = ["HARBOR CARD SERVICES", "QUARRY STREET AUTO", "MERIDIAN HOME LOANS", "NORTHGATE STUDENT AID"];
const accountTypes = ["Credit Card", "Auto Loan", "Mortgage", "Education Loan"];

const message = (messageNumber: string, messageText: string) => ({
  creditProfile: [
    { informationalMessage: [{ messageNumber, messageNumberDetailed: `00${messageNumber}`, messageText }] },
  ],
});

export const noRecord = () => message("07", "NO RECORD FOUND");

export const frozenFile = (now: Date) => ({
  creditProfile: [
    {
      headerRecord: [{ reportDate: american(dateAt(now)), versionNo: "07" }],
      statement: [
        { type: "25", dateReported: american(dateAt(now)), statementText: "FILE FROZEN DUE TO STATE LEGISLATION" },
      ],
    },
  ],
});

/** A person's file, as the bureau writes it: everything is text, and amounts are whole dollars. */
export function creditProfile(asked: AskedPerson, scenario: PersonScenario, now: Date) {
  const today = dateAt(now);
  const ago = (months: number) => american(addMonths(today, -months));
  const { derogatory = 0, late = 0, filings = [] } = scenario;
  const [, houseNumber = "", street = ""] = /^\s*(\d*)\s*(.*)$/.exec(asked.line1) ?? [];
  const elsewhere = { streetPrefix: "4410", streetName: "FORMER RD", city: "TOLEDO", state: "OH", zipCode: "43604" };
  const attributes = {
    publicRecordsCount: padded(filings.length, 2),
    totalTradeItems: padded(scenario.trades, 3),
    nowDelinquentDerog: padded(late, 3),
    wasDelinquentDerog: padded(derogatory - late, 3),
    totalInquiries: "002",
  };
  return {
    creditProfile: [
      {
        headerRecord: [{ reportDate: ago(0), versionNo: "07", y2kReportedDate: ago(0) }],
        consumerIdentity: {
          name: [
            {
              firstName: asked.firstName.toUpperCase(),
              middleName: asked.middleName.toUpperCase(),
              surname: scenario.differs === "name" ? "SOMEBODYELSE" : asked.lastName.toUpperCase(),
              type: "N",
            },
          ],
        },
        addressInformation: [
          scenario.differs === "address"
            ? elsewhere
            : {
                streetPrefix: houseNumber,
                streetName: street.toUpperCase(),
                city: asked.city.toUpperCase(),
                state: asked.state,
                zipCode: asked.zipCode,
                firstReportedDate: ago(80),
                lastUpdatedDate: ago(1),
              },
        ],
        riskModel: [
          // A code replaces the score when the file has too little data.
          {
            modelIndicator: "F",
            score: scenario.score === null ? "9003" : padded(scenario.score, 4),
            evaluation: "P",
            scoreFactors: scenario.score === null ? [] : scoreFactorsOf(scenario),
          },
        ],
        summaries: [
          {
            summaryType: "Profile Summary",
            attributes: Object.entries(attributes).map(([id, value]) => ({ id, value })),
          },
        ],
        publicRecord: filings.map((filing) => ({
          amount: padded(filing.dollars, 10),
          courtName: "COUNTY SUPERIOR COURT",
          courtCode: "3019999",
          evaluation: "N",
          filingDate: ago(filing.monthsAgo),
          status: statusOf(filing),
          statusDate: ago(filing.monthsAgo),
          referenceNumber: `BK${filing.monthsAgo}-${filing.dollars}`,
        })),
        tradeline: Array.from({ length: scenario.trades }, (_, n) => ({
          subscriberName: lenders[n % 4],
          accountType: accountTypes[n % 4],
          openDate: ago(10 + n * 9),
          openOrClosed: n % 5 === 4 ? "C" : "O",
          revolvingOrInstallment: n % 4 === 0 ? "R" : "I",
          balanceAmount: padded(n % 5 === 4 ? 0 : 1_200 + n * 850, 10),
          amountPastDue: padded(n < late ? 340 : 0, 10),
          evaluation: n < derogatory ? "N" : "P",
          derogCounter: padded(n < derogatory ? 3 : 0, 2),
          delinquencies30Days: padded(n < derogatory ? 2 : 0, 2),
          consumerDisputeFlag: "N",
        })),
        inquiry: [
          { date: ago(3), subscriberName: "TIDEWATER ONLINE", type: "CU", amount: "UNKNOWN" },
          { date: ago(11), subscriberName: "QUARRY STREET AUTO", type: "AU", amount: "UNKNOWN" },
        ],
        endTotals: [{ totalSegments: "12", totalLength: "1024" }],
      },
    ],
  };
}

/** The bureau's codes, the most important first. Inquiries count least. */
function scoreFactorsOf({ derogatory = 0, late = 0, filings = [] }: PersonScenario) {
  const codes = [
    ...(filings.length > 0 ? ["40"] : []),
    ...(late > 0 ? ["39", "13"] : []),
    ...(derogatory > 0 ? ["18"] : []),
    ...["10", "14", "08"],
  ];
  return codes.map((code, n) => ({ importance: String(n + 1), code }));
}

const statusOf = ({ kind, isReleased }: Filing): string => {
  if (kind === "bankruptcy") return isReleased ? "Bankruptcy Chapter 7 Discharged" : "Bankruptcy Chapter 7 Petition";
  if (kind === "tax lien") return isReleased ? "Federal Tax Lien Released" : "Federal Tax Lien";
  return isReleased ? "Civil Claim Judgment Satisfied" : "Civil Claim Judgment";
};

/** A business's file. Amounts are numbers of dollars, and dates have another format than in a person's file. */
export function premierProfile(bin: string, business: StoredBusiness, scenario: BusinessScenario, now: Date) {
  const today = dateAt(now);
  const ago = (months: number) => addMonths(today, -months);
  const of = (kind: Filing["kind"]) => (scenario.filings ?? []).filter((filing) => filing.kind === kind);
  const filed = ({ kind, dollars, monthsAgo, isReleased }: Filing) => ({
    dateFiled: ago(monthsAgo),
    liabilityAmount: dollars,
    documentNumber: `D${monthsAgo}${dollars}`,
    phone: null,
    legalType: { bankruptcy: "Bankruptcy", "tax lien": "Federal tax", judgment: "Judgment" }[kind],
    legalAction:
      kind === "bankruptcy"
        ? "Chapter 11"
        : kind === "judgment" && isReleased
          ? "Satisfied"
          : isReleased
            ? "Released"
            : "Filed",
    filingLocation: "COUNTY RECORDER",
    owner: null,
    customerDisputeIndicator: false,
  });
  const { name, street, city, state, zip } = business;
  return {
    businessHeader: {
      bin,
      businessName: name.toUpperCase(),
      phone: null,
      taxId: null,
      websiteUrl: null,
      address: { street: street.toUpperCase(), city: city.toUpperCase(), state, zip, zipExtension: null },
      foreignCountry: false,
      dbaNames: [],
      customerDisputeIndicator: false,
    },
    corporateRegistration: {
      incorporatedDate: ago(scenario.yearsOnFile * 12 + 6),
      statusFlag: { code: "A", definition: "Active" },
    },
    businessFacts: {
      fileEstablishedDate: ago(scenario.yearsOnFile * 12 + 2),
      yearsOnFile: scenario.yearsOnFile,
      businessType: "Corporation",
      stateOfIncorporation: state,
      nonProfitIndicator: false,
      publicIndicator: false,
      sicCodes: [{ code: "5461", definition: "RETAIL BAKERIES" }],
      naicsCodes: [{ code: "311811", definition: "Retail Bakeries" }],
    },
    scoreInformation: {
      commercialScore: { score: scenario.score, modelCode: "000254", modelTitle: "INTELLISCORE PLUS" },
      fsrScore: { score: scenario.score },
    },
    expandedCreditSummary: {
      monthlyAverageDbt: scenario.dbt,
      currentDbt: scenario.dbt,
      highestDbt6Months: scenario.dbt,
      bankruptcyCount: of("bankruptcy").length,
      taxLienCount: of("tax lien").length,
      judgmentCount: of("judgment").length,
      collectionCount: (scenario.collections ?? []).length,
      uccFilings: (scenario.ucc ?? []).length,
    },
    bankruptcyDetail: of("bankruptcy").map(filed),
    taxLienDetail: of("tax lien").map((one) => ({ ...filed(one), taxLienDescription: "Federal tax lien" })),
    judgmentDetail: of("judgment").map((one) => ({ ...filed(one), plaintiffName: "COASTLINE SUPPLY INC" })),
    uccFilingsDetail: (scenario.ucc ?? []).map(({ securedParty, collateral, isTerminated }) => ({
      dateFiled: ago(16),
      documentNumber: "UCC16000",
      securedParty: securedParty.toUpperCase(),
      legalAction: isTerminated ? "Terminated" : "Filed",
      collateralCodes: collateral.map((definition) => ({ code: "05", definition })),
    })),
    collectionsDetail: (scenario.collections ?? []).map(({ dollars, paidDollars, isOpen }) => ({
      accountStatus: isOpen ? "Open Account" : "Paid in Full",
      datePlacedForCollection: ago(7),
      dateClosed: isOpen ? null : ago(2),
      amountPlacedForCollection: dollars,
      amountPaid: paidDollars,
    })),
  };
}
