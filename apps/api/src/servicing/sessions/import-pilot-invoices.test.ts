import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestServer, testServer } from "../../http/server.fixture.ts";
import { aDebtor, type Debtor } from "../../payments/payments.fixture.ts";
import { signedInMember, type TestMember } from "../../staff/staff.fixture.ts";
import { aPilotRow } from "./pilot-row.fixture.ts";

let server: TestServer;
let staff: TestMember;
beforeAll(async () => {
  server = await testServer();
  staff = await signedInMember(server, ["OPERATIONS"]);
});
afterAll(() => server.close());

type Row = ReturnType<typeof aPilotRow>;
const pathOf = ({ businessId }: Debtor) => `/businesses/${businessId}/pilot-invoices`;
const preview = async (of: Debtor, rows: Row[]) => (await staff.as("POST", `${pathOf(of)}/preview`, { rows })).body;
const take = (of: Debtor, rows: Row[]) => staff.as("POST", pathOf(of), { rows, reason: "the list of the platform" });
const saved = async ({ businessId }: Debtor) =>
  (
    await server.database.admin.query<{ id: string; cents: number }>(
      `select platform_invoice_id as id, invoice_amount_cents::int as cents from app.platform_pilot_invoice
       where business_id = $1 and withdrawn_at is null order by id`,
      [businessId],
    )
  ).rows;
const outcomes = ({ rows }: Record<string, unknown>) =>
  (rows as { outcome: string; refusal: { code: string } | null }[]).map(
    ({ outcome, refusal }) => refusal?.code ?? outcome,
  );

describe("staff import of pilot invoices", () => {
  it("creates what its preview shows, leaves refused rows out, and repeated it changes nothing", async () => {
    const business = await aDebtor(server, "1000000001");
    const [good, due] = [aPilotRow(), aPilotRow({ invoiceDueDate: "2026-01-05" })];
    const again = { ...good, invoice: { ...good.invoice } };
    const other = { ...good, invoice: { ...good.invoice, invoiceAmountCents: 125_001 } };
    const rows = [good, due, again, other, aPilotRow()];
    const shown = await preview(business, rows);
    expect(shown).toMatchObject({ created: 2, existing: 1, refused: 2 });
    expect(outcomes(shown)).toEqual(["CREATED", "INVALID_INVOICE_DUE_DATE", "EXISTS", "ALREADY_EXISTS", "CREATED"]);
    expect((shown["rows"] as { refusal: object }[])[1]?.refusal).toMatchObject({
      fields: [{ pointer: "/rows/1/invoice/invoiceDueDate" }],
    });
    // Nothing of what was shown has happened.
    expect(await saved(business)).toEqual([]);

    expect((await take(business, rows)).body["state"]).toBe("APPROVED");
    const made = [good, rows[4]]
      .map((row) => ({ id: row?.invoice.platformInvoiceId ?? "", cents: 125_000 }))
      .sort((one, other) => (one.id < other.id ? -1 : 1));
    expect(await saved(business)).toEqual(made);
    const events = await server.database.admin.query(
      "select actor_kind as actor, action from app.audit where business_id = $1 and action like '%pilot-invoice.import' and object_kind = 'pilot invoice'",
      [business.businessId],
    );
    expect(events.rows).toEqual(Array(2).fill({ actor: "STAFF", action: "staff.pilot-invoice.import" }));
    expect((await take(business, rows)).status).toBe(200);
    expect(await saved(business)).toEqual(made);
    expect(await preview(business, rows)).toMatchObject({ created: 0, existing: 3, refused: 2 });
  });

  it("refuses an id that another business of the platform has, and validates rows like the call of the platform", async () => {
    const platform = await server.platform();
    const one = await aDebtor(server, "1000000001", null, platform);
    const other = await aDebtor(server, "1000000001", null, platform);
    const row = aPilotRow();
    await take(one, [row]);
    expect(outcomes(await preview(other, [row]))).toEqual(["ALREADY_EXISTS"]);
    await take(other, [row]);
    expect(await saved(other)).toEqual([]);
    const wrong = await staff.as("POST", `${pathOf(one)}/preview`, {
      rows: [aPilotRow(), aPilotRow({ invoiceAmountCents: 0 })],
    });
    expect([wrong.status, JSON.stringify(wrong.body)]).toEqual([400, expect.stringContaining("invoiceAmountCents")]);
    const many = Array.from({ length: 201 }, () => aPilotRow());
    expect((await staff.as("POST", `${pathOf(one)}/preview`, { rows: many })).status).toBe(400);
  });
});
