import { randomUUID } from "node:crypto";
import { Refusal } from "@inlay/contracts/errors.ts";
import { inScope } from "../apps/api/src/db/scope.ts";
import { openOffer } from "../apps/api/src/disclosures/signing.fixture.ts";
import { applicationDeadlines } from "../apps/api/src/offers/application-deadlines.ts";
import { changeOffer } from "../apps/api/src/offers/select-offer.ts";
import { hold, type Proof, randomFrom, sleep } from "./proof.ts";
import { createWorld, type World } from "./world.ts";

const largestCents = 5_000_000;
const dayMs = 86_400_000;

export const proof: Proof = {
  claim:
    "Two offers of one application are chosen at the same moment, and an offer is chosen while the clock lets it expire. Of two choices one is stored and the other is refused, and only the amount of the stored one stays reserved. After an expiry no offer is chosen and nothing stays reserved, whichever came first.",
  run: async ({ tenth, seed, say }) => {
    const random = randomFrom(seed);
    const rounds = tenth ? 50 : 500;
    const world = await createWorld("offer-choices");
    try {
      const choices = await raceChoices(world, rounds);
      say(`${rounds} races of two choices`);
      const expiries = await raceExpiry(world, rounds, random);
      return { rounds, ...choices, ...expiries };
    } finally {
      await world.close();
    }
  },
};

type Owner = { platformId: string; businessId: string; userId: string };

async function rowsOf<T extends object>({ admin }: World, text: string, ...values: unknown[]): Promise<T[]> {
  return (await admin.query<T>(text, values)).rows;
}

async function createOwner(world: World): Promise<Owner> {
  const { platformId } = world;
  const [business, user] = [randomUUID(), randomUUID()];
  await rowsOf(
    world,
    "insert into app.business (id, platform_id, platform_business_id, name) values ($1, $2, $3, 'Harbor Bakery')",
    business,
    platformId,
    business,
  );
  await rowsOf(
    world,
    "insert into app.business_user (id, platform_id, business_id, platform_user_id) values ($1, $2, $3, $4)",
    user,
    platformId,
    business,
    user,
  );
  return { platformId, businessId: business, userId: user };
}

/** An application with two offers that expire in a month, and the capital of the larger. */
async function offered(world: World, owner: Owner): Promise<{ application: string; offers: [string, string] }> {
  const { application, offer } = await openOffer(world.admin, owner, { state: "OH", amountCents: largestCents });
  const [other] = await rowsOf<{ id: string }>(
    world,
    `insert into app.offer (platform_id, business_id, application_id, decision_id, terms, amount_cents, apr_percentage, status, is_locked,
       is_counter_offer, capital_provider_id, expires_at, state, borrower)
     select platform_id, business_id, application_id, decision_id, terms, amount_cents, apr_percentage, status, is_locked, is_counter_offer,
       capital_provider_id, expires_at, state, borrower from app.offer where id = $1 returning id`,
    offer,
  );
  await rowsOf(
    world,
    `insert into app.capital_reservation (platform_id, business_id, application_id, provider_id, industry, amount_cents)
     values ($1, $2, $3, 'EQUITY', '44', $4)`,
    owner.platformId,
    owner.businessId,
    application,
    largestCents,
  );
  await rowsOf(
    world,
    "update app.capital_provider set reserved_cents = reserved_cents + $1 where id = 'EQUITY'",
    largestCents,
  );
  for (const [kind, key] of [
    ["PLATFORM", owner.platformId],
    ["INDUSTRY", "44"],
  ])
    await rowsOf(
      world,
      `insert into app.capital_concentration (provider_id, kind, key, reserved_cents) values ('EQUITY', $1, $2, $3)
       on conflict (provider_id, kind, key) do update set reserved_cents = capital_concentration.reserved_cents + excluded.reserved_cents`,
      kind,
      key,
      largestCents,
    );
  return { application, offers: [offer, other?.id ?? ""] };
}

/** The outcome of a choice: CHOSEN, or the code of its refusal. */
const choose = ({ app }: World, owner: Owner, offerId: string, customLoanAmountCents: number): Promise<string> =>
  inScope(app.pool, { platformId: owner.platformId, businessId: owner.businessId }, (tx) =>
    changeOffer(
      tx,
      owner,
      { eventType: "OFFER_SELECTED", selectedOffers: [{ offerId, customLoanAmountCents }] },
      randomUUID(),
    ),
  ).then(
    () => "CHOSEN",
    (error: unknown) => {
      if (error instanceof Refusal) return error.code;
      throw error;
    },
  );

type Standing = { step: string; chosen: string[]; reserved: number[]; kinds: string[] };

async function standingOf(world: World, application: string): Promise<Standing> {
  const [row] = await rowsOf<Standing>(
    world,
    `select a.offer_step as step,
       (select coalesce(array_agg(o.chosen_amount_cents::text), '{}') from app.offer o where o.application_id = a.id and o.status = 'SELECTED') as chosen,
       (select coalesce(array_agg(r.amount_cents::int), '{}') from app.capital_reservation r where r.application_id = a.id and r.released_at is null) as reserved,
       (select coalesce(array_agg(e.kind order by e.sequence), '{}') from app.event e
         where e.stream = a.business_id and e.body ->> 'applicationId' = a.id::text) as kinds
     from app.loan_application a where a.id = $1`,
    application,
  );
  if (!row) throw new Error("the application is gone");
  return row;
}

async function raceChoices(world: World, rounds: number) {
  const wins = [0, 0];
  const amounts = [2_000_000, 3_000_000] as const;
  for (let round = 0; round < rounds; round++) {
    const owner = await createOwner(world);
    const { application, offers } = await offered(world, owner);
    const outcomes = await Promise.all(
      [0, 1].map((n) => choose(world, owner, offers[n] ?? "", amounts[n] ?? largestCents)),
    );
    hold(`round ${round}: the outcomes`, outcomes.toSorted().join(), "CHOSEN,OTHER_OFFER_SELECTED");
    const won = outcomes.indexOf("CHOSEN");
    const { step, chosen, reserved, kinds } = await standingOf(world, application);
    hold(`round ${round}: the chosen amount`, chosen.join(), String(amounts[won]));
    hold(`round ${round}: the reserved amount`, reserved.join(), String(amounts[won]));
    hold(`round ${round}: the events`, kinds.join(), "offer.selected");
    hold(`round ${round}: the step`, step, "COLLECT_TAX_ID");
    wins[won] = (wins[won] ?? 0) + 1;
  }
  return { "first offer chosen": wins[0] ?? 0, "second offer chosen": wins[1] ?? 0, "two or none chosen": 0 };
}

async function raceExpiry(world: World, rounds: number, random: () => number) {
  const first = { choice: 0, expiry: 0 };
  for (let round = 0; round < rounds; round++) {
    const owner = await createOwner(world);
    const { application, offers } = await offered(world, owner);
    const { platformId, businessId } = owner;
    const tenant = { platformId, businessId };
    const now = new Date();
    await setClock(world, tenant, now);
    const endsAt = new Date(now.getTime() + dayMs);
    await rowsOf(world, "update app.offer set expires_at = $2 where application_id = $1", application, endsAt);
    const expire = async () => {
      await sleep(random() * 12);
      await setClock(world, tenant, endsAt);
      await inScope(world.app.pool, tenant, (tx) =>
        applicationDeadlines.act(tx, { platformId, businessId, id: application, dueAt: endsAt }, endsAt),
      );
    };
    const [outcome] = await Promise.all([choose(world, owner, offers[0], 2_000_000), expire()]);
    const { step, chosen, reserved, kinds } = await standingOf(world, application);
    hold(`round ${round}: offers that stay chosen`, chosen.join(), "");
    hold(`round ${round}: capital that stays reserved`, reserved.join(), "");
    hold(`round ${round}: the step`, step, "OFFERS_EXPIRED");
    if (outcome === "CHOSEN") {
      hold(`round ${round}: the events`, kinds.join(), "offer.selected,application.offers_expired");
      first.choice++;
    } else {
      hold(`round ${round}: the refusal`, outcome, "OFFER_EXPIRED");
      hold(`round ${round}: the events`, kinds.join(), "application.offers_expired");
      first.expiry++;
    }
  }
  for (const [what, times] of Object.entries(first)) if (times === 0) throw new Error(`no race was won by the ${what}`);
  return { "chosen, then expired": first.choice, "expired, choice refused": first.expiry, "both or neither": 0 };
}

const setClock = (world: World, { platformId, businessId }: { platformId: string; businessId: string }, at: Date) =>
  rowsOf(
    world,
    `insert into app.business_clock (business_id, platform_id, now_at) values ($1, $2, $3)
     on conflict (business_id) do update set now_at = $3`,
    businessId,
    platformId,
    at,
  );
