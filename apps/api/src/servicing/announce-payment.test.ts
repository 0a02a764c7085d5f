import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { approve, closers } from "../funding/signed.fixture.ts";
import { loanTerms } from "../products/products.fixture.ts";
import type { TestMember } from "../staff/staff.fixture.ts";
import { type LifeGround, LoanLife, lifeGround, wire } from "./loan-life.fixture.ts";

let ground: LifeGround;
let staff: [TestMember, TestMember];
beforeAll(async () => {
  ground = await lifeGround();
  staff = await closers(ground.server);
});
afterAll(() => ground.close());

const timeout = 900_000;
const reason = "the owner announced it by phone";
const terms = { ...loanTerms, interestRatePercentage: "20", durationDays: 90 };
const firstInterestCents = 83_333;
const amountCents = 200_000;

const productPath = ({ debtor, id }: LoanLife) => `/businesses/${debtor.businessId}/issued-products/${id}`;
const pathOf = (life: LoanLife) => `${productPath(life)}/announced-payments`;
const announce = (life: LoanLife, expectedOn: string) =>
  staff[0].as("POST", pathOf(life), { amountCents, expectedOn, reason });
type Announced = { id: string; status: string; on: string; principal: number; interest: number };
const announcedOf = async (life: LoanLife): Promise<Announced | undefined> =>
  (
    await life.rows<Announced>(
      `select id, status, effective_on::text as on, principal_cents::int as principal, interest_cents::int as interest
       from app.payment_order where issued_product_id = $1 and rail = 'OUTSIDE'`,
      life.id,
    )
  )[0];
const approvePayment = async (life: LoanLife, by: TestMember) => {
  const { id } = (await announcedOf(life)) as Announced;
  const path = `/businesses/${life.debtor.businessId}/payment-orders/approve`;
  return by.as("POST", path, { paymentOrderIds: [id], reason });
};
const tasksOf = async (life: LoanLife, subject: string) =>
  (
    await life.rows<{ kind: string }>("select kind from app.task where subject_id = $1 and closed_at is null", subject)
  ).map(({ kind }) => kind);

/** A loan with an announced payment that another person has approved. */
async function awaited(): Promise<{ life: LoanLife; id: string }> {
  const life = await LoanLife.fund(ground, { terms });
  await life.nameOwner();
  await life.passTo("2026-02-02T15:00:00Z");
  expect((await announce(life, "2026-02-04")).status).toBe(200);
  const { id, status } = (await announcedOf(life)) as Announced;
  expect([status, await tasksOf(life, id)]).toEqual(["CREATED", ["PAYMENT_APPROVAL"]]);
  expect((await approvePayment(life, staff[0])).body).toMatchObject({ code: "SECOND_PERSON_NEEDED" });
  expect((await approvePayment(life, staff[1])).status).toBe(200);
  await life.act();
  expect((await announcedOf(life))?.status).toBe("SUBMITTED");
  return { life, id };
}

describe("announced payment by wire or check", () => {
  it("waits for its second person and the line of our bank, and counts from the day of the line", {
    timeout,
  }, async () => {
    const { life, id } = await awaited();
    const shown = await staff[0].as("GET", `${pathOf(life)}?amountCents=${amountCents}&expectedOn=2026-02-04`);
    expect(shown.body).toMatchObject({
      effectiveOn: "2026-02-04",
      paid: { principalCents: amountCents - firstInterestCents, interestCents: firstInterestCents, overpaidCents: 0 },
    });
    await life.passTo("2026-02-06T15:00:00Z");
    const vendorLineId = await wire(ground, amountCents, "2026-02-06");
    const [line] = await life.rows<{ task: string }>(
      "select t.id as task from app.task t join app.bank_line l on l.id = t.subject_id where l.vendor_line_id = $1",
      vendorLineId,
    );
    const asked = await staff[0].as("POST", `/tasks/${line?.task}/bank-line/identify`, { paymentOrderId: id, reason });
    expect((await approve(staff[1], asked.body["requestId"])).status).toBe(200);
    await life.act();
    expect(await announcedOf(life)).toEqual({
      id,
      status: "SUCCESSFUL_PAYMENT",
      on: "2026-02-06",
      principal: amountCents - firstInterestCents,
      interest: firstInterestCents,
    });
    expect(await tasksOf(life, id)).toEqual([]);
    await life.books("2026-02-06");
  });

  it("that has not come five banking days after its day is cancelled, and staff and owner are told", {
    timeout,
  }, async () => {
    const { life, id } = await awaited();
    await life.passTo("2026-02-11T23:00:00Z");
    expect((await announcedOf(life))?.status).toBe("SUBMITTED");
    await life.passTo("2026-02-12T15:00:00Z");
    expect((await announcedOf(life))?.status).toBe("CANCELLED");
    expect(await tasksOf(life, id)).toEqual(["PAYMENT_NOT_RECEIVED"]);
    expect(
      await life.rows(
        "select template from app.email where business_id = $1 and template like 'outside-%'",
        life.debtor.businessId,
      ),
    ).toEqual([{ template: "outside-payment-missing" }]);
    await life.books("2026-02-12");
  });

  it("is refused for a day that is past or far ahead, and for a product that is over", { timeout }, async () => {
    const life = await LoanLife.fund(ground, { terms });
    await life.passTo("2026-02-02T15:00:00Z");
    for (const day of ["2026-02-01", "2026-02-18"])
      expect((await announce(life, day)).body).toMatchObject({ code: "RECEIVED_ON_OTHER_DAY" });
    await life.rows("update app.issued_product set loan_status = 'FULLY_PAID' where id = $1", life.id);
    expect((await announce(life, "2026-02-04")).body).toMatchObject({ code: "WRONG_STATE" });
  });
});
