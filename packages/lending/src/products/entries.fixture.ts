import { businessDate } from "../calendar/business-date.ts";
import { plainWorksheet } from "../explain/worksheet.ts";
import * as ledger from "../ledger/entries.ts";
import type { Entry } from "../ledger/entry.ts";
import * as installments from "../mechanics/installments/entries.ts";
import { fixedDurationPlan } from "../mechanics/invoices/advance.fixture.ts";
import { invoiceAdvance } from "../mechanics/invoices/advance.ts";
import * as invoices from "../mechanics/invoices/entries.ts";
import * as salesShare from "../mechanics/sales-share/entries.ts";
import { add, type Cents, cents, least, multiply } from "../money/cents.ts";
import * as cashAdvance from "./cash-advance/entries.ts";
import * as integratedCashAdvance from "./integrated-cash-advance/entries.ts";
import * as lineOfCredit from "./line-of-credit/entries.ts";
import { lineOfCreditTerms } from "./line-of-credit/terms.ts";
import * as termLoan from "./term-loan/entries.ts";
import { type TermLoanTerms, termLoanTerms } from "./term-loan/terms.ts";

const book = "CONCAR_SPV_1";
export const fundedOn = businessDate("2026-01-15");

/** TL-1. */
export const loanTerms = termLoanTerms.parse({
  productType: "TERM_LOAN",
  minLoanAmountCents: 1_000_000,
  maxLoanAmountCents: 50_000_000,
  interestRatePercentage: "18",
  feePercentage: "3",
  durationDays: 360,
  interestMethod: "AMORTIZED",
  payoffInterestBasis: "SPEC_CAPPED",
  existingDebts: [],
});

/** The draw D-1. */
export const lineTerms = lineOfCreditTerms.parse({
  productType: "LOC_TERM_LOAN",
  approvedLimitCents: 10_000_000,
  interestRatePercentage: "24",
  feePercentage: "2",
  durationDays: 360,
  repaymentDurationDays: 180,
  locMaintenanceFeeDisplayType: "AMOUNT",
  locMaintenanceFeePercentage: "0",
  locMaintenanceFeeAmountCents: 0,
});

/** A loan that pays off a loan of our own in each of two books, and one of another lender. */
function refinancing(principalCents: Cents, interestCents: Cents, payoffCents: Cents): TermLoanTerms {
  const own = { debtType: "KANMON_DEBT", refinancedIssuedProductId: "old", principalCents, interestCents } as const;
  return {
    ...loanTerms,
    existingDebts: [
      { ...own, book },
      { ...own, book: "EQUITY" },
      { debtType: "EXTERNAL_DEBT", existingDebtId: "debt", payoffCents },
    ],
  };
}

/** I-1 and I-2. */
export const invoice = (paymentStructure: "GROSS" | "NET") =>
  invoiceAdvance(
    {
      plan: fixedDurationPlan({ paymentStructure }),
      requestedCents: cents(1_000_000),
      availableCents: cents(5_000_000),
      fundedOn,
    },
    plainWorksheet,
  );
const invoicesFunded = (["GROSS", "NET"] as const).map((structure) => invoices.invoiceFunded(invoice(structure), book));

type Made = Entry | readonly Entry[];
/** One sample for each function that a module exports. A function without a sample does not compile. */
type Samples<Module, NotEntries extends keyof Module = never> = Record<Exclude<keyof Module, NotEntries>, Made>;

/** What every function of entries makes of the same amounts, by file. */
export function samplesOf(a: Cents, b: Cents, c: Cents): Record<string, Record<string, Made>> {
  const split = { principalCents: a, feeCents: b };
  const paid = { principalCents: a, interestCents: b };
  const fees = [{ feeType: "LATE_PAYMENT", amountCents: c }] as const;
  const balance = { principalCents: a, interestCents: b, fees, unearnedFeeCents: least(a, c) };
  const request = { loanAmountCents: multiply(add(a, b, c), 4), fundedOn };
  const part = { ...split, number: 1, dueOn: fundedOn, planDays: 30, chargedFeeCents: b, paymentCents: add(a, b) };
  return {
    "ledger/entries.ts": {
      disbursementOnStatement: ledger.disbursementOnStatement(book, a),
      disbursementReturned: ledger.disbursementReturned(book, a),
      collectionOnStatement: ledger.collectionOnStatement(book, a),
      collectionReturned: ledger.collectionReturned(book, a),
      unidentifiedReceived: ledger.unidentifiedReceived(book, a),
      unidentifiedSent: ledger.unidentifiedSent(book, a),
      receiptIdentified: ledger.receiptIdentified(book, "CLEARING_IN", a),
      withdrawalIdentified: ledger.withdrawalIdentified(book, "CLEARING_OUT", a),
      receiptSentBack: ledger.receiptSentBack(book, a),
      withdrawalPaidBack: ledger.withdrawalPaidBack(book, a),
      bankChargeIdentified: ledger.bankChargeIdentified(book, a),
      feeAssessed: ledger.feeAssessed(book, "MAINTENANCE", a),
      feeCollected: ledger.feeCollected(book, "MAINTENANCE", a),
      feeWaived: ledger.feeWaived(book, "MAINTENANCE", a),
      promotionRefunded: ledger.promotionRefunded(book, a),
      overpaid: ledger.overpaid(book, a),
      borrowerCreditRefunded: ledger.borrowerCreditRefunded(book, a),
      creditReturned: ledger.creditReturned(book, a),
      creditPaidBack: ledger.creditPaidBack(book, a),
      creditOwedBack: ledger.creditOwedBack(book, a),
      borrowerCreditApplied: ledger.borrowerCreditApplied(installments.repaid(paid, book)),
      debitReversed: ledger.debitReversed(book, a, "debit"),
      externalPayoffSent: ledger.externalPayoffSent(book, a),
      writtenOff: ledger.writtenOff(book, { ...balance, unearnedFeeCents: multiply(c, 3) }, "ORIGINATION_INCOME"),
      recovered: ledger.recovered(book, a),
      allowanceBuilt: ledger.allowanceBuilt(book, a),
      allowanceReleased: ledger.allowanceReleased(book, a),
      processingCostPaid: ledger.processingCostPaid(book, a),
      microEntriesSent: ledger.microEntriesSent(book, a),
      microEntriesTakenBack: ledger.microEntriesTakenBack(book, a),
      platformSettled: ledger.platformSettled(book, a),
      platformRefunded: ledger.platformRefunded(book, a),
      revenueShareAccrued: ledger.revenueShareAccrued(a),
      revenueSharePaid: ledger.revenueSharePaid(a),
      revenueShareClawedBack: ledger.revenueShareClawedBack(a),
      capitalCalled: ledger.capitalCalled(book, a),
      capitalReturned: ledger.capitalReturned(book, a),
      receivableSold: ledger.receivableSold("EQUITY", book, balance),
      paidToBook: ledger.paidToBook(book, "EQUITY", a),
      receivedFromBook: ledger.receivedFromBook(book, "EQUITY", a),
    } satisfies Samples<typeof ledger, "isAssessedFee">,
    "mechanics/installments/entries.ts": {
      interestDue: installments.interestDue(a, book),
      feeEarned: installments.feeEarned(a, "TRANSACTION_FEE_INCOME", book),
      monthDue: installments.monthDue({ interestCents: a, feeCents: b, income: "ORIGINATION_INCOME" }, "CURRENT", book),
      repaid: installments.repaid(paid, book),
      repaidInNonAccrual: installments.repaidInNonAccrual({ ...paid, unbilledInterestCents: c }, book),
    } satisfies Samples<typeof installments, "feeEarnedByMonth">,
    "mechanics/invoices/entries.ts": {
      invoiceFunded: invoicesFunded,
      invoiceRepaid: invoices.invoiceRepaid(part, least(b, c), book),
      rebateSent: invoices.rebateSent(a, book),
      rebateReturned: invoices.rebateReturned(a, book),
      rebateClawedBack: invoices.rebateClawedBack(a, book),
      invoiceWrittenOff: invoices.invoiceWrittenOff({ ...part, assessedFees: fees }, book),
    } satisfies Samples<typeof invoices>,
    "mechanics/sales-share/entries.ts": {
      advanceFunded: salesShare.advanceFunded(
        {
          advanceAmountCents: add(a, b, c),
          feeAmountCents: c,
          replaced: { ...split, refinancedIssuedProductId: "old", book: "EQUITY" },
        },
        book,
      ),
      shareCollected: salesShare.shareCollected("COLLECTED", "CLEARING_IN", split, book),
      advanceWrittenOff: salesShare.advanceWrittenOff(split, book),
    } satisfies Samples<typeof salesShare, "replacedBalance" | "collectedLines">,
    "products/cash-advance/entries.ts": {
      periodCollected: cashAdvance.periodCollected(split, book),
      trueUpOwed: cashAdvance.trueUpOwed({ principalCents: cents(-a), feeCents: cents(-b) }, book),
    } satisfies Samples<typeof cashAdvance>,
    "products/integrated-cash-advance/entries.ts": {
      receivableAccepted: integratedCashAdvance.receivableAccepted(split, book),
      advancePaid: integratedCashAdvance.advancePaid(split, book),
      receivableRecovered: [a, cents(-a)].map((cents) => integratedCashAdvance.receivableRecovered(cents, book)),
    } satisfies Samples<typeof integratedCashAdvance>,
    "products/line-of-credit/entries.ts": {
      drawFunded: lineOfCredit.drawFunded(lineTerms, { amountCents: a, fundedOn }, book),
    } satisfies Samples<typeof lineOfCredit>,
    "products/term-loan/entries.ts": {
      termLoanFunded: [[], ["debt"]].flatMap((kept) =>
        termLoan.termLoanFunded(refinancing(a, b, c), request, book, kept),
      ),
      payoffsKept: termLoan.payoffsKept(refinancing(a, b, c), ["debt"], book),
      refinancedLoanClosed: ([book, "EQUITY"] as const).flatMap((old) =>
        termLoan.refinancedLoanClosed(
          { refinancedIssuedProductId: "old", book: old, unearnedFeeCents: a, unpaidFees: fees },
          book,
        ),
      ),
    } satisfies Samples<typeof termLoan, "settledLines">,
  };
}
