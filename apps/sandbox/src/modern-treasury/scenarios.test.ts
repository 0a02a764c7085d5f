import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Sandbox, startSandbox } from "../sandbox.fixture.ts";
import { aBusiness, spv } from "./orders.fixture.ts";
import {
  correctionScenarioOf,
  correctionScenarios,
  correctionsFor,
  failuresByDollars,
  returnScenarios,
} from "./scenarios.ts";

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.close());

const linesOf = async (ids: unknown) => {
  const { body } = await sandbox.ask("GET", "/modern-treasury/api/transactions?per_page=100");
  const lines = body as unknown as { id: string; direction: string; as_of_date: string; amount: number }[];
  return (ids as string[]).map((id) => lines.find((line) => line.id === id));
};

/** An order of Tuesday the 24th settles on Wednesday; Thursday is Thanksgiving. */
const dayAfterBankingDays: Record<number, string> = { 1: "2026-11-27", 3: "2026-12-01", 5: "2026-12-03" };

describe("sandbox Modern Treasury", () => {
  it.each(returnScenarios.map((scenario) => [scenario.ending, scenario.code, scenario] as const))(
    "returns an order of an account ending %s as %s, and the bank shows both lines",
    async (ending, code, { bankingDays, onlyCredits }) => {
      const { order, found, setClock } = await aBusiness(sandbox, ending);
      const orderId = randomUUID();
      const direction = onlyCredits ? "credit" : "debit";
      await order(orderId, 45_800, { direction });
      await setClock("2026-11-25T14:00:00Z");
      expect(await found(orderId)).toMatchObject([{ status: "completed" }]);
      await setClock("2027-01-31T14:00:00Z");
      const [after] = await found(orderId);
      expect(after).toMatchObject({ status: "returned", current_return: { code, type: "ach", amount: 45_800 } });
      const [there, back] = onlyCredits ? ["debit", "credit"] : ["credit", "debit"];
      expect(await linesOf(after?.["transaction_ids"])).toMatchObject([
        { direction: there, as_of_date: "2026-11-25", amount: 45_800 },
        { direction: back, as_of_date: dayAfterBankingDays[bankingDays], amount: 45_800 },
      ]);
    },
  );

  it.each(correctionScenarios.map((scenario) => [scenario.ending, scenario.code, scenario] as const))(
    "settles an order of an account ending %s, and its bank sends a notification of change %s with the corrected values",
    (ending, code, scenario) => {
      const number = `12345${ending}`;
      expect(correctionScenarioOf(number)?.code).toBe(code);
      const corrections = correctionsFor(number, scenario);
      expect(Object.keys(corrections)).toEqual(scenario.corrects);
      expect(Object.values(corrections)).not.toContain(number);
    },
  );

  it("settles a payout to an account with insufficient funds, and a retry of 0201", async () => {
    const poor = await aBusiness(sandbox, "0002");
    const again = await aBusiness(sandbox, "0201");
    const [payout, retry] = [randomUUID(), randomUUID()];
    await poor.order(payout, 100_000, { direction: "credit" });
    await again.order(retry, 45_800, { statement_descriptor: "RETRY PYMT" });
    for (const business of [poor, again]) await business.setClock("2027-01-31T14:00:00Z");
    expect(await poor.found(payout)).toMatchObject([{ status: "completed" }]);
    expect(await again.found(retry)).toMatchObject([{ status: "completed" }]);
  });

  it.each([...Object.entries(failuresByDollars), ["99", "unexpected_error"]])(
    "fails an amount of 10%s.13 for %s without a bank line",
    async (dollars, reason) => {
      const { order, found, setClock } = await aBusiness(sandbox);
      const orderId = randomUUID();
      await order(orderId, Number(`10${dollars}13`));
      await setClock("2026-11-30T14:00:00Z");
      expect(await found(orderId)).toMatchObject([
        { status: "failed", vendor_failure_reason: reason, transaction_ids: [] },
      ]);
    },
  );

  it("holds an amount ending .14 for two banking days, and never settles .18", async () => {
    const { order, found, setClock } = await aBusiness(sandbox);
    const [held, stuck] = [randomUUID(), randomUUID()];
    await order(held, 10_014);
    await order(stuck, 10_018);
    expect(await found(held)).toMatchObject([{ status: "held" }]);
    await setClock("2026-11-27T14:00:00Z");
    expect(await found(held)).toMatchObject([{ status: "approved", effective_date: "2026-11-30" }]);
    await setClock("2027-01-31T14:00:00Z");
    expect(await found(held)).toMatchObject([{ status: "completed" }]);
    expect(await found(stuck)).toMatchObject([{ status: "sent" }]);
  });

  it("accepts an amount ending .15 without a response, never accepts .16, refuses .17, and answers 503 to .19 for an hour", async () => {
    const { order, orderUnanswered, journal, setClock } = await aBusiness(sandbox);
    const unanswered = randomUUID();
    const out = randomUUID();
    await orderUnanswered(unanswered, 10_015);
    expect((await order(unanswered, 10_015)).status).toBe(201);
    await orderUnanswered(randomUUID(), 10_016);
    expect((await order(randomUUID(), 10_017)).status).toBe(422);
    expect((await order(out, 10_019)).status).toBe(503);
    await setClock("2026-11-24T16:00:00Z");
    expect((await order(out, 10_019)).status).toBe(201);
    expect((await journal()).map((entry) => entry["reference"])).toEqual([unanswered, out]);
  });

  it("settles a same-day order within the day, keeps a requested date, and moves a holiday to the next banking day", async () => {
    const { order, found, setClock } = await aBusiness(sandbox);
    const [today, later, closed] = [randomUUID(), randomUUID(), randomUUID()];
    await order(today, 100, { priority: "high" });
    await order(later, 100, { effective_date: "2026-12-10" });
    await order(closed, 100, { effective_date: "2026-11-26" });
    await setClock("2026-11-24T22:30:00Z");
    expect(await found(today)).toMatchObject([{ status: "completed", effective_date: "2026-11-24" }]);
    expect(await found(later)).toMatchObject([{ status: "approved", effective_date: "2026-12-10" }]);
    expect(await found(closed)).toMatchObject([{ effective_date: "2026-11-27" }]);
  });

  it("refuses a key that was used for another request, and an order without a known account", async () => {
    const { order, journal } = await aBusiness(sandbox);
    const orderId = randomUUID();
    expect((await order(orderId, 100)).status).toBe(201);
    expect((await order(orderId, 200)).status).toBe(422);
    expect((await order(randomUUID(), 100, { originating_account_id: randomUUID() })).status).toBe(422);
    expect((await order(randomUUID(), 100, { statement_descriptor: "LONGER THAN TEN" })).status).toBe(422);
    expect(await journal()).toHaveLength(1);
  });

  it("accepts a micro-entry of every amount, also of those that select a scenario", async () => {
    const { order } = await aBusiness(sandbox);
    expect((await order(randomUUID(), 17)).status).toBe(422);
    for (const amount of [13, 14, 17, 19])
      expect((await order(randomUUID(), amount, { statement_descriptor: "ACCTVERIFY" })).status).toBe(201);
  });

  it("adds a bank line without an order on request, and counts it in the balance", async () => {
    const balance = async () => {
      const { body } = await sandbox.ask("GET", `/modern-treasury/api/internal_accounts/${spv}/balance_reports/latest`);
      return (body["balances"] as { amount: number }[])[0]?.amount ?? 0;
    };
    const before = await balance();
    const line = { internal_account_id: spv, direction: "credit", amount: 777, description: "WIRE", world: "nobody" };
    const { body } = await sandbox.ask("POST", "/modern-treasury/bank_lines", line);
    expect(await balance()).toBe(before + 777);
    const items = await sandbox.ask("GET", `/modern-treasury/api/transaction_line_items?transaction_id=${body["id"]}`);
    expect(items.body).toEqual([]);
  });

  it("refuses requests without an API key", async () => {
    const answer = await sandbox.ask("GET", "/modern-treasury/api/payment_orders", undefined, { authorization: "" });
    expect(answer.status).toBe(401);
  });
});
