import { randomUUID } from "node:crypto";
import { sampleOffer } from "@inlay/lending/disclosures/sample-offers.fixture.ts";
import type { ProductType } from "@inlay/lending/products/product-type.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestServer, testServer } from "../http/server.fixture.ts";
import type { TestMember } from "../staff/staff.fixture.ts";
import { type Funding, fundLoan, prepareFunding } from "./fund-loan.ts";
import { approve, closers, fund, passChecks, reason, type SignedLoan, signedLoan } from "./signed.fixture.ts";

let server: TestServer;
let staff: [TestMember, TestMember];
beforeAll(async () => {
  server = await testServer();
  staff = await closers(server);
});
afterAll(() => server.close());

const rows = async (text: string, ...values: unknown[]) => (await server.database.admin.query(text, values)).rows;
const productsOf = ({ offerId }: SignedLoan) =>
  rows(
    `select id, product_type, book, loan_status, product_state, request, limit_cents::int as limit, funded_on::text as funded, matures_on::text as matures
     from app.issued_product where offer_id = $1`,
    offerId,
  );
const ordersOf = ({ businessId }: SignedLoan) =>
  rows(
    "select purpose, direction, amount_cents::int as cents, status, approved_by, bank_account_id, book from app.payment_order where business_id = $1",
    businessId,
  );
const code = ({ status, body }: { status: number; body: Record<string, unknown> }) => [status, body["code"]];
const loanOf = (product: ProductType, amountCents = 5_000_000) =>
  signedLoan(server, { terms: sampleOffer(product, amountCents), amountCents });

describe("funding of a loan", () => {
  it("issues the product, orders its payout, uses the capital and ends the application, all at once", async () => {
    const loan = await signedLoan(server);
    const [, checker] = staff;
    expect((await fund(staff, loan)).status).toBe(200);
    const [product] = await productsOf(loan);
    expect(product).toMatchObject({
      product_type: "TERM_LOAN",
      book: "CONCAR_SPV_1",
      loan_status: "CURRENT",
      product_state: "PENDING",
      request: { loanAmountCents: 5_000_000 },
      limit: null,
      funded: null,
    });
    expect(await ordersOf(loan)).toEqual([
      {
        purpose: "FUNDING",
        direction: "OUTGOING",
        cents: 4_850_000,
        status: "SCHEDULED",
        approved_by: checker.id,
        bank_account_id: loan.bankAccountId,
        book: "CONCAR_SPV_1",
      },
    ]);
    expect(await rows("select status, offer_step from app.loan_application where id = $1", loan.applicationId)).toEqual(
      [{ status: "OPERATIONAL_LOAN", offer_step: "ISSUED_PRODUCT_CREATED" }],
    );
    expect(
      await rows(
        "select issued_product_id as product, released_at as released from app.capital_reservation where application_id = $1",
        loan.applicationId,
      ),
    ).toEqual([{ product: product.id, released: null }]);
    const kinds = await rows(
      "select kind from app.event where business_id = $1 and kind in ('product.issued', 'application.funded') order by sequence",
      loan.businessId,
    );
    expect(kinds.map(({ kind }) => kind)).toEqual(["product.issued", "application.funded"]);
    expect(await rows("select from app.task where subject_id = $1 and closed_at is null", loan.applicationId)).toEqual(
      [],
    );
  });

  it.each([
    ["MCA", { advanceAmountCents: 2_000_000 }, 2_000_000],
    ["INTEGRATED_MCA", { advanceAmountCents: 2_000_000 }, 2_000_000],
  ] as const)("pays %s out in full", async (product, request, cents) => {
    const loan = await loanOf(product, 2_000_000);
    expect((await fund(staff, loan)).status).toBe(200);
    expect(await productsOf(loan)).toMatchObject([
      { product_type: product, book: "EQUITY", request, product_state: "PENDING" },
    ]);
    expect(await ordersOf(loan)).toMatchObject([{ purpose: "FUNDING", cents }]);
  });

  it.each(["LOC_TERM_LOAN", "FAST_PAY", "EXTEND_PAY_PURCHASE_ORDER"] as const)(
    "opens %s at once with its limit and without a payout",
    async (product) => {
      const loan = await loanOf(product);
      expect((await fund(staff, loan)).status).toBe(200);
      expect(await productsOf(loan)).toMatchObject([
        { product_state: "ACTIVE", request: null, limit: 5_000_000, funded: "2026-11-18", matures: "2027-11-13" },
      ]);
      expect(await ordersOf(loan)).toEqual([]);
    },
  );

  it("is refused while a check has not passed, when it is requested and when it is approved", async () => {
    const loan = await signedLoan(server);
    const [maker, checker] = staff;
    const early = await maker.as("POST", `${loan.path}/fund`, { reason });
    expect(code(early)).toEqual([409, "CLOSING_INCOMPLETE"]);
    expect(early.body["message"]).toContain("SIGNERS_IDENTIFIED");
    await passChecks(maker, loan);
    const asked = await maker.as("POST", `${loan.path}/fund`, { reason });
    expect(asked.status).toBe(202);
    await rows("update app.bank_account set blocked_at = now() where id = $1", loan.bankAccountId);
    expect(code(await approve(checker, asked.body["requestId"]))).toEqual([409, "CLOSING_INCOMPLETE"]);
    expect(await productsOf(loan)).toEqual([]);
  });

  it("is refused to the person who requested it, and on the next day until the checks of the day are made", async () => {
    const loan = await signedLoan(server);
    const [maker, checker] = staff;
    await passChecks(maker, loan);
    const { body } = await maker.as("POST", `${loan.path}/fund`, { reason });
    expect(code(await approve(maker, body["requestId"]))).toEqual([403, "SECOND_PERSON_NEEDED"]);
    await rows("update app.business_clock set now_at = '2026-11-19T15:00:00Z' where business_id = $1", loan.businessId);
    expect(code(await approve(checker, body["requestId"]))).toEqual([409, "CLOSING_INCOMPLETE"]);
    await passChecks(maker, loan);
    expect((await approve(checker, body["requestId"])).status).toBe(200);
  });

  it("is refused when another account was chosen for the payout since it was requested", async () => {
    const loan = await signedLoan(server);
    const [maker, checker] = staff;
    await passChecks(maker, loan);
    const { body } = await maker.as("POST", `${loan.path}/fund`, { reason });
    await rows("update app.bank_account set roles = '{SERVICING}' where id = $1", loan.bankAccountId);
    await rows(
      `insert into app.bank_account (platform_id, business_id, account_name, account_number_last4, account_subtype, holder, created_method,
         verification, added_on, roles) values ($1, $2, 'Other', '9999', 'checking', 'BUSINESS', 'MANUAL', 'VERIFIED', '2026-01-02', '{DISBURSEMENT}')`,
      loan.platformId,
      loan.businessId,
    );
    expect(code(await approve(checker, body["requestId"]))).toEqual([409, "CLOSING_CHANGED"]);
  });

  it("happens once when it is approved twice at the same time", async () => {
    const loan = await signedLoan(server);
    await passChecks(staff[0], loan);
    const { platformId, businessId, applicationId } = loan;
    const payload: Funding = await loan.within((tx) => prepareFunding(tx, loan, applicationId));
    const perform = (memberId: string) =>
      loan.within((tx) =>
        fundLoan.perform(tx, {
          platformId,
          businessId,
          subjectId: applicationId,
          payload,
          memberId,
          staffRequestId: randomUUID(),
          requestId: randomUUID(),
        }),
      );
    const both = await Promise.allSettled(staff.map(({ id }) => perform(id)));
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const refused = both.find(({ status }) => status === "rejected") as PromiseRejectedResult;
    expect(refused.reason).toMatchObject({ code: "WRONG_STATE", context: { status: "OPERATIONAL_LOAN" } });
    expect(await productsOf(loan)).toHaveLength(1);
    expect(await ordersOf(loan)).toHaveLength(1);
  });
});
