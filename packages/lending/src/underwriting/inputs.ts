import type { BusinessDate } from "../calendar/business-date.ts";
import type { Book } from "../ledger/accounts.ts";
import type { Amounts } from "../mechanics/obligation.ts";
import { type Cents, noCents } from "../money/cents.ts";
import type { ProductType } from "../products/product-type.ts";

export const sectorRiskRatings = ["LOW", "MEDIUM", "HIGH"] as const;
export type SectorRiskRating = (typeof sectorRiskRatings)[number];

/** A debt to another lender that the owner asked to have refinanced. */
export type ExternalDebt = { existingDebtId: string; monthlyCents: Cents; payoffCents: Cents };
/** A product of our own that a new one of the same type pays off. */
export type OwnDebt = {
  issuedProductId: string;
  productType: ProductType;
  book: Book;
  payoff: Amounts;
  /** Of an integrated advance: the last receivable before the payoff was quoted; null if there was none. */
  latestReceivableId: string | null;
  /** What `monthlyDebtCents` counts of its payments. */
  monthlyCents: Cents;
  payoffCents: Cents;
};
/** A debt that the new financing pays off. */
export type RefinancedDebt = ExternalDebt | OwnDebt;

export const isOwnDebt = (debt: RefinancedDebt): debt is OwnDebt => "issuedProductId" in debt;

/**
 * What rules may read. A rule names its inputs, and `allowedInputs` lists all of them: nothing about a person's age, sex, marital status,
 * origin, religion, color, family or public assistance, and no address finer than the state, which decides only what the law permits.
 * Null means that the value is not known.
 */
export type CreditModelInputs = {
  decidedOn: BusinessDate;
  /** The state from which the business is managed, as its owner stated. */
  state: string | null;
  /** A sole proprietor is an individual. */
  borrower: "INDIVIDUAL" | "ENTITY";
  /** Digits only. */
  naicsCodes: readonly string[];
  sicCodes: readonly string[];
  businessAgeInMonths: number | null;
  platformBusinessAgeInMonths: number | null;
  /** One per guarantor, the primary owner's first. Null: the bureau has no score. */
  ficoScores: readonly (number | null)[];
  /** The number of accounts in the credit file of each guarantor, in the same order. Null: the bureau has no file. */
  tradelinesCounts: readonly (number | null)[];
  /** The platform's own minimum. Null: that of the policy. */
  minimumFicoScoreRequiredOnPlatform: number | null;
  averageCashBalanceSixMonthsCents: Cents | null;
  averageCashBalanceTwelveMonthsCents: Cents | null;
  bankHistoryDays: number;
  lastBankruptcyDate: BusinessDate | null;
  hasOpenBankruptcy: boolean;
  /** The largest tax lien that is not released. */
  lastLienAmountCents: Cents | null;
  lastLienDate: BusinessDate | null;
  /** The largest judgment that is not satisfied. */
  lastJudgmentAmountCents: Cents | null;
  lastJudgmentDate: BusinessDate | null;
  businessOwnersAreUsResidents: boolean | null;
  /** Every owner who has to guarantee has agreed to. */
  personalGuarantee: boolean;
  /** Another creditor's lien on all assets, which this financing does not pay off. */
  ucc1: boolean;
  hasDefaultedWithUs: boolean;
  isLateWithUs: boolean;
  /** In the last 90 days. */
  nsfCount: number | null;
  overdraftCount: number | null;
  monthlyAverageDbt: number | null;
  revenueGrowthMonthlyCagr: number | null;
  isGrowthHistoryShort: boolean;
  sectorRiskRating: SectorRiskRating | null;
  /** Cash flow available for debt service, per month. */
  cashFlowCents: Cents | null;
  monthlyDebtCents: Cents;
  refinancedDebts: readonly RefinancedDebt[];
  averageMonthlyRevenueCents: Cents | null;
  averageMonthlyInvoicesCents: Cents | null;
  averageMonthlyVendorPaymentsCents: Cents | null;
  averageMonthlyCardSalesCents: Cents | null;
  /** Sales on the partner's platform, from which an integrated advance is repaid. */
  averageMonthlyChannelSalesCents: Cents | null;
  amountRequestedCents: Cents | null;
  /** What the business owes us or may draw. */
  ourExposureCents: Cents;
};

export type InputName = keyof CreditModelInputs;

/** The inputs of an applicant of whom nothing is known. */
export const unknownInputs = (decidedOn: BusinessDate): CreditModelInputs => ({
  decidedOn,
  state: null,
  borrower: "ENTITY",
  naicsCodes: [],
  sicCodes: [],
  businessAgeInMonths: null,
  platformBusinessAgeInMonths: null,
  ficoScores: [],
  tradelinesCounts: [],
  minimumFicoScoreRequiredOnPlatform: null,
  averageCashBalanceSixMonthsCents: null,
  averageCashBalanceTwelveMonthsCents: null,
  bankHistoryDays: 0,
  lastBankruptcyDate: null,
  hasOpenBankruptcy: false,
  lastLienAmountCents: null,
  lastLienDate: null,
  lastJudgmentAmountCents: null,
  lastJudgmentDate: null,
  businessOwnersAreUsResidents: null,
  personalGuarantee: false,
  ucc1: false,
  hasDefaultedWithUs: false,
  isLateWithUs: false,
  nsfCount: null,
  overdraftCount: null,
  monthlyAverageDbt: null,
  revenueGrowthMonthlyCagr: null,
  isGrowthHistoryShort: true,
  sectorRiskRating: null,
  cashFlowCents: null,
  monthlyDebtCents: noCents,
  refinancedDebts: [],
  averageMonthlyRevenueCents: null,
  averageMonthlyInvoicesCents: null,
  averageMonthlyVendorPaymentsCents: null,
  averageMonthlyCardSalesCents: null,
  averageMonthlyChannelSalesCents: null,
  amountRequestedCents: null,
  ourExposureCents: noCents,
});

/** Every input that a rule may name. Adding a field to the inputs does not compile until it is listed here and reviewed. */
export const allowedInputs = [
  "decidedOn",
  "state",
  "borrower",
  "naicsCodes",
  "sicCodes",
  "businessAgeInMonths",
  "platformBusinessAgeInMonths",
  "ficoScores",
  "tradelinesCounts",
  "minimumFicoScoreRequiredOnPlatform",
  "averageCashBalanceSixMonthsCents",
  "averageCashBalanceTwelveMonthsCents",
  "bankHistoryDays",
  "lastBankruptcyDate",
  "hasOpenBankruptcy",
  "lastLienAmountCents",
  "lastLienDate",
  "lastJudgmentAmountCents",
  "lastJudgmentDate",
  "businessOwnersAreUsResidents",
  "personalGuarantee",
  "ucc1",
  "hasDefaultedWithUs",
  "isLateWithUs",
  "nsfCount",
  "overdraftCount",
  "monthlyAverageDbt",
  "revenueGrowthMonthlyCagr",
  "isGrowthHistoryShort",
  "sectorRiskRating",
  "cashFlowCents",
  "monthlyDebtCents",
  "refinancedDebts",
  "averageMonthlyRevenueCents",
  "averageMonthlyInvoicesCents",
  "averageMonthlyVendorPaymentsCents",
  "averageMonthlyCardSalesCents",
  "averageMonthlyChannelSalesCents",
  "amountRequestedCents",
  "ourExposureCents",
] as const satisfies readonly InputName[];

/** Fails to compile when the inputs have a field that the list does not name. */
type Unlisted = Exclude<InputName, (typeof allowedInputs)[number]>;
const nothingUnlisted: [Unlisted] extends [never] ? true : Unlisted = true;
void nothingUnlisted;
