import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { approve } from "../funding/signed.fixture.ts";
import type { TestMember } from "../staff/staff.fixture.ts";
import {
  aLoanWithRole,
  installmentCents,
  interestCents,
  type LifeGround,
  type LoanLife,
  paysAlways,
  returnsAll,
  returnsFirst,
  staffedGround,
  threeInstallments,
  wire,
} from "./loan-life.fixture.ts";

let ground: LifeGround;
let staff: [TestMember, TestMember];
beforeAll(async () => {
  ({ ground, staff } = await staffedGround());
});
afterAll(() => ground.close());

const timeout = 900_000;
const halfCents = installmentCents / 2;

type Quote = { parts: { amountCents: number; day: string }[]; interestCents: number; splitDays: string[] };
const pathOf = (life: LoanLife, call = "split-payment") => `/api/v1/servicing/issued-products/${life.id}/${call}`;
async function installment(life: LoanLife, number = 1): Promise<string> {
  const [row] = await life.rows<{ id: string }>(
    "select id from app.obligation where issued_product_id = $1 and number = $2 and fee_type is null",
    life.id,
    number,
  );
  return row?.id ?? "";
}
async function quote(life: LoanLife, number = 1) {
  const url = `${pathOf(life)}?obligationId=${await installment(life, number)}`;
  const { body } = await life.debtor.person.as({ method: "GET", url });
  return body as { code?: string; splitQuote: Quote & { authorization: { version: string; text: string } } };
}
async function split(life: LoanLife, days: readonly [string, string], amounts = [halfCents, halfCents], number = 1) {
  const parts = days.map((day, index) => ({ amountCents: amounts[index], day }));
  const payload = { obligationId: await installment(life, number), parts };
  return life.debtor.person.as({ method: "POST", url: pathOf(life), payload });
}
type Debit = { part: string; cents: number; on: string; status: string; retries: number };
const debits = (life: LoanLife, number = 1): Promise<Debit[]> =>
  life.rows(
    `select split_part(p.item, '/', 3) as part, p.amount_cents::int as cents, p.effective_on::text as on, p.status, p.retries_made as retries
     from app.payment_order p join app.obligation o on o.id::text = split_part(p.item, '/', 2)
     where p.issued_product_id = $1 and o.number = $2 and o.fee_type is null and p.item like 'installment/%' order by p.id`,
    life.id,
    number,
  );
const lateFees = (life: LoanLife) =>
  life.rows(
    `select from app.fee_assessment a join app.obligation o on o.id = a.late_obligation_id
     where a.issued_product_id = $1 and o.number = 1`,
    life.id,
  );
const first = { part: "", cents: installmentCents, on: "2026-02-17", status: "FAILED_PAYMENT", retries: 0 };
const lapsed = { ...first, on: "2026-02-23", status: "CANCELLED", retries: 1 };
const half = (part: "1" | "2", on: string, status: string, retries = 0) => ({
  part,
  cents: halfCents,
  on,
  status,
  retries,
});

describe("split of an overdue payment", () => {
  it("is debited in two halves on the authorized days, as it was shown, and cures the loan with the second", {
    timeout,
  }, async () => {
    const life = await aLoanWithRole(ground, returnsFirst);
    await life.passTo("2026-02-19T15:00:00Z");
    await life.useOtherAccount(paysAlways);
    const { splitQuote } = await quote(life);
    expect(splitQuote).toMatchObject({
      parts: [
        { amountCents: halfCents, day: "2026-02-23" },
        { amountCents: halfCents, day: "2026-03-02" },
      ],
      interestCents: 0,
      accountNumberLast4: "0001",
    });
    const before = await debits(life);
    for (const wrong of [
      ["2026-02-20", "2026-03-02"],
      ["2026-02-23", "2026-02-25"],
      ["2026-02-23", "2026-03-06"],
    ] as const)
      expect((await split(life, wrong)).body).toMatchObject({ code: "PAYMENT_DAY_NOT_OFFERED" });
    const days = ["2026-02-24", "2026-03-03"] as const;
    expect((await split(life, days, [halfCents - 1, halfCents + 1])).body).toMatchObject({ code: "SPLIT_CHANGED" });
    expect((await split(life, days)).status).toBe(200);
    const halves = [half("1", "2026-02-24", "SCHEDULED"), half("2", "2026-03-03", "SCHEDULED")];
    const lapsed = before.map((one) => (one.status === "SCHEDULED" ? { ...one, status: "CANCELLED" } : one));
    expect(await debits(life)).toEqual([...lapsed, ...halves]);
    expect((await split(life, days)).body).toMatchObject({ code: "SPLIT_RECENTLY" });

    const [authorization] = await life.rows<{ text: string; language: string; parts: number }>(
      `select d.text, d.language, (select count(*)::int from app.arrangement a where a.debit_authorization_id = d.id) as parts
       from app.debit_authorization d where d.issued_product_id = $1`,
      life.id,
    );
    expect(authorization).toMatchObject({ language: "en", parts: 2 });
    expect(authorization?.text).toBe(
      splitQuote.authorization.text.replace("February 23", "February 24").replace("March 2,", "March 3,"),
    );
    const noted = await life.rows(
      "select body->>'arrangement' as kind, body->>'toOn' as first, body->>'secondOn' as second from app.event where business_id = $1 and kind = 'product.payment_arranged'",
      life.debtor.businessId,
    );
    expect(noted).toEqual([{ kind: "SPLIT", first: "2026-02-24", second: "2026-03-03" }]);

    // The first debit has failed, but that is the one that the halves replace: no retry, also not by staff.
    await life.passTo("2026-03-02T15:00:00Z");
    expect([await life.status(), (await lateFees(life)).length]).toEqual(["LATE", 0]);
    await life.passTo("2026-03-07T15:00:00Z");
    expect(await debits(life)).toEqual([...lapsed, ...halves.map((one) => ({ ...one, status: "SUCCESSFUL_PAYMENT" }))]);
    expect([await life.status(), (await lateFees(life)).length]).toEqual(["CURRENT", 0]);
    await life.passTo("2026-04-25T15:00:00Z");
    expect(await life.status()).toBe("FULLY_PAID");
    // The interest of the schedule, and the fee for the entry that was returned.
    expect(await life.books("2026-04-25")).toMatchObject({ CASH: 150_000 + interestCents + 2_500 });
  });

  it("whose halves the bank returns tries them again in weeks of their own, and costs one late fee after a half has failed", {
    timeout,
  }, async () => {
    const life = await aLoanWithRole(ground, returnsAll);
    await life.passTo("2026-02-19T15:00:00Z");
    expect((await split(life, ["2026-02-23", "2026-03-02"])).status).toBe(200);
    await life.passTo("2026-02-24T15:00:00Z");
    expect(await lateFees(life)).toEqual([]);
    await life.passTo("2026-02-27T15:00:00Z");
    // The retry of the first half is not in the week of the second.
    expect(await debits(life)).toEqual([
      first,
      lapsed,
      half("1", "2026-02-23", "FAILED_PAYMENT"),
      half("2", "2026-03-02", "SCHEDULED"),
      half("1", "2026-03-02", "CANCELLED", 1),
      half("1", "2026-03-09", "SCHEDULED", 1),
    ]);
    expect(await lateFees(life)).toEqual([]);
    await life.passTo("2026-03-06T15:00:00Z");
    expect(await lateFees(life)).toHaveLength(1);
    // The owner has several ways out of a failed half: another day for it, or all of it at once.
    const { body } = await life.debtor.person.as({ method: "GET", url: pathOf(life, "arrangements") });
    const { payments } = body as { payments: { part: number | null; retryDays: unknown[]; splitDays: unknown[] }[] };
    expect(
      payments.slice(0, 2).map(({ part, retryDays, splitDays }) => [part, retryDays.length > 0, splitDays]),
    ).toEqual([
      [1, true, []],
      [2, true, []],
    ]);
    await life.useOtherAccount(paysAlways);
    const now = await life.debtor.person.as({ method: "GET", url: pathOf(life, "pay-now") });
    const { payNowQuote: due } = now.body as { payNowQuote: { amountCents: number; effectiveDate: string } };
    const payload = { amountCents: due.amountCents, effectiveDate: due.effectiveDate };
    expect((await life.debtor.person.as({ method: "POST", url: pathOf(life, "pay-now"), payload })).status).toBe(200);
    await life.passTo("2026-03-14T15:00:00Z");
    expect(await life.status()).toBe("CURRENT");
    expect((await debits(life)).filter(({ status }) => status === "SCHEDULED")).toEqual([]);
  });

  it("lets the day of a failed half be chosen, outside of the week of the other", { timeout }, async () => {
    const life = await aLoanWithRole(ground, returnsFirst);
    await life.passTo("2026-02-19T15:00:00Z");
    await split(life, ["2026-02-23", "2026-03-02"]);
    await life.passTo("2026-02-27T15:00:00Z");
    const choose = async (day: string) => {
      const payload = { obligationId: await installment(life), part: 1, day };
      return life.debtor.person.as({ method: "POST", url: pathOf(life, "retry-day"), payload });
    };
    expect((await choose("2026-03-04")).body).toMatchObject({ code: "PAYMENT_DAY_NOT_OFFERED" });
    expect((await choose("2026-03-11")).status).toBe(200);
    await life.act();
    expect((await debits(life)).filter(({ status }) => status === "SCHEDULED")).toEqual([
      half("2", "2026-03-02", "SCHEDULED"),
      half("1", "2026-03-11", "SCHEDULED", 1),
    ]);
  });

  it("is replaced by a hardship plan, in which the whole payment is debited once on its new day", {
    timeout,
  }, async () => {
    const life = await aLoanWithRole(ground, returnsFirst);
    await life.passTo("2026-02-19T15:00:00Z");
    await split(life, ["2026-02-23", "2026-03-02"]);
    const plan = { payments: [{ obligationId: await installment(life), dueOn: "2026-03-05" }], reason: "a flood" };
    const url = `/businesses/${life.debtor.businessId}/issued-products/${life.id}/hardship-plan`;
    const asked = await staff[0].as("POST", url, plan);
    expect((await approve(staff[1], asked.body["requestId"])).status).toBe(200);
    await life.passTo("2026-03-04T15:00:00Z");
    const halves = [half("1", "2026-02-23", "CANCELLED"), half("2", "2026-03-02", "CANCELLED")];
    const whole = { ...first, on: "2026-03-05", status: "SCHEDULED" };
    expect(await debits(life)).toMatchObject([first, lapsed, ...halves, whole]);
  });

  it("takes no more than a wire has left of it, and ends when another one has paid the rest", { timeout }, async () => {
    const life = await aLoanWithRole(ground, returnsFirst);
    await life.passTo("2026-02-19T15:00:00Z");
    await split(life, ["2026-02-23", "2026-03-02"]);
    const wired = async (amountCents: number) => {
      const vendorLineId = await wire(ground, amountCents, "2026-02-19");
      const payment = { vendorLineId, amountCents, receivedOn: "2026-02-19", kind: "LUMP_SUM" };
      const url = `/businesses/${life.debtor.businessId}/issued-products/${life.id}/outside-payments`;
      const asked = await staff[0].as("POST", url, { ...payment, reason: "announced by phone" });
      expect((await approve(staff[1], asked.body["requestId"])).status).toBe(200);
      await life.act();
    };
    await wired(1_000_000);
    const withdrawn = [half("1", "2026-02-23", "CANCELLED"), half("2", "2026-03-02", "CANCELLED")];
    const rest = { ...half("1", "2026-02-23", "SCHEDULED"), cents: installmentCents - 1_000_000 };
    expect(await debits(life)).toEqual([first, lapsed, ...withdrawn, rest]);
    await wired(installmentCents - 1_000_000);
    expect(await debits(life)).toEqual([first, lapsed, ...withdrawn, { ...rest, status: "CANCELLED" }]);
    expect(await life.status()).toBe("CURRENT");
  });

  it("costs the interest of the days on a loan with simple interest", { timeout }, async () => {
    const life = await aLoanWithRole(ground, returnsFirst, "PRIMARY_OWNER", {
      ...threeInstallments,
      interestMethod: "DAILY",
    });
    await life.passTo("2026-02-19T15:00:00Z");
    const { splitQuote } = await quote(life);
    expect(splitQuote.parts.map(({ day }) => day)).toEqual(["2026-02-23", "2026-03-02"]);
    // The planned retry is on the day of the first half, so only the principal of the second waits for seven days longer.
    const [row] = await life.rows<{ principal: number }>(
      "select owed_principal_cents::int as principal from app.obligation where issued_product_id = $1 and number = 1",
      life.id,
    );
    const secondCents = Math.min(row?.principal ?? 0, splitQuote.parts[1]?.amountCents ?? 0);
    expect(splitQuote.interestCents).toBe(Math.round((secondCents * 20 * 7) / 36_500));
  });

  it("is refused while a debit is being sent, for a payment that is not overdue, and for a younger one", {
    timeout,
  }, async () => {
    const life = await aLoanWithRole(ground, returnsAll);
    await life.passTo("2026-02-12T15:00:00Z");
    expect((await quote(life)).code).toBe("SPLIT_NOT_OFFERED");
    await life.passTo("2026-02-20T23:30:00Z");
    expect((await split(life, ["2026-02-24", "2026-03-02"])).body).toMatchObject({ code: "PAY_NOW_PAYMENT_PENDING" });
    await life.passTo("2026-03-19T15:00:00Z");
    expect((await quote(life, 2)).code).toBe("OLDER_PAYMENT_UNPAID");
    await life.rows("update app.servicing_policy set split_within_days = 0 where capital_provider_id = 'EQUITY'");
    try {
      expect((await quote(life, 1)).code).toBe("SPLIT_NOT_OFFERED");
    } finally {
      await life.rows("update app.servicing_policy set split_within_days = 14 where capital_provider_id = 'EQUITY'");
    }
  });

  it("is not made by an operator or a co-owner", { timeout }, async () => {
    for (const role of ["OPERATOR", "SECONDARY_OWNER"] as const) {
      const life = await aLoanWithRole(ground, returnsFirst, role);
      expect((await split(life, ["2026-02-24", "2026-03-02"])).status).toBe(403);
    }
  });
});
