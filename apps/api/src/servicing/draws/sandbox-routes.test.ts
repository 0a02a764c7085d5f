import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type LifeGround, type LoanLife, lifeGround } from "../loan-life.fixture.ts";
import { aLine, drawn, drawStates } from "./line-life.fixture.ts";

let ground: LifeGround;
beforeAll(async () => {
  ground = await lifeGround();
});
afterAll(() => ground.close());

const timeout = 900_000;
const play = (life: LoanLife, shortcut: "approve" | "reject" | "default", drawId: string) =>
  life.debtor.person.as({ method: "POST", url: `/api/v1/sandbox/${shortcut}-draw/${drawId}` });

describe("shortcuts of draws", () => {
  it("fund a draw that waits, and put its line in default", { timeout }, async () => {
    const life = await aLine(ground);
    const drawId = await drawn(life, 1_000_000);
    expect((await play(life, "default", drawId)).body).toMatchObject({ code: "WRONG_STATE" });
    expect((await play(life, "approve", drawId)).status).toBe(200);
    expect((await play(life, "approve", drawId)).body).toMatchObject({ code: "WRONG_STATE" });
    await life.passTo("2026-01-26T15:00:00Z");
    expect(await drawStates(life)).toEqual([{ state: "WAITING_FOR_REPAYMENT", reason: null }]);
    expect((await play(life, "reject", drawId)).body).toMatchObject({ code: "WRONG_STATE" });
    expect((await play(life, "default", drawId)).status).toBe(200);
    expect(await drawStates(life)).toEqual([{ state: "DEFAULTED", reason: null }]);
    expect(await life.status()).toBe("DEFAULTED");
  });

  it("reject a draw as staff do", { timeout }, async () => {
    const life = await aLine(ground);
    const drawId = await drawn(life, 1_000_000);
    expect((await play(life, "reject", drawId)).status).toBe(200);
    expect(await drawStates(life)).toEqual([{ state: "REJECTED", reason: "DECLINED" }]);
    expect((await life.openTasks()).map(({ kind }) => kind)).toContain("DRAW_NOTICE_DUE");
  });
});
