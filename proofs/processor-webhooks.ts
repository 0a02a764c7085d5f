import { buildServer } from "../apps/api/src/http/server.ts";
import { compareWithProcessor } from "../apps/api/src/ledger/accepted-instructions.ts";
import { checkInvariants } from "../apps/api/src/ledger/invariants.ts";
import { reconcile } from "../apps/api/src/payments/public.ts";
import { slices } from "../apps/api/src/slices.ts";
import { businessDate } from "../packages/lending/src/calendar/business-date.ts";
import {
  beginsAt,
  inLanes,
  type OrderSpec,
  type ProcessorGround,
  processorGround,
  type SignedWebhook,
} from "./processor-ground.ts";
import { hold, type Proof, randomFrom } from "./proof.ts";

export const proof: Proof = {
  claim:
    "The same payment orders run through the same weeks twice. In the first run the webhooks of the processor arrive one by one and in order. In the second run each arrives one to five times, up to days late and in any order, eight at a time, with forged ones among them. At the end every order, its steps, its account, its tasks and its ledger entries are the same, and no forged webhook was accepted. For debits that are retried a fixed number of days after their return, the first copy of the webhook arrives on its day, and only copies arrive later.",
  run: async ({ tenth, seed, say }) => {
    // Enough that no business has so many orders on a day that they are held as unusual.
    const businesses = tenth ? 3 : 30;
    const specs = orderSpecsFrom(randomFrom(seed), businesses, tenth ? 20 : 780);
    const clean = await simulate("processor-webhooks-clean", businesses, specs, inOrder);
    say(`in order: ${clean.orders.length} orders, ${clean.webhooks} webhooks`);
    const random = randomFrom(seed + 1);
    const faulty = await simulate("processor-webhooks-faulty", businesses, specs, (ground) => shuffled(ground, random));
    say(`shuffled: ${faulty.orders.length} orders, ${faulty.webhooks} webhooks, ${faulty.deliveries} deliveries`);

    for (const [what, { webhooks }] of Object.entries({ clean, faulty }))
      if (webhooks < (tenth ? 120 : 5_000)) throw new Error(`only ${webhooks} webhooks in the ${what} run`);
    hold("forged webhooks accepted", faulty.forgedAccepted, 0);
    if (faulty.forged < (tenth ? 1 : 30)) throw new Error(`only ${faulty.forged} webhooks were forged`);
    hold("orders", faulty.orders.length, clean.orders.length);
    const differing = clean.orders.filter((order, n) => order !== faulty.orders[n]);
    for (const [n, order] of clean.orders.entries())
      if (order !== faulty.orders[n]) say(`differs:\n     ${order}\n     ${faulty.orders[n]}`);
    hold("orders that ended differently", differing.length, 0);
    hold("payments accepted", faulty.accepted, clean.accepted);
    hold("payments accepted twice", clean.doubled + faulty.doubled, 0);
    hold("unexplained bank lines", clean.faults + faulty.faults, 0);
    return {
      "orders, retries included": clean.orders.length,
      "of them successful": clean.orders.filter((order) => order.includes("SUCCESSFUL_PAYMENT")).length,
      "webhooks in order": clean.webhooks,
      "webhooks shuffled": faulty.webhooks,
      "deliveries of these": faulty.deliveries,
      "deliveries after a later webhook of the same order": faulty.overtaken,
      "forged webhooks": faulty.forged,
      "forged webhooks accepted": faulty.forgedAccepted,
      "orders that ended differently in the two runs": differing.length,
    };
  },
};

/** The endings and their shares. Accounts whose debits are retried belong to separate businesses. */
const unretriedEndings = ["7777", "7777", "7777", "7777", "0003", "0004", "0008", "0010", "0016", "0029"];
const retriedEndings = ["7777", "7777", "0002", "0201", "0009"];

function orderSpecsFrom(random: () => number, businesses: number, count: number): OrderSpec[] {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  return Array.from({ length: count }, (_, n) => {
    const business = n % businesses;
    return {
      key: `order/${n}`,
      business,
      ending: pick(isRetried(business) ? retriedEndings : unretriedEndings),
      direction: random() < 0.85 ? "INCOMING" : "OUTGOING",
      amountCents: (100 + Math.floor(random() * 9_000)) * 100 + 40,
      dueOn: pick(["2026-11-18", "2026-11-19", "2026-11-20"]),
    };
  });
}
const isRetried = (business: number) => business % 3 === 0;

type Delivered = { deliveries: number; overtaken: number; forged: number; forgedAccepted: number };
type Deliver = {
  /** Called at every stop. */
  atStop(): Promise<void>;
  /** Delivers every webhook that is still pending. */
  atTheEnd(): Promise<void>;
  figures(): Delivered & { webhooks: number };
};
type Result = Delivered & {
  webhooks: number;
  orders: string[];
  accepted: number;
  doubled: number;
  faults: number;
};

async function simulate(
  name: string,
  businesses: number,
  specs: OrderSpec[],
  delivering: (ground: ProcessorGround) => Promise<Deliver>,
): Promise<Result> {
  const ground = await processorGround(name, businesses);
  try {
    await inLanes(specs, async (spec) => void (await ground.order(spec)));
    const deliver = await delivering(ground);
    await ground.advanceUntil("2026-12-11T12:00:00Z", deliver.atStop);
    await deliver.atTheEnd();
    const { faults } = await reconcile(ground.app, ground.app.payments, businessDate(beginsAt.slice(0, 10)));
    const { entries } = await ground.sandbox.ask<{ entries: Entry[] }>("/journal.json");
    await checkLedger(ground, entries);
    return {
      ...deliver.figures(),
      orders: await stateOf(ground),
      accepted: entries.length,
      doubled: entries.length - new Set(entries.map(({ reference }) => reference)).size,
      faults: faults.length,
    };
  } finally {
    await ground.close();
  }
}

type Entry = { id: string; reference: string; direction: "debit" | "credit"; amountCents: number };

/** Checks the ledger's invariants and the processor's journal. Two are left out, because these debits repay loans that were never funded. */
async function checkLedger({ admin }: ProcessorGround, entries: Entry[]): Promise<void> {
  const findings = await checkInvariants(admin, businessDate("2026-12-11"));
  const broken = findings.filter(({ number }) => number !== 3 && number !== 4).flatMap((finding) => finding.broken);
  hold("broken invariants", broken.join("; "), "");
  const accepted = entries.map(({ direction, ...entry }) => ({
    ...entry,
    direction: direction === "debit" ? ("INCOMING" as const) : ("OUTGOING" as const),
  }));
  const since = businessDate(beginsAt.slice(0, 10));
  const differences = await compareWithProcessor(admin, { before: accepted, after: accepted, since });
  hold("differences from the processor's journal", differences.join("; "), "");
}

/** The complete state of every order, under a name that is the same in both runs. */
async function stateOf({ admin }: ProcessorGround): Promise<string[]> {
  const { rows } = await admin.query<{ state: string }>(
    `with recursive named as (
       select id, key as name from app.payment_order where retry_of_id is null
       union all
       select o.id, n.name || '+' from app.payment_order o join named n on o.retry_of_id = n.id
     )
     select concat_ws(' | ', n.name, o.status, o.failure_reason, o.return_code, o.latest_ach_state, o.effective_on, o.direction,
       o.amount_cents, o.tries, o.retries_made, (select blocked_at is not null from app.bank_account a where a.id = o.bank_account_id),
       (select string_agg(event || '>' || status, ' ' order by s.id) from app.payment_order_step s where s.payment_order_id = o.id),
       (select string_agg(kind, ' ' order by kind) from app.task t where t.subject_id = o.id),
       (select string_agg(code || ' ' || cents, ' ' order by code) from (
         select a.code, sum(l.debit_cents - l.credit_cents) as cents from app.journal_line l join app.ledger_account a on a.number = l.account
         where l.payment_order_id = o.id group by a.code) balances)) as state
     from app.payment_order o join named n on n.id = o.id order by n.name`,
  );
  return rows.map(({ state }) => state);
}

async function webhookSender({ app }: ProcessorGround) {
  const fastify = await buildServer(app, slices);
  return async (body: string, signature: string | null): Promise<number> => {
    const answer = await fastify.inject({
      method: "POST",
      url: "/api/vendors/payments/webhooks",
      payload: body,
      headers: { "content-type": "application/json", ...(signature && { "x-signature": signature }) },
    });
    return answer.statusCode;
  };
}

async function inOrder(ground: ProcessorGround): Promise<Deliver> {
  const post = await webhookSender(ground);
  let webhooks = 0;
  const atStop = async () => {
    for (const { body, signature } of ground.takeWebhooks()) {
      webhooks++;
      hold("the answer to a webhook", await post(body, signature), 200);
    }
  };
  const none = { overtaken: 0, forged: 0, forgedAccepted: 0 };
  return { atStop, atTheEnd: atStop, figures: () => ({ webhooks, deliveries: webhooks, ...none }) };
}

type WebhookDelivery = { webhook: SignedWebhook; about: string; number: number; atStop: number; isForged: boolean };

const mostCopies = 5;
/** About three days. */
const mostStopsLate = 15;
const oneForgedIn = 100;

async function shuffled(ground: ProcessorGround, random: () => number): Promise<Deliver> {
  const post = await webhookSender(ground);
  const figures = { webhooks: 0, deliveries: 0, overtaken: 0, forged: 0, forgedAccepted: 0 };
  const worlds = new Map<string, number>();
  const latest = new Map<string, number>();
  let pending: WebhookDelivery[] = [];
  let stop = 0;

  /** The processor's id of the object of a webhook, and the business it belongs to. */
  const readAbout = ({ body }: SignedWebhook) => {
    const { data } = JSON.parse(body) as { data: Record<string, unknown> };
    const about = String(data["returnable_id"] ?? data["id"]);
    const { business_id: businessId } = (data["metadata"] ?? {}) as { business_id?: string };
    const business = businessId ? ground.businessIds.indexOf(businessId) : worlds.get(about);
    if (business !== undefined) worlds.set(about, business);
    return { about, isRetried: business !== undefined && isRetried(business) };
  };
  const schedule = (webhook: SignedWebhook) => {
    const number = figures.webhooks++;
    const { about, isRetried: isInTime } = readAbout(webhook);
    const copies = 1 + Math.floor(random() * mostCopies);
    for (let copy = 0; copy < copies; copy++) {
      const late = copy === 0 && isInTime ? 0 : Math.floor(random() * mostStopsLate);
      pending.push({ webhook, about, number, atStop: stop + late, isForged: false });
    }
    if (number % oneForgedIn === oneForgedIn / 2)
      pending.push({ webhook, about, number, atStop: stop, isForged: true });
  };
  const deliver = async (webhookDelivery: WebhookDelivery) => {
    const { webhook, about, number, isForged } = webhookDelivery;
    if (isForged) {
      figures.forged++;
      const answer = await post(forgedBody(webhook.body), forgedSignature(webhook, figures.forged));
      if (answer !== 401) figures.forgedAccepted++;
      return;
    }
    figures.deliveries++;
    if (number < (latest.get(about) ?? 0)) figures.overtaken++;
    latest.set(about, Math.max(number, latest.get(about) ?? 0));
    hold("the answer to a webhook", await post(webhook.body, webhook.signature), 200);
  };
  const deliverAll = async (webhookDeliveries: WebhookDelivery[]) => {
    const drawn = webhookDeliveries
      .map((webhookDelivery) => ({ webhookDelivery, place: random() }))
      .toSorted((a, b) => a.place - b.place);
    await inLanes(
      drawn.map(({ webhookDelivery }) => webhookDelivery),
      deliver,
    );
  };
  return {
    atStop: async () => {
      for (const webhook of ground.takeWebhooks()) schedule(webhook);
      const now = pending.filter((webhookDelivery) => webhookDelivery.atStop <= stop);
      pending = pending.filter((webhookDelivery) => webhookDelivery.atStop > stop);
      await deliverAll(now);
      stop++;
    },
    atTheEnd: async () => {
      for (const webhook of ground.takeWebhooks()) schedule(webhook);
      await deliverAll(pending);
    },
    figures: () => figures,
  };
}

/** Changes the status to failed and the amount to one cent. */
const forgedBody = (body: string) =>
  body.replaceAll(/"status":"\w+"/g, '"status":"failed"').replaceAll(/"amount":\d+/g, '"amount":1');

/** The signature of the genuine webhook, an invented one, a truncated one, or none. */
const forgedSignature = ({ signature }: SignedWebhook, n: number): string | null =>
  [signature, signature.replaceAll(/[0-7]/g, "8"), signature.slice(0, 32), null][n % 4] ?? null;
