import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { choosing, typing } from "../banking/account-change.fixture.ts";
import { type TestServer, testServer } from "../http/server.fixture.ts";
import { listIssuedProducts } from "../products/public.ts";
import type { TestMember } from "../staff/staff.fixture.ts";
import { handleEvents, recordEvent } from "../workflows/handle-event.fixture.ts";
import { closeUnfundedProduct } from "./funding-returned.ts";
import { balancesOf, ordersOf, processorSays } from "./payout.fixture.ts";
import { approve, closers, fund, reason, type SignedLoan, signedLoan } from "./signed.fixture.ts";

let server: TestServer;
let staff: [TestMember, TestMember];
beforeAll(async () => {
  server = await testServer();
  staff = await closers(server);
});
afterAll(() => server.close());

const rows = async (text: string, ...values: unknown[]) => (await server.database.admin.query(text, values)).rows;
const code = ({ status, body }: { status: number; body: Record<string, unknown> }) => [status, body["code"]];

/** A loan whose payout came back. */
async function returned() {
  const loan = await signedLoan(server);
  await fund(staff, loan);
  const [payout] = await ordersOf(server, loan);
  await processorSays(server, loan, payout?.id ?? "", "ACCEPTED", "2026-11-19");
  await processorSays(server, loan, payout?.id ?? "", "RETURNED", "2026-11-20");
  const [product] = await rows("select id from app.issued_product where offer_id = $1", loan.offerId);
  return {
    loan,
    productId: product.id as string,
    path: `/businesses/${loan.businessId}/issued-products/${product.id}/fund`,
  };
}
const productOf = async (id: string) =>
  (
    await rows(
      "select loan_status as status, product_state as state, funded_on as funded from app.issued_product where id = $1",
      id,
    )
  )[0];
const returnOf = async (id: string) =>
  (
    await rows("select id, fund_by as by, outcome from app.funding_return where issued_product_id = $1 order by id", id)
  ).at(-1);
const tasks = async (id: string) =>
  (await rows("select kind from app.task where subject_id = $1 and closed_at is null order by kind", id)).map(
    ({ kind }) => kind,
  );
const lent = async ({ applicationId }: SignedLoan) =>
  (
    await rows(
      "select released_at is null as lent from app.capital_reservation where application_id = $1",
      applicationId,
    )
  )[0].lent;

/** The owner types in another account and chooses it; it is verified. */
async function chooseAnother(loan: SignedLoan): Promise<string> {
  const id = await loan.within(await typing(server, loan, "700000001234"));
  await rows(
    "update app.bank_account set verification = 'VERIFIED', sanctions_clear_on = '2026-11-01' where id = $1",
    id,
  );
  await loan.within(choosing(loan, id));
  await handleEvents(server, loan.businessId);
  return id;
}

async function reachFundBy(loan: SignedLoan, productId: string): Promise<void> {
  const { platformId, businessId } = loan;
  const { id, by } = await returnOf(productId);
  await rows("update app.business_clock set now_at = $2 where business_id = $1", businessId, by);
  await loan.within((tx) => closeUnfundedProduct.act(tx, { id, platformId, businessId, dueAt: by }, by));
}

describe("payout that comes back", () => {
  it("leaves the product pending without a schedule, and asks the owner for another account within ten days", async () => {
    const { loan, productId } = await returned();
    expect(await productOf(productId)).toEqual({ status: "CURRENT", state: "PENDING", funded: null });
    expect(
      await rows("select from app.obligation where issued_product_id = $1 and cancelled_at is null", productId),
    ).toEqual([]);
    expect(await balancesOf(server, productId)).toEqual({});
    expect(await returnOf(productId)).toMatchObject({ by: new Date("2026-11-30T17:00:00Z"), outcome: null });
    expect(await tasks(productId)).toEqual(["FUNDING_RETURNED", "LIEN_FILING"]);
    expect(
      await rows(
        "select sub_step from app.additional_input where business_id = $1 and done_at is null",
        loan.businessId,
      ),
    ).toContainEqual({ sub_step: "UPDATE_PRIMARY_BANK_ACCOUNT" });
    expect(await lent(loan)).toBe(true);
  });

  it("is expected on no day until it is paid again", async () => {
    const { loan, path } = await returned();
    const expected = async () =>
      (await loan.within((tx) => listIssuedProducts(tx, loan.businessId))).map((one) => one.fundsExpectedOn);
    expect(await expected()).toEqual([null]);
    await chooseAnother(loan);
    expect(await expected()).toEqual([null]);
    const asked = await staff[0].as("POST", path, { reason });
    expect((await approve(staff[1], asked.body["requestId"])).status).toBe(200);
    expect(await expected()).toEqual([expect.any(String)]);
  });

  it("is paid again by two people, to the account that the owner has chosen since", async () => {
    const { loan, productId, path } = await returned();
    const [maker, checker] = staff;
    expect(code(await maker.as("POST", path, { reason }))).toEqual([409, "CLOSING_INCOMPLETE"]);
    const account = await chooseAnother(loan);
    const asked = await maker.as("POST", path, { reason });
    expect(asked.status).toBe(202);
    expect(code(await approve(maker, asked.body["requestId"]))).toEqual([403, "SECOND_PERSON_NEEDED"]);
    expect((await approve(checker, asked.body["requestId"])).status).toBe(200);
    const [, second, ...more] = await ordersOf(server, loan);
    expect(more).toEqual([]);
    expect(second).toMatchObject({
      key: `funding/${productId}/2`,
      account,
      cents: 4_850_000,
      status: "SCHEDULED",
      approved: checker.id,
    });
    expect(await returnOf(productId)).toMatchObject({ outcome: "FUNDED" });
    expect(await tasks(productId)).toEqual(["LIEN_FILING"]);
    expect(code(await maker.as("POST", path, { reason }))).toEqual([404, "NOT_FOUND"]);
    await processorSays(server, loan, second?.id ?? "", "ACCEPTED", "2026-11-24");
    await processorSays(server, loan, second?.id ?? "", "SETTLED", "2026-11-27");
    expect(await productOf(productId)).toMatchObject({ status: "CURRENT", state: "ACTIVE" });
    expect(await balancesOf(server, productId)).toMatchObject({ PRINCIPAL_RECEIVABLE: 5_000_000 });
  });

  it("closes the product after ten days, and gives the capital back", async () => {
    const { loan, productId, path } = await returned();
    await reachFundBy(loan, productId);
    expect(await productOf(productId)).toMatchObject({ status: "CLOSED" });
    expect(await returnOf(productId)).toMatchObject({ outcome: "CLOSED" });
    expect(await tasks(productId)).toEqual([]);
    expect(await lent(loan)).toBe(false);
    expect(code(await staff[0].as("POST", path, { reason }))).toEqual([404, "NOT_FOUND"]);
  });

  it("does not close a product whose payout staff have retried", async () => {
    const { loan, productId } = await returned();
    const account = await chooseAnother(loan);
    const [first] = await ordersOf(server, loan);
    const retried = await staff[0].as("POST", `/businesses/${loan.businessId}/payment-orders/${first?.id}/retry`, {
      bankAccountId: account,
      isCauseCorrected: true,
      reason,
    });
    expect(retried.status).toBe(200);
    await reachFundBy(loan, productId);
    expect(await productOf(productId)).toMatchObject({ status: "CURRENT" });
    expect(await returnOf(productId)).toMatchObject({ outcome: "FUNDED" });
  });

  it("before it is sent, is waited for in the same way", async () => {
    const loan = await signedLoan(server);
    await fund(staff, loan);
    const [payout] = await ordersOf(server, loan);
    await rows("update app.payment_order set status = 'CANCELLED', next_action_at = null where id = $1", payout?.id);
    const [product] = await rows("select id from app.issued_product where offer_id = $1", loan.offerId);
    await recordEvent(
      server,
      { platformId: loan.platformId, businessId: loan.businessId },
      {
        kind: "payment.cancelled",
        body: { paymentOrderId: payout?.id ?? "", status: "CANCELLED" },
      },
    );
    await handleEvents(server, loan.businessId);
    expect(await tasks(product.id)).toEqual(["FUNDING_RETURNED", "LIEN_FILING"]);
  });
});
