import { randomUUID } from "node:crypto";
import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { until } from "../../../../scripts/processes.ts";
import { aBusiness } from "../modern-treasury/orders.fixture.ts";
import { type Receiver, type Sandbox, startReceiver, startSandbox } from "../sandbox.fixture.ts";
import { type Fault, faultKinds } from "./faults.ts";

let sandbox: Sandbox;
let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver();
  sandbox = await startSandbox({ MODERN_TREASURY_WEBHOOK_URL: receiver.url, MODERN_TREASURY_WEBHOOK_KEY: "key" });
});
afterEach(() => faults([]));
afterAll(async () => {
  receiver.close();
  await sandbox.close();
});

const faults = (list: Partial<Fault>[], seed = 7) =>
  sandbox.ask("PUT", "/faults/modern-treasury", { seed, faults: list });
const only = "POST /api/payment_orders";
const landed = async (kind: string) => {
  const { body } = await sandbox.ask("GET", "/faults");
  return (body["modern-treasury"] as { landed: Record<string, number> }).landed[kind];
};
const webhooksAbout = (id: unknown) => receiver.received.filter(({ body }) => body.includes(`"id":"${id}"`));
const isQuiet = async (world: string) =>
  (await sandbox.ask("GET", `/clock/${world}`)).body["undeliveredWebhooks"] === 0;
const quiet = (world: string) => until("every webhook is delivered", () => isQuiet(world));

describe("the journal", () => {
  it("holds an accepted instruction before it is answered, and over kill -9", async () => {
    const { order, journal, found, world } = await aBusiness(sandbox);
    const [first, second] = [randomUUID(), randomUUID()];
    const answer = await order(first, 45_840);
    await sandbox.restart();
    await order(second, 2_500, { direction: "credit" });
    await sandbox.restart();
    expect(await journal()).toEqual([
      {
        vendor: "modern-treasury",
        world,
        id: answer.body["id"],
        key: first,
        reference: first,

        direction: "debit",
        amountCents: 45_840,
        account: "021000021 …6789",
        acceptedAt: expect.any(String),
      },
      expect.objectContaining({ reference: second, direction: "credit", amountCents: 2_500 }),
    ]);
    expect(await found(first)).toEqual([answer.body]);
    const file = readFileSync(path.join(sandbox.dir, "world/journal.jsonl"), "utf8");
    expect(
      file
        .trim()
        .split("\n")
        .filter((line) => line.includes(world)),
    ).toHaveLength(2);
  });

  it("holds every instruction exactly once whose sender goes on until it has an answer, over kill -9 in the middle", async () => {
    const { order, journal, found } = await aBusiness(sandbox);
    const ids = Array.from({ length: 120 }, () => randomUUID());
    let answered = 0;
    const persist = async (orderId: string): Promise<void> => {
      const answer = await order(orderId, 100).catch(() => null);
      if (answer?.status !== 201) return persist(orderId);
      answered++;
    };
    const lanes = Array.from({ length: 8 }, async (_, lane) => {
      for (const id of ids.filter((_, n) => n % 8 === lane)) await persist(id);
    });
    await until("some are through", () => answered > 20);
    await sandbox.restart();
    await Promise.all(lanes);
    expect((await journal()).map((entry) => entry["reference"]).toSorted()).toEqual(ids.toSorted());
    expect(await found(ids[0] ?? "")).toHaveLength(1);
  });

  it("tells what the state knows where a kill came between the two, and drops a line that was cut short", async () => {
    const { order, journal } = await aBusiness(sandbox);
    const orderId = randomUUID();
    await order(orderId, 100);
    const file = path.join(sandbox.dir, "world/journal.jsonl");
    let before = "";
    await sandbox.restart(() => {
      // As a kill in the middle of a write would leave it.
      appendFileSync(path.join(sandbox.dir, "world/state.jsonl"), '[["enter",{"vendor":"modern-trea');
      before = readFileSync(file, "utf8");
      const lines = before.split("\n");
      writeFileSync(file, `${lines.slice(0, -2).join("\n")}\n${lines.at(-2)?.slice(0, 40)}`);
    });
    expect(readFileSync(file, "utf8")).toBe(before);
    expect(await journal()).toHaveLength(1);
    await order(randomUUID(), 200);
    expect(await journal()).toHaveLength(2);
  });
});

describe("a fault", () => {
  it.each(["429", "500"] as const)("of kind %s answers so and accepts nothing", async (kind) => {
    const { order, journal } = await aBusiness(sandbox);
    await faults([{ kind, only }]);
    expect((await order(randomUUID(), 100)).status).toBe(Number(kind));
    expect(await journal()).toEqual([]);
    expect(await landed(kind)).toBe(1);
  });

  it.each(["hang", "reset"] as const)("of kind %s gives no answer and accepts nothing", async (kind) => {
    const { order, journal } = await aBusiness(sandbox);
    await faults([{ kind, only }]);
    await expect(order(randomUUID(), 100)).rejects.toThrow();
    expect(await journal()).toEqual([]);
  });

  it.each(["accepted-then-timeout", "accepted-then-reset"] as const)(
    "of kind %s gives no answer, and the instruction stands once, however often it is sent under its key",
    async (kind) => {
      const { order, journal, found } = await aBusiness(sandbox);
      const orderId = randomUUID();
      await faults([{ kind, only }]);
      await expect(order(orderId, 100)).rejects.toThrow();
      await expect(order(orderId, 100)).rejects.toThrow();
      await faults([]);
      const answer = await order(orderId, 100);
      expect(answer.status).toBe(201);
      expect(await found(orderId)).toEqual([answer.body]);
      expect(await journal()).toHaveLength(1);
    },
  );

  it("of kind latency answers later", async () => {
    const { order } = await aBusiness(sandbox);
    await faults([{ kind: "latency", ms: 300, only }]);
    const from = performance.now();
    expect((await order(randomUUID(), 100)).status).toBe(201);
    expect(performance.now() - from).toBeGreaterThanOrEqual(299);
  });

  it("of kind outage lasts for hours of the business's time", async () => {
    const { order, journal, setClock } = await aBusiness(sandbox);
    await faults([{ kind: "outage", hours: 6, only }]);
    expect((await order(randomUUID(), 100)).status).toBe(503);
    await setClock("2026-11-24T20:59:00Z");
    expect((await order(randomUUID(), 100)).status).toBe(503);
    await setClock("2026-11-24T21:00:00Z");
    expect((await order(randomUUID(), 100)).status).toBe(201);
    expect(await journal()).toHaveLength(1);
  });

  it("of kind keys-forgotten lets a blind repeat pay twice: whoever repeats must look first", async () => {
    const { order, journal, found } = await aBusiness(sandbox);
    const orderId = randomUUID();
    await faults([{ kind: "accepted-then-reset", only }, { kind: "keys-forgotten" }]);
    await expect(order(orderId, 100)).rejects.toThrow();
    // The look-up knows better than the key.
    expect(await found(orderId)).toHaveLength(1);
    expect(await journal()).toHaveLength(1);
    await expect(order(orderId, 100)).rejects.toThrow();
    expect(await found(orderId)).toHaveLength(2);
    expect(await journal()).toHaveLength(2);
  });

  it("strikes the same ones again under the same seed, and about as many as its probability says", async () => {
    const { order } = await aBusiness(sandbox);
    const ids = Array.from({ length: 40 }, () => randomUUID());
    const run = async (seed: number) => {
      await faults([{ kind: "429", probability: 0.5, only }], seed);
      return Promise.all(ids.map(async (id) => (await order(id, 100)).status === 429));
    };
    const first = await run(1);
    expect(await run(1)).toEqual(first);
    expect(await run(2)).not.toEqual(first);
    const count = first.filter(Boolean).length;
    expect(count).toBeGreaterThan(8);
    expect(count).toBeLessThan(32);
  });

  it("can be kept to one world, survives a restart, and is refused when misspelt", async () => {
    const [struck, spared] = [await aBusiness(sandbox), await aBusiness(sandbox)];
    await faults([{ kind: "500", only, world: struck.world }]);
    await sandbox.restart();
    expect((await struck.order(randomUUID(), 100)).status).toBe(500);
    expect((await spared.order(randomUUID(), 100)).status).toBe(201);
    expect((await sandbox.ask("PUT", "/faults/modern-treasury", { faults: [{ kind: "5000" }] })).status).toBe(400);
    expect((await sandbox.ask("PUT", "/faults/nobody", { faults: [] })).status).toBe(404);
  });
});

describe("webhooks", () => {
  it("come until they are taken, over kill -9", async () => {
    const { order, world } = await aBusiness(sandbox);
    receiver.answerWith(503);
    const { body } = await order(randomUUID(), 100);
    await sandbox.restart();
    expect(await isQuiet(world)).toBe(false);
    receiver.answerWith(200);
    await quiet(world);
    expect(webhooksAbout(body["id"])).toHaveLength(1);
  });

  it("come in order within a world when nothing is wrong", async () => {
    const { order, world, setClock } = await aBusiness(sandbox);
    const { body } = await order(randomUUID(), 100);
    await setClock("2026-11-30T15:00:00Z");
    await quiet(world);
    const events = webhooksAbout(body["id"]).map((one) => (JSON.parse(one.body) as { event: string }).event);
    expect(events).toEqual(["created", "sent", "completed"]);
  });

  it("come twice, late or out of order as the faults say", async () => {
    const { order, world } = await aBusiness(sandbox);
    await faults([{ kind: "webhooks-duplicated" }]);
    const twice = await order(randomUUID(), 100);
    await quiet(world);
    expect(webhooksAbout(twice.body["id"])).toHaveLength(2);

    await faults([{ kind: "webhooks-delayed", ms: 400 }]);
    const late = await order(randomUUID(), 100);
    await faults([]);
    const prompt = await order(randomUUID(), 100);
    await quiet(world);
    const at = (id: unknown) => receiver.received.findIndex(({ body }) => body.includes(`"id":"${id}"`));
    expect(at(late.body["id"])).toBeGreaterThan(at(prompt.body["id"]));

    await faults([{ kind: "webhooks-shuffled", ms: 300 }]);
    const ids: unknown[] = [];
    for (let n = 0; n < 12; n++) ids.push((await order(randomUUID(), 100)).body["id"]);
    await quiet(world);
    const arrived = ids.toSorted((one, other) => at(one) - at(other));
    expect(arrived).not.toEqual(ids);
  });

  it("are joined by forged ones, which tell a lie under a signature that does not fit", async () => {
    const { order, world } = await aBusiness(sandbox);
    await faults([{ kind: "webhooks-forged" }]);
    const { body } = await order(randomUUID(), 100);
    await quiet(world);
    const [real, forged] = webhooksAbout(body["id"]);
    expect(forged?.headers["x-signature"]).toBe(real?.headers["x-signature"]);
    expect(real?.body).toContain('"status":"approved"');
    expect(forged?.body).toContain('"status":"failed"');
  });
});

describe("time", () => {
  it("is the business's own, moves only forward, and does what is due before it answers", async () => {
    const { order, found, setClock, world } = await aBusiness(sandbox);
    const orderId = randomUUID();
    await order(orderId, 100);
    const before = await sandbox.ask("GET", `/clock/${world}`);
    expect(before.body["nextAt"]).toBe("2026-11-25T00:00:00.000Z");
    await setClock("2026-11-25T14:00:00Z");
    expect(await found(orderId)).toMatchObject([{ status: "completed", effective_date: "2026-11-25" }]);
    const back = await setClock("2026-11-01T00:00:00Z");
    expect(back.body).toMatchObject({ now: "2026-11-25T14:00:00.000Z", nextAt: null });
  });

  it("goes on where it stood after kill -9, and nothing that happened happens again", async () => {
    const { order, found, setClock } = await aBusiness(sandbox, "0002");
    const orderId = randomUUID();
    await order(orderId, 100);
    await setClock("2026-11-25T14:00:00Z");
    await sandbox.restart();
    await setClock("2026-12-31T14:00:00Z");
    const [order1] = await found(orderId);
    expect(order1).toMatchObject({ status: "returned", current_return: { code: "R01" } });
    expect(order1?.["transaction_ids"]).toHaveLength(2);
  });

  it("is the real one where nobody says", async () => {
    const { body } = await sandbox.ask("GET", `/clock/${randomUUID()}`);
    expect(Math.abs(Date.now() - new Date(String(body["now"])).getTime())).toBeLessThan(5_000);
  });
});

describe("the home page", () => {
  it("tells every story and every fault", async () => {
    const { body } = await sandbox.ask("GET", "/");
    for (const kind of Object.keys(faultKinds)) expect(body["text"]).toContain(`<code>${kind}</code>`);
    for (const value of ["0002", "0003", "0010", "0101", ".13", ".15"]) expect(body["text"]).toContain(value);
  });
});
