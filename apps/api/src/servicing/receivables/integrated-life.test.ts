import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { closers } from "../../funding/signed.fixture.ts";
import type { TestMember } from "../../staff/staff.fixture.ts";
import { type LifeGround, type LoanLife, lifeGround } from "../loan-life.fixture.ts";
import { sell } from "../periods/advance-life.fixture.ts";
import { anIntegratedAdvance, post } from "./integrated-life.fixture.ts";

let ground: LifeGround;
let staff: TestMember;
beforeAll(async () => {
  ground = await lifeGround();
  [staff] = await closers(ground.server);
});
afterAll(() => ground.close());

const timeout = 900_000;
const told = (life: LoanLife) =>
  life.rows<{ kind: string; since: string | null }>(
    `select kind, body->>'since' as since from app.event
     where business_id = $1 and kind like 'product.receivables_%' order by sequence`,
    life.debtor.businessId,
  );
const receivablesTask = (life: LoanLife) =>
  life.rows<{ due: Date; open: boolean }>(
    "select due_at as due, closed_at is null as open from app.task where subject_id = $1 and kind = 'RECEIVABLES_MISSING' order by id",
    life.id,
  );
const servicingOf = async ({ debtor, id }: LoanLife) =>
  (await staff.as("GET", `/businesses/${debtor.businessId}/issued-products/${id}/servicing`)).body;

describe("integrated advance", () => {
  it("is in servicing from its funding, with what was withheld, and nothing of it is debited or late", {
    timeout,
  }, async () => {
    const life = await anIntegratedAdvance(ground);
    await post(ground, life, { chargeCents: 12_345, repaymentCents: 1_852, at: "2026-01-16T14:00:00Z" });
    await life.passTo("2026-07-20T15:00:00Z");
    expect(await servicingOf(life)).toMatchObject({
      loanStatus: "CURRENT",
      daysPastDue: 0,
      items: [],
      periods: [],
      receivables: { withheldCents: 1_852, unpaidCents: 3_148, lastOn: "2026-01-16", missingSince: null },
      steps: [],
    });
    expect(await life.debits()).toEqual([]);
    // Without sales nothing is missing, however long it takes.
    expect([await told(life), await receivablesTask(life)]).toEqual([[], []]);
  });

  it("without receivables for fourteen days of reported sales is told to platform and staff once, until one arrives", {
    timeout,
  }, async () => {
    const life = await anIntegratedAdvance(ground);
    await post(ground, life, { chargeCents: 10_000, repaymentCents: 1_500, at: "2026-01-16T14:00:00Z" });
    await life.passTo("2026-01-18T15:00:00Z");
    await sell(life, "2026-01-17", "2026-01-18", 20_000);
    // The sales of the 17th were none, so receivables are awaited from that day.
    await life.passTo("2026-01-31T04:59:00Z");
    expect(await told(life)).toEqual([]);
    await life.passTo("2026-01-31T15:00:00Z");
    const missed = { kind: "product.receivables_missed", since: "2026-01-17" };
    expect(await told(life)).toEqual([missed]);
    expect(await receivablesTask(life)).toEqual([{ due: new Date("2026-02-02T22:00:00Z"), open: true }]);
    expect(await servicingOf(life)).toMatchObject({
      loanStatus: "CURRENT",
      receivables: { missingSince: "2026-01-17" },
    });
    await life.passTo("2026-02-17T15:00:00Z");
    await sell(life, "2026-01-19", "2026-02-17", 50_000);
    await life.passTo("2026-02-20T15:00:00Z");
    expect(await told(life)).toEqual([missed]);

    await post(ground, life, { chargeCents: 1_000, repaymentCents: 150, at: "2026-02-20T14:00:00Z" });
    await life.act();
    const resumed = { kind: "product.receivables_resumed", since: null };
    expect(await told(life)).toEqual([missed, resumed]);
    expect((await receivablesTask(life)).map(({ open }) => open)).toEqual([false]);
    // A second pause is told again.
    await life.passTo("2026-02-22T15:00:00Z");
    await sell(life, "2026-02-21", "2026-02-21", 30_000);
    await life.passTo("2026-03-06T15:00:00Z");
    expect((await told(life)).slice(2)).toEqual([{ kind: "product.receivables_missed", since: "2026-02-20" }]);
    await post(ground, life, { chargeCents: 100_000, repaymentCents: 3_350, at: "2026-03-06T14:00:00Z" });
    await life.act();
    expect(await life.status()).toBe("FULLY_PAID");
    expect((await told(life)).slice(3)).toEqual([resumed]);
    expect((await receivablesTask(life)).every(({ open }) => !open)).toBe(true);
    await life.books("2026-03-06");
  });
});
