import type { BusinessDate } from "../../calendar/business-date.ts";
import type { Book } from "../../ledger/accounts.ts";
import type { Amounts } from "../../mechanics/obligation.ts";
import type { Cents } from "../../money/cents.ts";
import type { ProductType } from "../../products/product-type.ts";
import type { BankTransaction } from "../cash-flow/bank-transaction.ts";
import type { DeclaredDebt } from "../cash-flow/debt-payments.ts";
import type { ScoreFactor } from "./score-factors.ts";

/** A court record or filing about a person or a business. */
export type Filing = { filedOn: BusinessDate | null; amountCents: Cents | null; isOver: boolean };

export type OwnerFacts = {
  id: string;
  isPrimary: boolean;
  firstName: string;
  lastName: string;
  email: string;
  ownershipPercentage: number | null;
  isControlPerson: boolean;
  /** The owner has consented, and nothing about their identity is open. */
  isOnboarded: boolean;
  /** Null: no report was pulled. */
  credit: {
    pulledOn: BusinessDate;
    /** Null: the bureau has no score. */
    ficoScore: number | null;
    /** What lowers the score most, for the notice about a denial. Facts that were taken before it was kept do not have it. */
    scoreFactors?: readonly ScoreFactor[];
    /** Null: the bureau has no file. */
    tradelinesCount: number | null;
    derogatoryAccountsCount: number;
    bankruptcyCount: number;
    nowDelinquentDerog: number;
    wasDelinquentDerog: number;
    bankruptcies: Filing[];
    taxLiens: Filing[];
    judgments: Filing[];
  } | null;
};

export type BusinessCreditFacts = {
  pulledOn: BusinessDate;
  incorporatedOn: BusinessDate | null;
  fileEstablishedOn: BusinessDate | null;
  naicsCodes: string[];
  sicCodes: string[];
  monthlyAverageDbt: number | null;
  bankruptcies: Filing[];
  taxLiens: Filing[];
  judgments: Filing[];
  uccFilings: { filedOn: BusinessDate | null; isOver: boolean; isBlanket: boolean }[];
  collectionsCount: number;
};

export type VerificationFacts = {
  formedOn: BusinessDate | null;
  formedIn: string | null;
  entityType: string | null;
  registrations: { state: string; standing: "GOOD" | "BAD" | "UNKNOWN" }[];
  naicsCodes: string[];
  sicCodes: string[];
  openLiensCount: number;
  bankruptcyCount: number;
};

export type AccountFacts = {
  accountId: string;
  itemId: string;
  name: string;
  officialName: string | null;
  institutionName: string | null;
  subType: string;
  isBusinessChecking: boolean;
  /** At the end of the day on which the facts were taken. Null if the bank did not tell it. */
  balanceCents: Cents | null;
};

export type AccountingMonthFacts = {
  /** The first day of the month. */
  month: BusinessDate;
  revenueCents: Cents;
  costOfGoodsCents: Cents;
  operatingExpensesCents: Cents;
  otherIncomeCents: Cents;
  otherExpensesCents: Cents;
  netIncomeCents: Cents;
  cashCents: Cents;
  assetsCents: Cents;
  liabilitiesCents: Cents;
  equityCents: Cents;
  operatingCashCents: Cents;
  investingCashCents: Cents;
  financingCashCents: Cents;
};

/** What the owner stated when applying. */
export type OwnerStatement = {
  amountRequestedCents: Cents;
  useOfFunds: string;
  /** The state from which the business is managed. */
  state: string;
  grossAnnualRevenueCents: Cents;
  businessOwnersAreUsResidents: boolean;
};

/** A funded product of ours that a new one of the same type may pay off, with its payoff on the day of the facts. */
export type RefinanceableProduct = {
  issuedProductId: string;
  productType: ProductType;
  book: Book;
  payoff: Amounts;
  /** What its offer takes from the cash flow of a month, as signed. */
  monthlyPaymentCents: Cents;
  /** The bank may not show its payments yet. */
  isPaymentUnseen: boolean;
  /** Of an integrated advance: its last receivable. */
  latestReceivableId: string | null;
};

/** What the business owes us or may draw, and whether it has paid. Older facts lack the last three: they were not read yet. */
export type HistoryWithUs = {
  hasDefaulted: boolean;
  isLate: boolean;
  /** With the accepted offers that are not funded yet. */
  exposureCents: Cents;
  /** The monthly payments on accepted offers that the bank data cannot show yet. */
  unseenPaymentsCents?: Cents;
  /** All accepted offers of the business, funded or not. */
  acceptedOfferIds?: readonly string[];
  /** The products that are CURRENT and half repaid, oldest first. */
  refinanceableProducts?: readonly RefinanceableProduct[];
};

/**
 * Everything that a decision is based on, as it was on one day: no SSN, EIN, account or routing number. A decision is a function of these
 * facts, the policy and the rulings of staff, so the facts are what a snapshot freezes.
 */
export type UnderwritingFacts = {
  takenOn: BusinessDate;
  business: {
    id: string;
    name: string;
    platformBusinessId: string;
    phoneNumber: string | null;
    addressState: string | null;
    isSoleProprietorship: boolean;
    selectedProducts: ProductType[];
  };
  platform: {
    id: string;
    name: string;
    businessSince: BusinessDate;
    minimumFicoScoreRequiredOnPlatform: number | null;
  };
  owners: OwnerFacts[];
  businessCredit: BusinessCreditFacts | null;
  verification: VerificationFacts | null;
  accounts: AccountFacts[];
  transactions: BankTransaction[];
  /** Sales on the partner's platform, by day. */
  salesDays: { date: BusinessDate; netCents: Cents }[];
  accountingMonths: AccountingMonthFacts[];
  debts: (DeclaredDebt & { isToBeRefinanced: boolean })[];
  statement: OwnerStatement | null;
  withUs: HistoryWithUs;
};
