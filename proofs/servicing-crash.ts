import { businessDate, daysBetween } from "../packages/lending/src/calendar/business-date.ts";
import { until } from "../scripts/processes.ts";
import { advance } from "./advance.ts";
import { type KilledPart, killers } from "./killers.ts";
import { beginsAt, connectProcessor } from "./payments-ground.ts";
import { type Proof, randomFrom, shuffled, sleep } from "./proof.ts";
import { checkServicing } from "./servicing-crash-check.ts";
import { makeBorrowers } from "./servicing-crash-ground.ts";
import { countOf, createWorld, type World } from "./world.ts";

const parts: readonly KilledPart[] = ["worker", "API", "Restate", "PostgreSQL", "sandbox"];
/** Businesses whose clocks advance at the same time. */
const lanes = 8;

export const proof: Proof = {
  claim:
    "Term loans are paid out, debited, debited again where the bank returns a debit, and become late, while the clocks of their businesses pass 63 days and the worker, the API, Restate, PostgreSQL and the sandbox of the processor are killed with kill -9 at random, each 2 to 7 seconds after the process killed before it is ready again. Every loan is paid out once. No item is debited twice and none is forgotten: what has fallen due is paid, or its debit is on its way, or its delay has had its consequences. The processor's journal holds every order once, every invariant of the ledger holds, and cash equals the bank's balance to the cent.",
  run: async ({ tenth, seed, say }) => {
    const random = randomFrom(seed);
    const argument = process.argv.find((one) => one.startsWith("--loans="))?.slice("--loans=".length);
    const count = { loans: Number(argument ?? (tenth ? 6 : 2_000)), most: tenth ? 2 : 10 };
    // The second installments fall due in the full run, and the first ones in both.
    const lastDay = tenth ? "2026-12-22" : "2027-01-18";
    const pause = tenth ? { leastMs: 200, moreMs: 500 } : { leastMs: 2_000, moreMs: 5_000 };
    const world = await createWorld("servicing-crash", { MODERN_TREASURY_TIMEOUT_MS: "3000" });
    const kills = killers(world);
    try {
      await Promise.all([world.engine.sandbox.start(), world.engine.worker.start(), world.api.start()]);
      await connectProcessor(world);
      const borrowers = await makeBorrowers(world, count, random);
      say(`${count.loans} loans of ${borrowers.length} businesses wait for their payout`);
      const landed = new Map<KilledPart, number>();
      const isEnough = () => landed.size === parts.length;
      let [arrived, isOver] = [0, false];
      const director = (async () => {
        const first = shuffled(parts, random);
        for (;;) {
          await sleep(pause.leastMs + random() * pause.moreMs);
          if (isOver || (tenth && isEnough())) return;
          // Each part is killed once in random order, then at random.
          const part = first.pop() ?? parts[Math.floor(random() * parts.length)] ?? "worker";
          say(`kill -9 of ${part}: ${arrived} of ${borrowers.length} businesses are at ${lastDay}`);
          await kills[part](false);
          landed.set(part, (landed.get(part) ?? 0) + 1);
        }
      })();
      const waiting = borrowers.toReversed();
      const lane = async () => {
        for (let borrower = waiting.pop(); borrower; borrower = waiting.pop()) {
          await advance(world, borrower, lastDay);
          arrived++;
        }
      };
      const all = Promise.all(Array.from({ length: lanes }, lane));
      // The first failure ends both.
      await Promise.race([all, director.then(() => all)]);
      isOver = true;
      await director;
      await until("every workflow has ended", () => isIdle(world), 600_000);
      say("every clock has arrived; orders, items and the ledger are compared");
      const found = await checkServicing(world, borrowers, businessDate(lastDay));
      return {
        loans: count.loans,
        "businesses whose clocks advance through the partner API": borrowers.length,
        "simulated days": daysBetween(businessDate(beginsAt.slice(0, 10)), businessDate(lastDay)),
        ...Object.fromEntries(parts.map((part) => [`kill -9 of ${part}`, landed.get(part) ?? 0])),
        "loans paid out once": found.funded,
        "debits accepted by the processor": found.debits,
        "debits returned by the bank": found.returned,
        "debited twice": 0,
        "items fallen due": found.due,
        "of these paid": found.paid,
        "of these with a debit on its way": found.onTheWay,
        "of these unpaid, with their consequences": found.delinquent,
        "overdue and unhandled": 0,
        "loans that are late": found.late,
        "loans that are fully paid": found.fullyPaid,
        "broken invariants of the ledger": 0,
        "cash, equal to the bank's": found.cash,
        "workflows open, paused or failed at the end": 0,
      };
    } finally {
      await world.close();
      await kills.stop();
    }
  },
};

const isIdle = async (world: World): Promise<boolean> =>
  (await countOf(world, "app.event where handled_at is null")) === 0 &&
  (await countOf(world, "app.workflow_run where state = 'OPEN'")) === 0;
