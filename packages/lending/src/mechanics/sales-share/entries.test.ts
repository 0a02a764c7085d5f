import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { plainWorksheet } from "../../explain/worksheet.ts";
import { balancesAfter, summaryOf } from "../../ledger/entries.fixture.ts";
import { borrowerCreditApplied } from "../../ledger/entries.ts";
import type { Entry } from "../../ledger/entry.ts";
import { add, type Cents, cents, least, noCents, subtract } from "../../money/cents.ts";
import { runs } from "../../money/runs.fixture.ts";
import { advanceFunded, advanceWrittenOff, shareCollected } from "./entries.ts";
import { splitCollection } from "./sales-share.ts";

const book = "CONCAR_SPV_1";
/** M-6. */
const advance = { advanceAmountCents: cents(100_000), feeAmountCents: cents(8_000), replaced: null };
const totalPaymentAmountCents = cents(108_000);
const linesOf = ({ lines }: Entry) => lines.map(({ side, account, amountCents }) => [side, account, amountCents]);

function collect(amounts: readonly Cents[]): Entry[] {
  let collectedBeforeCents = noCents;
  let collectedFeeCents = noCents;
  return amounts.map((amountCents) => {
    const fee = { collectedFeeCents, feeAmountCents: advance.feeAmountCents };
    const collection = { collectedBeforeCents, amountCents, ...fee };
    const split = splitCollection({ ...collection, totalPaymentAmountCents }, plainWorksheet);
    collectedBeforeCents = add(collectedBeforeCents, amountCents);
    collectedFeeCents = add(collectedFeeCents, split.feeCents);
    return shareCollected("COLLECTED", "CLEARING_IN", split, book);
  });
}

describe("ledger entries of an advance", () => {
  it("D-4: funding (M-6)", () => {
    const [funded, ...others] = advanceFunded(advance, book);
    expect(others).toEqual([]);
    expect(funded && linesOf(funded)).toEqual([
      ["debit", "PRINCIPAL_RECEIVABLE", 100_000],
      ["debit", "FEE_RECEIVABLE", 8_000],
      ["credit", "UNEARNED_FEES", 8_000],
      ["credit", "CLEARING_OUT", 100_000],
    ]);
  });

  it("P-2: collection lowers advance and fee, and earns the fee's part (M-6, first period)", () => {
    const [first] = collect([cents(6_003)]);
    expect(first && linesOf(first)).toEqual([
      ["debit", "CLEARING_IN", 6_003],
      ["credit", "PRINCIPAL_RECEIVABLE", 5_558],
      ["credit", "FEE_RECEIVABLE", 445],
      ["debit", "UNEARNED_FEES", 445],
      ["credit", "MCA_FEE_INCOME", 445],
    ]);
  });

  it("record a cent that is all fee or all advance as a collection, and a negative cent as a return", () => {
    const clearing = (principal: number, fee: number) => {
      const split = { principalCents: cents(principal), feeCents: cents(fee) };
      return shareCollected("COLLECTED", "CLEARING_IN", split, book).lines[0]?.side;
    };
    expect([clearing(0, 1), clearing(1, 0)]).toEqual(["debit", "debit"]);
    expect([clearing(0, -1), clearing(-1, 0)]).toEqual(["credit", "credit"]);
  });

  it("W-1: write-off after 72,671 were collected (M-6)", () => {
    const written = advanceWrittenOff({ principalCents: cents(32_712), feeCents: cents(2_617) }, book);
    expect(linesOf(written)).toEqual([
      ["debit", "CREDIT_LOSS_EXPENSE", 32_712],
      ["debit", "UNEARNED_FEES", 2_617],
      ["credit", "PRINCIPAL_RECEIVABLE", 32_712],
      ["credit", "FEE_RECEIVABLE", 2_617],
    ]);
    const life = [...advanceFunded(advance, book), ...collect([6_003, 16_667, 50_001].map(cents)), written];
    expect(balancesAfter(life)).toEqual({
      CLEARING_OUT: -100_000,
      CLEARING_IN: 72_671,
      MCA_FEE_INCOME: -5_383,
      CREDIT_LOSS_EXPENSE: 32_712,
    });
  });

  it("OV: a borrower's credit pays an advance and earns the fee's part (M-6, first period)", () => {
    const [first] = collect([cents(6_003)]);
    expect(first && summaryOf(borrowerCreditApplied(first))).toBe(
      "2000 6003; 2100 445 / 1100 5558; 1120:MCA_FEE 445; 4160 445",
    );
  });

  it("leave no receivable and no unearned fee once the total is collected, for any collections and returns", () => {
    const anySteps = fc.array(fc.integer({ min: -50_000, max: 50_000 }), { maxLength: 30 });
    fc.assert(
      fc.property(anySteps, (steps) => {
        let collectedCents = noCents;
        const within = (step: number): Cents =>
          step < 0
            ? cents(Math.max(step, -collectedCents))
            : least(cents(step), subtract(totalPaymentAmountCents, collectedCents));
        const amounts: Cents[] = [];
        for (const step of [...steps, totalPaymentAmountCents]) {
          const amountCents = within(step);
          if (amountCents === 0) continue;
          amounts.push(amountCents);
          collectedCents = add(collectedCents, amountCents);
        }
        expect(balancesAfter([...advanceFunded(advance, book), ...collect(amounts)])).toEqual({
          CLEARING_OUT: -100_000,
          CLEARING_IN: 108_000,
          MCA_FEE_INCOME: -8_000,
        });
      }),
      runs,
    );
  });
});

describe("advance that refinances another", () => {
  const replaced = {
    refinancedIssuedProductId: "old",
    principalCents: cents(32_712),
    feeCents: cents(2_617),
  };

  it("settles the old advance and its fee at once, and pays out the remainder", () => {
    const entries = advanceFunded({ ...advance, replaced: { ...replaced, book } }, book);
    expect(entries).toHaveLength(1);
    expect(balancesAfter(entries)).toEqual({
      PRINCIPAL_RECEIVABLE: 100_000,
      FEE_RECEIVABLE: 8_000,
      UNEARNED_FEES: -8_000,
      CLEARING_OUT: -64_671,
      "PRINCIPAL_RECEIVABLE of old": -32_712,
      "FEE_RECEIVABLE of old": -2_617,
      "UNEARNED_FEES of old": 2_617,
      "MCA_FEE_INCOME of old": -2_617,
    });
  });

  it("posts one entry in each book, with an amount due between the books", () => {
    const entries = advanceFunded({ ...advance, replaced: { ...replaced, book: "EQUITY" } }, book);
    expect(entries.map((entry) => entry.book)).toEqual(["CONCAR_SPV_1", "EQUITY"]);
    const [funding, settlement] = entries;
    expect(funding && balancesAfter([funding])).toMatchObject({
      "DUE_TO_FROM_BOOKS of old": -35_329,
      CLEARING_OUT: -64_671,
    });
    expect(settlement && balancesAfter([settlement])).toMatchObject({
      "DUE_TO_FROM_BOOKS of old": 35_329,
      "PRINCIPAL_RECEIVABLE of old": -32_712,
    });
  });
});
