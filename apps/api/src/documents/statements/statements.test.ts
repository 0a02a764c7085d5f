import { writeFileSync } from "node:fs";
import { statementOf } from "@inlay/lending/servicing/statement.ts";
import { unzipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { balances } from "../../ledger/public.ts";
import { fail } from "../../payments/apply-processor-status.ts";
import { lockOrder } from "../../payments/order.ts";
import { loanTerms } from "../../products/products.fixture.ts";
import { type LifeGround, LoanLife, lifeGround } from "../../servicing/loan-life.fixture.ts";
import { handleEvents } from "../../workflows/handle-event.fixture.ts";
import { renderStatement } from "./render-statement.ts";
import { statementText } from "./statement-words.ts";

let ground: LifeGround;
beforeAll(async () => {
  ground = await lifeGround();
});
afterAll(() => ground.close());

// A life takes many steps of the clock, which take long on a busy machine.
const timeout = 900_000;

/** Three installments, due on the 15th of February, March and April. */
const terms = { ...loanTerms, interestRatePercentage: "20", durationDays: 90 };
const paymentCents = 1_722_528;

async function aLoan(): Promise<LoanLife> {
  const life = await LoanLife.fund(ground, { terms });
  await life.rows(
    `insert into app.user_role (platform_id, business_id, user_id, role)
     select platform_id, business_id, id, 'PRIMARY_OWNER' from app.business_user where business_id = $1`,
    life.debtor.businessId,
  );
  return life;
}

type Row = {
  id: string;
  month: string;
  version: number;
  issuedAt: Date;
  opening: number;
  closing: number;
  change: number;
  paid: number;
  lines: { on: string; kind: string; reversedOn: string | null }[];
};

const statementsOf = (life: LoanLife) =>
  life.rows<Row>(
    `select id, month::text, statement_version as version, issued_at as "issuedAt",
       (opening_principal_cents + opening_interest_cents + opening_fee_cents)::int as opening,
       (change_principal_cents + change_interest_cents + change_fee_cents)::int as change,
       (closing_principal_cents + closing_interest_cents + closing_fee_cents)::int as closing, paid_cents::int as paid, lines
     from app.product_statement where issued_product_id = $1 order by month, statement_version`,
    life.id,
  );

/** Renders what the workflows would, which the life of a loan leaves out. */
async function render(life: LoanLife): Promise<void> {
  const { platformId, businessId } = life.debtor;
  for (const { id } of await statementsOf(life))
    await renderStatement(ground.server.app, { platformId, businessId, id });
}

/** What is owed by the ledger. */
async function owedByLedger(life: LoanLife): Promise<number> {
  const held = await life.debtor.within((tx) => balances(tx, life.id));
  return held
    .filter(({ account }) => ["PRINCIPAL_RECEIVABLE", "INTEREST_RECEIVABLE", "FEE_RECEIVABLE"].includes(account))
    .reduce((total, { balanceCents }) => total + balanceCents, 0);
}

const listOf = (life: LoanLife, query = "?documentType=STATEMENT") =>
  life.debtor.person.as({
    url: `/api/v1/servicing/issued-products/${life.id}/issued-product-documents${query}`,
  });
const download = (life: LoanLife, documentIds: string[]) =>
  ground.server.fastify.inject({
    method: "POST",
    url: "/api/v1/servicing/statements/download",
    headers: { authorization: `Bearer ${life.debtor.person.token}` },
    payload: { documentIds },
  });

describe("monthly statement", () => {
  it("is issued on the first of a month for the month before, and reconciles with the ledger to the cent", {
    timeout,
  }, async () => {
    const life = await aLoan();
    await life.passTo("2026-02-01T04:59:00Z");
    expect(await statementsOf(life)).toEqual([]);
    await life.passTo("2026-02-01T05:01:00Z");
    expect(await statementsOf(life)).toMatchObject([{ month: "2026-01-01", version: 1, closing: 5_000_000, paid: 0 }]);
    await life.passTo("2026-04-01T12:00:00Z");
    const statements = await statementsOf(life);
    expect(statements.map(({ month, paid }) => ({ month, paid }))).toEqual([
      { month: "2026-01-01", paid: 0 },
      { month: "2026-02-01", paid: paymentCents },
      { month: "2026-03-01", paid: paymentCents },
    ]);
    let before = 0;
    for (const { opening, change, closing } of statements) {
      expect(opening).toBe(before);
      expect(opening + change).toBe(closing);
      before = closing;
    }
    expect(before).toBe(await owedByLedger(life));
    // Paid off in April, so that May has nothing to state and the clock of the statements ends.
    await life.passTo("2026-06-02T12:00:00Z");
    expect((await statementsOf(life)).map(({ month }) => month)).toEqual([
      "2026-01-01",
      "2026-02-01",
      "2026-03-01",
      "2026-04-01",
    ]);
    expect(await owedByLedger(life)).toBe(0);
    expect((await statementsOf(life)).at(-1)?.closing).toBe(0);
    const clocks = "select next_action_at as at from app.statement_schedule where issued_product_id = $1";
    expect(await life.rows(clocks, life.id)).toEqual([{ at: null }]);
  });

  it("of a closed month whose payment a bank returns later gets another version", { timeout }, async () => {
    const life = await aLoan();
    await life.passTo("2026-03-02T12:00:00Z");
    const [order] = await life.rows<{ id: string }>(
      "select id from app.payment_order where issued_product_id = $1 and status = 'SUCCESSFUL_PAYMENT' and direction = 'INCOMING'",
      life.id,
    );
    await life.debtor.within(async (tx) => {
      const locked = await lockOrder(tx, order?.id ?? "");
      if (!locked) throw new Error("the loan has a settled debit");
      await fail(tx, locked, { reason: "unauthorized_transfer", achCode: "R10" }, new Date("2026-03-02T12:00:00Z"));
    });
    await handleEvents(ground.server, life.debtor.businessId);
    await life.act();
    const february = (await statementsOf(life)).filter(({ month }) => month === "2026-02-01");
    expect(february.map(({ version, closing }) => ({ version, closing }))).toEqual([
      { version: 1, closing: february[0]?.closing },
      { version: 2, closing: february[0]?.closing },
    ]);
    const payment = (at: number) => february[at]?.lines.find(({ kind }) => kind === "PAYMENT");
    expect(payment(0)).toMatchObject({ reversedOn: null });
    expect(payment(1)).toMatchObject({ reversedOn: "2026-03-02" });
    await life.act();
    expect(await statementsOf(life)).toHaveLength(3);
    await render(life);
    const { body } = await listOf(life);
    expect(body["documents"]).toMatchObject([
      { fileName: "statement-2026-02-version-2.pdf", statement: { month: "2026-02-01", version: 2 } },
      { fileName: "statement-2026-01.pdf" },
    ]);
  });

  it("is listed when its file is rendered, and downloaded alone as a PDF and with others as an archive", {
    timeout,
  }, async () => {
    const life = await aLoan();
    await life.passTo("2026-03-02T12:00:00Z");
    expect((await listOf(life)).body).toEqual({ documents: [] });
    await render(life);
    const { body } = await listOf(life);
    const documents = body["documents"] as { id: string; fileName: string }[];
    expect(documents).toMatchObject([
      {
        documentType: "STATEMENT",
        fileName: "statement-2026-02.pdf",
        createdAt: "2026-03-01T05:00:00.000Z",
        statement: { month: "2026-02-01", version: 1, paidCents: paymentCents },
      },
      { fileName: "statement-2026-01.pdf" },
    ]);
    expect((await listOf(life, "?documentType=AGREEMENT")).body["documents"]).not.toMatchObject([
      { documentType: "STATEMENT" },
    ]);
    const [newest = "", oldest = ""] = documents.map(({ id }) => id);
    const one = await download(life, [newest]);
    expect(one.headers["content-type"]).toBe("application/pdf");
    expect(one.headers["content-disposition"]).toContain("statement-2026-02.pdf");
    expect(one.rawPayload.subarray(0, 5).toString()).toBe("%PDF-");
    if (process.env["KEEP_PDF"]) writeFileSync(`${process.env["KEEP_PDF"]}/statement.pdf`, one.rawPayload);
    const both = await download(life, [newest, oldest, newest]);
    expect(both.headers["content-type"]).toBe("application/zip");
    expect(Object.keys(unzipSync(both.rawPayload))).toEqual(["statement-2026-01.pdf", "statement-2026-02.pdf"]);
    const { status, body: url } = await life.debtor.person.as({
      url: `/api/v1/servicing/issued-products/${life.id}/issued-product-documents/${newest}/signed-read-url`,
    });
    expect({ status, url }).toMatchObject({ status: 200, url: { url: expect.stringContaining("statement") } });
    const other = await aLoan();
    await other.passTo("2026-02-02T12:00:00Z");
    expect((await download(other, [newest])).statusCode).toBe(404);
    expect((await download(life, [])).statusCode).toBe(400);
    const ready = "select count(*)::int as n from app.event where stream = $1 and kind = 'statement.ready'";
    expect(await life.rows(ready, life.debtor.businessId)).toEqual([{ n: 2 }]);
    await render(life);
    expect(await life.rows(ready, life.debtor.businessId)).toEqual([{ n: 2 }]);
  });

  it("is not rendered again when the stored file is the one that was rendered, and is refused when it is another one", {
    timeout,
  }, async () => {
    const life = await aLoan();
    await life.passTo("2026-02-02T12:00:00Z");
    await render(life);
    const [{ id } = { id: "" }] = await statementsOf(life);
    const { platformId, businessId } = life.debtor;
    await ground.server.app.files.put(
      `clean/${platformId}/${businessId}/${id}-statement`,
      Buffer.from("x"),
      "application/pdf",
    );
    expect((await download(life, [id])).statusCode).toBe(500);
  });
});

describe("text of a statement", () => {
  const contents = {
    month: "2026-07-01" as never,
    version: 1,
    figures: statementOf([], "2026-07-01" as never),
    businessName: "Harbor",
    reference: "AB12",
    lender: { name: "Inlay Funding LLC", address: "100 Example Plaza" },
    support: { email: "help@example.test", phone: null },
  };
  const words = (locale: "en" | "es", productType: "MCA" | "INTEGRATED_MCA" | "TERM_LOAN") =>
    JSON.stringify(statementText(locale, { ...contents, productType }));

  it("of an advance never says loan, interest or borrowing, in either language", () => {
    for (const productType of ["MCA", "INTEGRATED_MCA"] as const)
      for (const locale of ["en", "es"] as const)
        expect(words(locale, productType)).not.toMatch(/loan|interest|borrow|préstamo|interés|intereses/i);
    expect(words("en", "TERM_LOAN")).toMatch(/Loan statement.*Interest/);
  });
});
