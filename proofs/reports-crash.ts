import { until } from "../scripts/processes.ts";
import { apply, inLanes, openServer } from "./applying.ts";
import { askSandbox, putToSandbox } from "./payments-ground.ts";
import { hold, type Proof, randomFrom, sleep } from "./proof.ts";
import { countOf, createWorld, type World } from "./world.ts";

const parts = ["worker", "Restate", "both at once"] as const;
type Part = (typeof parts)[number];
const vendors = ["experian", "middesk", "plaid"];

/** The response latency of the vendors. It is longer at first, so that every kind of kill hits pending requests. */
const latencyMs = { early: 3_000, later: 1_500 };

export const proof: Proof = {
  claim:
    "Applications with consent wait for reports: the owner's credit, the business's credit, the verification by registers, the sanctions list and the bank's transactions. Meanwhile the worker and Restate are killed with kill -9, in turn and together, each 2 to 7 seconds after the process killed before it is ready again. Every report arrives, every application is complete, each report has one row, and the vendors' own records show that each was pulled exactly once.",
  run: async ({ tenth, seed, say }) => {
    const random = randomFrom(seed);
    const count = tenth ? 10 : 100;
    const faults = tenth ? parts.length : 10;
    const world = await createWorld("reports-crash");
    const fastify = await openServer(world);
    try {
      await world.engine.sandbox.start();
      const applicants = await inLanes(count, async (n) => (await apply(world, fastify, n)).businessId);
      say(`${count} applications wait for their reports`);
      await setLatency(world, latencyMs.early);
      await world.engine.worker.start();

      const landed = new Map<Part, number>();
      const pendingAtKill: number[] = [];
      for (let n = 0; n < faults; n++) {
        await sleep(2_000 + random() * 5_000);
        const waiting = await unanswered(world);
        if (waiting === 0 && n >= parts.length) break;
        if (waiting === 0) throw new Error("every report arrived before every part was killed");
        // Each part is killed once, then at random.
        const part = parts[n] ?? parts[Math.floor(random() * parts.length)] ?? "worker";
        await kill(world, part);
        landed.set(part, (landed.get(part) ?? 0) + 1);
        pendingAtKill.push(waiting);
        if (n === parts.length - 1) await setLatency(world, latencyMs.later);
        say(`kill -9 of ${part} while ${waiting} reports were pending`);
      }
      await setLatency(world, 0);
      await until("every report has arrived", async () => (await unanswered(world)) === 0, 600_000);
      await until("every workflow has ended", () => noneOpen(world));
      const found = await checkReports(world, applicants);
      return {
        applications: count,
        ...Object.fromEntries(parts.map((part) => [`kill -9 of ${part}`, landed.get(part) ?? 0])),
        "reports pending at each kill": pendingAtKill.join(", "),
        ...found,
      };
    } finally {
      await fastify.close();
      await world.close();
    }
  },
};

async function setLatency(world: World, ms: number): Promise<void> {
  const faults = ms > 0 ? [{ kind: "latency", ms }] : [];
  for (const vendor of vendors) await putToSandbox(world, `/faults/${vendor}`, { faults });
}

async function kill({ engine }: World, part: Part): Promise<void> {
  const worker = async () => {
    await engine.worker.kill();
    await engine.worker.start();
  };
  if (part === "worker") return worker();
  if (part === "Restate") return engine.restartRestate(false);
  await engine.worker.kill();
  await engine.restartRestate(false);
  await engine.worker.start();
}

/** Reports that have not arrived, and banks whose transactions have not been read. */
const unanswered = async (world: World) =>
  (await countOf(world, "app.report where outcome is null or outcome = 'PENDING'")) +
  (await countOf(world, "app.bank_item where transactions_read_at is null"));

const noneOpen = async (world: World) => (await countOf(world, "app.workflow_run where state = 'OPEN'")) === 0;

/** Compares our rows with the vendors' records. */
async function checkReports(world: World, applicants: string[]): Promise<Record<string, string | number>> {
  const { admin } = world;
  const count = applicants.length;
  const { rows: reports } = await admin.query<{ id: string; business_id: string; source: string; outcome: string }>(
    "select id, business_id, source, outcome from app.report",
  );
  hold("report rows", reports.length, count * 3);
  const stored = new Map<string, number>();
  for (const { source, outcome } of reports)
    stored.set(`${source} ${outcome}`, (stored.get(`${source} ${outcome}`) ?? 0) + 1);
  for (const one of ["BUSINESS_OWNER_CREDIT REPORT", "BUSINESS_CREDIT REPORT", "BUSINESS_VERIFICATION FOUND"])
    hold(`rows with ${one}`, stored.get(one), count);

  type Pulls = { pulls: { reference: string; asked: number }[] };
  const { pulls } = await askSandbox<Pulls>(world, "/experian/pulls.json");
  const references = reports.filter(({ source }) => source !== "BUSINESS_VERIFICATION").map(({ id }) => id);
  hold("pulls at the bureau", pulls.length, references.length);
  hold("pulls and references", new Set([...references, ...pulls.map(({ reference }) => reference)]).size, pulls.length);
  let verifications = 0;
  for (const id of applicants) {
    const headers = { authorization: "Bearer test" };
    const url = `${world.engine.sandboxUrl}/middesk/v1/businesses?external_id=${id}`;
    const { data } = (await (await fetch(url, { headers })).json()) as { data: unknown[] };
    hold(`verifications of ${id}`, data.length, 1);
    verifications += data.length;
  }

  hold("businesses that were not screened", await countOf(world, unscreened), 0);
  const screenings = await countOf(world, "app.sanctions_screening");
  hold("businesses with a bank", await countOf(world, "(select distinct business_id from app.bank_item) b"), count);
  const banks = await countOf(world, "app.bank_item");
  const { rows: transactions } = await admin.query<{ lines: number }>(
    "select count(*)::int as lines from app.bank_transaction group by bank_item_id",
  );
  // All banks have the same bakery's transactions, so they have the same number of them.
  hold("banks with transactions", transactions.length, banks);
  hold("different numbers of the same transactions", new Set(transactions.map(({ lines }) => lines)).size, 1);
  const open = "app.additional_input where done_at is null";
  hold("requests to owners that a crash caused", await countOf(world, open), 0);
  return {
    "reports stored, one row each": reports.length,
    "pulls at the bureau, one for each": pulls.length,
    "verifications at the registers, one for each business": verifications,
    "requests repeated with the same reference": pulls.filter(({ asked }) => asked > 1).length,
    "names screened + screened again": `${count * 2} + ${screenings - count * 2}`,
    "banks read × transactions of each": `${transactions.length} × ${transactions[0]?.lines ?? 0}`,
    "reports lost": 0,
    "reports pulled or stored twice": 0,
    "workflows open, paused or failed at the end": 0,
  };
}

const unscreened = `app.business b where b.platform_business_id like 'proof-%' and (
  select count(distinct subject_id) from app.sanctions_screening s where s.business_id = b.id) <> 2`;
