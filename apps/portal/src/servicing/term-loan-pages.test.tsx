import type { TermLoanServicing } from "@inlay/contracts/servicing/term-loan.ts";
import { businessDate } from "@inlay/lending/calendar/business-date.ts";
import { explained } from "@inlay/lending/explain/worksheet.ts";
import { cents, noCents } from "@inlay/lending/money/cents.ts";
import { termLoanPayoff } from "@inlay/lending/products/term-loan/payoff.ts";
import { terms } from "@inlay/lending/products/term-loan/term-loan.fixture.ts";
import type { ReactNode } from "react";
import { describe, expect, it } from "vitest";
import { PayFromAccount } from "../products/servicing/pay-from-account.tsx";
import { PayNow } from "../products/servicing/pay-now.tsx";
import { ServicingProvider } from "../products/servicing/use-servicing.ts";
import { useDueLines } from "../products/term-loan/servicing/loan-figure.tsx";
import { LoanHistory } from "../products/term-loan/servicing/loan-history.tsx";
import { LoanPayoff } from "../products/term-loan/servicing/loan-payoff.tsx";
import { LoanSummary } from "../products/term-loan/servicing/loan-summary.tsx";
import { PayoffCost } from "../products/term-loan/servicing/payoff-cost.tsx";
import { SplitPayment } from "../products/term-loan/servicing/split-payment.tsx";
import type { Language } from "../shared/language/language.ts";
import {
  arrangement,
  fundedLoan,
  happened,
  lateLoan,
  loan,
  payoff,
  payoffQuote,
  splitExplanations,
} from "./loan.fixture.ts";
import { markup as markupOf, rendered } from "./rendered.fixture.tsx";

const id = loan.issuedProductId;
const nothing = () => undefined;
const readAgain = async () => undefined;
const within = (page: ReactNode) => (
  <ServicingProvider value={{ at: { page: "HOME" }, open: nothing, back: nothing, home: nothing }}>
    {page}
  </ServicingProvider>
);
const answersWith = (change: Partial<TermLoanServicing>): Parameters<typeof rendered>[1] => [
  [["issued products"], [fundedLoan]],
  [["term loan", id], { ...loan, ...change }],
  [["arrangements", id], [{ ...arrangement, retryDays: retryDays.map((day) => ({ day, interestCents: 0 })) }]],
  [["contact"], null],
  [["split payment", id, null], splitQuote],
  [["pay from account", id], { payNowQuote, accounts: [otherAccount] }],
  [["pay now", id], payNowQuote],
  [["payoff quote", id, "2026-08-04"], payoffQuote],
  [["product activity", id], { pages: [{ activity: [happened], hasMore: false }], pageParams: [null] }],
];
const shown = (page: ReactNode, change: Partial<TermLoanServicing> = {}, language: Language = "en") =>
  rendered(within(page), answersWith(change), language);
const markup = (page: ReactNode, change: Partial<TermLoanServicing>) => markupOf(within(page), answersWith(change));
const splitQuote = {
  obligationId: "row-6",
  parts: [
    { amountCents: 229_200, day: "2026-07-24" },
    { amountCents: 229_200, day: "2026-08-03" },
  ],
  interestCents: 1_205,
  accountNumberLast4: "6789",
  authorization: { version: "1", text: "You authorize two debits." },
  splitDays: ["2026-07-23", "2026-07-24", "2026-08-03"],
  explanations: splitExplanations,
};
const payNowQuote = { effectiveDate: "2026-07-22", repaymentCents: 458_400, feeCents: 22_920, amountCents: 481_320 };
const otherAccount = {
  bankAccountId: "harbor",
  institutionName: "Harbor Credit Union",
  accountNumberLast4: "2204",
  authorization: { version: "1", text: "You authorize one debit." },
};
const retryDays = ["2026-08-24", "2026-08-25", "2026-08-31"];

const summary = (change?: Partial<TermLoanServicing>, language?: Language) =>
  shown(<LoanSummary issuedProductId={id} takesFocus={false} />, change, language);
const payoffPage = (change?: Partial<TermLoanServicing["payoff"]>, language?: Language) =>
  shown(<LoanPayoff issuedProductId={id} takesFocus={false} />, { payoff: { ...payoff, ...change } }, language);
function PayLate() {
  const dueLines = useDueLines(lateLoan);
  const due = lateLoan.overdue && dueLines(lateLoan.overdue);
  return <PayNow product={lateLoan} overdue={due} readAgain={readAgain} onBack={nothing} />;
}

describe("term loan page", () => {
  it("shows remaining principal, monthly payment, status, next payment, auto payment, details", async () => {
    const page = await summary();
    expect(page).toContain("Term Loan CURRENT Remaining principal $26,115 .90 Repaid so far $23,884.10");
    expect(page).toContain(
      "Next payment $4,584.00 Due Sat, Aug 15, taken Mon, Aug 17 from First Calm Bank •••• 6789 Auto payment on",
    );
    expect(page).toContain(
      "Original amount $50,000.00 Term 12 months Remaining term 6 months Monthly payment $4,584.00 Interest 1.50% / mo · 18% / yr APR 23.91% Last payment Jan 15, 2027",
    );
    expect(page).toContain("07/15/26 PAID $4,584.00 06/15/26 PAID $4,584.00 05/15/26 PAID $4,584.00");
    expect(page).toContain("Paying off on Tue, Aug 4 saves $638.09 of interest");
    expect(page).toContain("Show as a table");
  });

  it("shows '-' as the monthly payment of a loan that is fully paid, and offers no payoff", async () => {
    const page = await summary({
      loanStatus: "FULLY_PAID",
      monthlyPaymentCents: null,
      nextPayment: null,
      remainingMonths: 0,
      isAutoPaymentOn: false,
    });
    expect(page).toContain("PAID OFF");
    expect(page).toContain("Remaining term - Monthly payment -");
    expect(page).toContain("No payment is to come. Auto payment off");
    expect(page).not.toContain("Pay off loan");
  });

  it("shows no monthly rate where the law forbids it, and the APR all the same", async () => {
    expect(await summary({ monthlyRatePercentage: null })).toContain("Interest 18% / yr APR 23.91%");
  });

  it("of a late loan says what happened, what is owed line by line, the ways out and what happens meanwhile", async () => {
    const page = await summary({
      loanStatus: "LATE",
      whyNotPayNow: null,
      overdue: {
        daysPastDue: 6,
        oldestDueOn: "2026-08-15",
        failure: { debitedOn: "2026-08-17", kind: "NOT_ENOUGH_FUNDS" },
        retryOn: "2026-08-24",
        isOnItsWay: false,
        lines: [
          { kind: "INSTALLMENT", dueOn: "2026-08-15", unpaidCents: 458_400, figure: "overdueLine1Cents" },
          { kind: "LATE_PAYMENT", dueOn: "2026-08-21", unpaidCents: 22_920, figure: "overdueLine2Cents" },
        ],
        totalCents: 481_320,
      },
    });
    expect(page).toContain(
      "Your payment of Sat, Aug 15 did not go through First Calm Bank returned it: not enough funds that day. It is 6 days late. You can pay it now or choose another way; most take a minute.",
    );
    expect(page).toContain(
      "To be up to date today $4,813 .20 Payment due Sat, Aug 15 $4,584.00 Late fee $229.20 Total $4,813.20",
    );
    expect(page).toContain("Choose the day we try again Planned: Mon, Aug 24. Any day until Mon, Aug 31.");
    expect(page).toContain("What happens meanwhile We try First Calm Bank •••• 6789 again on Mon, Aug 24.");
    expect(page).toContain("Pay $4,813.20 now");
  });

  it("of a late loan offers to split the payment and to use another account, each with what it costs", async () => {
    const page = await shown(<LoanSummary issuedProductId={id} takesFocus={false} />, lateLoan);
    expect(page).toContain(
      "Split it in two $2,292.00 on Fri, Jul 24 and the rest on Mon, Aug 3. $12.05 more interest.",
    );
    expect(page).toContain("Use another account You have one more: Harbor Credit Union •••• 2204");
  });

  it("shows both parts, what they cost and the authorization before a payment is split", async () => {
    const page = await shown(<SplitPayment loan={lateLoan} onBack={nothing} />);
    expect(page).toContain("Fri, Jul 24 $2,292.00 Mon, Aug 3 $2,292.00 Total $4,584.00");
    expect(page).toContain("The delay costs $12.05 more interest. From your account •••• 6789");
    expect(page).toContain("What you authorize You authorize two debits. Authorize both debits");
    // The second half is in a later week than the first.
    expect(page).toContain("Second half Choose a day Mon, Aug 3");
  });

  it("shows the amount and the authorization before a payment is taken from another account", async () => {
    const page = await shown(<PayFromAccount product={lateLoan} readAgain={readAgain} onBack={nothing} />);
    expect(page).toContain("To pay on Wed, Jul 22 $4,813 .20 Payments $4,584.00 Fees $229.20 Total $4,813.20");
    expect(page).toContain("Harbor Credit Union •••• 2204 What you authorize You authorize one debit.");
    expect(page).toContain("Pay $4,813.20 on Wed, Jul 22");
  });

  it("explains every line of what is owed, on the page of the loan and before it is paid", async () => {
    for (const page of [<LoanSummary key="1" issuedProductId={id} takesFocus={false} />, <PayLate key="2" />]) {
      const html = await markup(page, lateLoan);
      for (const amount of ["$4,584.00", "$229.20", "$4,813.20"]) {
        expect(html).toContain(`aria-label="${amount}, how we get this number"`);
      }
    }
  });

  it("explains both halves of a split payment and their sum", async () => {
    const html = await markup(<SplitPayment loan={lateLoan} onBack={nothing} />, lateLoan);
    expect(html.match(/aria-label="\$2,292.00, how we get this number"/g)).toHaveLength(2);
    expect(html).toContain('aria-label="$4,584.00, how we get this number"');
  });

  it("of a loan in default says so", async () => {
    expect(await summary({ loanStatus: "DEFAULTED" })).toContain("This loan is in default");
  });

  it("is in Spanish", async () => {
    expect(await summary({}, "es")).toContain("Capital restante $26,115 .90 Devuelto hasta ahora $23,884.10");
  });
});

describe("payment history of a term loan", () => {
  it("'24 rows per page'", async () => {
    const schedule = Array.from(
      { length: 25 },
      (_, at) => ({ ...loan.schedule[0], obligationId: `row-${at}` }) as never,
    );
    const page = await shown(<LoanHistory issuedProductId={id} takesFocus={false} />, { schedule });
    expect(page.match(/02\/15\/26/g)).toHaveLength(24);
    expect(page).toContain("Page 1 of 2");
  });

  it("lists date, payment and status, and everything that happened", async () => {
    const page = await shown(<LoanHistory issuedProductId={id} takesFocus={false} />);
    expect(page).toContain("Payment history");
    expect(page).toContain("07/15/26 $4,584.00 PAID 08/15/26 $4,584.00 -");
    expect(page).toContain("Everything that happened Payment received Jul 17, 2026 $4,584.00");
  });
});

describe("payoff of a term loan", () => {
  it("explains the unpaid fees that are a part of it", async () => {
    const { explanations } = explained((write) =>
      termLoanPayoff(
        terms,
        {
          loanAmountCents: cents(5_000_000),
          effectiveOn: businessDate("2026-08-04"),
          unpaidRows: [],
          interestFromOn: businessDate("2026-07-15"),
          accruedInterestCents: noCents,
          unpaidFees: [{ feeType: "LATE_PAYMENT", amountCents: cents(22_920) }],
          creditCents: noCents,
        },
        write,
      ),
    );
    const quote = { ...payoffQuote, feesCents: 22_920, explanations: Object.fromEntries(explanations) as never };
    const html = await markupOf(within(<PayoffCost loan={loan} quote={quote} />), []);
    expect(html).toContain("Unpaid fees");
    expect(html).toContain('aria-label="$229.20, how we get this number"');
  });

  it("shows the days that can be chosen and why others cannot, the amount with its parts, and the saving as two bars", async () => {
    const page = await payoffPage();
    expect(page).toContain(
      "Wed, Aug 12 is the last day: a payoff needs 3 days before the payment of Sat, Aug 15. Banks are closed on Sat, Aug 8, Sun, Aug 9.",
    );
    expect(page).toContain("To pay on Tue, Aug 4 $26,865 .90 Remaining principal $26,115.90 Interest $750.00");
    expect(page).toContain("You save $638.09 Interest as planned $1,388.09 Interest if you pay off $750.00");
    expect(page).toContain("The 6 payments that are left, from Sat, Aug 15 on, will not be taken.");
  });

  it.each(["PAYOFF_PAYMENT_PENDING", "PAYOFF_PAYMENT_DUE_SOON"] as const)(
    "is unavailable if the next payment is within 0 to 3 days or any pending payment order exists: %s",
    async (why) => {
      expect(await payoffPage({ why, days: [] })).toContain(
        "Please wait until the pending/upcoming payment completes prior to repaying off the remaining balance.",
      );
    },
  );

  it("of a late loan: late notification, then 'Notify Support', then payoff requested", async () => {
    const late = { why: "PAYOFF_NEEDS_SUPPORT", days: [] } as const;
    const page = await payoffPage({ ...late, days: [] });
    expect(page).toContain("To schedule your payoff, please email support.");
    expect(page).toContain("Notify Support");
    const requested = { status: "REQUESTED", effectiveDate: null, amountCents: null } as const;
    expect(await payoffPage({ ...late, days: [], request: requested })).toContain("Payoff requested");
  });

  it("that is scheduled can be cancelled until it is sent", async () => {
    const scheduled = { effectiveDate: "2026-08-07", amountCents: 2_686_590, isCancellable: true };
    const change = { why: "PAYOFF_ALREADY_SCHEDULED", days: [], scheduled } as const;
    expect(await payoffPage({ ...change, days: [] })).toContain(
      "$26,865.90 is taken on Fri, Aug 7. Until it is sent you can cancel it. Cancel the payoff",
    );
    const sent = await payoffPage({ ...change, days: [], scheduled: { ...scheduled, isCancellable: false } });
    expect(sent).not.toContain("Cancel the payoff");
  });
});
