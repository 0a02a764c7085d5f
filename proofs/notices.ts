import { until } from "../scripts/processes.ts";
import { inLanes } from "./applying.ts";
import { type KilledPart, killers } from "./killers.ts";
import { type Applied, settle, store } from "./notices-applicants.ts";
import { checkNotices } from "./notices-check.ts";
import { passDeadlines } from "./notices-deadlines.ts";
import { hold, type Proof, randomFrom, sleep } from "./proof.ts";
import { countOf, createWorld, type World } from "./world.ts";

const parts: readonly KilledPart[] = ["worker", "Restate", "PostgreSQL"];
/** What must end: workflows, and events that their handlers have not seen. */
const open =
  "(select from app.workflow_run where state = 'OPEN' union all select from app.event where handled_at is null) work";
const everOrdered = "app.workflow_run where kind = 'send-notices'";
const underWay = "app.workflow_run where state = 'OPEN' and kind in ('send-notices', 'deliver-email')";

export const proof: Proof = {
  claim:
    "Random applications end with a denial or with offers below what was asked for: sole proprietors, businesses with co-owners, reports that were a reason and reports that were not. Their notices are ordered, written and emailed while the worker, Restate and PostgreSQL are killed with kill -9 in turn, each time with notices under way. By a second reading of facts, policy and decision, the business has exactly one notice and so has each owner whose report was a reason, and nobody else; the reasons are right, in order and at most four; what only a co-owner's report gave is GUARANTOR_CREDIT to the business, without name or score in text, file and email. Each email arrived under one Message-ID, and every file is readable and has its hash. Other businesses live through 30 days by clocks of their own while the mail server is down twice and refuses some addresses: staff are alarmed before each notice is due and never without cause, undecided applications are decided on day 28, and every notice is sent in time.",
  run: async ({ tenth, seed, say }) => {
    const random = randomFrom(seed);
    const world = await createWorld("notices");
    const kills = killers(world);
    try {
      await world.engine.sandbox.start();
      // After a kill an email may wait for the end of its claim, so a short run has one.
      const planned = tenth ? 1 : 15;
      const settled = tenth ? 8 : 880;
      const all = await inLanes(settled, (n) =>
        store(world, randomFrom(seed + n), {
          n,
          wanted: n % 8 === 7 ? "COUNTER_OFFER" : "DENIAL",
          receivedAt: new Date(),
        }),
      );
      say(`${all.length} applications are stored`);
      await world.engine.worker.start();
      const underWayAtKill: number[] = [];
      const share = Math.ceil(all.length / (planned + 1));
      for (let n = 0; n <= planned; n++) {
        const part = parts[n % parts.length] ?? "worker";
        const ordered = order(world, all.slice(n * share, (n + 1) * share));
        if (n < planned) {
          await until(
            "notices of the batch are under way",
            async () => (await countOf(world, everOrdered)) > n * share,
          );
          // At most a few milliseconds for each, so that the batch is not sent before the kill.
          await sleep(random() * share * 7);
          underWayAtKill.push(await countOf(world, underWay));
          await kills[part](false);
          say(`kill -9 of ${part} while ${underWayAtKill.at(-1)} notices and emails were under way`);
        }
        await ordered;
        // The kills are spread: the next one comes when most of what was ordered is sent.
        await until("most notices are sent", async () => (await countOf(world, underWay)) <= share / 2, 600_000);
      }
      // A short run may find everything sent.
      if (!tenth) hold("kills while nothing was under way", underWayAtKill.filter((left) => left === 0).length, 0);
      say("businesses with clocks of their own");
      const dated = await passDeadlines(world, {
        seed,
        firstNumber: settled,
        each: tenth ? 1 : 15,
        isShort: tenth,
        say,
      });
      await until("every workflow has ended", async () => (await countOf(world, open)) === 0);
      await holdClocks(world);
      const found = await checkNotices(world, [...all, ...dated.all], dated.isRefused);
      hold("workflows that failed", await countOf(world, "app.workflow_run where state = 'FAILED'"), found.refused);
      return {
        applications: all.length + dated.all.length + dated.incomplete,
        "kill -9": underWayAtKill.length,
        "notices and emails under way at each kill": underWayAtKill.join(", "),
        "notices, one for each reader": found.notices,
        "of these to one owner alone": found.privateNotices,
        "businesses told of a co-owner's credit only by GUARANTOR_CREDIT": found.withGuarantorCredit,
        "sole proprietors told of their own report": found.ofSoleProprietors,
        "files readable with the right hash": found.files,
        "emails of notices at the mail server": found.emails,
        "refused by the mail server, then opened in the portal": found.refused,
        "delivered again with the same Message-ID": found.repeated,
        "businesses with a clock of their own": dated.all.length + dated.incomplete,
        "checks of their tasks": dated.checks,
        "alarms before a notice was due": dated.alarms,
        "clocks that were stopped late or not at all": 0,
        "notices to the wrong reader, lost, or with other reasons": 0,
      };
    } finally {
      await world.close();
      await kills.stop();
    }
  },
};

/** Settles applications a few at a time. One whose transaction a kill has cut off is settled again. */
const order = (world: World, applied: readonly Applied[]) =>
  inLanes(applied.length, (n) =>
    until("an application is settled", async () => {
      const one = applied[n];
      if (one) await settle(world, one);
      return true;
    }),
  );

/** Every clock has the days of the law and was stopped by a notice within them, and no alarm is left. */
async function holdClocks(world: World): Promise<void> {
  const none = async (what: string, from: string) => hold(what, await countOf(world, from), 0);
  await none(
    "clocks with other days than those of the law",
    `app.notice_clock where due_at - started_at <> case kind when 'DENIAL' then interval '7 days' when 'COUNTER_OFFER' then interval '7 days'
      else interval '30 days' end`,
  );
  await none("clocks that nothing stopped, or too late", "app.notice_clock where sent_at is null or sent_at > due_at");
  await none("alarms about notices that were sent", "app.task where kind like 'NOTICE%' and closed_at is null");
  await none(
    "settled applications without exactly one clock of their decision",
    `app.loan_application a where a.status in ('NO_OFFERS', 'WAITING_FOR_ACCEPTANCE') and 1 <> (
      select count(*) from app.notice_clock c where c.application_id = a.id and c.kind in ('DENIAL', 'COUNTER_OFFER'))`,
  );
}
