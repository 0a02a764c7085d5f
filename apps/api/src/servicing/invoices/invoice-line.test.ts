import type { QuotedPlan } from "@inlay/contracts/servicing/invoice-line.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type LifeGround, lifeGround } from "../loan-life.fixture.ts";
import { aLine, lineAsShown, submitted } from "./invoice-life.fixture.ts";

let ground: LifeGround;
beforeAll(async () => {
  ground = await lifeGround();
});
afterAll(() => ground.close());

const timeout = 900_000;

describe("pages of a line for invoices", () => {
  it("show its limit, plans and invoices with what can be done about each, from the submission to the repayment", {
    timeout,
  }, async () => {
    const life = await aLine(ground);
    const parsing = await submitted(ground, life, { read: null });
    const funded = await submitted(ground, life);
    const line = await lineAsShown(life);
    expect(line).toMatchObject({
      productType: "FAST_PAY",
      limitAmountCents: 5_000_000,
      availableCents: 3_400_000,
      whyNotSubmit: null,
      isUploadAllowed: true,
      earliestInvoiceDueDate: "2026-01-28",
      planEndsByDueDate: true,
      nextPayment: null,
      whyNotPayNow: "PAY_NOW_NOTHING_DUE",
    });
    expect(line.plans.map(({ plan, planDays }) => [plan.id, planDays])).toEqual([
      ["30-days", 30],
      ["parts", 28],
      ["fixed-date", 30],
    ]);
    expect(line.invoices.find(({ id }) => id === parsing)).toMatchObject({
      displayStatus: "PROCESSING",
      historyStatus: "IN REVIEW",
      isApartInHistory: true,
      opensDetails: true,
      whyNotCancel: null,
      whyNotRepayEarly: "WRONG_STATE",
      parts: [],
    });

    await life.passTo("2026-02-12T15:00:00Z");
    const active = await lineAsShown(life);
    expect(active.nextPayment).toEqual({
      invoiceId: funded,
      obligationId: active.invoices[0]?.parts[0]?.obligationId,
      amountCents: 824_000,
      dueOn: "2026-02-21",
      takenOn: "2026-02-23",
    });
    expect(active.invoices[0]).toMatchObject({
      id: funded,
      displayStatus: "ACTIVE",
      unpaidCents: 824_000,
      parts: [{ dueOn: "2026-02-21", originalDueOn: "2026-02-21", takenOn: "2026-02-23", status: "-" }],
      whyNotCancel: "WRONG_STATE",
      whyNotRepayEarly: null,
    });

    await life.passTo("2026-02-23T15:00:00Z");
    expect((await lineAsShown(life)).invoices[0]).toMatchObject({
      displayStatus: "PENDING",
      whyNotRepayEarly: "PAYMENT_PENDING",
    });

    await life.passTo("2026-02-27T15:00:00Z");
    const repaid = await lineAsShown(life);
    expect(repaid).toMatchObject({ availableCents: 5_000_000, nextPayment: null });
    expect(repaid.invoices.find(({ id }) => id === funded)).toMatchObject({
      displayStatus: "PAID",
      unpaidCents: 0,
      repaidOn: "2026-02-23",
      totalFeeAdjustmentsCents: 0,
      whyNotRepayEarly: "WRONG_STATE",
    });
  });

  it("quote an invoice by every plan, the lowest fee first, and say which plan lasts longer than its due date", {
    timeout,
  }, async () => {
    const life = await aLine(ground);
    const quotes = async (
      amountCents: number,
      dueOn: string,
    ): Promise<{ availableCents: number; plans: QuotedPlan[] }> => {
      const query = `amountRequestedForFinancingCents=${amountCents}&invoiceDueDate=${dueOn}`;
      const url = `/api/v1/servicing/issued-products/${life.id}/invoice-plans?${query}`;
      return (await life.debtor.person.as({ method: "GET", url })).body as never;
    };
    const { plans } = await quotes(1_000_000, "2026-02-19");
    expect(plans.map(({ plan, why }) => [plan.id, why])).toEqual([
      ["30-days", "PLAN_TOO_LONG"],
      ["parts", null],
      ["fixed-date", "PLAN_TOO_LONG"],
    ]);
    expect(plans[0]?.quote).toMatchObject({
      principalAmountCents: 800_000,
      feeAmountCents: 24_000,
      repaymentAmountCents: 824_000,
      schedule: [{ repaymentDate: "2026-02-20", repaymentAmountCents: 824_000 }],
    });
    const capped = await quotes(10_000_000, "2026-03-30");
    expect(capped.plans[0]?.quote).toMatchObject({
      principalAmountCents: 5_000_000,
      repaymentAmountBeforeAvailableLimitCheck: 8_240_000,
    });
  });
});
