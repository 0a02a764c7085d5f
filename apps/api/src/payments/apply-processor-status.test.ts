import { randomUUID } from "node:crypto";
import { businessDate } from "@inlay/lending/calendar/business-date.ts";
import { cents } from "@inlay/lending/money/cents.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestServer, testServer } from "../http/server.fixture.ts";
import type { ProcessorPayment } from "../providers/payments/port.ts";
import { accept, applyProcessorStatus, settleIfCompleted } from "./apply-processor-status.ts";
import { createOrder } from "./create-order.ts";
import { lockOrder, type Order } from "./order.ts";
import { aDebtor, type Debtor } from "./payments.fixture.ts";

let server: TestServer;
let debtor: Debtor;
beforeAll(async () => {
  server = await testServer();
  debtor = await aDebtor(server, "1000000001", "2026-11-17T20:00:00Z");
});
afterAll(() => server.close());

const rows = async <T>(sql: string, ...values: unknown[]): Promise<T[]> =>
  (await server.database.admin.query(sql, values)).rows as T[];
const submittedAt = new Date("2026-11-17T22:45:00Z");

describe("payment order held by the processor", () => {
  it("succeeds two banking days after its actual settlement date, not after its planned one", async () => {
    const by = { actor: { kind: "SYSTEM", id: null } as const, requestId: null };
    const id = await debtor.within((tx) => createOrder(tx, debtor.debit(), by));
    const locked = (work: (order: Order) => (tx: Parameters<typeof lockOrder>[0]) => Promise<void>) =>
      debtor.within(async (tx) => {
        const order = await lockOrder(tx, id);
        if (order) await work(order)(tx);
      });
    const truth: ProcessorPayment = {
      processorId: randomUUID(),
      orderId: id,
      businessId: debtor.businessId,
      direction: "INCOMING",
      amountCents: cents(45_840),
      effectiveOn: businessDate("2026-11-18"),
      achState: "created",
      isHeld: true,
      failure: null,
    };
    const standing = () =>
      rows<{ status: string; on: string; at: Date | null }>(
        `select status, effective_on::text as on, next_action_at as at from app.payment_order where id = $1`,
        id,
      );
    await locked((order) => (tx) => accept(tx, order, truth, submittedAt));
    const later = { ...truth, effectiveOn: businessDate("2026-11-20"), achState: "completed", isHeld: false } as const;
    await locked((order) => (tx) => applyProcessorStatus(tx, order, later, new Date("2026-11-19T15:00:00Z")));
    const goodAt = new Date("2026-11-25T04:59:00Z");
    expect(await standing()).toEqual([{ status: "SUBMITTED", on: "2026-11-20", at: goodAt }]);
    await locked((order) => (tx) => settleIfCompleted(tx, order, later, new Date("2026-11-21T04:59:00Z")));
    expect(await standing()).toEqual([{ status: "SUBMITTED", on: "2026-11-20", at: goodAt }]);
    await locked((order) => (tx) => settleIfCompleted(tx, order, later, goodAt));
    expect(await standing()).toEqual([{ status: "SUCCESSFUL_PAYMENT", on: "2026-11-20", at: null }]);
  });
});

describe("payment order that the processor has completed", () => {
  it.each(["INCOMING", "OUTGOING"] as const)(
    "%s succeeds at the end of effectiveDate + 2 banking days, not a minute earlier",
    async (direction) => {
      const by = { actor: { kind: "SYSTEM", id: null } as const, requestId: null };
      const order = direction === "INCOMING" ? debtor.debit() : debtor.payout();
      const id = await debtor.within((tx) => createOrder(tx, order, by));
      const truth: ProcessorPayment = {
        processorId: randomUUID(),
        orderId: id,
        businessId: debtor.businessId,
        direction,
        amountCents: order.amountCents,
        effectiveOn: businessDate("2026-11-25"),
        achState: "completed",
        isHeld: false,
        failure: null,
      };
      const statusAt = (now: Date) =>
        debtor.within(async (tx) => {
          const locked = await lockOrder(tx, id);
          if (locked) await settleIfCompleted(tx, locked, truth, now);
          return (await lockOrder(tx, id))?.status;
        });
      await debtor.within(async (tx) => accept(tx, (await lockOrder(tx, id)) as Order, truth, submittedAt));
      // Thanksgiving and a weekend are no banking days; 23:59 in New York is 04:59 UTC.
      expect(await statusAt(new Date("2026-12-01T04:58:59Z"))).toBe("SUBMITTED");
      expect(await statusAt(new Date("2026-12-01T04:59:00Z"))).toBe("SUCCESSFUL_PAYMENT");
    },
  );
});
