import { describe, expect, it } from "vitest";
import { businessDate } from "../calendar/business-date.ts";
import { cents, noCents } from "../money/cents.ts";
import type { Issued, Obligation } from "./obligation.ts";
import type { Refinance } from "./refinance.ts";
import { whyNotOfferRefinance } from "./why-not-offer-refinance.ts";

const amounts = (principalCents: number) => ({
  principalCents: cents(principalCents),
  interestCents: noCents,
  feeCents: noCents,
});
const row = (number: number, dueOn: string | null, paidCents: number): Obligation => ({
  id: String(number),
  drawId: null,
  invoiceId: null,
  number,
  dueOn: dueOn === null ? null : businessDate(dueOn),
  feeType: null,
  owed: amounts(1_000),
  paid: amounts(paidCents),
  waived: amounts(0),
  billedInterestCents: noCents,
  unearnedFeeCents: noCents,
  rebateTerms: null,
  isOwedBack: false,
});
const issued = (obligations: Obligation[], change: Partial<Issued<unknown>> = {}): Issued<unknown> => ({
  terms: {},
  book: "EQUITY",
  fundedOn: businessDate("2026-01-15"),
  status: "CURRENT",
  isWrittenOff: false,
  obligations,
  principalPaid: [],
  ...change,
});
const loan = (paid: number) =>
  [1, 2, 3, 4].map((number) => row(number, `2026-0${number + 1}-15`, number <= paid ? 1_000 : 0));
const refinance = (changesDaily: boolean) => ({ changesDaily: () => changesDaily }) as unknown as Refinance<unknown>;
const why = (product: Issued<unknown>, changesDaily = false) => whyNotOfferRefinance(product, refinance(changesDaily));

describe("own refinance", () => {
  it("is offered for a loan when half of its payments are made", () => {
    expect(why(issued(loan(1)))).toBe("NOT_HALF_REPAID");
    expect(why(issued(loan(2)))).toBeNull();
  });

  it("counts the scheduled payments only, not a fee or a refund that is owed back", () => {
    const fee = { ...row(5, "2026-03-15", 1_000), feeType: "LATE_PAYMENT" as const };
    const owedBack = { ...row(6, null, 1_000), isOwedBack: true };
    expect(why(issued([...loan(1), fee, owedBack]))).toBe("NOT_HALF_REPAID");
  });

  it("is offered for an advance when half of what it has bought is collected", () => {
    expect(why(issued([row(1, null, 499)]))).toBe("NOT_HALF_REPAID");
    expect(why(issued([row(1, null, 500)]))).toBeNull();
  });

  it("is offered for a CURRENT product only, and for none that owes nothing yet", () => {
    for (const status of ["LATE", "DEFAULTED", "FULLY_PAID", "CLOSED"] as const)
      expect(why(issued(loan(3), { status }))).toBe("NOT_CURRENT");
    expect(why(issued(loan(3), { isWrittenOff: true }))).toBe("NOT_CURRENT");
    expect(why(issued([]))).toBe("NOT_HALF_REPAID");
  });

  it("is not offered for a payoff that is another one each day, which could never be paid as it was signed", () => {
    expect(why(issued(loan(3)), true)).toBe("PAYOFF_CHANGES_DAILY");
  });
});
