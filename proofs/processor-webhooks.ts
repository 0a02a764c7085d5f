import { buildServer } from "../apps/api/src/http/server.ts";
import { compareWithProcessor } from "../apps/api/src/ledger/accepted-instructions.ts";
import { checkInvariants } from "../apps/api/src/ledger/invariants.ts";
import { reconcile } from "../apps/api/src/payments/public.ts";
import { businessDate } from "../packages/lending/src/calendar/business-date.ts";
import {
  beginsAt,
  inLanes,
  type Message,
  type ProcessorGround,
  processorGround,
  type Wish,
} from "./processor-ground.ts";
import { hold, type Proof, randomFrom } from "./proof.ts";

export const proof: Proof = {
  claim:
    "The same payment orders run through the same weeks twice. In the first run the webhooks of the processor arrive one by one and in order. In the second run each arrives one to five times, up to days late and in any order, eight at a time, with forged ones among them. At the end every order, its steps, its account, its tasks and its ledger entries are the same, and no forged webhook was accepted. For debits that are retried a fixed number of days after their return, the first copy of the webhook arrives on its day, and only copies arrive later.",
  run: async ({ tenth, seed, say }) => {
    const businesses = tenth ? 3 : 18;
    const wishes = wishesFrom(randomFrom(seed), businesses, tenth ? 80 : 780);
    const clean = await live("processor-webhooks-clean", businesses, wishes, inOrder);
    say(`in order: ${clean.orders.length} orders, ${clean.messages} messages`);
    const random = randomFrom(seed + 1);
    const faulty = await live("processor-webhooks-faulty", businesses, wishes, (ground) => shuffled(ground, random));
    say(`shuffled: ${faulty.orders.length} orders, ${faulty.messages} messages, ${faulty.deliveries} deliveries`);

    for (const [what, { messages }] of Object.entries({ clean, faulty }))
      if (messages < (tenth ? 500 : 5_000)) throw new Error(`only ${messages} messages in the ${what} run`);
    hold("forged messages accepted", faulty.forgedAccepted, 0);
    if (faulty.forged < (tenth ? 3 : 30)) throw new Error(`only ${faulty.forged} messages were forged`);
    hold("orders", faulty.orders.length, clean.orders.length);
    const differing = clean.orders.filter((order, n) => order !== faulty.orders[n]);
    for (const [n, order] of clean.orders.entries())
      if (order !== faulty.orders[n]) say(`differs:\n     ${order}\n     ${faulty.orders[n]}`);
    hold("orders that ended otherwise", differing.length, 0);
    hold("payments accepted", faulty.accepted, clean.accepted);
    hold("payments accepted twice", clean.doubled + faulty.doubled, 0);
    hold("lines that do not fit", clean.faults + faulty.faults, 0);
    return {
      "orders, retries included": clean.orders.length,
      "of them successful": clean.orders.filter((order) => order.includes("SUCCESSFUL_PAYMENT")).length,
      "webhooks in order": clean.messages,
      "webhooks shuffled": faulty.messages,
      "deliveries of these": faulty.deliveries,
      "deliveries after a later webhook of the same order": faulty.overtaken,
      "forged webhooks": faulty.forged,
      "forged webhooks accepted": faulty.forgedAccepted,
      "orders that ended differently in the two runs": differing.length,
    };
  },
};

/** Of each ending so many in a hundred. Those that are tried again live in businesses of their own. */
const patientEndings = ["7777", "7777", "7777", "7777", "0003", "0004", "0008", "0010", "0016", "0029"];
const retriedEndings = ["7777", "7777", "0002", "0201", "0009"];

function wishesFrom(random: () => number, businesses: number, count: number): Wish[] {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  return Array.from({ length: count }, (_, n) => {
    const business = n % businesses;
    return {
      key: `order/${n}`,
      business,
      ending: pick(isPrompt(business) ? retriedEndings : patientEndings),
      direction: random() < 0.85 ? "INCOMING" : "OUTGOING",
      amountCents: (100 + Math.floor(random() * 9_000)) * 100 + 40,
      dueOn: pick(["2026-11-18", "2026-11-19", "2026-11-20"]),
    };
  });
}
const isPrompt = (business: number) => business % 3 === 0;

type Delivered = { deliveries: number; overtaken: number; forged: number; forgedAccepted: number };
type Deliver = {
  /** Called at every stop. */
  atStop(): Promise<void>;
  /** Whatever is still on its way. */
  atTheEnd(): Promise<void>;
  figures(): Delivered & { messages: number };
};
type Lived = Delivered & {
  messages: number;
  orders: string[];
  accepted: number;
  doubled: number;
  faults: number;
};

async function live(
  name: string,
  businesses: number,
  wishes: Wish[],
  delivering: (ground: ProcessorGround) => Promise<Deliver>,
): Promise<Lived> {
  const ground = await processorGround(name, businesses);
  try {
    await inLanes(wishes, async (wish) => void (await ground.order(wish)));
    const deliver = await delivering(ground);
    await ground.liveUntil("2026-12-11T12:00:00Z", deliver.atStop);
    await deliver.atTheEnd();
    const { faults } = await reconcile(ground.app, ground.app.payments, businessDate(beginsAt.slice(0, 10)));
    const { entries } = await ground.sandbox.ask<{ entries: Entry[] }>("/journal.json");
    await judgeBooks(ground, entries);
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

/** The books by themselves, and against the processor's own journal. The debits here repay what nobody was lent, so four is not asked. */
async function judgeBooks({ admin }: ProcessorGround, entries: Entry[]): Promise<void> {
  const findings = await checkInvariants(admin, businessDate("2026-12-11"));
  const broken = findings.filter(({ number }) => number !== 4).flatMap((finding) => finding.broken);
  hold("what is broken in the books", broken.join("; "), "");
  const accepted = entries.map(({ direction, ...entry }) => ({
    ...entry,
    direction: direction === "debit" ? ("INCOMING" as const) : ("OUTGOING" as const),
  }));
  const since = businessDate(beginsAt.slice(0, 10));
  const differences = await compareWithProcessor(admin, { before: accepted, after: accepted, since });
  hold("what differs from the processor's journal", differences.join("; "), "");
}

/** Everything that an order has come to, under a name that is the same in both runs. */
async function stateOf({ admin }: ProcessorGround): Promise<string[]> {
  const { rows } = await admin.query<{ state: string }>(
    `with recursive named as (
       select id, key as name from app.payment_order where retry_of_id is null
       union all
       select o.id, n.name || '+' from app.payment_order o join named n on o.retry_of_id = n.id
     )
     select concat_ws(' | ', n.name, o.status, o.failure_reason, o.return_code, o.latest_ach_state, o.effective_on, o.direction,
       o.amount_cents, o.tries, o.retries_made, (select blocked_for_debits_at is not null from app.bank_account a where a.id = o.bank_account_id),
       (select string_agg(event || '>' || status, ' ' order by s.id) from app.payment_order_step s where s.payment_order_id = o.id),
       (select string_agg(kind, ' ' order by kind) from app.task t where t.subject_id = o.id),
       (select string_agg(code || ' ' || cents, ' ' order by code) from (
         select a.code, sum(l.debit_cents - l.credit_cents) as cents from app.journal_line l join app.ledger_account a on a.number = l.account
         where l.payment_order_id = o.id group by a.code) balances)) as state
     from app.payment_order o join named n on n.id = o.id order by n.name`,
  );
  return rows.map(({ state }) => state);
}

async function postbox({ app }: ProcessorGround) {
  const fastify = await buildServer(app);
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
  const post = await postbox(ground);
  let messages = 0;
  const atStop = async () => {
    for (const { body, signature } of ground.told()) {
      messages++;
      hold("the answer to a message", await post(body, signature), 200);
    }
  };
  const none = { overtaken: 0, forged: 0, forgedAccepted: 0 };
  return { atStop, atTheEnd: atStop, figures: () => ({ messages, deliveries: messages, ...none }) };
}

type WebhookDelivery = { message: Message; about: string; number: number; atStop: number; isForged: boolean };

const mostCopies = 5;
/** About three days. */
const mostStopsLate = 15;
const oneForgedIn = 100;

async function shuffled(ground: ProcessorGround, random: () => number): Promise<Deliver> {
  const post = await postbox(ground);
  const figures = { messages: 0, deliveries: 0, overtaken: 0, forged: 0, forgedAccepted: 0 };
  const worlds = new Map<string, number>();
  const latest = new Map<string, number>();
  let onTheWay: WebhookDelivery[] = [];
  let stop = 0;

  /** The processor's id of what a message is about, and the business behind it. */
  const readAbout = ({ body }: Message) => {
    const { data } = JSON.parse(body) as { data: Record<string, unknown> };
    const about = String(data["returnable_id"] ?? data["id"]);
    const { business_id: businessId } = (data["metadata"] ?? {}) as { business_id?: string };
    const business = businessId ? ground.businessIds.indexOf(businessId) : worlds.get(about);
    if (business !== undefined) worlds.set(about, business);
    return { about, isPrompt: business !== undefined && isPrompt(business) };
  };
  const take = (message: Message) => {
    const number = figures.messages++;
    const { about, isPrompt: isInTime } = readAbout(message);
    const copies = 1 + Math.floor(random() * mostCopies);
    for (let copy = 0; copy < copies; copy++) {
      const late = copy === 0 && isInTime ? 0 : Math.floor(random() * mostStopsLate);
      onTheWay.push({ message, about, number, atStop: stop + late, isForged: false });
    }
    if (number % oneForgedIn === oneForgedIn / 2)
      onTheWay.push({ message, about, number, atStop: stop, isForged: true });
  };
  const deliver = async (webhookDelivery: WebhookDelivery) => {
    const { message, about, number, isForged } = webhookDelivery;
    if (isForged) {
      figures.forged++;
      const answer = await post(lieFrom(message.body), forgedSignature(message, figures.forged));
      if (answer !== 401) figures.forgedAccepted++;
      return;
    }
    figures.deliveries++;
    if (number < (latest.get(about) ?? 0)) figures.overtaken++;
    latest.set(about, Math.max(number, latest.get(about) ?? 0));
    hold("the answer to a message", await post(message.body, message.signature), 200);
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
      for (const message of ground.told()) take(message);
      const now = onTheWay.filter((webhookDelivery) => webhookDelivery.atStop <= stop);
      onTheWay = onTheWay.filter((webhookDelivery) => webhookDelivery.atStop > stop);
      await deliverAll(now);
      stop++;
    },
    atTheEnd: async () => {
      for (const message of ground.told()) take(message);
      await deliverAll(onTheWay);
    },
    figures: () => figures,
  };
}

/** Says that it failed, whatever it was about. */
const lieFrom = (body: string) =>
  body.replaceAll(/"status":"\w+"/g, '"status":"failed"').replaceAll(/"amount":\d+/g, '"amount":1');

/** The signature of the true message, one that is made up, one cut short, or none. */
const forgedSignature = ({ signature }: Message, n: number): string | null =>
  [signature, signature.replaceAll(/[0-7]/g, "8"), signature.slice(0, 32), null][n % 4] ?? null;
