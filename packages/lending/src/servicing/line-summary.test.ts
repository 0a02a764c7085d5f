import { describe, expect, it } from "vitest";
import { explained, plainWorksheet } from "../explain/worksheet.ts";
import { cents } from "../money/cents.ts";
import { anOrder, aServicedLine, type LineWishes } from "./line.fixture.ts";
import { lineSummary } from "./line-summary.ts";

const summaryOf = (wishes?: LineWishes) => lineSummary(aServicedLine(wishes), plainWorksheet);
const drawIn = (wishes: LineWishes, id = "april") => summaryOf(wishes).draws.find((draw) => draw.id === id);

describe("line of credit summary", () => {
  it("shows remaining limit, credit limit and the next payment with its draw and what it frees", () => {
    expect(summaryOf()).toMatchObject({
      limitCents: 2_500_000,
      availableCents: 1_583_332,
      openPrincipalCents: 916_668,
      drawableCents: 1_583_300,
      nextPayment: { drawId: "april", amountCents: 93_333, principalCents: 83_333, dueOn: "2026-08-10" },
      overdue: null,
      whyNotDraw: null,
    });
  });

  it("shows repayment term in months, interest per month, the APR of the whole line and the maintenance fee", () => {
    expect(summaryOf()).toMatchObject({
      termMonths: 6,
      monthlyRatePercentage: "2.00",
      aprPercentage: 51.3844,
      monthlyMaintenanceFeeCents: 5_000,
    });
    expect(summaryOf({ state: "CA" }).monthlyRatePercentage).toBeNull();
  });

  it("explains the remaining limit by the limit, what is drawn and what is reserved", () => {
    const waiting = {
      id: "new",
      state: "PENDING_FUND_DISBURSEMENT",
      amountCents: cents(100_000),
      feeCents: cents(2_000),
    };
    const { result, explanations } = explained((write) =>
      lineSummary(aServicedLine({ others: [waiting as never] }), write),
    );
    expect(result.availableCents).toBe(1_483_332);
    expect(explanations.get("availableCents")).toMatchObject({
      result: 1_483_332,
      inputs: [
        { name: "loanStatus", value: "CURRENT" },
        { name: "limitCents", value: 2_500_000 },
        { name: "openPrincipalCents", value: 916_668 },
        { name: "reservedPrincipalCents", value: 100_000 },
      ],
    });
  });

  it.each(["DEFAULTED", "CLOSED"] as const)(
    "'Limits show as 0 when the loan is defaulted or closed': %s",
    (loanStatus) => {
      expect(summaryOf({ line: { loanStatus } })).toMatchObject({ limitCents: 0, availableCents: 0 });
    },
  );

  it("shows a draw with its open principal and its payments", () => {
    const draw = drawIn({});
    expect(draw).toMatchObject({ openPrincipalCents: 250_001, receivedCents: 490_000, opensDetails: true });
    expect(draw?.payments.map(({ isPaid, drawStatus }) => `${isPaid} ${drawStatus.label}`)).toEqual([
      ...Array(3).fill("true PAID"),
      ...Array(3).fill("false SCHEDULED"),
    ]);
  });

  it("maps a submitted debit to PROCESSING on the page of the draw and to PENDING in the payment schedule", () => {
    const orders = { "april-4": [anOrder("SUBMITTED", "2026-08-10")] };
    const row = drawIn({ orders, today: "2026-08-10" })?.payments[3];
    expect([row?.drawStatus.label, row?.scheduleStatus.label]).toEqual(["PROCESSING", "PENDING"]);
    expect(summaryOf({ orders, today: "2026-08-10" }).nextPayment?.isOnItsWay).toBe(true);
  });

  it("a draw shows LATE in the history from more than 5 days past due", () => {
    const orders = { "april-4": [anOrder("FAILED_PAYMENT", "2026-08-10")] };
    const statusOn = (today: string) => drawIn({ orders, today })?.historyStatus.label;
    expect(statusOn("2026-08-15")).toBe("ACTIVE");
    expect(statusOn("2026-08-16")).toBe("LATE");
  });

  it("a failed payment is overdue, line by line, and the next payment is another one", () => {
    const orders = { "april-4": [anOrder("FAILED_PAYMENT", "2026-08-10", { failureReason: "insufficient_funds" })] };
    expect(summaryOf({ orders, today: "2026-08-12" })).toMatchObject({
      overdue: { oldestDueOn: "2026-08-10", totalCents: 93_333, failure: { kind: "NOT_ENOUGH_FUNDS" } },
      nextPayment: { drawId: "june", dueOn: "2026-08-22" },
    });
  });

  it("a draw that waits for its payout has no payments and no link", () => {
    const waiting = {
      id: "new",
      state: "PENDING_FUND_DISBURSEMENT",
      amountCents: cents(100_000),
      feeCents: cents(2_000),
    };
    expect(drawIn({ others: [waiting as never] }, "new")).toMatchObject({
      payments: [],
      openPrincipalCents: 0,
      opensDetails: false,
    });
  });
});
