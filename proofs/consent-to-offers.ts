import { until } from "../scripts/processes.ts";
import { apply, openServer } from "./applying.ts";
import { putToSandbox } from "./payments-ground.ts";
import type { Proof } from "./proof.ts";
import { createWorld, type World } from "./world.ts";

const vendors = ["experian", "middesk", "plaid"];
const vendorMs = 1_000;
/** The goal: what we add to the slowest vendor. */
const goalMs = 5_000;

export const proof: Proof = {
  claim:
    "A business with 24 months of transactions consents, and every vendor takes a second for each response. The figures are the time from the answer to the consent until the offers are there, and where it goes. The median is within 5 seconds of the slowest vendor.",
  run: async ({ tenth, say }) => {
    const runs = tenth ? 2 : 50;
    const world = await createWorld("consent-to-offers");
    const fastify = await openServer(world);
    const setLatency = async (ms: number) => {
      for (const vendor of vendors)
        await putToSandbox(world, `/faults/${vendor}`, { faults: ms > 0 ? [{ kind: "latency", ms }] : [] });
    };
    try {
      await world.engine.sandbox.start();
      await world.engine.worker.start();
      const times: Times[] = [];
      for (let n = 0; n < runs; n++) {
        await setLatency(0);
        const { businessId, consentedAt } = await apply(world, fastify, n, {
          products: ["TERM_LOAN", "MCA"],
          beforeConsent: async (id) => {
            await until("the bank is read", async () => (await unreadBanks(world, id)) === 0);
            await setLatency(vendorMs);
          },
        });
        await until("the offers are there", async () => (await offered(world, businessId)) === 2);
        times.push(await timesOf(world, businessId, consentedAt));
      }
      /** The value below which this share of the runs lies. */
      const quantile = (what: keyof Times, share: number) =>
        times.map((one) => one[what]).toSorted((a, b) => a - b)[Math.ceil(times.length * share) - 1] ?? 0;
      const figure = (what: keyof Times) => `${quantile(what, 0.5)} and ${quantile(what, 0.95)} ms`;
      const beyond = quantile("offers", 0.5) - vendorMs;
      say(`beyond the slowest vendor: ${beyond} ms`);
      if (!tenth && beyond > goalMs) throw new Error(`the median is ${beyond} ms beyond the slowest vendor`);
      return {
        runs,
        "a vendor's response": `${vendorMs} ms`,
        "consent to the last report, median and p95": figure("reports"),
        "consent to complete data, median and p95": figure("complete"),
        "consent to the decision, median and p95": figure("decided"),
        "consent to offers, median and p95": figure("offers"),
        "beyond the slowest vendor, median": `${beyond} ms`,
      };
    } finally {
      await fastify.close();
      await world.close();
    }
  },
};

/** Milliseconds after the consent. */
type Times = { reports: number; complete: number; decided: number; offers: number };

const one = async <T extends object>({ admin }: World, text: string, ...values: unknown[]): Promise<T | undefined> =>
  (await admin.query<T>(text, values)).rows[0];

const unreadBanks = async (world: World, businessId: string) =>
  (
    await one<{ count: number }>(
      world,
      "select count(*)::int from app.bank_item where business_id = $1 and (transactions_read_at is null or history <> 'COMPLETE')",
      businessId,
    )
  )?.count;

const offered = async (world: World, businessId: string) =>
  (
    await one<{ count: number }>(
      world,
      "select count(*)::int from app.event where business_id = $1 and kind = 'application.offered'",
      businessId,
    )
  )?.count;

async function timesOf(world: World, businessId: string, consentedAt: Date): Promise<Times> {
  const times = await one<{ [Stage in keyof Times]: Date }>(
    world,
    `select
       (select max(recorded_at) from app.event where business_id = $1 and kind = 'report.updated') as reports,
       (select max(recorded_at) from app.event where business_id = $1 and kind = 'application.completed') as complete,
       (select max(created_at) from app.decision where business_id = $1) as decided,
       (select max(recorded_at) from app.event where business_id = $1 and kind = 'application.offered') as offers`,
    businessId,
  );
  if (!times) throw new Error("the business has no times");
  const after = (at: Date) => at.getTime() - consentedAt.getTime();
  return {
    reports: after(times.reports),
    complete: after(times.complete),
    decided: after(times.decided),
    offers: after(times.offers),
  };
}
