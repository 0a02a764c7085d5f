import { replay } from "../apps/api/src/underwriting/decisions/decisions.ts";
import { until } from "../scripts/processes.ts";
import { apply, inLanes, openServer } from "./applying.ts";
import { type KilledPart, killers } from "./killers.ts";
import { putToSandbox } from "./payments-ground.ts";
import { hold, type Proof, randomFrom, sleep } from "./proof.ts";
import { countOf, createWorld, type World } from "./world.ts";

const parts: readonly KilledPart[] = ["worker", "Restate", "PostgreSQL"];
/** Two of these lead to offers, one to a review. */
const bankUsers = ["user_good", "user_shrinking", "user_saas"];
/** The bank's latency, so that kills hit decisions that wait for balances. */
const latencyMs = 700;

export const proof: Proof = {
  claim:
    "Businesses apply for two products each, and their applications are decided while the worker, Restate and PostgreSQL are killed with kill -9 in turn, each time while decisions are under way. Every application is decided once: one run, one snapshot, one set of offers with one reservation of capital, or one task for staff. Every decision repeats from its snapshot to the same bytes.",
  run: async ({ tenth, seed, say }) => {
    const random = randomFrom(seed);
    const businesses = tenth ? 6 : 100;
    const world = await createWorld("decisions-crash");
    const kills = killers(world);
    const fastify = await openServer(world);
    try {
      await world.engine.sandbox.start();
      await inLanes(businesses, (n) => {
        const bankUser = bankUsers[n % bankUsers.length] ?? "user_good";
        return apply(world, fastify, n, { products: ["TERM_LOAN", "MCA"], bankUser });
      });
      const applications = businesses * 2;
      say(`${applications} applications wait for a decision`);
      await putToSandbox(world, "/faults/plaid", { faults: [{ kind: "latency", ms: latencyMs }] });
      await world.engine.worker.start();
      const undecidedAtKill: number[] = [];
      const planned = tenth ? parts.length : 24;
      for (let n = 0; n < planned; n++) {
        // The kills are spread over all decisions: each waits until its share of them is saved while others are under way. A few
        // applications are decided at once, so there the kills follow each other.
        const mostLeft = tenth ? applications : applications - Math.floor((n * applications) / (planned + 1));
        await until(
          "a decision is under way",
          async () => {
            const left = await undecided(world);
            return left === 0 || (left <= mostLeft && (await underWay(world)) > 0);
          },
          300_000,
        );
        await sleep(random() * latencyMs);
        const left = await undecided(world);
        if (left === 0) break;
        const part = parts[n % parts.length] ?? "worker";
        await kills[part](false);
        undecidedAtKill.push(left);
        say(`kill -9 of ${part} while ${left} applications were undecided`);
      }
      if (undecidedAtKill.length < parts.length) throw new Error("everything was decided before every part was killed");
      await putToSandbox(world, "/faults/plaid", { faults: [] });
      await until("every application is decided", async () => (await undecided(world)) === 0, 600_000);
      await until("every workflow has ended", async () => (await countOf(world, openRuns)) === 0);
      const found = await checkDecisions(world, applications);
      return {
        applications,
        "kill -9": undecidedAtKill.length,
        "undecided at each kill": undecidedAtKill.join(", "),
        ...found,
      };
    } finally {
      await fastify.close();
      await world.close();
      await kills.stop();
    }
  },
};

const openRuns = "app.workflow_run where state = 'OPEN'";
const underWay = (world: World) =>
  countOf(
    world,
    "app.loan_application a where completed_at is not null and not exists (select from app.decision d where d.application_id = a.id)",
  );
const undecided = (world: World) =>
  countOf(world, "app.loan_application a where not exists (select from app.decision d where d.application_id = a.id)");

async function checkDecisions(world: World, applications: number): Promise<Record<string, number>> {
  const { admin, app, platformId } = world;
  const none = async (what: string, from: string) => hold(what, await countOf(world, from), 0);
  hold("decisions", await countOf(world, "app.decision"), applications);
  hold("snapshots", await countOf(world, "app.decision_snapshot"), applications);
  await none(
    "applications without exactly one decision",
    `app.loan_application a
    where (select count(*) from app.decision d where d.application_id = a.id) <> 1`,
  );
  await none(
    "decisions whose application stands elsewhere",
    `app.decision d join app.loan_application a on a.id = d.application_id
    where a.status <> case d.outcome when 'OFFERS' then 'WAITING_FOR_ACCEPTANCE' when 'NO_OFFERS' then 'NO_OFFERS' else 'ASSIGN_TO_CAPITAL_PROVIDER' end`,
  );
  await none(
    "applications whose offers are not those of their event",
    `app.loan_application a
    where (select coalesce(array_agg(o.id order by o.id), '{}') from app.offer o where o.application_id = a.id)
      is distinct from (select coalesce(array_agg(x::uuid order by x::uuid), '{}') from app.event e, jsonb_array_elements_text(e.body -> 'offerIds') x
        where e.kind = 'application.offered' and e.body ->> 'applicationId' = a.id::text)`,
  );
  await none(
    "events other than one for each decision",
    `app.loan_application a where 1 <> (select count(*) from app.event e
    where e.kind in ('application.offered', 'application.declined', 'application.referred') and e.body ->> 'applicationId' = a.id::text)`,
  );
  await none(
    "offered applications without exactly one reservation of their largest offer",
    `app.decision d where d.outcome = 'OFFERS'
    and (select array_agg(r.amount_cents) from app.capital_reservation r where r.application_id = d.application_id and r.released_at is null)
      is distinct from array[(select max(o.amount_cents) from app.offer o where o.application_id = d.application_id)]`,
  );
  await none(
    "providers whose headroom is not the sum of the reservations",
    `app.capital_provider p where p.reserved_cents <>
    (select coalesce(sum(r.amount_cents), 0) from app.capital_reservation r where r.provider_id = p.id and r.released_at is null)`,
  );
  await none(
    "referred applications without exactly one task",
    `app.decision d where d.outcome = 'REVIEW' and 1 <> (select count(*)
    from app.task t where t.kind = 'DECISION_REVIEW' and t.subject_id = d.application_id and t.closed_at is null)`,
  );
  await none("workflows that failed", "app.workflow_run where state <> 'DONE'");

  const { rows } = await admin.query<{ id: string; business_id: string }>("select id, business_id from app.decision");
  for (const { id, business_id: businessId } of rows)
    hold("a repeated decision", (await replay(app, { platformId, businessId }, id))?.outcome, "SAME");
  return {
    "decisions, one for each application": rows.length,
    "with offers": await countOf(world, "app.decision where outcome = 'OFFERS'"),
    "referred to staff": await countOf(world, "app.decision where outcome = 'REVIEW'"),
    denied: await countOf(world, "app.decision where outcome = 'NO_OFFERS'"),
    offers: await countOf(world, "app.offer"),
    "decisions repeated to the same bytes": rows.length,
    "decided twice, lost or with other offers": 0,
  };
}
