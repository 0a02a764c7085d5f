import { describe, expect, it } from "vitest";
import { addMonths } from "../../calendar/business-date.ts";
import { balancesAfter, summaryOf } from "../../ledger/entries.fixture.ts";
import { changed, totalOf, unpaid } from "../../mechanics/obligation.ts";
import { cents, noCents, sum } from "../../money/cents.ts";
import { book, Life } from "../life.fixture.ts";
import { closeRefinanced } from "./close-refinanced.ts";
import { termLoan } from "./product.ts";
import { request, terms } from "./term-loan.fixture.ts";
import type { TermLoanTerms } from "./terms.ts";

const loan = { drawId: null, invoiceId: null };
const offered: TermLoanTerms = { ...terms, payoffInterestBasis: "OUTSTANDING" };
const payoff = { principalCents: cents(2_611_590), interestCents: cents(39_174), feeCents: noCents };
const debt = { refinancedIssuedProductId: "old", book, payoff } as const;

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
    expect(termLoan.refinance.payoff(life.issued, life.today)).toEqual(payoff);
    const { change, entries, carriedFees } = closeRefinanced(life.issued, debt, life.today, book);
    expect(change.entries.map(({ entry }) => summaryOf(entry))).toEqual(["1110 39174 / 4000 39174"]);
    expect(carriedFees).toEqual([{ feeType: "LATE_PAYMENT", amountCents: 500 }]);
    const after = changed(life.obligations, change);
    expect(after.map((one) => totalOf(unpaid(one)) + one.unearnedFeeCents)).toEqual(after.map(() => 0));

    const { principalCents, interestCents } = payoff;
    const own = {
      debtType: "KANMON_DEBT",
      refinancedIssuedProductId: "old",
      book,
      principalCents,
      interestCents,
    } as const;
    const existingDebts = [own];
    expect(termLoan.refinance.debts({ ...offered, existingDebts })).toEqual([debt]);
    const asked = { loanAmountCents: cents(7_500_000), fundedOn: life.today };
    const { entries: funding } = termLoan.fund({ ...offered, existingDebts }, asked, book);
    const subjects = { issuedProductId: "old" };
    const ofOld = [...life.posted, ...change.entries].map(({ entry }) => ({
      ...entry,
      lines: entry.lines.map((line) => ({ ...line, subjects })),
    }));
    const balances = balancesAfter([...ofOld, ...funding, ...entries]);
    const receivables = Object.keys(balances).filter((name) => /(RECEIVABLE|UNEARNED_FEES) of old/.test(name));
    expect(receivables).toEqual([]);
    expect(balances).toMatchObject({ FEE_RECEIVABLE: 500, PRINCIPAL_RECEIVABLE: 7_500_000 });
  });

  it("a payment that came back after the claim stays owed: the funding entry is corrected to what the signed payoff has paid", () => {
    const life = refinanced();
    life.takeBack(5);
    const { change } = closeRefinanced(life.issued, debt, life.today, book);
    const after = changed(life.obligations, change);
    const owedCents = sum(after.map((one) => unpaid(one).principalCents));
    const paidCents = sum(change.obligations.map((one) => one.paid.principalCents));
    const interestCents = sum(change.obligations.map((one) => one.paid.interestCents));
    expect(paidCents + interestCents).toBe(2_611_590 + 39_174);
    expect(owedCents).toBeGreaterThan(0);
    expect(change.entries.map(({ entry }) => entry.event)).toEqual(["INTEREST_DUE", "REFINANCED_PAYOFF_ADJUSTED"]);
    const adjusted = change.entries.flatMap(({ entry }) =>
      entry.lines.filter(({ account }) => account === "PRINCIPAL_RECEIVABLE"),
    );
    expect(adjusted).toEqual([{ account: "PRINCIPAL_RECEIVABLE", side: "debit", amountCents: 2_611_590 - paidCents }]);
  });
});
