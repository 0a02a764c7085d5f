import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freePort } from "../../../../../../scripts/processes.ts";
import { type TestSandbox, testSandbox } from "../../sandbox.fixture.ts";
import { sandboxTime } from "./adapter.ts";

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await testSandbox();
});
afterAll(() => sandbox.close());

describe("the sandbox", () => {
  it("follows the time that a business is told, also when it is told twice, and says that nothing is left to come", async () => {
    const businessId = randomUUID();
    const outside = sandboxTime(sandbox.url);
    const now = new Date("2027-01-02T13:30:00.000Z");
    for (let n = 0; n < 2; n++) expect(await outside.moveTo(businessId, now)).toEqual({ nextAt: null, isQuiet: true });
    const response = await fetch(`${sandbox.url}/clock/${businessId}`);
    expect(await response.json()).toMatchObject({ now: now.toISOString() });
  });

  it("is missed when it is away: the time does not pass unheard", async () => {
    const outside = sandboxTime(`http://127.0.0.1:${await freePort()}`);
    await expect(outside.moveTo(randomUUID(), new Date())).rejects.toThrow("fetch failed");
  });
});
