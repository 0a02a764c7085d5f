import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { recordEvent } from "../../workflows/handle-event.fixture.ts";
import { type LifeGround, type LoanLife, lifeGround, returnsAll } from "../loan-life.fixture.ts";
import { aLine, draw } from "./line-life.fixture.ts";

let ground: LifeGround;
beforeAll(async () => {
  ground = await lifeGround();
});
afterAll(() => ground.close());

const timeout = 900_000;

/** A line of 50,000.00 that was opened on January 14 and costs half a percent of the limit a month. */
const terms = {
  productType: "LOC_TERM_LOAN",
  approvedLimitCents: 5_000_000,
  interestRatePercentage: "24",
  feePercentage: "2",
  durationDays: 90,
  repaymentDurationDays: 180,
  locMaintenanceFeeDisplayType: "PERCENTAGE",
  locMaintenanceFeePercentage: "0.5",
  locMaintenanceFeeAmountCents: 0,
};
const maturesOn = "2026-04-14";
const feeCents = 25_000;

const months = (life: LoanLife) =>
  life.rows<{ on: string; cents: number | null; why: string | null }>(
    `select m.due_on::text as on, o.owed_fee_cents::int as cents, m.not_charged as why from app.maintenance_month m
     left join app.obligation o on o.id = m.obligation_id where m.issued_product_id = $1 order by m.due_on`,
    life.id,
  );
const feeOrders = (life: LoanLife) =>
  life.rows<{ type: string; cents: number; status: string }>(
    `select fee_type as type, amount_cents::int as cents, status from app.payment_order
     where issued_product_id = $1 and payment_type = 'FEE' order by id`,
    life.id,
  );

describe("line without a draw", () => {
  it("pays its maintenance fee each month until the day before its maturity, and is CLOSED at maturity", {
    timeout,
  }, async () => {
    const life = await aLine(ground, { terms, maturesOn });
    await life.passTo("2026-02-13T15:00:00Z");
    expect(await months(life)).toEqual([]);
    await life.passTo("2026-04-02T15:00:00Z");
    expect(await months(life)).toEqual([
      { on: "2026-02-14", cents: feeCents, why: null },
      { on: "2026-03-14", cents: feeCents, why: null },
    ]);
    const paid = { type: "MAINTENANCE", cents: feeCents, status: "SUCCESSFUL_PAYMENT" };
    expect(await feeOrders(life)).toEqual([paid, paid]);
    expect(await life.status()).toBe("CURRENT");
    await life.passTo("2026-04-16T15:00:00Z");
    expect(await life.status()).toBe("CLOSED");
    await life.passTo("2026-06-01T15:00:00Z");
    expect(await months(life)).toHaveLength(2);
    expect(await life.books("2026-06-01")).toEqual({ CASH: 50_000, MAINTENANCE_INCOME: -50_000 });
  });

  it("is serviced from its issue on", { timeout }, async () => {
    const life = await aLine(ground, { terms, maturesOn });
    const { platformId, businessId } = life.debtor;
    await life.rows("delete from app.product_servicing where issued_product_id = $1", life.id);
    const body = { issuedProductId: life.id, applicationId: randomUUID(), amountCents: 5_000_000 };
    await recordEvent(
      ground.server,
      { platformId, businessId },
      { kind: "product.issued", body: { ...body, productType: "LOC_TERM_LOAN" } },
    );
    await life.act();
    const [row] = await life.rows<{ at: Date }>(
      "select next_action_at as at from app.product_servicing where issued_product_id = $1",
      life.id,
    );
    expect(row?.at.toISOString()).toBe("2026-02-14T05:00:00.000Z");
  });

  it("is charged nothing for a month whose day falls into a suspension or a default, also not later", {
    timeout,
  }, async () => {
    const life = await aLine(ground, { terms });
    await life.rows(
      `with member as (
         insert into app.staff_member (id, email, name, roles) values (gen_random_uuid(), $2, 'Ada', '{UNDERWRITER}') returning id)
       insert into app.line_suspension (platform_id, business_id, issued_product_id, reason, suspended_by, suspended_at, reinstated_by, reinstated_at)
       select p.platform_id, p.business_id, p.id, 'RISK_REVIEW', member.id, '2026-02-10T15:00:00Z', member.id, '2026-02-20T15:00:00Z'
       from app.issued_product p, member where p.id = $1`,
      life.id,
      `${life.id}@inlay.test`,
    );
    await life.passTo("2026-03-01T15:00:00Z");
    await life.rows("update app.issued_product set loan_status = 'DEFAULTED' where id = $1", life.id);
    await life.passTo("2026-03-20T15:00:00Z");
    await life.rows("update app.issued_product set loan_status = 'CURRENT' where id = $1", life.id);
    await life.passTo("2026-04-20T15:00:00Z");
    expect(await months(life)).toEqual([
      { on: "2026-02-14", cents: null, why: "SUSPENDED" },
      { on: "2026-03-14", cents: null, why: "DEFAULTED" },
      { on: "2026-04-14", cents: feeCents, why: null },
    ]);
    expect(await feeOrders(life)).toHaveLength(1);
  });

  it("that still owes at maturity takes no more draws, and is CLOSED when it owes nothing", { timeout }, async () => {
    const life = await aLine(ground, { terms, maturesOn: "2026-02-20", accountNumber: returnsAll });
    await life.passTo("2026-02-24T15:00:00Z");
    expect(await life.status()).toBe("CURRENT");
    expect((await draw(life, 100_000)).body).toMatchObject({ code: "LINE_MATURED" });
    await life.useOtherAccount("1000000001");
    await life.passTo("2026-05-10T15:00:00Z");
    expect(await life.status()).toBe("CLOSED");
  });
});
