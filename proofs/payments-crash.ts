import { addBankingDays } from "../packages/lending/src/calendar/banking-day.ts";
import { businessDate } from "../packages/lending/src/calendar/business-date.ts";
import { books } from "../packages/lending/src/ledger/accounts.ts";
import { until } from "../scripts/processes.ts";
import { advance } from "./advance.ts";
import { killers } from "./killers.ts";
import {
  amountFrom,
  checkOrders,
  connectProcessor,
  type Debtor,
  journal,
  makeDebtors,
  makeOrder,
  type OrderSpec,
} from "./payments-ground.ts";
import { persist } from "./persist.ts";
import { hold, type Proof, randomFrom, shuffled, sleep } from "./proof.ts";
import { createWorld, type World } from "./world.ts";

const parts = ["worker", "Restate", "PostgreSQL", "sandbox"] as const;
type Part = (typeof parts)[number];

/** The last debit has settled by this day, including a retry. */
const lastDay = "2026-12-18";

export const proof: Proof = {
  claim:
    "While debits and payouts are made and the clocks of their businesses advance, the worker, Restate, PostgreSQL and the sandbox of the processor are killed with kill -9 at random, each 2 to 7 seconds after the process killed before it is ready again. In the middle the store of Restate is deleted. The journal of the processor shows that every payment order was accepted exactly once and that every accepted payment belongs to one order, which has recorded it. The ledger holds every order once, and cash equals the bank's balance to the cent.",
  run: async ({ tenth, seed, say }) => {
    const random = randomFrom(seed);
    const businesses = tenth ? 3 : 20;
    const each = tenth ? 4 : 15;
    // A tenth-size run kills sooner, and once after the last order is accepted.
    const pause = tenth ? { leastMs: 500, moreMs: 1_500, late: 1 } : { leastMs: 2_000, moreMs: 5_000, late: 4 };
    const world = await createWorld("payments-crash", { MODERN_TREASURY_TIMEOUT_MS: "3000" });
    const kills = killers(world);
    try {
      await Promise.all([world.engine.sandbox.start(), world.engine.worker.start(), world.api.start()]);
      await connectProcessor(world);
      const debtors = await makeDebtors(world, businesses);
      const specs = debtors.flatMap((debtor) => Array.from({ length: each }, () => orderSpec(debtor, random)));
      const landed = new Map<Part, number>();
      let wipedAfter = -1;
      let isOver = false;
      const isEnough = () => landed.size === parts.length && wipedAfter >= 0;
      const director = (async () => {
        const first = shuffled(parts, random);
        // The director continues after all orders are accepted, so that a few kills hit the settlement.
        for (let late = 0; late < pause.late; ) {
          await sleep(pause.leastMs + random() * pause.moreMs);
          if (isOver) return;
          const accepted = (await journal(world)).length;
          if (accepted >= specs.length && isEnough()) late++;
          const isWipe = wipedAfter < 0 && accepted >= specs.length / 3;
          // Each part is killed once in random order, then at random. Restate's store is deleted when a third of the orders is accepted.
          const part = isWipe ? "Restate" : (first.pop() ?? parts[Math.floor(random() * parts.length)] ?? "worker");
          if (isWipe) wipedAfter = accepted;
          say(`kill -9 of ${part}${isWipe ? ", its store deleted" : ""}: ${accepted} of ${specs.length} are accepted`);
          await kills[part](isWipe);
          landed.set(part, (landed.get(part) ?? 0) + 1);
        }
      })();
      const time = Promise.all(
        debtors.map((debtor, n) =>
          runBusiness(world, debtor, specs.slice(n * each, (n + 1) * each), n * each, isEnough),
        ),
      );
      // The first failure ends both.
      await Promise.race([time, director.then(() => time)]);
      isOver = true;
      await director;
      await until("every workflow has ended", () => noneOpen(world));
      say("every clock has arrived; the ledger is compared");
      const totals = await checkOrders(world);
      hold("orders made", totals.orders - totals.retries, specs.length);
      const { rows } = await world.admin.query(
        "select count(*) as attempts from app.payment_attempt where purpose = 'SEND'",
      );
      return {
        "orders + retries after insufficient funds": `${totals.orders - totals.retries} + ${totals.retries}`,
        "businesses whose clocks advance through the partner API": businesses,
        ...Object.fromEntries(parts.map((part) => [`kill -9 of ${part}`, landed.get(part) ?? 0])),
        "accepted when Restate's store was deleted": wipedAfter,
        "accepted by the processor's journal": totals.accepted,
        "accepted twice": totals.doubled,
        "lost, by the journal": totals.lost,
        "failures that the processor does not know": totals.falselyFailed,
        "send attempts": rows[0].attempts,
        "workflows open, paused or failed at the end": 0,
        "amount moved, equal in ledger and bank": `$${(totals.cents / 100).toLocaleString("en-US", { minimumFractionDigits: 2 })}`,
      };
    } finally {
      await world.close();
      await kills.stop();
    }
  },
};

function orderSpec(debtor: Debtor, random: () => number): OrderSpec {
  const dueOn = addBankingDays(businessDate("2026-11-17"), 1 + Math.floor(random() * 8));
  const book = books[Math.floor(random() * books.length)] ?? "EQUITY";
  return { debtor, kind: random() < 0.6 ? "debit" : "payout", amountCents: amountFrom(random), dueOn, book };
}

/** Makes the orders of a business a few at a time and advances its clock a few days in between, while parts are killed. */
async function runBusiness(
  world: World,
  debtor: Debtor,
  own: OrderSpec[],
  from: number,
  isEnough: () => boolean,
): Promise<void> {
  const days = ["2026-11-18", "2026-11-20", "2026-11-24", "2026-11-27"];
  const debitsFirst = own.map((one, n) => ({ one, n })).toSorted((a, b) => a.one.kind.localeCompare(b.one.kind));
  for (const [round, day] of days.entries()) {
    // Debits must be made before their due date.
    const now = debitsFirst.filter(({ one }, place) =>
      one.kind === "debit" ? round === 0 : place % days.length === round,
    );
    for (const { one, n } of now) {
      await persist(`order ${from + n} is made`, () => makeOrder(world, one, `proof-${from + n}`));
    }
    await advance(world, debtor, day);
  }
  // On a fast machine the run would end before every part was killed.
  await until("every part was killed", isEnough, 600_000);
  await advance(world, debtor, lastDay);
}

const noneOpen = async ({ admin }: World) =>
  (await admin.query("select from app.workflow_run where state = 'OPEN'")).rowCount === 0;
