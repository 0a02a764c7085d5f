import type { LineOfCreditServicing } from "@inlay/contracts/servicing/line-of-credit.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TestMember } from "../../staff/staff.fixture.ts";
import { type LifeGround, type LoanLife, staffedGround } from "../loan-life.fixture.ts";
import { aLine, drawn, withdraw } from "./line-life.fixture.ts";

let ground: LifeGround;
let staff: [TestMember, TestMember];
beforeAll(async () => {
  ({ ground, staff } = await staffedGround());
});
afterAll(() => ground.close());

const timeout = 900_000;

async function read(life: LoanLife, reader = life): Promise<LineOfCreditServicing> {
  const url = `/api/v1/servicing/issued-products/${life.id}/line-of-credit`;
  const { status, body, text } = await reader.debtor.person.as({ method: "GET", url });
  expect(status, text).toBe(200);
  return (body as unknown as { lineOfCredit: LineOfCreditServicing }).lineOfCredit;
}

describe("pages of a line of credit", () => {
  it("show an open line, its draws while they wait, and one that was withdrawn", { timeout }, async () => {
    const life = await aLine(ground);
    expect(await read(life)).toMatchObject({
      loanStatus: "CURRENT",
      limitCents: 5_000_000,
      availableCents: 5_000_000,
      drawableCents: 5_000_000,
      termMonths: 6,
      monthlyRatePercentage: "2.00",
      whyNotDraw: null,
      nextPayment: null,
      overdue: null,
      draws: [],
      account: { last4: "0001" },
      maturesOn: "2027-01-09",
    });
    const drawId = await drawn(life, 1_000_000);
    const waiting = await read(life);
    expect(waiting).toMatchObject({
      availableCents: 4_000_000,
      reservedPrincipalCents: 1_000_000,
      openPrincipalCents: 0,
      draws: [
        {
          id: drawId,
          historyStatus: "PENDING",
          opensDetails: false,
          receivedCents: 980_000,
          aprPercentage: 47.4478,
          requestedOn: "2026-01-21",
          waiting: { isWithdrawable: true, endsOn: "2026-01-28" },
        },
      ],
    });
    await withdraw(life, drawId);
    expect(await read(life)).toMatchObject({
      availableCents: 5_000_000,
      draws: [{ historyStatus: "REJECTED", rejection: "WITHDRAWN", waiting: null }],
    });
  });

  it("show a funded draw with its payments, what the next one frees, and the limit that a payment has freed", {
    timeout,
  }, async () => {
    const life = await aLine(ground);
    const drawId = await drawn(life, 1_000_000);
    await life.act();
    const path = `/businesses/${life.debtor.businessId}/draws/${drawId}/approve`;
    expect((await staff[0].as("POST", path, { reason: "The cash flow covers it" })).status).toBe(200);
    await life.passTo("2026-01-26T15:00:00Z");
    expect(await read(life)).toMatchObject({
      availableCents: 4_000_000,
      openPrincipalCents: 1_000_000,
      nextPayment: {
        drawId,
        amountCents: 186_667,
        principalCents: 166_667,
        dueOn: "2026-02-22",
        takenOn: "2026-02-23",
      },
      draws: [{ historyStatus: "ACTIVE", opensDetails: true, waiting: null, openPrincipalCents: 1_000_000 }],
    });
    await life.passTo("2026-02-27T15:00:00Z");
    const paid = await read(life);
    expect(paid).toMatchObject({ availableCents: 4_166_667, nextPayment: { dueOn: "2026-03-22" } });
    expect(paid.draws[0]?.payments.map(({ isPaid, takenOn }) => `${isPaid} ${takenOn}`).slice(0, 2)).toEqual([
      "true 2026-02-23",
      "false 2026-03-23",
    ]);
    expect(paid.explanations["availableCents"]?.result).toBe(4_166_667);
  });

  it("show nobody else's line, and no other product", { timeout }, async () => {
    const [life, other] = [await aLine(ground), await aLine(ground)];
    const url = `/api/v1/servicing/issued-products/${life.id}/line-of-credit`;
    expect((await other.debtor.person.as({ method: "GET", url })).status).toBe(404);
  });
});
