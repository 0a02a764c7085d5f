import { randomUUID } from "node:crypto";
import { assignCapital, releaseCapital } from "../apps/api/src/capital/public.ts";
import { inScope } from "../apps/api/src/db/scope.ts";
import { decideApplications } from "../apps/api/src/offers/decide-applications.ts";
import { closeApplications } from "../apps/api/src/underwriting/public.ts";
import { until } from "../scripts/processes.ts";
import { apply, openServer } from "./applying.ts";
import { hold, type Proof, randomFrom, sleep } from "./proof.ts";
import { createWorld, type World } from "./world.ts";

/** How many applications ask for capital at once, and what the provider can reserve. */
const atOnce = 50;
const capacityCents = 1_000_000;

export const proof: Proof = {
  claim:
    "A decision and a withdrawal of the same application start at the same time. A denial and a withdrawal exclude each other; after a withdrawal nothing is decided, and no capital stays reserved. Applications that ask a provider for capital at once get what it has and not a cent more, and give it back once.",
  run: async ({ tenth, seed, say }) => {
    const random = randomFrom(seed);
    const world = await createWorld("decision-races");
    const fastify = await openServer(world);
    try {
      await world.engine.sandbox.start();
      await world.engine.worker.start();
      const good = (await apply(world, fastify, 1, { products: ["TERM_LOAN"] })).businessId;
      const failing = (await apply(world, fastify, 2, { products: ["TERM_LOAN"], bankUser: "user_shrinking" }))
        .businessId;
      await until(
        "both applications are decided",
        async () => (await rowsOf(world, "select from app.decision")).length === 2,
      );
      await world.engine.worker.stop();
      const races = await raceDecisions(world, { good, failing, rounds: tenth ? 50 : 500, random });
      say(`${races.rounds} races of a decision and a withdrawal`);
      return { ...races, ...(await raceForCapital(world, good, tenth ? 10 : 100)) };
    } finally {
      await fastify.close();
      await world.close();
    }
  },
};

const rowsOf = async <T extends object>({ admin }: World, text: string, ...values: unknown[]): Promise<T[]> =>
  (await admin.query<T>(text, values)).rows;

type Races = { good: string; failing: string; rounds: number; random: () => number };

const withdraw = ({ app }: World, tenant: { platformId: string; businessId: string }): Promise<number> =>
  inScope(app.pool, tenant, (tx) =>
    closeApplications(
      tx,
      tenant,
      { because: "LOAN_APPLICATION_WITHDRAWN", withdrawal: { reason: "OTHER" } },
      { actor: { kind: "SYSTEM", id: null }, requestId: null },
    ),
  );

async function raceDecisions(world: World, { good, failing, rounds, random }: Races) {
  const { app, platformId } = world;
  for (const businessId of [good, failing]) await withdraw(world, { platformId, businessId });
  const ended = { offered: 0, denied: 0, withdrawn: 0 };
  // How long a decision takes, so that the withdrawals hit all of its parts.
  let longestMs = 100;
  for (let round = 0; round < rounds; round++) {
    const businessId = round % 2 === 0 ? good : failing;
    const tenant = { platformId, businessId };
    const id = randomUUID();
    // Complete since long ago, so that what the rules leave open is a denial.
    await rowsOf(
      world,
      `insert into app.loan_application (id, platform_id, business_id, product, status, received_at, completed_at, promised_at)
       values ($1, $2, $3, 'TERM_LOAN', 'ASSIGN_TO_CAPITAL_PROVIDER', now() - interval '40 days', now() - interval '30 days',
         now() - interval '38 days')`,
      id,
      platformId,
      businessId,
    );
    const began = performance.now();
    const decided = decideApplications(app, { ...tenant, id: randomUUID() }).then(() => {
      longestMs = Math.max(longestMs, performance.now() - began);
    });
    await sleep(random() * Math.min(longestMs, 400));
    const closed = await withdraw(world, tenant);
    await decided;
    const [row] = await rowsOf<{ status: string; decisions: number; reserved: number; kinds: string[] }>(
      world,
      `select a.status,
         (select count(*)::int from app.decision d where d.application_id = a.id) as decisions,
         (select count(*)::int from app.capital_reservation r where r.application_id = a.id and r.released_at is null) as reserved,
         (select array_agg(e.kind order by e.sequence) from app.event e where e.stream = a.business_id and e.body ->> 'applicationId' = a.id::text) as kinds
       from app.loan_application a where a.id = $1`,
      id,
    );
    const story = row?.kinds.join(", ") ?? "";
    hold(`round ${round}: capital that stays reserved`, row?.reserved, 0);
    if (story === "application.withdrawn") {
      hold(
        `round ${round}: a withdrawn application`,
        [row?.status, row?.decisions, closed].join(),
        "LOAN_APPLICATION_WITHDRAWN,0,1",
      );
      ended.withdrawn++;
    } else if (businessId === failing) {
      hold(
        `round ${round}: a denied application`,
        [story, row?.status, row?.decisions, closed].join(),
        "application.declined,NO_OFFERS,1,0",
      );
      ended.denied++;
    } else {
      const offered = "application.offered, application.withdrawn,LOAN_APPLICATION_WITHDRAWN,1,1";
      hold(`round ${round}: an offered application`, [story, row?.status, row?.decisions, closed].join(), offered);
      ended.offered++;
    }
  }
  for (const [what, times] of Object.entries(ended))
    if (times === 0) throw new Error(`no race ended with the application ${what} first`);
  return {
    rounds,
    "withdrawn first, nothing decided": ended.withdrawn,
    "denied first, withdrawal refused": ended.denied,
    "offered first, then withdrawn": ended.offered,
    "both or neither": 0,
  };
}

/** Rounds in which many applications ask one provider for capital at once, and give it back twice at once. */
async function raceForCapital(world: World, businessId: string, rounds: number) {
  const { app, platformId } = world;
  const each = 60_000;
  const most = Math.floor(capacityCents / each);
  await rowsOf(world, "update app.capital_provider set reserved_cents = 0, capacity_cents = $1", capacityCents);
  await rowsOf(world, "delete from app.capital_concentration");
  for (let round = 0; round < rounds; round++) {
    const ids = (
      await rowsOf<{ id: string }>(
        world,
        `insert into app.loan_application (platform_id, business_id, product, status, offer_step, received_at)
         select $1, $2, 'MCA', 'LOAN_APPLICATION_INCOMPLETE', 'LOAN_APPLICATION_INCOMPLETE', now() from generate_series(1, $3) returning id`,
        platformId,
        businessId,
        atOnce,
      )
    ).map(({ id }) => id);
    const tenant = { platformId, businessId };
    const assigned = await Promise.all(
      ids.map((applicationId) =>
        inScope(app.pool, tenant, (tx) =>
          assignCapital(tx, {
            ...tenant,
            applicationId,
            product: "MCA",
            state: "OH",
            industry: "44",
            amountCents: each,
          }),
        ),
      ),
    );
    hold(`round ${round}: applications with capital`, assigned.filter(({ provider }) => provider).length, most);
    hold(`round ${round}: reserved`, await reservedOf(world), most * each);
    await Promise.all([...ids, ...ids].map((id) => inScope(app.pool, tenant, (tx) => releaseCapital(tx, id))));
    hold(`round ${round}: reserved after every release`, await reservedOf(world), 0);
  }
  return {
    "rounds of 50 requests for capital at once": rounds,
    "reserved in each, cents of 1,000,000": most * each,
    "rounds over or under the limit": 0,
  };
}

const reservedOf = async (world: World) =>
  (await rowsOf<{ cents: number }>(world, "select sum(reserved_cents)::int as cents from app.capital_provider"))[0]
    ?.cents;
