import { randomUUID } from "node:crypto";
import { sameDayAch, standardAch } from "@inlay/lending/calendar/ach.ts";
import { addBankingDays, bankingDayOnOrAfter } from "@inlay/lending/calendar/banking-day.ts";
import { type BusinessDate, businessDate } from "@inlay/lending/calendar/business-date.ts";
import { clock, easternInstant, easternTime } from "@inlay/lending/calendar/eastern-time.ts";
import { cents } from "@inlay/lending/money/cents.ts";
import type { Ground, Vendor } from "../world/ground.ts";
import {
  amountScenarioOf,
  correctionScenarioOf,
  correctionsFor,
  failureReasonOf,
  insufficientFunds,
  returnScenarioOf,
} from "./scenarios.ts";
import type { BankLine, Order, Return, SimulatedOutcome, State } from "./state.ts";
import { lineOnWire, orderOnWire, returnOnWire } from "./wire.ts";

export const vendorName = "modern-treasury";

const opening = clock(8, 30);
const nightFile = clock(19, 0);

export type Life = {
  /** Accepts an order. Its further states follow the clock of its world. */
  begin(order: Order): void;
  /** Adds a line to the bank's statement, independent of any order. */
  addedLine(line: Omit<BankLine, "id" | "asOfDate" | "at">): BankLine;
  happens: Vendor["happens"];
};

/** When an order that is submitted now settles. A date that is too early or not a banking day becomes the next possible one. */
export function settlementOf(
  now: Date,
  requested: string | null,
  { priority, amount }: Pick<Order, "priority" | "amount">,
) {
  const asked = requested ? bankingDayOnOrAfter(businessDate(requested)) : null;
  const sameDay = priority === "high" ? sameDayAch(now, cents(amount)) : null;
  if (sameDay && (!asked || asked <= sameDay.settlesOn))
    return { settlesOn: sameDay.settlesOn, sentAt: now, settlesAt: sameDay.settlesAt };
  const soonest = standardAch(now).settlesOn;
  const settlesOn = asked && asked > soonest ? asked : soonest;
  return {
    settlesOn,
    sentAt: easternInstant(addBankingDays(settlesOn, -1), nightFile),
    settlesAt: easternInstant(settlesOn, opening),
  };
}

/** The states of an order (sent, settled, returned) on banking days, as its scenario says. */
export function lifeOf(ground: Ground, state: State): Life {
  const { agenda, webhooks } = ground;

  const sendWebhook = (world: string, event: string, data: unknown) => {
    const url = state.endpoint.get("url")?.url;
    if (url) webhooks.send({ vendor: vendorName, world, url, body: JSON.stringify({ event, data }) });
  };
  const change = (order: Order, at: Date, changes: Partial<Order>, event: string): Order => {
    const changed = { ...order, ...changes, updatedAt: at.toISOString() };
    state.orders.put(order.id, changed);
    const current = changed.returnId ? state.returns.get(changed.returnId) : undefined;
    sendWebhook(order.world, event, orderOnWire(changed, current));
    return changed;
  };
  const addLine = (line: Omit<BankLine, "id" | "asOfDate">): BankLine => {
    const asOfDate = easternTime(new Date(line.at)).date;
    const full = { ...line, id: randomUUID(), asOfDate };
    state.lines.put(full.id, full);
    sendWebhook(full.world, "created", lineOnWire(full));
    return full;
  };
  const plan = (order: Order, what: string, at: Date) =>
    agenda.plan({ vendor: vendorName, world: order.world, at, what, subject: order.id });
  const schedule = (order: Order, now: Date) => {
    const { sentAt } = settlementOf(now, order.effectiveDate, order);
    plan(order, "send", sentAt);
  };
  /** Acts on an order that exists. */
  const withOrder =
    (act: (order: Order, at: Date) => void): Vendor["happens"][string] =>
    (subject, at) => {
      const order = state.orders.get(subject);
      if (order) act(order, at);
    };
  const described = (order: Order) => `${order.statementDescriptor ?? "ACH"} ${order.metadata["business_id"] ?? ""}`;
  const accountOf = (order: Order) => state.externalAccounts.get(order.receivingAccountId)?.accountNumber ?? "";
  const simulationOf = (order: Order): SimulatedOutcome | null => {
    const simulated = state.simulatedDebits.get(order.metadata["issued_product_id"] ?? "");
    const isMeant = simulated && order.direction === "debit" && order.effectiveDate <= simulated.until;
    return isMeant ? simulated.outcome : null;
  };
  /** How an order that has settled comes back: as was simulated for it, else as its account says. */
  const returnOf = (order: Order) => {
    if (order.simulated) return order.simulated === "RETURNED" ? insufficientFunds : null;
    return returnScenarioOf(accountOf(order), order.direction, order.statementDescriptor);
  };
  const settledOn = (order: Order): BusinessDate => businessDate(order.effectiveDate);
  const addReturn = (order: Order, at: Date, back: Pick<Return, "type" | "code" | "reason"> & Partial<Return>) => {
    const full: Return = {
      id: randomUUID(),
      orderId: order.id,
      world: order.world,
      amount: order.amount,
      internalAccountId: order.originatingAccountId,
      transactionId: null,
      at: at.toISOString(),
      additionalInformation: null,
      corrections: null,
      ...back,
    };
    state.returns.put(full.id, full);
    sendWebhook(order.world, "created", returnOnWire(full));
    return full;
  };

  return {
    begin: (order) => {
      const now = new Date(order.createdAt);
      change(order, now, {}, "created");
      if (amountScenarioOf(order.amount, order.statementDescriptor) !== "is held") return schedule(order, now);
      change(order, now, { status: "held" }, "held");
      plan(order, "release", easternInstant(addBankingDays(easternTime(now).date, 2), opening));
    },
    addedLine: (line) => addLine({ ...line, at: ground.clocks.now(line.world).toISOString() }),
    happens: {
      release: withOrder((order, at) => {
        const { settlesOn } = settlementOf(at, order.effectiveDate, order);
        schedule(change(order, at, { status: "approved", effectiveDate: settlesOn }, "updated"), at);
      }),
      send: withOrder((order, at) => {
        const scenario = simulationOf(order) ? null : amountScenarioOf(order.amount, order.statementDescriptor);
        if (scenario === "fails")
          return void change(order, at, { status: "failed", failureReason: failureReasonOf(order.amount) }, "failed");
        const sent = change(order, at, { status: "sent" }, "sent");
        if (scenario === "never settles") return;
        const isSameDay = easternTime(at).date === order.effectiveDate;
        plan(
          sent,
          "settle",
          isSameDay
            ? (sameDayAch(at, cents(order.amount))?.settlesAt ?? at)
            : easternInstant(settledOn(order), opening),
        );
      }),
      settle: withOrder((order, at) => {
        const line = addLine({
          world: order.world,
          internalAccountId: order.originatingAccountId,
          direction: order.direction === "debit" ? "credit" : "debit",
          amount: order.amount,
          description: `ACH ${described(order)}`,
          matches: { type: "payment_order", id: order.id },
          at: at.toISOString(),
        });
        const transactionIds = [...order.transactionIds, line.id];
        if (order.type === "book") {
          const receipt = addLine({
            world: order.world,
            internalAccountId: order.receivingAccountId,
            direction: "credit",
            amount: order.amount,
            description: `BOOK ${described(order)}`,
            matches: { type: "payment_order", id: order.id },
            at: at.toISOString(),
          });
          transactionIds.push(receipt.id);
        }
        const settled = change(
          order,
          at,
          { status: "completed", transactionIds, simulated: simulationOf(order) },
          "completed",
        );
        const account = accountOf(order);
        const back = returnOf(settled);
        const after = (bankingDays: number) => easternInstant(addBankingDays(settledOn(order), bankingDays), opening);
        if (back) plan(order, "return", after(back.bankingDays));
        if (correctionScenarioOf(account)) plan(order, "correct", after(1));
        if (amountScenarioOf(order.amount, order.statementDescriptor) === "adds an unknown credit")
          addLine({
            world: order.world,
            internalAccountId: order.originatingAccountId,
            direction: "credit",
            amount: order.amount,
            description: "INCOMING WIRE REF 20931 UNKNOWN SENDER",
            matches: null,
            at: at.toISOString(),
          });
      }),
      return: withOrder((order, at) => {
        const scenario = returnOf(order);
        if (!scenario) return;
        const back = addReturn(order, at, {
          type: "ach",
          code: scenario.code,
          reason: scenario.reason,
          additionalInformation: scenario.information ?? null,
        });
        const line = addLine({
          world: order.world,
          internalAccountId: order.originatingAccountId,
          amount: order.amount,
          direction: order.direction === "debit" ? "debit" : "credit",
          description: `ACH RETURN ${scenario.code} ${described(order)}`,
          matches: { type: "return", id: back.id },
          at: at.toISOString(),
        });
        state.returns.put(back.id, { ...back, transactionId: line.id });
        const transactionIds = [...order.transactionIds, line.id];
        change(order, at, { status: "returned", returnId: back.id, transactionIds }, "returned");
      }),
      correct: withOrder((order, at) => {
        const account = accountOf(order);
        const scenario = correctionScenarioOf(account);
        if (!scenario) return;
        const { code, reason } = scenario;
        addReturn(order, at, { type: "ach_noc", code, reason, corrections: correctionsFor(account, scenario) });
      }),
    },
  };
}
