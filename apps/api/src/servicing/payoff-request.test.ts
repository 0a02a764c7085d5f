import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { closers } from "../funding/signed.fixture.ts";
import { loanTerms } from "../products/products.fixture.ts";
import type { TestMember } from "../staff/staff.fixture.ts";
import { type LifeGround, LoanLife, lifeGround } from "./loan-life.fixture.ts";

let ground: LifeGround;
let staff: [TestMember, TestMember];
beforeAll(async () => {
  ground = await lifeGround();
  staff = await closers(ground.server);
});
afterAll(() => ground.close());

const timeout = 900_000;

/** Three installments of 1,722,528 each, due on the 15th of February, March and April. */
const terms = { ...loanTerms, interestRatePercentage: "20", durationDays: 90 };
const returnsAll = "1000000002";

/** A loan that is late on the 3rd of March: its first installment has failed twice. */
async function aLateLoan(role = "PRIMARY_OWNER"): Promise<LoanLife> {
  const life = await LoanLife.fund(ground, { terms, accountNumber: returnsAll });
  await life.rows(
    `insert into app.user_role (platform_id, business_id, user_id, role)
     select platform_id, business_id, id, $2 from app.business_user where business_id = $1`,
    life.debtor.businessId,
    role,
  );
  await life.rows(
    "update app.business_user set email = 'owner@example.com', first_name = 'Pia' where business_id = $1",
    life.debtor.businessId,
  );
  await life.passTo("2026-03-09T15:00:00Z");
  expect(await life.status()).toBe("LATE");
  return life;
}

const request = (life: LoanLife) =>
  life.debtor.person.as({
    method: "POST",
    url: "/api/v1/servicing/interaction",
    payload: { eventType: "EARLY_PAYOFF_REQUESTED_FOR_LATE_LOAN", issuedProductId: life.id },
  });
const payoffOf = (life: LoanLife) => `/api/v1/servicing/issued-products/${life.id}/early-payoff`;
const quote = (life: LoanLife) => life.debtor.person.as({ method: "GET", url: payoffOf(life) });
const schedule = (life: LoanLife, effectiveDate: string) =>
  life.debtor.person.as({ method: "POST", url: payoffOf(life), payload: { effectiveDate } });
const staffPath = ({ debtor: { businessId }, id }: LoanLife) =>
  `/businesses/${businessId}/issued-products/${id}/payoff-request`;
const look = (life: LoanLife, effectiveOn: string) =>
  staff[0].as("GET", `${staffPath(life)}?effectiveOn=${effectiveOn}`);
const answer = (life: LoanLife, effectiveOn: string) =>
  staff[0].as("POST", `${staffPath(life)}/answer`, { effectiveOn, reason: "asked for" });

const requests = (life: LoanLife) =>
  life.rows<{ status: string; on: string | null }>(
    "select status, effective_on::text as on from app.payoff_request where issued_product_id = $1 order by id",
    life.id,
  );
const task = async (life: LoanLife) =>
  (
    await life.rows<{ due: Date }>(
      "select due_at as due from app.task where kind = 'PAYOFF_REQUESTED' and subject_id = $1 and closed_at is null",
      life.id,
    )
  ).map(({ due }) => due.toISOString());
const emails = async (life: LoanLife) =>
  (
    await life.rows<{ template: string }>(
      "select template from app.email where business_id = $1 and template like 'payoff-%' order by id",
      life.debtor.businessId,
    )
  ).map(({ template }) => template);

describe("payoff of a late loan", () => {
  it("is asked for by the owner, quoted by staff within a banking day, and scheduled by the owner", {
    timeout,
  }, async () => {
    const life = await aLateLoan();
    expect((await quote(life)).body).toMatchObject({ code: "PAYOFF_NEEDS_SUPPORT" });
    expect((await look(life, "2026-03-11")).status).toBe(404);
    for (let times = 0; times < 2; times++) expect((await request(life)).status).toBe(202);
    expect(await requests(life)).toEqual([{ status: "REQUESTED", on: null }]);
    expect(await task(life)).toEqual(["2026-03-10T21:00:00.000Z"]);
    expect((await schedule(life, "2026-03-11")).body).toMatchObject({ code: "PAYOFF_NEEDS_SUPPORT" });

    for (const day of ["2026-03-09", "2026-03-14", "2026-03-24"])
      expect((await answer(life, day)).body).toMatchObject({ code: "PAYOFF_QUOTE_DAY_INVALID" });
    const seen = (await look(life, "2026-03-11")).body as { quote: { amountCents: number } };
    expect((await answer(life, "2026-03-11")).status).toBe(200);
    await life.act();
    expect(await requests(life)).toEqual([{ status: "ANSWERED", on: "2026-03-11" }]);
    expect(await task(life)).toEqual([]);
    expect(await emails(life)).toEqual(["payoff-quoted"]);

    const { payoffQuote } = (await quote(life)).body as { payoffQuote: { amountCents: number } };
    expect(payoffQuote).toMatchObject({ effectiveDate: "2026-03-11", amountCents: seen.quote.amountCents });
    expect((await schedule(life, "2026-03-12")).body).toMatchObject({ code: "PAYOFF_DATE_INVALID" });
    await life.useOtherAccount("1000000001");
    expect((await schedule(life, "2026-03-11")).status).toBe(200);
    expect(await requests(life)).toEqual([{ status: "SCHEDULED", on: "2026-03-11" }]);
    await life.passTo("2026-03-20T15:00:00Z");
    expect(await life.status()).toBe("FULLY_PAID");
    // 150,000 is the fee withheld at funding, and 5,000,000 the principal.
    const { CASH } = await life.books("2026-03-20");
    expect(CASH).toBe(150_000 - 5_000_000 + payoffQuote.amountCents);
  });

  it("is asked of staff again when a payment or a fee has changed the figure", { timeout }, async () => {
    const life = await aLateLoan();
    await request(life);
    await answer(life, "2026-03-18");
    const [fee] = await life.rows<{ id: string }>(
      "select id from app.obligation where issued_product_id = $1 and fee_type = 'LATE_PAYMENT'",
      life.id,
    );
    const waive = `/businesses/${life.debtor.businessId}/issued-products/${life.id}/fees/${fee?.id}/waive`;
    expect((await staff[0].as("POST", waive, { reason: "goodwill" })).status).toBe(200);
    expect(await requests(life)).toEqual([{ status: "REQUESTED", on: null }]);
    expect(await task(life)).toEqual(["2026-03-10T21:00:00.000Z"]);
    expect((await schedule(life, "2026-03-18")).body).toMatchObject({ code: "PAYOFF_NEEDS_SUPPORT" });
    await life.act();
    expect(await emails(life)).toEqual([]);
  });

  it("ends with its day when the owner does not schedule it, and can be asked for again", { timeout }, async () => {
    const life = await aLateLoan();
    await request(life);
    await answer(life, "2026-03-11");
    await life.passTo("2026-03-10T22:00:00Z");
    expect(await requests(life)).toEqual([{ status: "EXPIRED", on: "2026-03-11" }]);
    expect((await emails(life)).at(-1)).toBe("payoff-request-expired");
    await request(life);
    expect((await requests(life)).map(({ status }) => status)).toEqual(["EXPIRED", "REQUESTED"]);
  });

  it("that nobody has answered ends after ten banking days, and ends at once when the loan is cured", {
    timeout,
  }, async () => {
    const unanswered = await aLateLoan();
    await request(unanswered);
    await unanswered.passTo("2026-03-23T22:00:00Z");
    expect(await requests(unanswered)).toEqual([{ status: "EXPIRED", on: null }]);
    const cured = await aLateLoan();
    await request(cured);
    await cured.useOtherAccount("1000000001");
    await cured.passTo("2026-03-20T15:00:00Z");
    expect(await cured.status()).toBe("CURRENT");
    expect(await requests(cured)).toEqual([{ status: "CANCELLED", on: null }]);
    expect(await task(cured)).toEqual([]);
  });

  it("is not asked for by anybody else, nor for a loan that is paid on time", { timeout }, async () => {
    const others = await aLateLoan("OPERATOR");
    expect((await request(others)).status).toBe(202);
    expect(await requests(others)).toEqual([]);
    const late = await aLateLoan();
    await late.rows("update app.issued_product set loan_status = 'CURRENT' where id = $1", late.id);
    await request(late);
    expect(await requests(late)).toEqual([]);
  });
});
