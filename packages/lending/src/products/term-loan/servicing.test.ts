import fc from "fast-check";
import { describe, it } from "vitest";
import { Life } from "../life.fixture.ts";
import { anyEvents, lifeRuns, live } from "../random-life.fixture.ts";
import { termLoan } from "./product.ts";
import { anyTermLoan } from "./term-loan.fixture.ts";
import { interestMethods } from "./terms.ts";

const loan = { drawId: null, invoiceId: null };

describe("term loan servicing", () => {
  for (const interestMethod of interestMethods) {
    it(`${interestMethod}: after any payments, returns, defaults and write-offs the ledger holds what the obligations say, and ends at zero`, () => {
      fc.assert(
        fc.property(anyTermLoan, anyEvents, ({ offered, asked }, events) => {
          const life = new Life(termLoan, { ...offered, interestMethod }, asked.fundedOn);
          life.fund(asked, loan);
          live(life, events, [loan], asked.loanAmountCents);
        }),
        lifeRuns,
      );
    });
  }
});
