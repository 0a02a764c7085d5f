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
const allDelivered = async (world: string) =>
  (await sandbox.ask("GET", `/clock/${world}`)).body["undeliveredWebhooks"] === 0;
const untilDelivered = (world: string) => until("every webhook is delivered", () => allDelivered(world));

describe("sandbox journal", () => {
  it("contains an accepted instruction before the response, and after kill -9", async () => {
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

  it("contains every instruction exactly once when the sender retries until it gets a response, with kill -9 in the middle", async () => {
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
    await until("some orders are accepted", () => answered > 20);
    await sandbox.restart();
    await Promise.all(lanes);
    expect((await journal()).map((entry) => entry["reference"]).toSorted()).toEqual(ids.toSorted());
    expect(await found(ids[0] ?? "")).toHaveLength(1);
  });

  it("is completed from the state after a kill between the two writes, and a truncated line is dropped", async () => {
    const { order, journal } = await aBusiness(sandbox);
    const orderId = randomUUID();
    await order(orderId, 100);
    const file = path.join(sandbox.dir, "world/journal.jsonl");
    let before = "";
    await sandbox.restart(() => {
      // The result of a kill in the middle of a write.
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

describe("sandbox fault", () => {
  it.each(["429", "500"] as const)("%s: answers with this status and accepts nothing", async (kind) => {
    const { order, journal } = await aBusiness(sandbox);
    await faults([{ kind, only }]);
    expect((await order(randomUUID(), 100)).status).toBe(Number(kind));
    expect(await journal()).toEqual([]);
    expect(await landed(kind)).toBe(1);
  });

  it.each(["hang", "reset"] as const)("%s: sends no response and accepts nothing", async (kind) => {
    const { orderUnanswered, journal } = await aBusiness(sandbox);
    await faults([{ kind, only }]);
    await orderUnanswered(randomUUID(), 100);
    expect(await journal()).toEqual([]);
  });

  it.each(["accepted-then-timeout", "accepted-then-reset"] as const)(
    "%s: sends no response, and the instruction is accepted once, however often its key is sent",
    async (kind) => {
      const { order, orderUnanswered, journal, found } = await aBusiness(sandbox);
      const orderId = randomUUID();
      await faults([{ kind, only }]);
      await orderUnanswered(orderId, 100);
      await orderUnanswered(orderId, 100);
      await faults([]);
      const answer = await order(orderId, 100);
      expect(answer.status).toBe(201);
      expect(await found(orderId)).toEqual([answer.body]);
      expect(await journal()).toHaveLength(1);
    },
  );

  it("latency: delays the response", async () => {
    const { order } = await aBusiness(sandbox);
    await faults([{ kind: "latency", ms: 300, only }]);
    const from = performance.now();
    expect((await order(randomUUID(), 100)).status).toBe(201);
    expect(performance.now() - from).toBeGreaterThanOrEqual(299);
  });

  it("outage: lasts for hours of the business's time", async () => {
    const { order, journal, setClock } = await aBusiness(sandbox);
    await faults([{ kind: "outage", hours: 6, only }]);
    expect((await order(randomUUID(), 100)).status).toBe(503);
    await setClock("2026-11-24T20:59:00Z");
    expect((await order(randomUUID(), 100)).status).toBe(503);
    await setClock("2026-11-24T21:00:00Z");
    expect((await order(randomUUID(), 100)).status).toBe(201);
    expect(await journal()).toHaveLength(1);
  });

  it("keys-forgotten: a repeat without a lookup pays twice", async () => {
    const { orderUnanswered, journal, found } = await aBusiness(sandbox);
    const orderId = randomUUID();
    await faults([{ kind: "accepted-then-reset", only }, { kind: "keys-forgotten" }]);
    await orderUnanswered(orderId, 100);
    // The lookup finds the order although the key is forgotten.
    expect(await found(orderId)).toHaveLength(1);
    expect(await journal()).toHaveLength(1);
    await orderUnanswered(orderId, 100);
    expect(await found(orderId)).toHaveLength(2);
    expect(await journal()).toHaveLength(2);
  });

  it("affects the same requests for the same seed, and about as many as its probability says", async () => {
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

  it("can be limited to one world, survives a restart, and is refused when its kind is unknown", async () => {
    const [affected, unaffected] = [await aBusiness(sandbox), await aBusiness(sandbox)];
    await faults([{ kind: "500", only, world: affected.world }]);
    await sandbox.restart();
    expect((await affected.order(randomUUID(), 100)).status).toBe(500);
    expect((await unaffected.order(randomUUID(), 100)).status).toBe(201);
    expect((await sandbox.ask("PUT", "/faults/modern-treasury", { faults: [{ kind: "5000" }] })).status).toBe(400);
    expect((await sandbox.ask("PUT", "/faults/nobody", { faults: [] })).status).toBe(404);
  });
});

describe("sandbox webhooks", () => {
  it("are sent until they are accepted, across kill -9", async () => {
    const { order, world } = await aBusiness(sandbox);
    receiver.answerWith(503);
    const { body } = await order(randomUUID(), 100);
    await sandbox.restart();
    expect(await allDelivered(world)).toBe(false);
    receiver.answerWith(200);
    await untilDelivered(world);
    expect(webhooksAbout(body["id"])).toHaveLength(1);
  });

  it("arrive in order within a world without faults", async () => {
    const { order, world, setClock } = await aBusiness(sandbox);
    const { body } = await order(randomUUID(), 100);
    await setClock("2026-11-30T15:00:00Z");
    await untilDelivered(world);
    const events = webhooksAbout(body["id"]).map((one) => (JSON.parse(one.body) as { event: string }).event);
    expect(events).toEqual(["created", "sent", "completed"]);
  });

  it("arrive twice, late or out of order with the respective fault", async () => {
    const { order, world } = await aBusiness(sandbox);
    await faults([{ kind: "webhooks-duplicated" }]);
    const twice = await order(randomUUID(), 100);
    await untilDelivered(world);
    expect(webhooksAbout(twice.body["id"])).toHaveLength(2);

    await faults([{ kind: "webhooks-delayed", ms: 3_000 }]);
    const late = await order(randomUUID(), 100);
    await faults([]);
    const prompt = await order(randomUUID(), 100);
    await untilDelivered(world);
    const at = (id: unknown) => receiver.received.findIndex(({ body }) => body.includes(`"id":"${id}"`));
    expect(at(late.body["id"])).toBeGreaterThan(at(prompt.body["id"]));

    await faults([{ kind: "webhooks-shuffled", ms: 3_000 }]);
    const ids: unknown[] = [];
    for (let n = 0; n < 12; n++) ids.push((await order(randomUUID(), 100)).body["id"]);
    await untilDelivered(world);
    const arrived = ids.toSorted((one, other) => at(one) - at(other));
    expect(arrived).not.toEqual(ids);
  });

  it("are accompanied by forged ones with false data and a signature that does not match", async () => {
    const { order, world } = await aBusiness(sandbox);
    await faults([{ kind: "webhooks-forged" }]);
    const { body } = await order(randomUUID(), 100);
    await untilDelivered(world);
    const [real, forged] = webhooksAbout(body["id"]);
    expect(forged?.headers["x-signature"]).toBe(real?.headers["x-signature"]);
    expect(real?.body).toContain('"status":"approved"');
    expect(forged?.body).toContain('"status":"failed"');
  });
});

describe("sandbox clock", () => {
  it("belongs to one business, moves only forward, and runs due events before the response", async () => {
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

  it("continues after kill -9, and no event happens twice", async () => {
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

  it("is the real time for a business whose clock was not set", async () => {
    const { body } = await sandbox.ask("GET", `/clock/${randomUUID()}`);
    expect(Math.abs(Date.now() - new Date(String(body["now"])).getTime())).toBeLessThan(60_000);
  });
});

describe("sandbox home page", () => {
  it("lists the scenarios and every fault", async () => {
    const { body } = await sandbox.ask("GET", "/");
    for (const kind of Object.keys(faultKinds)) expect(body["text"]).toContain(`<code>${kind}</code>`);
    for (const value of ["0002", "0003", "0010", "0101", ".13", ".15"]) expect(body["text"]).toContain(value);
  });
});
