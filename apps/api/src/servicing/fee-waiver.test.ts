import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { closers } from "../funding/signed.fixture.ts";
import { loanTerms } from "../products/products.fixture.ts";
import type { TestMember } from "../staff/staff.fixture.ts";
import { type LifeGround, LoanLife, lifeGround } from "./loan-life.fixture.ts";

let ground: LifeGround;
let staff: TestMember;
beforeAll(async () => {
  ground = await lifeGround();
  [staff] = await closers(ground.server);
});
afterAll(() => ground.close());

const timeout = 900_000;
const reason = "the bank has confirmed its mistake";
const terms = { ...loanTerms, interestRatePercentage: "20", durationDays: 90 };
const [installmentCents, feeCents] = [1_722_528, 2_500];

/** A loan whose first debit was returned and paid by its retry. It owes the fee for the returned payment, which is debited in March. */
async function owingFee(until: string): Promise<{ life: LoanLife; path: string; feeId: string }> {
  const life = await LoanLife.fund(ground, { terms, accountNumber: "1000000201" });
  await life.passTo(until);
  const [fee] = await life.rows<{ id: string }>(
    "select id from app.obligation where issued_product_id = $1 and fee_type = 'INSUFFICIENT_FUNDS'",
    life.id,
  );
  const path = `/businesses/${life.debtor.businessId}/issued-products/${life.id}/fees`;
  return { life, path, feeId: fee?.id ?? "" };
}
const feeDebit = async (life: LoanLife) => (await life.debits()).find(({ item }) => item === "fee 4");

describe("waiver of a fee", () => {
  it("is shown with what is owed afterwards and the debit that it withdraws, and then does exactly that", {
    timeout,
  }, async () => {
    const { life, path, feeId } = await owingFee("2026-03-12T15:00:00Z");
    expect(await feeDebit(life)).toMatchObject({ on: "2026-03-16", status: "SCHEDULED" });
    const owedCents = 2 * installmentCents;
    const preview = await staff.as("GET", `${path}/${feeId}/waiver`);
    expect(preview.body).toEqual({
      before: {
        loanStatus: "CURRENT",
        daysPastDue: 0,
        dueCents: 0,
        feesCents: feeCents,
        owedCents: owedCents + feeCents,
      },
      after: { loanStatus: "CURRENT", daysPastDue: 0, dueCents: 0, feesCents: 0, owedCents },
      withdrawn: [{ paymentOrderId: expect.any(String), amountCents: feeCents, effectiveOn: "2026-03-16" }],
      ordered: [],
    });
    // Nothing of it has happened.
    expect((await staff.as("GET", `${path}/${feeId}/waiver`)).body).toEqual(preview.body);
    expect(await feeDebit(life)).toMatchObject({ status: "SCHEDULED" });
    expect((await staff.as("GET", `${path}/${randomUUID()}/waiver`)).status).toBe(404);

    expect((await staff.as("POST", `${path}/${feeId}/waive`, { reason })).status).toBe(200);
    expect(await feeDebit(life)).toMatchObject({ status: "CANCELLED" });
    await life.passTo("2026-03-14T15:00:00Z");
    expect((await life.debits()).filter(({ item }) => item === "fee 4")).toHaveLength(1);
    expect(await life.books("2026-03-14")).not.toHaveProperty("NSF_INCOME");
  });

  it("is refused while a debit that may pay the fee is on its way", { timeout }, async () => {
    const { path, feeId } = await owingFee("2026-03-13T23:30:00Z");
    for (const answer of [
      await staff.as("GET", `${path}/${feeId}/waiver`),
      await staff.as("POST", `${path}/${feeId}/waive`, { reason }),
    ])
      expect(answer.body).toMatchObject({ code: "WRONG_STATE" });
  });
});
