import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestPlatform, type TestServer, testServer } from "../../http/server.fixture.ts";
import {
  type Financed,
  financed,
  inDays,
  invoiceIn,
  submit,
  uploadedFile,
  uploadOf,
  whatItSays,
} from "./invoices.fixture.ts";

let server: TestServer;
let platform: TestPlatform;
beforeAll(async () => {
  server = await testServer();
  platform = await server.platform();
});
afterAll(() => server.close());

const rows = async <T>(sql: string, ...values: unknown[]): Promise<T[]> =>
  (await server.database.admin.query(sql, values)).rows as T[];
const reservedOf = async ({ line }: Financed) =>
  (await rows<{ cents: number }>("select reserved_cents as cents from app.issued_product where id = $1", line))[0]
    ?.cents;
const uploaded = async (owner: Financed, more: object = {}, read: object | "FAIL" | undefined = undefined) =>
  submit(owner, uploadOf(await uploadedFile(server, owner, read), more));

describe("submission of an uploaded invoice", () => {
  it("Advance: advance rate percentage of the requested amount, and reserves its part of the limit", async () => {
    const owner = await financed(server, platform);
    const answer = await uploaded(owner);
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body["remainingLimitCents"]).toBe(4_150_000);
    expect(invoiceIn(answer)).toMatchObject({
      state: "WAITING_FOR_PARSING",
      invoiceSource: "USER_UPLOAD",
      principalAmountCents: 850_000,
      feeAmountCents: 23_375,
      invoiceAdvanceAmountCents: 850_000,
      approvedRepaymentAmountCents: 873_375,
      repaymentAmountBeforeAvailableLimitCheck: 873_375,
      repaymentDate: null,
      isFullyPayable: false,
    });
    expect(await reservedOf(owner)).toBe(850_000);
  });

  it("a file that was parsed already decides at once: PENDING_FUND_DISPERSEMENT if it agrees, else IN_REVIEW with the reason", async () => {
    const owner = await financed(server, platform);
    const agreed = invoiceIn(await uploaded(owner, {}, whatItSays()));
    expect(agreed).toMatchObject({ state: "PENDING_FUND_DISPERSEMENT", payor: { businessName: "Big Builders" } });
    const other = await uploaded(owner, {}, { ...whatItSays(), amountCents: 999_998 });
    expect(invoiceIn(other)).toMatchObject({ state: "IN_REVIEW", reviewReason: "AMOUNT_DIFFERS" });
    expect(invoiceIn(await uploaded(owner, {}, "FAIL"))).toMatchObject({
      state: "IN_REVIEW",
      reviewReason: "NOT_READ",
    });
  });

  it("capped by remaining available limit; at zero the next one is refused with the sentence of the limit", async () => {
    const owner = await financed(server, platform);
    const big = { totalInvoiceAmountCents: 9_000_000, amountRequestedForFinancingCents: 9_000_000 };
    const answer = await uploaded(owner, big);
    expect(answer.body["remainingLimitCents"]).toBe(0);
    expect(invoiceIn(answer)).toMatchObject({
      principalAmountCents: 5_000_000,
      approvedRepaymentAmountCents: 5_137_500,
      repaymentAmountBeforeAvailableLimitCheck: 7_860_375,
    });
    expect(await uploaded(owner)).toMatchObject({
      status: 409,
      body: {
        code: "ISSUED_PRODUCT_NO_AVAILABLE_BALANCE_EXCEPTION",
        message: "Your remaining limit is $0. You will be able to upload another invoice when your limit refreshes.",
      },
    });
    expect(await reservedOf(owner)).toBe(5_000_000);
  });

  it.each([
    [{ totalInvoiceAmountCents: 99 }, "Total invoice amount must be greater than or equal to $1"],
    [
      { amountRequestedForFinancingCents: 1_000_001 },
      "Amount requested for financing must be less than or equal to the total invoice amount",
    ],
    [{ invoiceIssueDate: "2026-13-01" }, "Must be a valid date"],
    [{ invoiceIssueDate: inDays(41) }, "Invoice due date must be after invoice issue date"],
    [{ invoiceDueDate: inDays(6) }, "The invoice issue date must be at least 7 days in the future"],
    [{ offerPlanId: "other" }, "Please select a payment plan"],
    [
      { invoiceDueDate: inDays(29) },
      "Please select a payment plan with an equal or shorter duration to your days until payment is due.",
    ],
    [{ invoiceIssueDate: undefined }, "An uploaded invoice needs its issue date."],
  ])("%j is refused: %s", async (more, sentence) => {
    const answer = await uploaded(await financed(server, platform), more);
    expect(answer.status).toBe(400);
    expect(answer.text).toContain(sentence);
  });

  it("one file is one invoice, and only a file of the business that we issued the URL of", async () => {
    const owner = await financed(server, platform);
    const file = await uploadedFile(server, owner);
    const [first, second] = await Promise.all([submit(owner, uploadOf(file)), submit(owner, uploadOf(file))]);
    expect([first.status, second.status].toSorted()).toEqual([200, 409]);
    const foreign = await uploadedFile(server, await financed(server, platform));
    expect((await submit(owner, uploadOf(foreign))).status).toBe(404);
    expect((await submit(owner, uploadOf({ url: "https://elsewhere.test/a.pdf" }))).status).toBe(404);
  });

  it.each(["LATE", "DEFAULTED", "CLOSED"])("is refused while the product is %s", async (status) => {
    const owner = await financed(server, platform);
    await rows("update app.issued_product set loan_status = $2 where id = $1", owner.line, status);
    expect((await uploaded(owner)).status).toBe(409);
    expect(await reservedOf(owner)).toBe(0);
  });

  it("is refused where the platform has turned uploads off", async () => {
    const other = await server.platform({ canUploadInvoiceForInvoiceFinancing: false });
    expect((await uploaded(await financed(server, other))).body["code"]).toBe("FEATURE_NOT_ENABLED");
  });
});

const sent = (more: object = {}) => ({
  platformInvoiceId: randomUUID(),
  platformInvoiceNumber: "881",
  invoiceAmountCents: 1_000_000,
  invoiceDueDate: inDays(40),
  payorType: "business",
  payorBusinessName: "Big Builders",
  ...more,
});
const bill = (more: object = {}) => ({
  platformInvoiceId: randomUUID(),
  platformInvoiceNumber: "B-1",
  invoiceAmountCents: 250_000,
  invoiceDueDate: inDays(-5),
  payeeType: "business",
  payeeBusinessName: "Paper & Co.",
  ...more,
});
async function tokenOf(owner: Financed, component: string, invoices: object[], on = platform): Promise<string> {
  const answer = await server.partner(on, {
    method: "POST",
    url: "/api/platform/v1/embedded-sessions",
    payload: { businessId: owner.businessId, data: { component, invoices } },
  });
  if (answer.status !== 201) throw new Error(answer.text);
  return String(answer.body["sessionToken"]);
}
const confirm = (
  owner: Financed,
  sessionToken: string,
  { platformInvoiceId }: { platformInvoiceId: string },
  more = {},
) =>
  owner.as({
    method: "POST",
    url: `/api/v2/servicing/${owner.line}/embedded-session/invoices`,
    payload: {
      sessionToken,
      planId: "30-days",
      platformInvoiceId,
      amountRequestedForFinancingCents: 1_000_000,
      invoiceDueDate: inDays(40),
      invoiceAmountCents: 1_000_000,
      ...more,
    },
  });
const confirmBill = (
  owner: Financed,
  sessionToken: string,
  { platformInvoiceId }: { platformInvoiceId: string },
  more = {},
) =>
  owner.as({
    method: "POST",
    url: `/api/v2/servicing/${owner.line}/embedded-session/accounts-payable-financing/invoices`,
    payload: {
      sessionToken,
      planId: "30-days",
      platformInvoiceId,
      amountRequestedForFinancingCents: 250_000,
      invoiceDueDate: inDays(-5),
      invoiceAmountCents: 250_000,
      ...more,
    },
  });

describe("submission of a session invoice", () => {
  it("confirms what the platform has sent, once, and is funded without a review", async () => {
    const owner = await financed(server, platform);
    const invoice = sent();
    const token = await tokenOf(owner, "invoice_session", [invoice]);
    const answer = await confirm(owner, token, invoice);
    expect(answer.status, answer.text).toBe(200);
    expect(invoiceIn(answer)).toMatchObject({
      state: "PENDING_FUND_DISPERSEMENT",
      invoiceSource: "EMBEDDED_SESSION_DATA",
      platformInvoiceId: invoice.platformInvoiceId,
      platformInvoiceNumber: "881",
      payor: { businessName: "Big Builders" },
    });
    expect(answer.body["remainingLimitCents"]).toBe(4_150_000);
    expect((await confirm(owner, token, invoice)).body["code"]).toBe("INVOICE_ALREADY_SUBMITTED");
    const again = await tokenOf(owner, "invoice_session", [sent()]);
    expect((await confirm(owner, again, invoice)).body["code"]).toBe("INVOICE_NOT_IN_SESSION");
  });

  it("with another amount than the platform's is reviewed", async () => {
    const owner = await financed(server, platform);
    const invoice = sent();
    const token = await tokenOf(owner, "invoice_session", [invoice]);
    const answer = await confirm(owner, token, invoice, { invoiceAmountCents: 1_100_000 });
    expect(invoiceIn(answer)).toMatchObject({ state: "IN_REVIEW", reviewReason: "AMOUNT_DIFFERS" });
  });

  it("of two confirmations of one platformInvoiceId at once, one is accepted", async () => {
    const owner = await financed(server, platform);
    const invoice = sent();
    const tokens = [
      await tokenOf(owner, "invoice_session", [invoice]),
      await tokenOf(owner, "invoice_session", [invoice]),
    ];
    const answers = await Promise.all(tokens.map((token) => confirm(owner, token, invoice)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(answers.some(({ body }) => String(body["errorCode"]).startsWith("PlatformInvoiceIdAlreadyExists"))).toBe(
      true,
    );
    expect(await reservedOf(owner)).toBe(850_000);
  });

  it("is refused for a session of bills: 'the session token is for the wrong component.'", async () => {
    const owner = await financed(server, platform, "EXTEND_PAY_PURCHASE_ORDER");
    const one = bill();
    const token = await tokenOf(owner, "bill_session", [one]);
    expect((await confirm(owner, token, one)).body["message"]).toBe(
      "Tried launching session invoice flow, but the session token is for the wrong component.",
    );
    expect((await confirm(owner, "st_test_unknown", one)).body["errorCode"]).toBe("InvalidSessionTokenException");
  });
});

describe("submission of a session bill", () => {
  it("is financed in full, and waits for the account of its payee", async () => {
    const owner = await financed(server, platform, "EXTEND_PAY_PURCHASE_ORDER");
    const one = bill();
    const answer = await confirmBill(owner, await tokenOf(owner, "bill_session", [one]), one);
    expect(answer.status, answer.text).toBe(200);
    expect(invoiceIn(answer)).toMatchObject({
      state: "PENDING_FUND_DISPERSEMENT",
      isFullyPayable: true,
      principalAmountCents: 250_000,
      invoiceAdvanceAmountCents: 250_000,
      approvedRepaymentAmountCents: 255_000,
      payor: null,
      payee: { businessName: "Paper & Co." },
      payeeAccount: { status: "WANTED", accountNumberLast4: null },
    });
  });

  it("If fully payable, requested amount equals the remaining balance; over the limit it is refused as a partial finance", async () => {
    const owner = await financed(server, platform, "EXTEND_PAY_PURCHASE_ORDER");
    const one = bill({ invoiceAmountCents: 6_000_000 });
    const token = await tokenOf(owner, "bill_session", [one]);
    const amounts = { invoiceAmountCents: 6_000_000, amountRequestedForFinancingCents: 6_000_000 };
    for (const more of [amounts, { ...amounts, amountRequestedForFinancingCents: 1_000_000 }])
      expect((await confirmBill(owner, token, one, more)).body).toMatchObject({
        code: "ISSUED_PRODUCT_PARTIAL_FINANCE_EXCEPTION",
        message:
          "You do not have any remaining available credit limit. Your limit will refresh as you pay outstanding invoices. Please check back soon.",
      });
  });

  it("is financed in part where the platform does not ask for full payment", async () => {
    const other = await server.platform({ isFullyPayable: false });
    const owner = await financed(server, other, "EXTEND_PAY_PURCHASE_ORDER");
    const one = bill({ invoiceAmountCents: 6_000_000 });
    const token = await tokenOf(owner, "bill_session", [one], other);
    const answer = await confirmBill(owner, token, one, {
      invoiceAmountCents: 6_000_000,
      amountRequestedForFinancingCents: 6_000_000,
    });
    expect(invoiceIn(answer)).toMatchObject({ principalAmountCents: 5_000_000, isFullyPayable: false });
  });

  it("Due date valid and not more than 5 days in the past", async () => {
    const owner = await financed(server, platform, "EXTEND_PAY_PURCHASE_ORDER");
    const one = bill();
    const token = await tokenOf(owner, "bill_session", [one]);
    const answer = await confirmBill(owner, token, one, { invoiceDueDate: inDays(-6) });
    expect(answer.text).toContain("Invoice due date cannot be more than 5 days in the past.");
  });
});
