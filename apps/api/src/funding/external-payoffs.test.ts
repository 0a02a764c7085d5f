import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestServer, testServer } from "../http/server.fixture.ts";
import type { TestMember } from "../staff/staff.fixture.ts";
import { balancesOf, ordersOf, processorSays } from "./payout.fixture.ts";
import { closers, creditorAccount, fund, payingOffAnother, reason, signedLoan } from "./signed.fixture.ts";

let server: TestServer;
let staff: [TestMember, TestMember];
beforeAll(async () => {
  server = await testServer();
  staff = await closers(server);
});
afterAll(() => server.close());

const rows = async (text: string, ...values: unknown[]) => (await server.database.admin.query(text, values)).rows;

/** A funded loan that pays another lender off. */
async function funded(goodThrough = "2026-12-31") {
  const loan = await signedLoan(server, { terms: payingOffAnother() });
  const account = await creditorAccount(server, loan);
  await rows("update app.bank_account set verification = 'VERIFIED' where id = $1", account);
  await staff[0].as("POST", `${loan.path}/payoff-letters`, {
    existingDebtId: "other",
    amountCents: 1_250_000,
    perDiemCents: 500,
    goodThrough,
    bankAccountId: account,
    reason,
  });
  expect((await fund(staff, loan)).status).toBe(200);
  const [payout] = await ordersOf(server, loan);
  const [product] = await rows("select id from app.issued_product where offer_id = $1", loan.offerId);
  return { loan, account, payoutId: payout?.id ?? "", productId: product.id as string };
}

describe("payoff of another lender", () => {
  it("is held in escrow until the payout has succeeded, then sent to the account of the letter", async () => {
    const { loan, account, payoutId, productId } = await funded();
    await processorSays(server, loan, payoutId, "ACCEPTED", "2026-11-19");
    expect(await balancesOf(server, productId)).toMatchObject({
      PAYOFF_ESCROW: -1_250_000,
      PRINCIPAL_RECEIVABLE: 5_000_000,
    });
    expect(await ordersOf(server, loan)).toHaveLength(1);
    await processorSays(server, loan, payoutId, "SETTLED", "2026-11-23");
    const [, payoff, ...more] = await ordersOf(server, loan);
    expect(more).toEqual([]);
    expect(payoff).toMatchObject({
      key: `payoff/${productId}/other`,
      account,
      cents: 1_250_000,
      status: "SCHEDULED",
      approved: staff[1].id,
    });
    await processorSays(server, loan, payoff?.id ?? "", "ACCEPTED", "2026-11-24");
    expect(await balancesOf(server, productId)).not.toHaveProperty("PAYOFF_ESCROW");
    await processorSays(server, loan, payoff?.id ?? "", "RETURNED", "2026-11-25");
    expect(await balancesOf(server, productId)).toMatchObject({
      PAYOFF_ESCROW: -1_250_000,
      PRINCIPAL_RECEIVABLE: 5_000_000,
    });
    expect(await rows("select kind from app.task where subject_id = $1 and closed_at is null", payoff?.id)).toEqual([
      { kind: "PAYMENT_FAILED" },
    ]);
  });

  it("is not sent when the payout comes back", async () => {
    const { loan, payoutId, productId } = await funded();
    await processorSays(server, loan, payoutId, "ACCEPTED", "2026-11-19");
    await processorSays(server, loan, payoutId, "RETURNED", "2026-11-20");
    expect(await ordersOf(server, loan)).toHaveLength(1);
    expect(await balancesOf(server, productId)).toEqual({});
  });

  it("is sent as signed after the last day of its letter, and staff settle the rest", async () => {
    const { loan, payoutId } = await funded("2026-11-24");
    await processorSays(server, loan, payoutId, "ACCEPTED", "2026-11-19");
    await processorSays(server, loan, payoutId, "SETTLED", "2026-11-24");
    const [, payoff] = await ordersOf(server, loan);
    expect(payoff).toMatchObject({ cents: 1_250_000 });
    expect(await rows("select kind from app.task where subject_id = $1", payoff?.id)).toEqual([
      { kind: "PAYOFF_LETTER_EXPIRED" },
    ]);
  });
});
