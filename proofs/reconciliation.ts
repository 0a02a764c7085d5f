import { inScope } from "../apps/api/src/db/scope.ts";
import { cancelOrder, handleProcessorWebhook, reconcile } from "../apps/api/src/payments/public.ts";
import { businessDate } from "../packages/lending/src/calendar/business-date.ts";
import { beginsAt, inLanes, type OrderSpec, type ProcessorGround, processorGround } from "./processor-ground.ts";
import { hold, type Proof, randomFrom } from "./proof.ts";

export const proof: Proof = {
  claim:
    "Clean transfers, debits and payouts, some of them returned, run for two weeks. Then the bank makes every kind of mistake: lines that match no payment or belong to somebody else, wrong amounts, directions and accounts, duplicate lines, missing lines, a line for an order that was cancelled, and lines that change or disappear after they were read. Every fault is found and classified correctly, each opens a task, and no correct line is reported. Cash in the ledger always equals the money that moved.",
  run: async ({ tenth, seed, say }) => {
    const random = randomFrom(seed);
    // Enough that no business has so many orders on a day that they are held as unusual.
    const businesses = tenth ? 3 : 60;
    const transfers = tenth ? 60 : 2_000;
    const ground = await processorGround("reconciliation", businesses);
    try {
      const specs = orderSpecsFrom(random, businesses, transfers);
      await inLanes(specs, async (spec) => void (await ground.order(spec)));
      const cancelled = await cancelledOrders(ground);
      await ground.advanceUntil("2026-11-27T12:00:00Z", () => handleAll(ground));
      say(`${transfers} transfers have ended`);

      const planted = new Map<string, string>();
      const lines = await linesOf(ground, random);
      const planter = faultPlanter(ground, lines, planted);
      await plantBeforeReading(planter, cancelled);
      const began = performance.now();
      const first = await reconcile(ground.app, ground.app.payments, since);
      const seconds = (performance.now() - began) / 1000;
      say(`read ${first.lines} lines in ${seconds.toFixed(0)} s: ${first.faults.length} faults`);
      await planter.change();
      await planter.change();
      await planter.remove();
      const again = await reconcile(ground.app, ground.app.payments, since);
      hold("lines that were new on the second reading", again.lines, 0);

      const found = new Map<string, string>();
      for (const { fault, subjectId, lineId } of [...first.faults, ...again.faults])
        found.set(lineId ?? `order ${await processorIdOf(ground, subjectId)}`, fault);
      for (const [what, fault] of planted)
        if (found.get(what) !== fault) say(`${what}: ${found.get(what)}, not ${fault}`);
      const right = [...planted].filter(([what, fault]) => found.get(what) === fault).length;
      const falseAlarms = [...found.keys()].filter((what) => !planted.has(what)).length;
      hold("faults planted", planted.size, 25);
      hold("faults found and classified correctly", right, planted.size);
      hold("false alarms", falseAlarms, 0);
      hold("tasks", await openTasks(ground), planted.size);
      await checkCash(ground, planter.movedAfterReading());
      const kinds = new Set(planted.values()).size;
      return {
        "clean transfers": transfers,
        "of them returned": await returned(ground),
        "lines read": first.lines,
        "faults planted": planted.size,
        "kinds of faults": kinds,
        "found and classified correctly": right,
        "false alarms": falseAlarms,
        "lines a second": Math.round(first.lines / seconds),
      };
    } finally {
      await ground.close();
    }
  },
};

const since = businessDate(beginsAt.slice(0, 10));

function orderSpecsFrom(random: () => number, businesses: number, count: number): OrderSpec[] {
  return Array.from({ length: count }, (_, n) => ({
    key: `order/${n}`,
    business: n % businesses,
    ending: random() < 0.05 ? "0003" : "7777",
    direction: random() < 0.7 ? "INCOMING" : "OUTGOING",
    amountCents: (100 + Math.floor(random() * 9_000)) * 100 + 40,
    dueOn: ["2026-11-18", "2026-11-19", "2026-11-20"][n % 3] ?? "",
  }));
}

async function handleAll(ground: ProcessorGround): Promise<void> {
  const { app } = ground;
  await inLanes(ground.takeWebhooks(), async ({ body, signature }) => {
    const webhook = app.payments.readWebhook({ body, headers: { "x-signature": signature } });
    await handleProcessorWebhook(app, app.payments, webhook);
  });
}

/** Orders that staff cancelled before they were sent. */
async function cancelledOrders(ground: ProcessorGround): Promise<string[]> {
  const { app, platformId, businessIds } = ground;
  const ids: string[] = [];
  for (const business of [0, 1]) {
    const businessId = businessIds[business] ?? "";
    const spec = { business, ending: "7777", direction: "INCOMING" as const, amountCents: 12_340, dueOn: "2026-11-19" };
    const id = await ground.order({ ...spec, key: `cancelled/${business}` });
    const by = { actor: { kind: "STAFF", id: platformId } as const, requestId: "proof" };
    await inScope(app.pool, { platformId, businessId }, (tx) => cancelOrder(tx, id, null, by));
    ids.push(id);
  }
  return ids;
}

type Line = { id: string; direction: "debit" | "credit"; amount: number; orderId: string; isReturn: boolean };

/** The bank's lines of our orders, in a random order that depends on the seed. */
async function linesOf({ app }: ProcessorGround, random: () => number): Promise<Line[]> {
  const lines: Line[] = [];
  await inLanes(await app.payments.bankLinesSince("EQUITY", since), async ({ lineId, direction, amountCents }) => {
    const match = await app.payments.match(lineId);
    if (!match) throw new Error("the bank has a line without an order before any fault is planted");
    lines.push({
      id: lineId,
      direction: direction === "INCOMING" ? "credit" : "debit",
      amount: amountCents,
      orderId: match.processorId,
      isReturn: match.isReturn,
    });
  });
  return lines
    .toSorted((a, b) => a.amount - b.amount)
    .map((line) => ({ line, place: random() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ line }) => line);
}

type FaultPlanter = ReturnType<typeof faultPlanter>;

/** The mistakes of the bank. Each uses its own lines and records the fault that must be found. */
function faultPlanter({ ask, businessIds }: ProcessorGround, lines: Line[], planted: Map<string, string>) {
  const [equity, opco] = ["0d000000-0000-4000-8000-000000000002", "0d000000-0000-4000-8000-000000000003"];
  const touched = new Set<string>();
  let movedAfterReading = 0;
  const next = (isReturn: boolean): Line => {
    const line = lines.find((one) => one.isReturn === isReturn && !touched.has(one.orderId));
    if (!line) throw new Error("there are not enough lines to plant faults in");
    touched.add(line.orderId);
    return line;
  };
  const alter = async (fault: string, change: (line: Line) => object) => {
    const line = next(false);
    await ask("PUT", `/modern-treasury/bank_lines/${line.id}`, change(line));
    planted.set(line.id, fault);
    return line;
  };
  const addLine = async (fault: string, line: Omit<Line, "id" | "isReturn" | "orderId"> & { orderId?: string }) => {
    const { id } = await ask("POST", "/modern-treasury/bank_lines", {
      internal_account_id: equity,
      direction: line.direction,
      amount: line.amount,
      description: "?",
      world: businessIds[0],
      ...(line.orderId && { payment_order_id: line.orderId }),
    });
    planted.set(String(id), fault);
  };
  /** Adds a payment at the processor that is not ours, with the given metadata. */
  const addForeignPayment = async (fault: string, metadata: Record<string, string>) => {
    const made = await ask("POST", "/modern-treasury/api/counterparties", {
      accounts: [
        {
          account_details: [{ account_number: "100007777" }],
          routing_details: [{ routing_number: "021000021", routing_number_type: "aba" }],
        },
      ],
    });
    const [account] = made["accounts"] as { id: string }[];
    const order = await ask("POST", "/modern-treasury/api/payment_orders", {
      type: "ach",
      direction: "debit",
      amount: 12_340,
      currency: "USD",
      originating_account_id: equity,
      receiving_account_id: account?.id,
      metadata,
    });
    await addLine(fault, { direction: "credit", amount: 12_340, orderId: String(order["id"]) });
  };
  const signed = ({ direction, amount }: Line) => (direction === "credit" ? amount : -amount);
  return {
    unrelated: (direction: Line["direction"]) => addLine("UNKNOWN_PAYMENT", { direction, amount: 77_700 }),
    foreign: (metadata: Record<string, string>) => addForeignPayment("NOT_OURS", metadata),
    unsent: (orderId: string) => addForeignPayment("NEVER_SENT", { payment_order_id: orderId }),
    amount: (by: number) => alter("AMOUNT_DIFFERS", ({ amount }) => ({ amount: amount + by })),
    direction: () =>
      alter("DIRECTION_DIFFERS", ({ direction }) => ({ direction: direction === "credit" ? "debit" : "credit" })),
    book: () => alter("BOOK_DIFFERS", () => ({ internal_account_id: opco })),
    twice: () => addLine("SEEN_TWICE", next(false)),
    missing: async (isReturn: boolean) => {
      const line = next(isReturn);
      await ask("DELETE", `/modern-treasury/bank_lines/${line.id}`, {});
      planted.set(`order ${line.orderId}`, isReturn ? "RETURN_LINE_MISSING" : "LINE_MISSING");
    },
    change: async () => {
      const line = await alter("LINE_CHANGED", ({ amount }) => ({ amount: amount + 5 }));
      movedAfterReading += line.direction === "credit" ? 5 : -5;
    },
    remove: async () => {
      const line = next(false);
      await ask("DELETE", `/modern-treasury/bank_lines/${line.id}`, {});
      planted.set(line.id, "LINE_GONE");
      movedAfterReading -= signed(line);
    },
    /** The difference between the bank's balance now and when it was read. */
    movedAfterReading: () => movedAfterReading,
  };
}

/** 22 of the 25 faults; the other three come after the first reading. */
async function plantBeforeReading(planter: FaultPlanter, cancelled: string[]): Promise<void> {
  for (const direction of ["credit", "credit", "debit"] as const) await planter.unrelated(direction);
  for (const metadata of [{}, { payment_order_id: "INV-2041" }])
    await planter.foreign(metadata as Record<string, string>);
  for (const orderId of cancelled) await planter.unsent(orderId);
  for (const by of [1, -1, 100_000]) await planter.amount(by);
  for (let n = 0; n < 2; n++) await planter.direction();
  for (let n = 0; n < 2; n++) await planter.book();
  for (let n = 0; n < 3; n++) await planter.twice();
  for (const isReturn of [false, false, false, true, true]) await planter.missing(isReturn);
}

const processorIdOf = async ({ admin }: ProcessorGround, orderId: string): Promise<string> =>
  (await admin.query("select processor_order_id as id from app.payment_order where id = $1", [orderId])).rows[0]?.id;

const openTasks = async ({ admin }: ProcessorGround): Promise<number> =>
  (await admin.query("select count(*) from app.task where kind = 'RECONCILIATION_FAULT' and closed_at is null")).rows[0]
    .count;

const returned = async ({ admin }: ProcessorGround): Promise<number> =>
  (await admin.query("select count(*) from app.payment_order where return_code is not null")).rows[0].count;

/** The money of every line moved, whatever its fault, and cash in the ledger equals it. */
async function checkCash({ admin, app }: ProcessorGround, movedAfterReading: number): Promise<void> {
  const { rows } = await admin.query<{ book: "EQUITY" | "OPCO"; cash: number }>(
    `select b.book, sum(b.debit_cents - b.credit_cents)::bigint as cash from app.ledger_balance b
     join app.ledger_account a on a.number = b.account where a.code = 'CASH' group by b.book order by b.book`,
  );
  for (const { book, cash } of rows) {
    const after = book === "EQUITY" ? movedAfterReading : 0;
    hold(`cash of ${book}`, cash + after, await app.payments.bankBalance(book));
  }
}
