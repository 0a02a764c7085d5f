import { businessDate } from "@inlay/lending/calendar/business-date.ts";
import { cents } from "@inlay/lending/money/cents.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { approve, closers } from "../funding/signed.fixture.ts";
import { settle } from "../payments/apply-processor-status.ts";
import { createOrder } from "../payments/create-order.ts";
import { lockOrder } from "../payments/order.ts";
import { loanTerms } from "../products/products.fixture.ts";
import { assessFee, lockProduct } from "../products/public.ts";
import type { TestMember } from "../staff/staff.fixture.ts";
import { holdDebits, type LifeGround, LoanLife, lifeGround, releaseDebits } from "./loan-life.fixture.ts";

let ground: LifeGround;
let staff: [TestMember, TestMember];
beforeAll(async () => {
  ground = await lifeGround();
  staff = await closers(ground.server);
});
afterAll(() => ground.close());

// A life takes many steps of the clock, which take long on a busy machine.
const timeout = 900_000;
const bySystem = { actor: { kind: "SYSTEM", id: null } as const, requestId: null };

/** Three installments of 1,722,528 each, of which 167,584 is interest. The cents of other amounts select scenarios of the processor. */
const terms = { ...loanTerms, interestRatePercentage: "20", durationDays: 90 };
const [paymentCents, interestCents] = [1_722_528, 167_584];
const settled = (on: string, item: string, amountCents: number, retries = 0) => ({
  item,
  cents: amountCents,
  on,
  status: "SUCCESSFUL_PAYMENT",
  retries,
});

describe("term loan that is paid on time", () => {
  it("is debited once for each installment on its banking day, and is FULLY_PAID after the last", {
    timeout,
  }, async () => {
    const life = await LoanLife.fund(ground, { terms });
    await life.passTo("2026-04-20T15:00:00Z");
    expect(await life.debits()).toEqual([
      settled("2026-02-17", "installment 1", paymentCents),
      settled("2026-03-16", "installment 2", paymentCents),
      settled("2026-04-15", "installment 3", paymentCents),
    ]);
    expect(await life.steps()).toEqual([]);
    expect(await life.status()).toBe("FULLY_PAID");
    expect(await life.books("2026-04-20")).toEqual({
      CASH: 150_000 + interestCents,
      INTEREST_INCOME: -interestCents,
      ORIGINATION_INCOME: -150_000,
    });
  });

  it("waives a fee that is unpaid thirty days after everything else was paid", { timeout }, async () => {
    const life = await LoanLife.fund(ground, { terms });
    await life.passTo("2026-04-10T15:00:00Z");
    const fee = { feeType: "LATE_PAYMENT", amountCents: cents(2_500), drawId: null, invoiceId: null } as const;
    await life.debtor.within(async (tx) =>
      assessFee(
        tx,
        await lockProduct(tx, life.id),
        { ...fee, dueOn: businessDate("2026-04-27"), occurredOn: businessDate("2026-04-10") },
        bySystem,
      ),
    );
    await life.passTo("2026-04-18T15:00:00Z");
    await life.rows(
      "update app.ach_authorization set revoked_at = now() where business_id = $1",
      life.debtor.businessId,
    );
    await life.passTo("2026-05-16T15:00:00Z");
    expect(await life.status()).toBe("CURRENT");
    // Nothing is debited without an authorization.
    expect((await life.debits()).filter(({ item }) => item === "fee 4")).toEqual([]);
    await life.passTo("2026-05-19T15:00:00Z");
    expect(await life.status()).toBe("FULLY_PAID");
    expect(await life.books("2026-05-19")).not.toHaveProperty("LATE_FEE_INCOME");
  });
});

describe("term loan whose debit fails", () => {
  it("is debited again, and owes the fee for a returned payment, which is debited on the next due day", {
    timeout,
  }, async () => {
    const life = await LoanLife.fund(ground, { terms, accountNumber: "1000000201" });
    await life.passTo("2026-03-12T15:00:00Z");
    expect(await life.debits()).toEqual([
      { ...settled("2026-02-17", "installment 1", paymentCents), status: "FAILED_PAYMENT" },
      settled("2026-02-23", "installment 1", paymentCents, 1),
      { ...settled("2026-03-16", "installment 2", paymentCents), status: "SCHEDULED" },
      { ...settled("2026-03-16", "fee 4", 2_500), status: "SCHEDULED" },
    ]);
    expect(await life.steps()).toMatchObject([{ item: 1, step: "GRACE" }]);
    await life.passTo("2026-05-08T15:00:00Z");
    const lateFees = "select from app.fee_assessment where issued_product_id = $1 and late_obligation_id is not null";
    expect(await life.rows(lateFees, life.id)).toEqual([]);
    // The bank returns the first entry of each installment, and each costs one fee. A returned fee costs none.
    const paid = (await life.debits()).filter(({ status }) => status === "SUCCESSFUL_PAYMENT");
    expect(paid.filter(({ item }) => item.startsWith("fee")).map(({ cents }) => cents)).toEqual([2_500, 2_500, 2_500]);
    expect(await life.status()).toBe("FULLY_PAID");
    expect(await life.books("2026-05-08")).toMatchObject({ CASH: 150_000 + interestCents + 7_500 });
  });

  it("costs no fee for a returned payment that the signed agreement does not name", { timeout }, async () => {
    const life = await LoanLife.fund(ground, { terms, accountNumber: "1000000201" });
    await life.rows("delete from app.signing where business_id = $1", life.debtor.businessId);
    await life.passTo("2026-02-27T15:00:00Z");
    expect((await life.debits()).map(({ item }) => item)).toEqual(["installment 1", "installment 1"]);
  });

  it("is LATE when its retry has failed after five days, owes one late fee, and is cured by another account", {
    timeout,
  }, async () => {
    const life = await LoanLife.fund(ground, { terms, accountNumber: "1000000002" });
    // The sixth day is not counted, because the retry was sent the evening before. Its return restores the count.
    await life.passTo("2026-02-21T15:00:00Z");
    expect(await life.status()).toBe("CURRENT");
    const lateFees = () =>
      life.rows<{ cents: number }>(
        `select o.owed_fee_cents::int as cents from app.fee_assessment a join app.obligation o on o.id = a.obligation_id
         where a.issued_product_id = $1 and a.late_obligation_id is not null`,
        life.id,
      );
    expect(await lateFees()).toEqual([]);
    await life.passTo("2026-02-26T15:00:00Z");
    expect(await life.status()).toBe("LATE");
    // Five percent of the installment would be more than the cap.
    expect(await lateFees()).toEqual([{ cents: 50_000 }]);
    await life.passTo("2026-03-03T15:00:00Z");
    expect(await life.steps()).toMatchObject([
      { item: 1, step: "GRACE" },
      { item: 1, step: "LATE", days: 9, on: "2026-02-24" },
      { item: 1, step: "STAFF_CONTACT", days: 15 },
    ]);
    expect(await life.openTasks()).toContainEqual({ kind: "DELINQUENCY_CONTACT" });
    await life.passTo("2026-03-08T15:00:00Z");
    await life.useOtherAccount("1000000001");
    await life.passTo("2026-03-20T15:00:00Z");
    expect(await life.status()).toBe("CURRENT");
    expect(await life.openTasks()).not.toContainEqual({ kind: "DELINQUENCY_CONTACT" });
    await life.passTo("2026-05-25T15:00:00Z");
    const debits = await life.debits();
    expect(debits.filter(({ item, status }) => item === "installment 1" && status === "FAILED_PAYMENT")).toHaveLength(
      3,
    );
    const paid = debits.filter(({ status }) => status === "SUCCESSFUL_PAYMENT").map(({ item }) => item);
    expect(paid.toSorted()).toEqual(
      ["fee 4", "fee 5", "fee 6", "fee 7", "installment 1", "installment 2", "installment 3"].toSorted(),
    );
    expect(await life.status()).toBe("FULLY_PAID");
    expect(await lateFees()).toHaveLength(1);
    expect(await life.books("2026-05-25")).toMatchObject({ CASH: 150_000 + interestCents + 50_000 + 7_500 });
  });
});

describe("term loan that is not paid", () => {
  it("defaults and is written off by two people after the check for military service; what comes later is a recovery", {
    timeout,
  }, async () => {
    const life = await LoanLife.fund(ground, { terms, accountNumber: "1000000002" });
    const path = `/businesses/${life.debtor.businessId}/issued-products/${life.id}`;
    const reason = "seen the record";
    const toDefault = (scraCheckedOn: string) =>
      staff[0].as("POST", `${path}/default`, { scraCheckedOn, scraCertificate: "SCRA-1", reason });
    const writeOff = (cause: string) => staff[0].as("POST", `${path}/write-off`, { cause, reason });
    await life.passTo("2026-05-16T15:00:00Z");
    expect((await toDefault("2026-05-16")).body).toMatchObject({ code: "NOT_LONG_ENOUGH_PAST_DUE" });
    expect(await life.openTasks()).not.toContainEqual({ kind: "DEFAULT_REVIEW" });
    await life.passTo("2026-05-18T15:00:00Z");
    expect(await life.openTasks()).toContainEqual({ kind: "DEFAULT_REVIEW" });
    expect(await life.status()).toBe("LATE");
    expect((await toDefault("2026-04-01")).body).toMatchObject({ code: "SCRA_CHECK_TOO_OLD" });
    const asked = await toDefault("2026-05-18");
    expect((await approve(staff[0], asked.body["requestId"])).status).not.toBe(200);
    expect(await life.status()).toBe("LATE");
    expect((await writeOff("DAYS_PAST_DUE")).body).toMatchObject({ code: "NOT_IN_DEFAULT" });
    expect((await approve(staff[1], asked.body["requestId"])).status).toBe(200);
    expect(await life.status()).toBe("DEFAULTED");
    expect(await life.openTasks()).not.toContainEqual({ kind: "DEFAULT_REVIEW" });
    const debits = (await life.debits()).length;
    await life.passTo("2026-08-13T15:00:00Z");
    expect(await life.debits()).toHaveLength(debits);
    expect((await writeOff("DAYS_PAST_DUE")).body).toMatchObject({ code: "NOT_LONG_ENOUGH_PAST_DUE" });
    await life.passTo("2026-08-14T15:00:00Z");
    expect(await life.openTasks()).toContainEqual({ kind: "CHARGE_OFF_DUE" });
    const proposed = await writeOff("DAYS_PAST_DUE");
    expect((await approve(staff[1], proposed.body["requestId"])).status).toBe(200);
    const lost = await life.books("2026-08-14");
    expect(Object.keys(lost).filter((account) => account.endsWith("RECEIVABLE"))).toEqual([]);
    const id = await life.debtor.within((tx) =>
      createOrder(
        tx,
        {
          ...life.debtor.debit({ amountCents: cents(100_000), dueOn: businessDate("2026-08-14") }),
          bankAccountId: null,
          rail: "OUTSIDE",
          item: "outside/1",
          subjects: { issuedProductId: life.id },
        },
        bySystem,
      ),
    );
    await life.passTo("2026-08-17T15:00:00Z");
    await life.debtor.within(async (tx) => {
      const order = await lockOrder(tx, id);
      if (order) await settle(tx, order, new Date("2026-08-17T15:00:00Z"));
    });
    expect(await life.books("2026-08-17")).toMatchObject({ RECOVERIES: -100_000 });
    expect(await life.status()).toBe("DEFAULTED");
  });
});

describe("term loan while the worker is off", () => {
  it("is debited once and late afterwards, and the delay costs the borrower nothing", { timeout }, async () => {
    const life = await LoanLife.fund(ground, { terms });
    await life.setClock(new Date("2026-02-27T15:00:00Z"));
    await life.passTo("2026-03-06T15:00:00Z");
    expect(await life.debits()).toEqual([settled("2026-03-02", "installment 1", paymentCents)]);
    expect(await life.steps()).toEqual([]);
    expect(await life.status()).toBe("CURRENT");
    await life.passTo("2026-04-20T15:00:00Z");
    expect(await life.status()).toBe("FULLY_PAID");
    expect(await life.rows("select from app.fee_assessment where issued_product_id = $1", life.id)).toEqual([]);
    await life.books("2026-04-20");
  });
});

describe("term loan whose debit we hold", () => {
  it("is not late by our delay, and is debited once when the hold is over", { timeout }, async () => {
    const life = await LoanLife.fund(ground, { terms });
    await holdDebits(life);
    await life.passTo("2026-03-02T15:00:00Z");
    expect(await life.debits()).toMatchObject([{ on: "2026-02-17", status: "SCHEDULED" }]);
    // It fell due on a Sunday before a holiday.
    expect(await life.steps()).toMatchObject([{ step: "GRACE", on: "2026-02-16" }]);
    expect(await life.status()).toBe("CURRENT");
    await releaseDebits(life);
    await life.passTo("2026-03-09T15:00:00Z");
    expect((await life.debits())[0]).toEqual(settled("2026-03-03", "installment 1", paymentCents));
    expect(await life.rows("select from app.fee_assessment where issued_product_id = $1", life.id)).toEqual([]);
    expect(await life.status()).toBe("CURRENT");
    await life.books("2026-03-09");
  });
});
