import fc from "fast-check";
import { describe, expect, it } from "vitest";
import vectors from "../../../vectors/vectors.json" with { type: "json" };
import { businessDate } from "../../calendar/business-date.ts";
import { expectEveryFigureExplained } from "../../explain/explained.fixture.ts";
import { explained, plainWorksheet } from "../../explain/worksheet.ts";
import { splitCollection } from "../../mechanics/sales-share/sales-share.ts";
import { add, type Cents, cents, noCents, subtract } from "../../money/cents.ts";
import { runs } from "../../money/runs.fixture.ts";
import { receivableAccepted } from "./entries.ts";
import { integratedCashAdvance } from "./product.ts";
import { returnedBy, whyNotAcceptCharge, whyNotAcceptReversal, withheldOf } from "./receivable.ts";
import { type IntegratedCashAdvanceTerms, integratedCashAdvanceTerms } from "./terms.ts";

type Row = (typeof vectors.imca)[number];

const termsOf = (row: Row): IntegratedCashAdvanceTerms => {
  const refinancedCents = row.adv - row.netDisbursementAmountCents;
  return integratedCashAdvanceTerms.parse({
    productType: "INTEGRATED_MCA",
    minLoanAmountCents: 1,
    maxAdvanceAmountCents: row.adv,
    feeFactor: row.feeFactor,
    repaymentPercentageTiers: [{ maxLoanAmountCents: row.adv, repaymentPercentage: row.pct }],
    estimatedAverageMonthlySalesInCents: row.avgMonthlySales,
    refinanced:
      refinancedCents === 0
        ? null
        : {
            refinancedIssuedProductId: "old",
            book: "EQUITY",
            principalCents: refinancedCents,
            feeCents: 0,
            refiLatestIntegratedMcaReceivableId: "last",
          },
  });
};
const quoteOf = (row: Row, write = plainWorksheet) => {
  const request = { advanceAmountCents: cents(row.adv), fundedOn: businessDate("2026-01-05") };
  return integratedCashAdvance.quote(termsOf(row), request, write);
};

describe("integrated cash advance quote", () => {
  it.each(vectors.imca)("$id: $adv × $feeFactor, $pct % of every card sale", (row) => {
    expect(quoteOf(row)).toMatchObject({
      totalPaymentAmountCents: row.total,
      feeAmountCents: row.fee,
      netDisbursementAmountCents: row.netDisbursementAmountCents,
      estimatedPaymentPerPeriodCents: row.estimatedDaily,
      estimatedTermDays: row.estimatedTermDays,
      estimatedLastPaymentCents: row.lastDay,
      aprPercentage: row.estimatedApr,
    });
  });

  it("uses the words advance, fee and purchased amount, and explains each figure", () => {
    const [row] = vectors.imca;
    if (!row) throw new Error("a row");
    const { result, explanations } = explained((write) => quoteOf(row, write));
    const { schedule: _, repaymentPercentage: __, ...figures } = result;
    for (const [figure, value] of Object.entries(figures)) expect(explanations.get(figure)?.result).toBe(value);
    expectEveryFigureExplained({ result: figures, explanations });
    const said = [...explanations.values()].map(({ formula }) => formula.words);
    expect([...said, ...Object.values(integratedCashAdvance.words)].join(" ")).not.toMatch(
      /\b(loan|interest|borrow\w*)\b/i,
    );
  });

  it("refuses terms whose tiers end below the largest advance", () => {
    const [row] = vectors.imca;
    if (!row) throw new Error("a row");
    const terms = { ...termsOf(row), maxAdvanceAmountCents: row.adv + 1 };
    expect(integratedCashAdvanceTerms.safeParse(terms).success).toBe(false);
  });
});

describe("integrated cash advance receivables at 15 % on a balance of 5,000", () => {
  const repaymentPercentage = "15";
  // Each row starts from the balance of the previous row. The third row reverses the second.
  const balances = [5_000, ...vectors.imcaReceivables.map((row) => row.balance)];

  it.each(vectors.imcaReceivables.map((row, at) => ({ ...row, before: balances[at] ?? 0 })))(
    "$id: a charge of $charge repays $repayment and leaves $balance",
    ({ charge, repayment, balance, before }) => {
      const balanceCents = cents(before);
      if (typeof repayment === "string") {
        const refusal = whyNotAcceptCharge(
          { chargeAmountCents: cents(charge), repaymentPercentage, balanceCents },
          cents(15),
        );
        expect(refusal).toEqual({ code: "NO_REMAINING_BALANCE" });
        return;
      }
      const provided =
        charge < 0
          ? returnedBy(
              {
                refundedCents: cents(-charge),
                refundedBeforeCents: noCents,
                chargeAmountCents: cents(9_999),
                withheldCents: cents(1_500),
                repaymentPercentage,
              },
              plainWorksheet,
            )
          : withheldOf({ chargeAmountCents: cents(charge), repaymentPercentage, balanceCents }, plainWorksheet);
      expect(provided).toBe(repayment);
      expect(subtract(balanceCents, provided)).toBe(balance);
    },
  );

  it("are refused with the expected amount when the platform's amount is off by a cent", () => {
    const charge = { chargeAmountCents: cents(333), repaymentPercentage, balanceCents: cents(1_685_648) };
    expect(whyNotAcceptCharge(charge, cents(49))).toEqual({ code: "INCORRECT_REPAYMENT_AMOUNT", expectedCents: 50 });
    expect(whyNotAcceptCharge(charge, cents(50))).toBeNull();
  });

  it("return no more than was withheld when the balance capped the share", () => {
    const sale = { chargeAmountCents: cents(50_000), withheldCents: cents(3_148), repaymentPercentage };
    const whole = { ...sale, refundedCents: cents(50_000), refundedBeforeCents: noCents };
    expect(whyNotAcceptReversal(whole, cents(-7_500))).toEqual({
      code: "INCORRECT_REPAYMENT_AMOUNT",
      expectedCents: -3_148,
    });
    expect(whyNotAcceptReversal(whole, cents(-3_148))).toBeNull();
    expectEveryFigureExplained(explained((write) => ({ repaymentAmountCents: returnedBy(whole, write) })));
    expect(whyNotAcceptReversal({ ...whole, refundedBeforeCents: cents(1) }, cents(-3_148))).toEqual({
      code: "OVER_CHARGE_AMOUNT",
    });
  });

  it("return exactly the withheld share once the whole sale is refunded, in any number of parts", () => {
    const anySale = fc.integer({ min: 1, max: 1_000_000 });
    fc.assert(
      fc.property(anySale, anySale, fc.array(anySale, { maxLength: 8 }), (charge, balance, refunds) => {
        const chargeAmountCents = cents(charge);
        const withheldCents = withheldOf(
          { chargeAmountCents, repaymentPercentage, balanceCents: cents(balance) },
          plainWorksheet,
        );
        let refundedBeforeCents = noCents;
        let heldCents: Cents = withheldCents;
        for (const refund of [...refunds, charge]) {
          const refundedCents = cents(Math.min(refund, charge - refundedBeforeCents));
          const sale = { chargeAmountCents, withheldCents, repaymentPercentage };
          const returned = returnedBy({ ...sale, refundedCents, refundedBeforeCents }, plainWorksheet);
          expect(returned).toBeLessThanOrEqual(0);
          refundedBeforeCents = add(refundedBeforeCents, refundedCents);
          heldCents = add(heldCents, returned);
          expect(heldCents).toBeGreaterThanOrEqual(0);
        }
        expect(heldCents).toBe(0);
      }),
      runs,
    );
  });
});

describe("ledger entries of integrated cash advance receivables (IM-1)", () => {
  const fee = { feeAmountCents: cents(187_500), totalPaymentAmountCents: cents(1_687_500) };
  const accepted = (collectedBefore: number, collectedFee: number, amount: number) => {
    const collected = { collectedBeforeCents: cents(collectedBefore), collectedFeeCents: cents(collectedFee) };
    const split = splitCollection({ ...collected, amountCents: cents(amount), ...fee }, plainWorksheet);
    return receivableAccepted(split, "EQUITY").lines.map(({ side, account, amountCents }) => [
      side,
      account,
      amountCents,
    ]);
  };

  it("P-5: the platform owes 1,852, of which 1,646 are advance and 206 are fee", () => {
    expect(accepted(0, 0, 1_852)).toEqual([
      ["debit", "PLATFORM_SETTLEMENT_RECEIVABLE", 1_852],
      ["credit", "PRINCIPAL_RECEIVABLE", 1_646],
      ["credit", "FEE_RECEIVABLE", 206],
      ["debit", "UNEARNED_FEES", 206],
      ["credit", "MCA_FEE_INCOME", 206],
    ]);
  });

  it("P-5 reversed: a refund of 1,500 reverses 1,334 of advance and 166 of fee", () => {
    expect(accepted(3_352, 372, -1_500)).toEqual([
      ["credit", "PLATFORM_SETTLEMENT_RECEIVABLE", 1_500],
      ["debit", "PRINCIPAL_RECEIVABLE", 1_334],
      ["debit", "FEE_RECEIVABLE", 166],
      ["credit", "UNEARNED_FEES", 166],
      ["debit", "MCA_FEE_INCOME", 166],
    ]);
  });

  it("split a cent into all advance or all fee", () => {
    // The fee is a ninth of the total, so the first four cents are advance and the fifth is fee.
    expect(accepted(0, 0, 1).map(([, account]) => account)).toEqual([
      ...["PLATFORM_SETTLEMENT_RECEIVABLE", "PRINCIPAL_RECEIVABLE"],
    ]);
    expect(accepted(4, 0, 1).map(([, account]) => account)).toEqual([
      ...["PLATFORM_SETTLEMENT_RECEIVABLE", "FEE_RECEIVABLE", "UNEARNED_FEES", "MCA_FEE_INCOME"],
    ]);
  });
});
