import { randomUUID } from "node:crypto";
import { businessDate } from "@inlay/lending/calendar/business-date.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { inScope } from "../db/scope.ts";
import { approve } from "../funding/signed.fixture.ts";
import type { Person } from "../http/public.ts";
import { defaultProduct, writeOffProduct } from "../products/default-product.ts";
import { lockProduct } from "../products/public.ts";
import type { TestMember } from "../staff/staff.fixture.ts";
import {
  installmentCents,
  interestCents,
  type LifeGround,
  LoanLife,
  paysAlways,
  returnsAll,
  staffedGround,
  threeInstallments,
  wire,
} from "./loan-life.fixture.ts";
import { recordOutsidePayment } from "./outside-payments.ts";
import { schedulePayoff } from "./payoff.ts";

let ground: LifeGround;
let staff: [TestMember, TestMember];
beforeAll(async () => {
  ({ ground, staff } = await staffedGround());
});
afterAll(() => ground.close());

const timeout = 900_000;
const reason = "the owner announced it by phone";

/** A month of 20 percent a year on 50,000.00. */
const firstInterestCents = 83_333;

type Wanted = { vendorLineId: string; amountCents: number; receivedOn: string; kind?: "LUMP_SUM" | "PAYOFF" };
const pathOf = ({ debtor, id }: LoanLife) => `/businesses/${debtor.businessId}/issued-products/${id}/outside-payments`;
const shown = (life: LoanLife, wanted: Wanted) => {
  const query = { kind: "LUMP_SUM", ...wanted, amountCents: String(wanted.amountCents) };
  return staff[0].as("GET", `${pathOf(life)}?${new URLSearchParams(query)}`);
};
const ask = (life: LoanLife, wanted: Wanted) =>
  staff[0].as("POST", pathOf(life), { kind: "LUMP_SUM", ...wanted, reason });
async function record(life: LoanLife, wanted: Wanted) {
  const asked = await ask(life, wanted);
  expect(asked.body["state"]).toBe("PENDING");
  const approved = await approve(staff[1], asked.body["requestId"]);
  await life.act();
  return approved;
}

const received = (life: LoanLife) =>
  life.rows<{ status: string; principal: number; interest: number; fee: number; over: number }>(
    `select status, principal_cents::int as principal, interest_cents::int as interest, fee_cents::int as fee, credit_cents::int as over
     from app.payment_order where issued_product_id = $1 and rail = 'OUTSIDE' order by id`,
    life.id,
  );
const refunds = (life: LoanLife) =>
  life.rows<{ cents: number; status: string; account: string }>(
    `select amount_cents::int as cents, status, bank_account_id as account from app.payment_order
     where issued_product_id = $1 and purpose = 'CREDIT_REFUND' order by id`,
    life.id,
  );
const suspenseOf = async (life: LoanLife, vendorLineId: string) =>
  (
    await life.rows<{ meaning: string; open: number }>(
      `select l.meaning, (select count(*)::int from app.task t where t.subject_id = l.id and t.closed_at is null) as open
       from app.bank_line l where l.vendor_line_id = $1`,
      vendorLineId,
    )
  )[0];
const inProduct = (life: LoanLife, work: typeof defaultProduct, now: string) =>
  life.debtor.within(async (tx) => work(tx, await lockProduct(tx, life.id), new Date(now)));

describe("payment by wire or check", () => {
  it("pays what is due of a late loan, then its fees, as it was shown, and its queued retry is withdrawn", {
    timeout,
  }, async () => {
    const life = await LoanLife.fund(ground, { terms: threeInstallments, accountNumber: returnsAll });
    await life.passTo("2026-03-02T15:00:00Z");
    expect(await life.status()).toBe("LATE");
    const [fees] = await life.rows<{ cents: number }>(
      "select sum(owed_fee_cents)::int as cents from app.obligation where issued_product_id = $1",
      life.id,
    );
    const waiting = (await life.debits()).filter(({ status }) => status === "SCHEDULED");
    expect(waiting.map(({ item }) => item)).toContain("installment 1");
    const feeCents = 52_500;
    expect(fees?.cents).toBeGreaterThanOrEqual(feeCents);
    const amountCents = installmentCents + feeCents;
    const wanted = {
      vendorLineId: await wire(ground, amountCents, "2026-03-02"),
      amountCents,
      receivedOn: "2026-03-02",
    };
    const before = await life.debits();
    const preview = await shown(life, wanted);
    const paid = { principalCents: installmentCents - firstInterestCents, interestCents: firstInterestCents, feeCents };
    expect(preview.body).toMatchObject({
      before: { loanStatus: "LATE", dueCents: installmentCents, feesCents: fees?.cents },
      after: { loanStatus: "CURRENT", daysPastDue: 0, dueCents: 0, feesCents: (fees?.cents ?? 0) - feeCents },
      paid: { ...paid, overpaidCents: 0 },
      onTheirWay: [],
    });
    expect((preview.body["withdrawn"] as { amountCents: number }[]).map((one) => one.amountCents)).toContain(
      installmentCents,
    );
    // Nothing of what was shown has happened.
    expect([await life.debits(), await received(life), await life.status()]).toEqual([before, [], "LATE"]);

    const asked = await ask(life, wanted);
    expect((await approve(staff[0], asked.body["requestId"])).body).toMatchObject({ code: "SECOND_PERSON_NEEDED" });
    expect(await received(life)).toEqual([]);
    expect((await approve(staff[1], asked.body["requestId"])).status).toBe(200);
    const { principalCents: principal, interestCents: interest } = paid;
    expect(await received(life)).toEqual([
      { status: "SUCCESSFUL_PAYMENT", principal, interest, fee: feeCents, over: 0 },
    ]);
    expect(await life.status()).toBe("CURRENT");
    expect(await suspenseOf(life, wanted.vendorLineId)).toEqual({ meaning: "SENT", open: 0 });
    const left = (await life.debits()).filter(({ status }) => status === "SCHEDULED");
    expect(left.map(({ item }) => item)).not.toContain("installment 1");
    const events = await life.rows<{ kind: string }>(
      `select e.kind from app.event e join app.payment_order o on o.id::text = e.body->>'paymentOrderId'
       where o.issued_product_id = $1 and o.rail = 'OUTSIDE' order by e.sequence`,
      life.id,
    );
    expect(events.map(({ kind }) => kind)).toEqual([
      ...["payment.created", "payment.scheduled", "payment.submitted", "payment.settled", "bank_line.identified"],
    ]);
    expect(
      await life.rows(
        "select from app.audit where object_id = (select id from app.bank_line where vendor_line_id = $1)",
        wanted.vendorLineId,
      ),
    ).toHaveLength(1);
    await life.books("2026-03-02");
  });

  it("is recorded once, for one loan, however often the same receipt is named at once", { timeout }, async () => {
    const lives = [
      await LoanLife.fund(ground, { terms: threeInstallments }),
      await LoanLife.fund(ground, { terms: threeInstallments }),
    ];
    for (const life of lives) await life.passTo("2026-02-02T15:00:00Z");
    const amountCents = 100_000;
    const wanted = {
      vendorLineId: await wire(ground, amountCents, "2026-02-02"),
      amountCents,
      receivedOn: "2026-02-02",
    };
    const twenty = Array.from({ length: 20 }, (_, index) => lives[index % 2] as LoanLife);
    const answers = await Promise.all(twenty.map((life) => ask(life, wanted)));
    expect(answers.filter(({ body }) => body["state"] === "PENDING")).toHaveLength(1);
    expect(answers.filter(({ body }) => body["code"] === "REQUEST_PENDING")).toHaveLength(19);
    // Behind the approval, the receipt itself is given away once, whatever locks the loans hold.
    const performed = await Promise.allSettled(
      twenty.map(({ debtor: { platformId, businessId }, id }) =>
        inScope(ground.server.app.pool, { platformId, businessId }, (tx) =>
          recordOutsidePayment.perform(tx, {
            platformId,
            businessId,
            subjectId: id,
            payload: { ...wanted, kind: "LUMP_SUM", issuedProductId: id },
            memberId: staff[1].id,
            staffRequestId: randomUUID(),
            requestId: randomUUID(),
          }),
        ),
      ),
    );
    expect(performed.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const codes = performed.flatMap((one) => (one.status === "rejected" ? [one.reason.code] : []));
    expect(new Set(codes)).toEqual(new Set(["RECEIPT_NOT_IN_SUSPENSE"]));
    const orders = async () => (await Promise.all(lives.map(received))).flat();
    expect(await orders()).toHaveLength(1);
    const late = answers.find(({ body }) => body["state"] === "PENDING");
    expect((await approve(staff[1], late?.body["requestId"])).body).toMatchObject({ code: "RECEIPT_NOT_IN_SUSPENSE" });
    expect(await orders()).toHaveLength(1);
    for (const life of lives) await life.books("2026-02-02");
  });

  it("pays a loan off from the day of its receipt; a debit on its way and what was sent too much are refunded", {
    timeout,
  }, async () => {
    const life = await LoanLife.fund(ground, { terms: threeInstallments, accountNumber: paysAlways });
    // The debit of the first installment is claimed, and settles later.
    await life.passTo("2026-02-13T23:30:00Z");
    const payoffCents = 5_000_000 + firstInterestCents;
    const amountCents = payoffCents + 40_000;
    const vendorLineId = await wire(ground, amountCents, "2026-02-13");
    const wanted = { vendorLineId, amountCents, receivedOn: "2026-02-13", kind: "PAYOFF" } as const;
    const preview = await shown(life, wanted);
    expect(preview.body).toMatchObject({
      after: { owedCents: 0 },
      paid: { principalCents: 5_000_000, interestCents: firstInterestCents, feeCents: 0, overpaidCents: 40_000 },
      onTheirWay: [{ amountCents: installmentCents }],
    });
    expect((await record(life, wanted)).status).toBe(200);
    await life.passTo("2026-03-06T15:00:00Z");
    expect(await life.status()).toBe("FULLY_PAID");
    expect(await refunds(life)).toEqual([
      { cents: 40_000, status: "SUCCESSFUL_PAYMENT", account: life.debtor.bankAccountId },
      { cents: installmentCents, status: "SUCCESSFUL_PAYMENT", account: life.debtor.bankAccountId },
    ]);
    // The wire has its cash in suspense, which the loan has cleared. Nothing of it is left in clearing or as the business's credit.
    const kept = 150_000 + firstInterestCents;
    expect(await life.books("2026-03-06")).toEqual({
      CASH: kept - payoffCents - 40_000,
      SUSPENSE_UNIDENTIFIED: payoffCents + 40_000,
      INTEREST_INCOME: -firstInterestCents,
      ORIGINATION_INCOME: -150_000,
    });
    const more = await wire(ground, 1, "2026-03-06");
    expect((await ask(life, { vendorLineId: more, amountCents: 1, receivedOn: "2026-03-06" })).body).toMatchObject({
      code: "WRONG_STATE",
    });
  });

  it("withdraws a payoff that waits, because its quote is no longer right, and the schedule applies again", {
    timeout,
  }, async () => {
    const life = await LoanLife.fund(ground, { terms: threeInstallments });
    await life.passTo("2026-01-26T15:00:00Z");
    const { platformId, businessId } = life.debtor;
    const [user] = await life.rows<{ id: string }>(
      "select id from app.business_user where business_id = $1",
      businessId,
    );
    const owner = { platformId, businessId, userId: user?.id } as Person;
    await life.debtor.within((tx) => schedulePayoff(tx, owner, life.id, businessDate("2026-01-29"), randomUUID()));
    const amountCents = 100_000;
    const vendorLineId = await wire(ground, amountCents, "2026-01-26");
    const wanted = { vendorLineId, amountCents, receivedOn: "2026-01-26" };
    const preview = await shown(life, wanted);
    expect(preview.body["withdrawn"]).toMatchObject([{ amountCents: 5_000_000 + firstInterestCents }]);
    await record(life, wanted);
    expect(await life.rows("select status from app.payoff where issued_product_id = $1", life.id)).toEqual([
      { status: "FAILED" },
    ]);
    await life.passTo("2026-02-11T15:00:00Z");
    expect((await life.debits()).map(({ item, cents: held }) => [item, held])).toEqual([
      ["installment 1", installmentCents - amountCents],
    ]);
  });

  it("of a loan in default pays it, and after the write-off it is a recovery", { timeout }, async () => {
    const life = await LoanLife.fund(ground, { terms: threeInstallments });
    await life.passTo("2026-02-10T15:00:00Z");
    await inProduct(life, defaultProduct, "2026-02-10T15:00:00Z");
    await life.act();
    const first = { amountCents: 200_000, receivedOn: "2026-02-09" };
    await record(life, { ...first, vendorLineId: await wire(ground, 200_000, "2026-02-10") });
    expect(await received(life)).toMatchObject([
      { principal: 200_000 - firstInterestCents, interest: firstInterestCents },
    ]);
    expect(await life.status()).toBe("DEFAULTED");
    await inProduct(life, writeOffProduct, "2026-02-10T15:00:00Z");
    const second = {
      vendorLineId: await wire(ground, 300_000, "2026-02-10"),
      amountCents: 300_000,
      receivedOn: "2026-02-10",
    };
    expect((await shown(life, second)).body).toMatchObject({ paid: { principalCents: 300_000, overpaidCents: 0 } });
    await record(life, second);
    expect(await life.books("2026-02-10")).toMatchObject({ RECOVERIES: -300_000 });
    expect(await life.status()).toBe("DEFAULTED");
  });

  it("is refused with another amount, book or day, an unknown receipt, and without an account for what is too much", {
    timeout,
  }, async () => {
    const life = await LoanLife.fund(ground, { terms: threeInstallments });
    await life.passTo("2026-02-02T15:00:00Z");
    const vendorLineId = await wire(ground, 6_000_000, "2026-02-02");
    const right = { vendorLineId, amountCents: 6_000_000, receivedOn: "2026-02-02" };
    const opco = await wire(ground, 6_000_000, "2026-02-02", "OPCO");
    const refused = async (change: Partial<Wanted>) => (await ask(life, { ...right, ...change })).body["code"];
    expect(await refused({ vendorLineId: randomUUID() })).toBe("RECEIPT_NOT_IN_SUSPENSE");
    expect(await refused({ amountCents: 5_999_999 })).toBe("BANK_LINE_DIFFERS");
    expect(await refused({ vendorLineId: opco })).toBe("BANK_LINE_DIFFERS");
    expect(await refused({ receivedOn: "2026-02-03" })).toBe("RECEIVED_ON_OTHER_DAY");
    expect(await refused({ receivedOn: "2026-01-25" })).toBe("RECEIVED_ON_OTHER_DAY");
    const payoffCents = 5_000_000 + firstInterestCents;
    const short = await wire(ground, payoffCents - 1, "2026-02-02");
    const below = { vendorLineId: short, amountCents: payoffCents - 1, kind: "PAYOFF" } as const;
    expect(await refused(below)).toBe("BELOW_PAYOFF");
    await life.rows("update app.bank_account set roles = '{}' where business_id = $1", life.debtor.businessId);
    expect(await refused({})).toBe("NO_ACCOUNT_FOR_REFUND");
    await life.rows("update app.bank_account set roles = '{SERVICING}' where business_id = $1", life.debtor.businessId);
    expect((await shown(life, right)).body).toMatchObject({
      after: { loanStatus: "FULLY_PAID" },
      paid: { overpaidCents: 6_000_000 - 5_000_000 - interestCents },
    });
  });
});
