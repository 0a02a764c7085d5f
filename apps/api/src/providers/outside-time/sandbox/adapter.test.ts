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

describe("sandbox clock", () => {
  it("follows the clock of a business, also when it is set twice, and reports that nothing is pending", async () => {
    const businessId = randomUUID();
    const outside = sandboxTime(sandbox.url);
    const now = new Date("2027-01-02T13:30:00.000Z");
    for (let n = 0; n < 2; n++) expect(await outside.moveTo(businessId, now)).toEqual({ nextAt: null, isQuiet: true });
    const response = await fetch(`${sandbox.url}/clock/${businessId}`);
    expect(await response.json()).toMatchObject({ now: now.toISOString() });
  });

  it("rejects when the sandbox is unreachable", async () => {
    const outside = sandboxTime(`http://127.0.0.1:${await freePort()}`);
    await expect(outside.moveTo(randomUUID(), new Date())).rejects.toThrow("fetch failed");
  });
});
