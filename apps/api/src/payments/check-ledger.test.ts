import { randomUUID } from "node:crypto";
import { businessDate } from "@inlay/lending/calendar/business-date.ts";
import { credit, debit, type Entry, entry } from "@inlay/lending/ledger/entry.ts";
import { cents } from "@inlay/lending/money/cents.ts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { asAuditor } from "../db/audit.ts";
import { inScope, staffScope, statement } from "../db/scope.ts";
import { type TestServer, testServer } from "../http/server.fixture.ts";
import { aBorrower, type Borrower } from "../ledger/ledger.fixture.ts";
import { internalScope, post } from "../ledger/public.ts";
import { aLoanOwing } from "../products/products.fixture.ts";
import type { BankLine, Payments } from "../providers/payments/port.ts";
import { signedInMember } from "../staff/staff.fixture.ts";
import { checkLedger } from "./check-ledger.ts";
import { matchStatementLine } from "./match-statement-line.ts";

let server: TestServer;
let borrowers: Borrower[];
beforeEach(async () => {
  server = await testServer();
  borrowers = [await aBorrower(server.database.admin), await aBorrower(server.database.admin)];
});
afterEach(() => server.close());

const monday = new Date("2026-11-16T03:00:00Z");
const tuesday = new Date("2026-11-17T03:00:00Z");
const wednesday = new Date("2026-11-18T03:00:00Z");
const book = "CONCAR_SPV_1";
const lent = entry("TERM_LOAN_FUNDED", book, [debit("PRINCIPAL_RECEIVABLE", cents(7)), credit("CAPITAL", cents(7))]);

/** A loan that is marked as paid and still has a balance: invariant 4 does not hold. */
async function plant(borrower: Borrower): Promise<void> {
  await aLoanOwing(server.database.admin, borrower.scope, book, 7, borrower.issuedProductId);
  await posted(borrower, lent);
  await rows("update app.issued_product set loan_status = 'FULLY_PAID' where id = $1", borrower.issuedProductId);
}
const repair = (borrower: Borrower) =>
  rows("update app.issued_product set loan_status = 'CURRENT' where id = $1", borrower.issuedProductId);

const posted = (borrower: Borrower, what: Entry) =>
  inScope(server.app.pool, borrower.scope, (tx) => post(tx, what, borrower.posting(randomUUID())));
const run = (now: Date) => checkLedger.run(server.app, now);
const rows = async <T>(sql: string, ...values: unknown[]): Promise<T[]> =>
  (await server.database.admin.query(sql, values)).rows as T[];
const check = async (name: string) =>
  (
    await rows<{ id: string; is_ok: boolean | null; failing_since: Date | null; sample: string[] }>(
      "select id, is_ok, failing_since, sample from app.ledger_check where name = $1",
      name,
    )
  )[0];
const openTasks = () =>
  rows<{ subject_id: string; platform_id: string; due_at: Date }>(
    "select subject_id, platform_id, due_at from app.task where kind = 'LEDGER_INVARIANT_FAILED' and closed_at is null",
  );
const metric = async (name: string) => {
  const text = await server.app.metrics.registry.metrics();
  return new RegExp(`inlay_ledger_violations{invariant="${name}"} (-?\\d+)`).exec(text)?.[1];
};

describe("nightly check of the ledger", () => {
  it("saves an outcome for each of the twelve invariants, and opens no task while they hold", async () => {
    await run(monday);
    expect(await rows("select number, is_ok, sample from app.ledger_check order by number")).toEqual(
      Array.from({ length: 12 }, (_, n) => ({ number: n + 1, is_ok: true, sample: [] })),
    );
    expect(await openTasks()).toEqual([]);
    expect(await metric("RECEIVABLES_NOT_NEGATIVE")).toBe("0");
  });

  it("opens one task for a planted fault, keeps it while the fault lasts, and closes it after the repair", async () => {
    const [first, second] = borrowers as [Borrower, Borrower];
    for (const borrower of [first, second]) await plant(borrower);
    await run(monday);
    await run(tuesday);
    const found = await check("RECEIVABLES_NOT_NEGATIVE");
    expect({ ...found, sample: found?.sample.toSorted() }).toMatchObject({
      is_ok: false,
      failing_since: monday,
      sample: [first.issuedProductId, second.issuedProductId].toSorted(),
    });
    expect(await openTasks()).toEqual([
      {
        subject_id: found?.id,
        platform_id: staffScope.platformId,
        // Five in the afternoon of the next banking day.
        due_at: new Date("2026-11-17T22:00:00Z"),
      },
    ]);
    expect(await metric("RECEIVABLES_NOT_NEGATIVE")).toBe("2");
    const logged = server.logged.filter((line) => line.includes("does not hold"));
    expect(logged).toHaveLength(2);
    for (const line of logged) expect(line).not.toContain(first.issuedProductId);

    for (const borrower of [first, second]) await repair(borrower);
    await run(wednesday);
    expect(await check("RECEIVABLES_NOT_NEGATIVE")).toMatchObject({ is_ok: true, failing_since: null, sample: [] });
    expect(await openTasks()).toEqual([]);
    expect(await metric("RECEIVABLES_NOT_NEGATIVE")).toBe("0");
  });

  it("reports a bank line that nobody identified in three banking days, until it is cleared", async () => {
    const line: BankLine = {
      lineId: randomUUID(),
      book,
      direction: "OUTGOING",
      amountCents: cents(1_500),
      postedOn: businessDate("2026-11-10"),
      text: "SERVICE CHARGE",
    };
    const knowsNothing = { match: async () => null } as unknown as Payments;
    const saved = await matchStatementLine(server.app, knowsNothing, line);
    // Veterans Day, a Wednesday, and a weekend lie between.
    await run(monday);
    expect(await openTasks()).toEqual([]);
    await run(tuesday);
    const found = await check("SUSPENSE_AND_REVENUE_SHARE");
    expect(found).toMatchObject({ is_ok: false, sample: [saved?.id] });
    expect((await openTasks()).map((task) => task.subject_id)).toEqual([found?.id]);

    const [maker, checker] = [await signedInMember(server, ["OPERATIONS"]), await signedInMember(server, ["TREASURY"])];
    const [task] = await rows<{ id: string }>("select id from app.task where subject_id = $1", saved?.id);
    const reason = "on the bank's price list";
    const asked = await maker.as("POST", `/tasks/${task?.id}/bank-line/bank-charge`, { reason });
    const request = (await checker.as("GET", `/requests/${asked.body["requestId"]}`)).body;
    const { id, payloadHash } = request;
    expect((await checker.as("POST", `/requests/${id}/approve`, { payloadHash, reason })).status).toBe(200);
    await run(wednesday);
    expect(await openTasks()).toEqual([]);
  });

  it("opens a task for an invariant that could not be checked, and checks the others", async () => {
    await plant(borrowers[0] as Borrower);
    await rows("revoke select on app.bank_balance from inlay_auditor");
    await rows("revoke select (book, as_of, balance_cents) on app.bank_balance from inlay_auditor");
    await run(monday);
    expect(await check("CASH_EQUALS_BANK")).toMatchObject({ is_ok: null, failing_since: monday, sample: [] });
    expect(await check("RECEIVABLES_NOT_NEGATIVE")).toMatchObject({ is_ok: false });
    expect(await check("BALANCES_EQUAL_LINES")).toMatchObject({ is_ok: true });
    expect(await openTasks()).toHaveLength(2);
    expect(await metric("CASH_EQUALS_BANK")).toBe("-1");
  });

  it("is shown to staff, and to no tenant", async () => {
    await plant(borrowers[0] as Borrower);
    await run(monday);
    const { as } = await signedInMember(server, ["TREASURY"]);
    const { checks } = (await as("GET", "/ledger-checks")).body as { checks: object[] };
    expect(checks).toHaveLength(12);
    expect(checks[3]).toMatchObject({
      number: 4,
      name: "RECEIVABLES_NOT_NEGATIVE",
      isOk: false,
      failingSince: monday.toISOString(),
      sample: [borrowers[0]?.issuedProductId],
    });
    const seen = (scope: Parameters<typeof inScope>[1]) =>
      inScope(server.app.pool, scope, async (tx) => (await statement(tx, "select from app.ledger_check", [])).length);
    expect(await seen(internalScope)).toBe(12);
    for (const { scope } of borrowers) {
      expect(await seen(scope)).toBe(0);
      expect(await seen({ ...scope, businessId: "whole platform" })).toBe(0);
    }
  });
});

describe("auditor role", () => {
  it("cannot be taken on by the role that serves requests, nor by the reader", async () => {
    for (const role of ["app", "reader"] as const)
      await expect(server.database.pool(role).query("set role inlay_auditor")).rejects.toThrow("permission denied");
    const engine = server.database.pool("engine", { max: 1 });
    // The engine's role has the auditor's rights only after it took the role on.
    await expect(engine.query("select id from app.journal")).rejects.toThrow("permission denied");
  });

  it("reads the ids, codes, dates and cents of all tenants, and nothing else", async () => {
    const columns = await rows<{ name: string }>(
      `select table_name || '.' || column_name as name from information_schema.column_privileges
       where grantee = 'inlay_auditor' and table_schema = 'app' and table_name not in ('ledger_account', 'audit', 'stream') order by 1`,
    );
    const privileges = await rows(
      "select from information_schema.column_privileges where grantee = 'inlay_auditor' and privilege_type <> 'SELECT'",
    );
    expect(privileges).toEqual([]);
    const fields = new Set(columns.map(({ name }) => name.split(".")[1]));
    expect([...fields].toSorted()).toEqual(
      [
        ...["id", "business_id", "draw_id", "invoice_id", "issued_product_id", "journal_id", "payment_order_id"],
        ...[
          "refund_of_id",
          "refund_order_id",
          "retry_of_id",
          "reversal_of_id",
          "reverses_id",
          "subject",
          "vendor_line_id",
          "key",
        ],
        ...["account", "book", "detail", "direction", "event", "fee_type", "loan_status", "meaning", "number"],
        ...["purpose", "return_code", "state", "status", "to_book"],
        ...["as_of", "cancelled_at", "occurred_on", "posted_on", "taken_back_at"],
        ...["amount_cents", "balance_cents", "billed_interest_cents", "credit_cents", "credit_used_cents"],
        ...["debit_cents", "fee_cents", "interest_cents", "limit_cents", "principal_cents", "reserved_cents"],
        ...["owed", "paid", "waived"].flatMap((what) =>
          ["principal", "interest", "fee"].map((part) => `${what}_${part}_cents`),
        ),
        "unearned_fee_cents",
      ].toSorted(),
    );
  });

  it("cannot write, whatever it is granted", async () => {
    await rows("grant insert on app.bank_balance to inlay_auditor");
    const write = asAuditor(server.database.url("engine"), (auditor) =>
      auditor.query(
        "insert into app.bank_balance (book, as_of, balance_cents, read_at) values ('OPCO', now(), 1, now())",
      ),
    );
    await expect(write).rejects.toThrow("read-only transaction");
  });
});
