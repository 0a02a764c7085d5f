import { inScope } from "../apps/api/src/db/scope.ts";
import { prepareEmail, queueEmail } from "../apps/api/src/notifications/public.ts";
import { until } from "../scripts/processes.ts";
import { hold, type Proof, randomFrom, sleep } from "./proof.ts";
import { createWorld, type World } from "./world.ts";

type Inbox = { deliveries: number; emails: { messageId: string; to: string[] }[] };

export const proof: Proof = {
  claim:
    "Emails are queued while the worker and Restate are killed with kill -9 in random order, each 2 to 7 seconds after the last one is ready again. Then the mail server stops, emails wait, and the data directory of Restate is deleted. Every email arrives, and none has two Message-IDs.",
  run: async ({ tenth, seed, say }) => {
    const random = randomFrom(seed);
    const faults = tenth ? 2 : 12;
    const waiting = tenth ? 20 : 200;
    const world = await createWorld("email-crash");
    try {
      await Promise.all([world.engine.sandbox.start(), world.engine.worker.start()]);
      let queued = 0;
      let queueing = true;
      const writer = (async () => {
        while (queueing) {
          await queue(world, `crash-${queued}@proof.example`);
          queued++;
          await sleep(tenth ? 100 : 50);
        }
      })();
      const landed = { worker: 0, restate: 0 };
      for (let n = 0; n < faults; n++) {
        await sleep(2_000 + random() * 5_000);
        const before = (await inbox(world)).emails.length;
        if (random() < 0.5) {
          await world.engine.worker.kill();
          landed.worker++;
          await world.engine.worker.start();
        } else {
          await world.engine.restartRestate(false);
          landed.restate++;
        }
        say(`fault ${n + 1} of ${faults} after ${before} emails arrived, ${queued} queued`);
      }
      queueing = false;
      await writer;
      await allArrive(world, queued);
      const crash = await inbox(world);
      hold("emails after the crashes", crash.emails.length, queued);

      say(`mail server stopped, ${waiting} emails wait, Restate's store is deleted`);
      await world.engine.sandbox.kill();
      for (let n = 0; n < waiting; n++) await queue(world, `wipe-${n}@proof.example`);
      await until("all workflows are submitted to Restate", async () => {
        const { rowCount } = await world.admin.query(
          "select from app.workflow_run where state = 'OPEN' and submitted_at is null",
        );
        return rowCount === 0;
      });
      await world.engine.restartRestate(true);
      const wipedAt = performance.now();
      await world.engine.sandbox.start();
      await allArrive(world, queued + waiting);
      const seconds = (performance.now() - wipedAt) / 1000;
      const end = await inbox(world);
      hold("emails after the deletion", end.emails.length, queued + waiting);
      hold("distinct Message-IDs", new Set(end.emails.map((email) => email.messageId)).size, queued + waiting);
      hold("distinct recipients", new Set(end.emails.map((email) => email.to[0])).size, queued + waiting);
      return {
        "emails queued during crashes": queued,
        "kill -9 of the worker": landed.worker,
        "kill -9 of Restate": landed.restate,
        "emails waiting when the store was deleted": waiting,
        "all arrived after the deletion within": `${seconds.toFixed(1)} s`,
        "emails arrived": end.emails.length,
        "emails lost": queued + waiting - end.emails.length,
        "emails with two Message-IDs": end.emails.length - new Set(end.emails.map((email) => email.to[0])).size,
        "delivered again with the same Message-ID": end.deliveries - end.emails.length,
      };
    } finally {
      await world.close();
    }
  },
};

async function queue({ app, platformId }: World, recipient: string): Promise<void> {
  const email = await prepareEmail(app, {
    platformId,
    businessId: null,
    key: recipient,
    template: "sign-in-code",
    locale: "en",
    recipient,
    params: { firstName: null, code: "123456", minutes: 10 },
  });
  await inScope(app.pool, { platformId, businessId: "whole platform" }, (tx) => queueEmail(tx, email));
}

const inbox = async ({ engine }: World): Promise<Inbox> =>
  (await (await fetch(`${engine.sandboxUrl}/inbox.json`)).json()) as Inbox;

async function allArrive(world: World, count: number): Promise<void> {
  await until(`${count} emails have arrived`, async () => (await inbox(world)).emails.length >= count);
  await until(
    "every workflow has ended",
    async () => (await world.admin.query("select from app.workflow_run where state = 'OPEN'")).rowCount === 0,
  );
}
