import { describe, expect, it } from "vitest";
import { accountingDataFrom, connectionsFrom, transactionsFrom, webhookFrom } from "./translate.ts";

const report = (startDate: string, lines: [string, string, number][]) => ({
  meta: { startDate: `${startDate}T00:00:00` },
  data: lines.map(([section, subSection, value]) => ({ section, subSection, value })),
});
const income = report("2026-10-01", [
  ["Revenue", "Operating Revenue", 40_000.1],
  ["Revenue", "Operating Revenue", 2_000.2],
  ["Revenue", "Other Revenue", 12.34],
  ["Cost of Goods Sold", "Cost of Goods Sold", 11_000],
  ["Expenses", "Operating Expenses", 20_000.55],
  ["Expenses", "Other Expenses", 177.35],
]);
const balance = report("2026-10-01", [
  ["Assets", "Cash and Cash Equivalents", 30_000],
  ["Assets", "Fixed Assets", 42_000],
  ["Liabilities", "Current Liabilities", 60_000],
  ["Equity", "Equity", 12_000],
]);
const cashFlow = report("2026-10-01", [["Operating Activities", "Operating Activities", 10_834.74]]);
const answerWith = (...reports: object[]) => ({ count: reports.length, reports });

describe("accounting month from the vendor's reports", () => {
  it("has whole cents, summed by section", () => {
    const accounting = accountingDataFrom({
      income: answerWith(income),
      balance: answerWith(balance),
      cashFlow: answerWith(cashFlow),
    });
    expect(accounting).toMatchInlineSnapshot(`
      [
        {
          "balance": {
            "assetsCents": 7200000,
            "cashCents": 3000000,
            "equityCents": 1200000,
            "liabilitiesCents": 6000000,
          },
          "cashFlow": {
            "financingCents": 0,
            "investingCents": 0,
            "operatingCents": 1083474,
          },
          "income": {
            "costOfGoodsCents": 1100000,
            "netIncomeCents": 1083474,
            "operatingExpensesCents": 2000055,
            "otherExpensesCents": 17735,
            "otherIncomeCents": 1234,
            "revenueCents": 4200030,
          },
          "month": "2026-10-01",
        },
      ]
    `);
  });

  it("needs all three reports; the months are ordered oldest first", () => {
    const older = { ...income, meta: { startDate: "2026-09-01T00:00:00" } };
    const answers = { income: answerWith(income, older), balance: answerWith(balance), cashFlow: answerWith(cashFlow) };
    expect(accountingDataFrom(answers).map(({ month }) => month)).toEqual(["2026-10-01"]);
  });

  it("rejects a fraction of a cent", () => {
    const page = { count: 1, data: [{ id: "1", postedDate: "2026-10-01T00:00:00", amount: 0.105, account: "Sales" }] };
    expect(() => transactionsFrom(page)).toThrow("fractions of a cent");
  });
});

describe("accounting connection", () => {
  it("is pending, active or lost", () => {
    const states = ["pending", "active", "disconnected", "expired", "invalid"];
    const data = states.map((status) => ({ connectionUuid: status, serviceName: "xero", status }));
    expect(connectionsFrom({ count: 5, data }).map(({ state }) => state)).toEqual([
      ...["PENDING", "ACTIVE", "LOST", "LOST", "LOST"],
    ]);
  });
});

describe("accounting webhook", () => {
  const message = (event: string) => JSON.stringify({ data: { event, businessName: "b" }, requestId: `r-${event}` });

  it("is about a connection, about arrived data, or ignored", () => {
    expect(
      ["auth", "connectionStatus", "data", "pushStatus", "login"].map((event) => webhookFrom(message(event))),
    ).toMatchInlineSnapshot(`
        [
          {
            "id": "r-auth",
            "what": {
              "businessId": "b",
              "kind": "CONNECTION_CHANGED",
            },
          },
          {
            "id": "r-connectionStatus",
            "what": {
              "businessId": "b",
              "kind": "CONNECTION_CHANGED",
            },
          },
          {
            "id": "r-data",
            "what": {
              "businessId": "b",
              "kind": "DATA_ARRIVED",
            },
          },
          {
            "id": "r-pushStatus",
            "what": {
              "kind": "OTHER",
            },
          },
          {
            "id": "r-login",
            "what": {
              "kind": "OTHER",
            },
          },
        ]
      `);
  });
});
