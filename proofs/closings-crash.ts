import { until } from "../scripts/processes.ts";
import { advance } from "./advance.ts";
import { checkClosings, endLeft, untilQuiet } from "./closings-check.ts";
import { beginsAt, type Closing, createStaff, makeClosing, type StaffTokens } from "./closings-ground.ts";
import {
  type Ask,
  actAsCoOwner,
  actAsOwner,
  actAsStaff,
  isSignedOut,
  openCoOwner,
  openOwner,
  unanswered,
} from "./closings-people.ts";
import { type KilledPart, killers } from "./killers.ts";
import { connectProcessor, putToSandbox } from "./payments-ground.ts";
import { persist } from "./persist.ts";
import { type Proof, randomFrom, shuffled, sleep } from "./proof.ts";
import { countOf, createWorld, type World } from "./world.ts";

const parts: readonly KilledPart[] = ["worker", "API", "Restate", "PostgreSQL", "sandbox"];
/** Closings that are under way at the same time. */
const lanes = 6;
/** A step of a closing may be repeated so long. Restate and the sandbox pause up to a minute before they try again. */
const stepMs = 600_000;

export const proof: Proof = {
  claim:
    "Chosen offers are signed by their owners, some by a co-owner and some after a disclosure, checked and funded by two members of staff, and paid out through the worker, Restate and the processor, while the worker, the API, Restate, PostgreSQL and the sandbox with all vendors are killed with kill -9 at random, each 2 to 7 seconds after the process killed before it is ready again. Everybody repeats what got no answer. Each loan is funded once or not at all: one product, one schedule, and one payout of the right amount in the processor's journal. No document is signed twice, no workflow is lost, and the exposure of each capital provider is what it has lent. A closing that its people have left stands in a state that ends by itself and that its owner can end; withdrawn, it reserves nothing, and a funding that was requested before is refused.",
  run: async ({ tenth, seed, say }) => {
    const random = randomFrom(seed);
    const count = tenth ? 5 : 200;
    const pause = tenth ? { leastMs: 200, moreMs: 500 } : { leastMs: 2_000, moreMs: 5_000 };
    const world = await createWorld("closings-crash", (apiUrl) => ({
      MODERN_TREASURY_TIMEOUT_MS: "3000",
      PANDADOC_WEBHOOK_URL: `${apiUrl}/api/vendors/e-sign/webhooks`,
      ANONYMOUS_REQUESTS_PER_MINUTE: "1000000",
    }));
    const kills = killers(world);
    try {
      await Promise.all([world.engine.sandbox.start(), world.engine.worker.start(), world.api.start()]);
      await connectProcessor(world);
      const staff = await createStaff(world);
      const closings: Closing[] = [];
      for (let n = 0; n < count; n++) {
        const closing = await makeClosing(world, n, random);
        await putToSandbox(world, "/clock", { world: closing.businessId, now: beginsAt });
        closings.push(closing);
      }
      say(`${count} offers are chosen`);
      const landed = new Map<KilledPart, number>();
      const isEnough = () => landed.size === parts.length;
      let [closed, isOver] = [0, false];
      const director = (async () => {
        const first = shuffled(parts, random);
        for (;;) {
          await sleep(pause.leastMs + random() * pause.moreMs);
          if (isOver || (tenth && isEnough())) return;
          // Each part is killed once in random order, then at random.
          const part = first.pop() ?? parts[Math.floor(random() * parts.length)] ?? "worker";
          say(`kill -9 of ${part}: ${closed} of ${count} are closed`);
          await kills[part](false);
          landed.set(part, (landed.get(part) ?? 0) + 1);
        }
      })();
      const waiting = closings.toReversed();
      const lane = async () => {
        for (let closing = waiting.pop(); closing; closing = waiting.pop()) {
          await close(world, staff, closing, isEnough);
          closed++;
        }
      };
      const all = Promise.all(Array.from({ length: lanes }, lane));
      // The first failure ends both.
      await Promise.race([all, director.then(() => all)]);
      isOver = true;
      await director;
      say("everybody has done their part");
      await untilQuiet(world);
      const left = await endLeft(world, staff, closings);
      const found = await checkClosings(world, closings);
      return {
        closings: count,
        "with a co-owner": closings.filter(({ coOwner }) => coOwner).length,
        "with a signed disclosure": closings.filter(({ isDisclosed }) => isDisclosed).length,
        "approved by two at the same moment": closings.filter(({ approvers }) => approvers === 2).length,
        ...Object.fromEntries(parts.map((part) => [`kill -9 of ${part}`, landed.get(part) ?? 0])),
        "requests of people without an answer, repeated": unanswered.requests,
        "funded, each once": found.funded,
        "left, and withdrawn by the owner": left,
        "documents signed, each once": found.signed,
        "send attempts": await countOf(world, "app.payment_attempt where purpose = 'SEND'"),
        "payouts in the processor's journal, of the right amount": found.funded,
        "lent, equal in limits, reservations and ledger": `$${(found.lentCents / 100).toLocaleString("en-US", { minimumFractionDigits: 2 })}`,
        "reserved at the end": "$0.00",
        "funded or signed twice": 0,
        "workflows open, paused or failed at the end": 0,
      };
    } finally {
      await world.close();
      await kills.stop();
    }
  },
};

/** Takes a chosen offer to its payout, or to where its people leave it. Everybody repeats what got no answer. */
async function close(world: World, staff: StaffTokens, closing: Closing, isEnough: () => boolean): Promise<void> {
  const { n, leaves, coOwner } = closing;
  if (leaves === "BEFORE_SIGNING") return;
  await actUntilDone(
    `closing ${n}: the owner`,
    () => openOwner(world, closing),
    (ask) => actAsOwner(closing, ask),
  );
  if (leaves === "CO_OWNER_MISSING") return;
  if (coOwner)
    await actUntilDone(
      `closing ${n}: the co-owner`,
      () => openCoOwner(world, coOwner.email),
      (ask) => actAsCoOwner(closing, ask),
    );
  if (leaves === "SIGNED") return;
  await persist(`closing ${n}: staff`, () => isDoneOrWaits(actAsStaff(world, staff, closing)), stepMs);
  if (leaves === "FUNDING_REQUESTED") return;
  // On a fast machine the run would end before every part was killed.
  await until("every part was killed", isEnough, stepMs);
  // The payout is sent on the day of the funding or the next, and succeeds two banking days later.
  for (const day of ["2026-11-18", "2026-11-20", "2026-11-24", "2026-11-27"]) {
    await advance(world, closing, day);
    if ((await paidOut(world, closing)) > 0) return;
  }
  throw new Error(`closing ${n} is not paid out`);
}

const paidOut = async (world: World, { businessId }: Closing): Promise<number> => {
  let count = 0;
  await persist("the payout is read", async () => {
    const { rows } = await world.admin.query(
      "select from app.payment_order where business_id = $1 and status = 'SUCCESSFUL_PAYMENT'",
      [businessId],
    );
    count = rows.length;
  });
  return count;
};

/** Nobody looks again at once. */
async function isDoneOrWaits(acting: Promise<boolean>): Promise<boolean> {
  const isDone = await acting;
  if (!isDone) await sleep(400);
  return isDone;
}

/** A person opens a session and acts until nothing is left. A session that ends is opened again. */
async function actUntilDone(
  what: string,
  open: () => Promise<Ask>,
  act: (ask: Ask) => Promise<boolean>,
): Promise<void> {
  let session: Ask | null = null;
  await persist(
    what,
    async () => {
      session ??= await open();
      try {
        return await isDoneOrWaits(act(session));
      } catch (error) {
        if (isSignedOut(error)) session = null;
        throw error;
      }
    },
    stepMs,
  );
}
