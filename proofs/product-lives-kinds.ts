import type { ProductType } from "../packages/lending/src/products/product-type.ts";
import { account, type BookName, type FundedRow, type Line, type Settings } from "./product-lives-books.ts";
import {
  advanceRow,
  amortizedRows,
  dailyRows,
  flatRows,
  invoicePrincipal,
  invoiceRows,
  type LoanTerms,
  loanFee,
  percentOf,
  sum,
  type Window,
} from "./product-lives-terms.ts";

/** What one payout finances: the product itself, a draw or an invoice. */
export type Financed = {
  request: object;
  /** What is paid out. */
  payout: bigint;
  /** The rows and the lines beside the payout itself, for an effective date. `subject` is the draw, the invoice or the product. */
  fund(effectiveOn: string, subject: string, productId: string): { rows: FundedRow[]; lines: Line[] };
};

/** The kind of a life, with the terms that the given random numbers choose. */
export type Kind = {
  productType: ProductType;
  terms: object;
  settings: Pick<Settings, "mechanics" | "isLine" | "ratePercentage" | "payoffBasis" | "states">;
  /** Assessed fees are part of its lives. */
  hasFees: boolean;
  /** The payoff to another lender that the loan withholds. */
  escrow: bigint;
  finance(): Financed;
};

/** The product that a new one pays off, and its payoff as it is signed. */
export type SignedPayoff = {
  productId: string;
  book: BookName;
  principal: bigint;
  interest: bigint;
  fee: bigint;
  latestReceivableId: string | null;
};

export const payoffOf = (old: SignedPayoff): bigint => old.principal + old.interest + old.fee;
const payoffsOf = (olds: readonly SignedPayoff[]): bigint => sum(olds.map(payoffOf));

export type Random = { pick<T>(list: readonly T[]): T; between(least: number, most: number): number };

const drawStates = {
  pending: "PENDING_FUND_DISBURSEMENT",
  open: "WAITING_FOR_REPAYMENT",
  closed: "CLOSED",
  late: "WAITING_FOR_REPAYMENT",
  defaulted: "DEFAULTED",
};
const invoiceStates = {
  pending: "PENDING_FUND_DISPERSEMENT",
  open: "WAITING_FOR_REPAYMENT",
  closed: "CLOSED_INVOICE",
  late: "LATE",
  defaulted: "DEFAULTED",
};

function termLoan(
  interestMethod: "AMORTIZED" | "FLAT" | "DAILY",
  { pick, between }: Random,
  olds: readonly SignedPayoff[],
): Kind {
  const ratePercentage = pick(["0", "9.99", "12.5", "18", "24", "29.99"]);
  const feePercentage = pick(["0", "1", "2.5", "3", "3.5"]);
  const months = pick([1, 2, 3, 3, 4, 6, 12]);
  const payoffBasis = pick(["SPEC_CAPPED", "SPEC_CAPPED", "OUTSTANDING", "DAILY"] as const);
  const amount = BigInt(between(1_000_000, 30_000_000)) + 2n * payoffsOf(olds);
  const escrow = between(0, 4) === 0 ? amount / 4n : 0n;
  const rowsOf = { AMORTIZED: amortizedRows, FLAT: flatRows, DAILY: dailyRows }[interestMethod];
  const loan: LoanTerms = { amount, ratePercentage, months, feePercentage };
  const fee = loanFee(loan);
  return {
    productType: "TERM_LOAN",
    terms: {
      productType: "TERM_LOAN",
      minLoanAmountCents: 1_000_000,
      maxLoanAmountCents: 50_000_000,
      interestRatePercentage: ratePercentage,
      feePercentage,
      durationDays: months * 30,
      interestMethod,
      payoffInterestBasis: payoffBasis,
      existingDebts: [
        ...(escrow > 0n ? [{ debtType: "EXTERNAL_DEBT", existingDebtId: "debt", payoffCents: Number(escrow) }] : []),
        ...olds.map(ownDebt),
      ],
    },
    settings: {
      mechanics: interestMethod === "DAILY" ? "SIMPLE_INTEREST" : "INSTALLMENTS",
      isLine: false,
      ratePercentage,
      payoffBasis,
      states: drawStates,
    },
    hasFees: true,
    escrow,
    finance: () => ({
      request: { loanAmountCents: Number(amount) },
      payout: amount - fee - escrow - payoffsOf(olds),
      fund: (effectiveOn, subject, productId) => ({
        rows: rowsOf(loan, effectiveOn),
        lines: [
          { account: account.principal, subject, amount },
          { account: account.unearned, subject: productId, amount: -fee },
          { account: account.escrow, subject: productId, amount: -escrow },
        ],
      }),
    }),
  };
}

const ownDebt = ({ productId, book, principal, interest }: SignedPayoff) => ({
  debtType: "KANMON_DEBT",
  refinancedIssuedProductId: productId,
  book,
  principalCents: Number(principal),
  interestCents: Number(interest),
});

function lineOfCredit({ pick, between }: Random): Kind {
  const ratePercentage = pick(["12", "18", "19.5", "24", "30"]);
  const feePercentage = pick(["0", "1.5", "2", "2.5"]);
  const months = pick([1, 2, 3, 6]);
  return {
    productType: "LOC_TERM_LOAN",
    terms: {
      productType: "LOC_TERM_LOAN",
      approvedLimitCents: 1_000_000_000,
      interestRatePercentage: ratePercentage,
      feePercentage,
      durationDays: 360,
      repaymentDurationDays: months * 30,
      locMaintenanceFeeDisplayType: "AMOUNT",
      locMaintenanceFeePercentage: "0",
      locMaintenanceFeeAmountCents: 0,
    },
    settings: {
      mechanics: "INSTALLMENTS",
      isLine: true,
      ratePercentage,
      payoffBasis: "SPEC_CAPPED",
      states: drawStates,
    },
    hasFees: true,
    escrow: 0n,
    finance: () => {
      const amount = BigInt(between(1_000, 5_000_000));
      const loan = { amount, ratePercentage, months, feePercentage };
      const fee = loanFee(loan);
      return {
        request: { amountCents: Number(amount) },
        payout: amount - fee,
        fund: (effectiveOn, subject, productId) => ({
          rows: flatRows(loan, effectiveOn),
          lines: [
            { account: account.principal, subject, amount },
            { account: account.unearned, subject: productId, amount: -fee },
          ],
        }),
      };
    },
  };
}

type Plan = { id: string; advancePercentage: string; feePercentage: string; isNet: boolean; window: Window };

const windows: readonly Window[] = [
  { kind: "DURATION", days: 30 },
  { kind: "DURATION", days: 60 },
  { kind: "DATE", day: 31 },
  { kind: "DATE", day: 15 },
  {
    kind: "PARTS",
    parts: [
      { percentage: "33.33", days: 30 },
      { percentage: "33.33", days: 60 },
      { percentage: "33.34", days: 90 },
    ],
  },
  {
    kind: "PARTS",
    parts: [
      { percentage: "25", days: 14 },
      { percentage: "75", days: 28 },
    ],
  },
];

const windowTerms = (window: Window): object => {
  if (window.kind === "DURATION") return { repaymentType: "FIXED_DURATION", repaymentDurationDays: window.days };
  if (window.kind === "DATE") return { repaymentType: "FIXED_DATE", monthlyRepaymentDay: window.day };
  const schedule = window.parts.map(({ percentage, days }) => ({
    repaymentPercentage: percentage,
    repaymentDurationDays: days,
  }));
  return { repaymentType: "MULTIPLE_DURATION", repaymentSchedule: { schedule } };
};

function invoices(productType: "FAST_PAY" | "EXTEND_PAY_PURCHASE_ORDER", { pick, between }: Random): Kind {
  const isBill = productType === "EXTEND_PAY_PURCHASE_ORDER";
  const plans = Array.from(
    { length: 3 },
    (_, n): Plan => ({
      id: `plan ${n}`,
      advancePercentage: isBill ? "100" : pick(["80", "85", "90"]),
      feePercentage: pick(["0", "1.8", "2.75", "3", "5.25"]),
      isNet: pick([true, false]),
      window: pick(windows),
    }),
  );
  return {
    productType,
    terms: {
      productType,
      monthlyLimitAmountCents: 1_000_000_000,
      offerPricingPlans: plans.map(({ id, advancePercentage, feePercentage, isNet, window }) => ({
        id,
        advanceRatePercentage: advancePercentage,
        transactionFeePercentage: feePercentage,
        paymentStructure: isNet ? "NET" : "GROSS",
        repaymentWindow: windowTerms(window),
      })),
    },
    settings: {
      mechanics: "INVOICES",
      isLine: true,
      ratePercentage: "0",
      payoffBasis: "SPEC_CAPPED",
      states: invoiceStates,
    },
    hasFees: true,
    escrow: 0n,
    finance: () => {
      const plan = pick(plans);
      const requested = BigInt(between(1_000, 6_000_000));
      const available = pick([requested, requested * 2n, (requested * 2n) / 3n]);
      const invoice = { ...plan, requested, available };
      const principal = invoicePrincipal(invoice);
      const fee = percentOf(principal, plan.feePercentage);
      return {
        request: {
          planId: plan.id,
          requestedCents: Number(requested),
          availableCents: Number(available),
          ...(isBill && { isFullyPayable: false }),
        },
        payout: plan.isNet ? principal - fee : principal,
        fund: (effectiveOn, subject, productId) => {
          const rows = invoiceRows(invoice, effectiveOn);
          return {
            rows: rows.map(({ planDays, ...row }) => ({
              ...row,
              rebate: { percentage: plan.feePercentage, planDays },
            })),
            lines: [
              { account: account.principal, subject, amount: principal },
              { account: account.fee, subject, amount: sum(rows.map((row) => row.fee)) },
              { account: account.unearned, subject: productId, amount: -fee },
            ],
          };
        },
      };
    },
  };
}

function advance(
  productType: "MCA" | "INTEGRATED_MCA",
  { pick, between }: Random,
  olds: readonly SignedPayoff[],
): Kind {
  const amount = BigInt(between(100_000, 10_000_000)) + payoffsOf(olds);
  const feeFactor = pick(["1", "1.08", "1.12", "1.125", "1.185"]);
  const [old = null] = olds;
  const row = advanceRow({ amount, feeFactor });
  const terms = {
    productType,
    maxAdvanceAmountCents: 1_000_000_000,
    feeFactor,
    repaymentPercentageTiers: [{ maxLoanAmountCents: 1_000_000_000, repaymentPercentage: "10" }],
    estimatedAverageMonthlySalesInCents: 1_000_000,
    refinanced: old && {
      refinancedIssuedProductId: old.productId,
      book: old.book,
      principalCents: Number(old.principal),
      feeCents: Number(old.fee),
      ...(productType === "INTEGRATED_MCA" && { refiLatestIntegratedMcaReceivableId: old.latestReceivableId }),
    },
  };
  return {
    productType,
    terms:
      productType === "MCA" ? { ...terms, repaymentFrequency: "WEEKLY" } : { ...terms, minLoanAmountCents: 100_000 },
    settings: {
      mechanics: "SALES",
      isLine: false,
      ratePercentage: "0",
      payoffBasis: "SPEC_CAPPED",
      states: drawStates,
    },
    hasFees: false,
    escrow: 0n,
    finance: () => ({
      request: { advanceAmountCents: Number(amount) },
      payout: amount - payoffsOf(olds),
      fund: (_effectiveOn, subject, productId) => ({
        rows: [row],
        lines: [
          { account: account.principal, subject, amount },
          { account: account.fee, subject, amount: row.fee },
          { account: account.unearned, subject: productId, amount: -row.fee },
        ],
      }),
    }),
  };
}

type KindOf = (random: Random, olds: readonly SignedPayoff[]) => Kind;

/** The kinds of lives. A loan may pay off old ones, and an advance one old one. */
export const kinds: Readonly<Record<string, KindOf>> = {
  "TERM_LOAN-AMORTIZED": (random, olds) => termLoan("AMORTIZED", random, olds),
  "TERM_LOAN-FLAT": (random, olds) => termLoan("FLAT", random, olds),
  "TERM_LOAN-DAILY": (random, olds) => termLoan("DAILY", random, olds),
  LOC_TERM_LOAN: lineOfCredit,
  FAST_PAY: (random) => invoices("FAST_PAY", random),
  EXTEND_PAY_PURCHASE_ORDER: (random) => invoices("EXTEND_PAY_PURCHASE_ORDER", random),
  MCA: (random, olds) => advance("MCA", random, olds),
  INTEGRATED_MCA: (random, olds) => advance("INTEGRATED_MCA", random, olds),
};
