import { describe, expect, it } from "vitest";
import { addMonths, businessDate } from "../../calendar/business-date.ts";
import { balancesAfter, summaryOf } from "../../ledger/entries.fixture.ts";
import { changed, totalOf, unpaid } from "../../mechanics/obligation.ts";
import { cents } from "../../money/cents.ts";
import { book, Life } from "../life.fixture.ts";
import { closeRefinanced } from "./close-refinanced.ts";
import { refinancedLoanClosed } from "./entries.ts";
import { termLoan } from "./product.ts";
import { request, terms } from "./term-loan.fixture.ts";
import type { TermLoanTerms } from "./terms.ts";

const loan = { drawId: null, invoiceId: null };
const offered: TermLoanTerms = { ...terms, payoffInterestBasis: "OUTSTANDING" };
const debt = { principalCents: cents(2_611_590), interestCents: cents(39_174) };

/** RF-1: TL-1 after six payments, with an unpaid fee. */
function refinanced() {
  const life = new Life(termLoan, offered, request.fundedOn);
  life.fund(request, loan);
  for (let month = 1; month <= 6; month++) {
    life.today = addMonths(request.fundedOn, month);
    life.pass(0);
    life.pay(cents(458_400));
  }
  life.assess("LATE_PAYMENT", cents(500), loan);
  return life;
}

describe("refinanced term loan", () => {
  it("R-1: only its interest is billed, nothing is owed on it afterwards, and with the funding of the new loan its balances end at zero", () => {
    const life = refinanced();
    const { change, closed } = closeRefinanced(life.issued, debt, life.today);
    expect(change.entries.map(({ entry }) => summaryOf(entry))).toEqual(["1110 39174 / 4000 39174"]);
    expect(closed).toEqual({
      unearnedFeeCents: 75_000,
      unpaidFees: [{ feeType: "LATE_PAYMENT", amountCents: 500 }],
    });
    const after = changed(life.obligations, change);
    expect(after.map((one) => totalOf(unpaid(one)) + one.unearnedFeeCents)).toEqual(after.map(() => 0));

    const old = { refinancedIssuedProductId: "old", book } as const;
    const existingDebts = [{ debtType: "KANMON_DEBT" as const, ...old, ...debt }];
    const asked = { loanAmountCents: cents(7_500_000), fundedOn: life.today };
    const { entries: funding } = termLoan.fund({ ...offered, existingDebts }, asked, book);
    const subjects = { issuedProductId: "old" };
    const ofOld = [...life.posted, ...change.entries].map(({ entry }) => ({
      ...entry,
      lines: entry.lines.map((line) => ({ ...line, subjects })),
    }));
    const balances = balancesAfter([...ofOld, ...funding, ...refinancedLoanClosed({ ...old, ...closed }, book)]);
    const receivables = Object.keys(balances).filter((name) => /(RECEIVABLE|UNEARNED_FEES) of old/.test(name));
    expect(receivables).toEqual([]);
    expect(balances).toMatchObject({ FEE_RECEIVABLE: 500, PRINCIPAL_RECEIVABLE: 7_500_000 });
  });

  it("is refused when the payoff differs from the debt that was signed", () => {
    const life = refinanced();
    const other = { ...debt, interestCents: cents(39_173) };
    expect(() => closeRefinanced(life.issued, other, businessDate("2026-07-20"))).toThrow(
      "costs 2611590 and 39174 of interest",
    );
  });
});
