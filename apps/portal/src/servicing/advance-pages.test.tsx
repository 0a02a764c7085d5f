import type { CashAdvanceServicing } from "@inlay/contracts/servicing/cash-advance.ts";
import type { ProductType } from "@inlay/lending/products/product-type.ts";
import type { ReactNode } from "react";
import { describe, expect, it } from "vitest";
import { AdvanceHistory } from "../products/cash-advance/servicing/advance-history.tsx";
import { AdvanceSummary } from "../products/cash-advance/servicing/advance-summary.tsx";
import { IntegratedHistory } from "../products/integrated-cash-advance/servicing/integrated-history.tsx";
import { IntegratedSummary } from "../products/integrated-cash-advance/servicing/integrated-summary.tsx";
import { useDueLines } from "../products/servicing/advance/advance-figure.tsx";
import { RequestTrueUp } from "../products/servicing/advance/true-ups.tsx";
import { PayFromAccount } from "../products/servicing/pay-from-account.tsx";
import { PayNow } from "../products/servicing/pay-now.tsx";
import { PaymentDay } from "../products/servicing/payment-day.tsx";
import { ServicingProvider } from "../products/servicing/use-servicing.ts";
import type { Language } from "../shared/language/language.ts";
import { advance, arrangement, integrated, overdue, receivables, trueUp, week } from "./advance.fixture.ts";
import { issued } from "./issued.fixture.ts";
import { rendered } from "./rendered.fixture.tsx";

const id = advance.issuedProductId;

const nothing = () => undefined;
const shown = (
  page: ReactNode,
  change: Partial<CashAdvanceServicing> = {},
  { language = "en", productType = "MCA", headline = "ADVANCE_BALANCE" }: Given = {},
) =>
  rendered(
    <ServicingProvider value={{ at: { page: "HOME" }, open: nothing, back: nothing, home: nothing }}>
      {page}
    </ServicingProvider>,
    [
      [["issued products"], [issued(productType, { id })]],
      [["servicing home"], { products: [{ id, productType, headline: { kind: headline } }], endedProducts: [] }],
      [["cash advance", id], { ...advance, ...change }],
      [["arrangements", id], [arrangement]],
      [["pay now", id], payNowQuote],
      [["product receivables", id], receivables],
      [["pay from account", id], { payNowQuote, accounts: [otherAccount] }],
      [["contact"], null],
    ],
    language,
  );
type Given = { language?: Language; productType?: ProductType; headline?: string };

const summary = (change?: Partial<CashAdvanceServicing>, given?: Given) =>
  shown(<AdvanceSummary issuedProductId={id} takesFocus={false} />, change, given);
const history = (change?: Partial<CashAdvanceServicing>) =>
  shown(<AdvanceHistory issuedProductId={id} takesFocus={false} />, change);
const integratedSummary = (change?: Partial<CashAdvanceServicing>, given?: Given) =>
  shown(
    <IntegratedSummary issuedProductId={id} takesFocus={false} />,
    { ...integrated, ...change },
    { productType: "INTEGRATED_MCA", ...given },
  );
const otherAccount = {
  bankAccountId: "harbor",
  institutionName: "Harbor Credit Union",
  accountNumberLast4: "2204",
  authorization: { version: "1", text: "You authorize one debit." },
};
const payNowQuote = { effectiveDate: "2026-08-04", repaymentCents: 120_000, feeCents: 0, amountCents: 120_000 };
function PayLate() {
  const due = useDueLines(advance)(overdue);
  return <PayNow product={advance} overdue={due} readAgain={async () => undefined} onBack={nothing} />;
}

describe("cash advance page", () => {
  it("shows 'advance balance remaining, borrowing fee, status, next payment, auto payment (shown as on), details'", async () => {
    const page = await summary();
    expect(page).toContain("CURRENT");
    expect(page).toContain("Advance balance remaining $13,504 .95");
    expect(page).toContain("$8,895.05 of $22,400.00 delivered");
    expect(page).toContain("done about Tue, Oct 20");
    expect(page).toContain(
      "Next payment $1,305.00 Taken Tue, Aug 4 from First Calm Bank •••• 6789 Week of Jul 27: 10% of $13,050.00. Auto payment on",
    );
    expect(page).toContain(
      "Original amount $20,000.00 Fee $2,400.00 Total $22,400.00 You give 10% of each week's sales",
    );
  });

  it("shows the sales and the share of them per week, a week without sales as one, and the same as a table", async () => {
    const page = await summary();
    expect(page).toContain("Week of Jul 27 10% of $13,050.00 $1,305.00 on Tue, Aug 4");
    expect(page).toContain("Week of Jul 13 10% of $12,000.00 $1,200.00 PAID");
    expect(page).toContain("Week of Jun 29 No sales, no payment $0.00 NO SALES");
    expect(page).toContain("Show as a table");
    expect(page).not.toContain("Week of Aug 3");
  });

  it("shows a true-up as arithmetic", async () => {
    expect(await summary({ trueUps: [trueUp] })).toContain(
      "We took $1,384.62 10% of $12,000.00 $1,200.00 Back to you, from Thu, Jul 30 $184.62",
    );
    const missing = { ...trueUp, outcome: "NEXT_PERIOD", dueCents: 160_000, salesCents: 1_600_000 } as const;
    expect(await summary({ trueUps: [missing] })).toContain("10% of $16,000.00 $1,600.00 Still to give $215.38");
    expect(await summary({ trueUps: [{ ...trueUp, outcome: "NONE", dueCents: 138_462 }] })).not.toContain("We took");
  });

  it("offers a true-up, or says by when the open request is answered", async () => {
    expect(await summary()).toContain("Ask for a true-up");
    const asked = await summary({ trueUpRequest: { answerBy: "2026-08-05T21:00:00.000Z" } });
    expect(asked).toContain("You have asked for a true-up We answer by Wed, Aug 5, 5:00 PM EDT.");
    expect(asked).not.toContain("Ask for a true-up");
    const confirm = await shown(<RequestTrueUp advance={advance} onBack={nothing} />);
    expect(confirm).toContain("10% of your real sales");
    expect(confirm).toContain("within 2 banking days");
  });

  it("shows why a payment did not go through, when it is tried again, and the ways out", async () => {
    const page = await summary({ overdue, loanStatus: "LATE", whyNotPayNow: null });
    expect(page).toContain(
      "Your payment of Tue, Jul 28 did not go through First Calm Bank returned it: not enough funds",
    );
    expect(page).toContain("We try First Calm Bank •••• 6789 again on Mon, Aug 10.");
    expect(page).toContain("Week of Jul 20 $1,200.00 Total $1,200.00 There is no late fee.");
    expect(page).toContain("Choose the day we try again Planned: Mon, Aug 10. Any day until Tue, Aug 11.");
    expect(page).toContain("Use another account You have one more: Harbor Credit Union •••• 2204");
    const days = await shown(
      <PaymentDay product={advance} kind="RETRY_DAY" readAgain={async () => undefined} onBack={nothing} />,
    );
    expect(days).toContain("Mon, Aug 10 No extra cost");
  });

  it("offers to pay at once what is due, and shows the payment that was ordered", async () => {
    const late = { overdue, loanStatus: "LATE", whyNotPayNow: null } as const;
    expect(await summary(late)).toContain("Pay $1,200.00 now");
    const payNowPending = { effectiveDate: "2026-08-04", amountCents: 120_000, isCancellable: true };
    const ordered = await summary({ ...late, whyNotPayNow: "PAY_NOW_ALREADY_ORDERED", payNowPending });
    expect(ordered).toContain("Your payment of $1,200.00 is on its way It is taken on Tue, Aug 4.");
    expect(ordered).toContain("Cancel this payment");
    expect(ordered).not.toContain("We try First Calm Bank");
  });

  it("is paid from another verified account by one debit that is authorized, and speaks of no loan", async () => {
    const page = await shown(<PayFromAccount product={advance} readAgain={async () => undefined} onBack={nothing} />);
    expect(page).toContain("To pay on Tue, Aug 4 $1,200 .00");
    expect(page).toContain("Harbor Credit Union •••• 2204 What you authorize You authorize one debit.");
    expect(page).toContain("Pay $1,200.00 on Tue, Aug 4");
    expect(page).not.toMatch(/\bloan|interest|borrow/i);
  });

  it("shows period by period what is paid at once", async () => {
    expect(await shown(<PayLate />)).toContain(
      "To pay on Tue, Aug 4 from First Calm Bank •••• 6789 $1,200 .00 Week of Jul 20 $1,200.00 Total $1,200.00",
    );
  });

  it("says by which day another account must be authorized, and leads to bank accounts", async () => {
    const page = await summary({
      breach: { isCurable: true, lostOn: "2026-07-27", cureBy: "2026-08-10" },
      isAutoPaymentOn: false,
    });
    expect(page).toContain("Authorize an account by Mon, Aug 10.");
    expect(page).toContain("Go to bank accounts");
    expect(page).toContain("Auto payment off");
  });

  it("shows an advance whose money was not sent with its amounts", async () => {
    expect(await summary({}, { headline: "ON_ITS_WAY" })).toContain("Next payment Known once the money is sent");
  });

  it.each(["en", "es"] as const)("never speaks of a loan or of interest (%s)", async (language) => {
    const breach = { isCurable: true, lostOn: "2026-07-27", cureBy: "2026-08-10" };
    const full: Partial<CashAdvanceServicing> = { overdue, breach, trueUps: [trueUp], loanStatus: "DEFAULTED" };
    const pages = [await summary(full, { language }), await integratedSummary({}, { language })];
    for (const page of pages) expect(page).not.toMatch(/\bloan|interest|borrow|préstamo|interés/i);
  });
});

describe("payment history of a cash advance", () => {
  it("lists each payment with its sales and its status, newest first, without the running period", async () => {
    const page = await history();
    expect(page).toContain("08/04/26 Week of Jul 27 10% of $13,050.00 $1,305.00 -");
    expect(page.indexOf("08/04/26")).toBeLessThan(page.indexOf("07/19/26"));
    expect(page).not.toContain("Week of Aug 3");
  });

  it("'There are no payments yet.'", async () => {
    expect(await history({ periods: [] })).toContain("There are no payments yet.");
    expect(await summary({ periods: [] })).toContain("There are no payments yet.");
  });

  it("'24 rows per page for MCA'", async () => {
    const periods = Array.from({ length: 25 }, (_, at) => week(at + 1, "2026-07-13", "2026-07-19"));
    const page = await history({ periods });
    expect(page.match(/07\/19\/26/g)).toHaveLength(24);
    expect(page).toContain("Page 1 of 2");
  });
});

describe("integrated advance page", () => {
  it("lists what the platform withheld under the sum of each day, with what was left after it", async () => {
    const page = await integratedSummary();
    expect(page).toContain("Your platform withholds 10% of each card sale. We take nothing from your bank account.");
    expect(page).toContain("Withheld so far $8,895.05 Last on Sun, Aug 2 Auto payment On");
    expect(page).toContain("Sun, Aug 2 $2.35 Sales of the day: $23.46");
    expect(page).toContain("10:05 AM: sale of $123.45 $13,494.95 remaining after it $12.35");
    expect(page).toContain("2:30 PM: refund of $99.99");
    expect(page).toContain("Show more");
    expect(page).not.toContain("Ask for a true-up");
    const list = await shown(<IntegratedHistory issuedProductId={id} takesFocus={false} />, integrated);
    expect(list).toContain("Payment history Card sales Sun, Aug 2 $2.35");
  });

  it("says that withholding is missing while sales go on, and asks nothing of the owner", async () => {
    const withheld = { totalCents: 1, lastOn: "2026-07-01", missingSince: "2026-07-02" };
    expect(await integratedSummary({ withheld })).toContain("Nothing was withheld since Thu, Jul 2");
  });
});
