import { inScope } from "../apps/api/src/db/scope.ts";
import { prepareMail, queueMail } from "../apps/api/src/notices/public.ts";
import { until } from "../scripts/processes.ts";
import { hold, type Proof, randomFrom, rest } from "./proof.ts";
import { createWorld, type World } from "./world.ts";

type Inbox = { deliveries: number; mails: { messageId: string; to: string[] }[] };

export const proof: Proof = {
  claim:
    "Mails are queued while worker and Restate are killed with kill -9 in turn, each 2 to 7 seconds after the last one is back. Then the mail server is away, mails wait, and Restate's data directory is deleted. Every mail arrives, and none under two names.",
  run: async ({ tenth, seed, say }) => {
    const random = randomFrom(seed);
    const faults = tenth ? 2 : 12;
    const waiting = tenth ? 20 : 200;
    const world = await createWorld("mail-crash");
    try {
      await Promise.all([world.engine.sandbox.start(), world.engine.worker.start()]);
      let queued = 0;
      let queueing = true;
      const writer = (async () => {
        while (queueing) {
          await queue(world, `crash-${queued}@proof.example`);
          queued++;
          await rest(tenth ? 100 : 50);
        }
      })();
      const landed = { worker: 0, restate: 0 };
      for (let n = 0; n < faults; n++) {
        await rest(2_000 + random() * 5_000);
        const before = (await inbox(world)).mails.length;
        if (random() < 0.5) {
          await world.engine.worker.kill();
          landed.worker++;
          await world.engine.worker.start();
        } else {
          await world.engine.restartRestate(false);
          landed.restate++;
        }
        say(`fault ${n + 1} of ${faults} landed after ${before} mails, ${queued} queued`);
      }
      queueing = false;
      await writer;
      await allArrive(world, queued);
      const crash = await inbox(world);
      hold("mails after the crashes", crash.mails.length, queued);

      say(`mail server away, ${waiting} mails wait, Restate forgets everything`);
      await world.engine.sandbox.kill();
      for (let n = 0; n < waiting; n++) await queue(world, `wipe-${n}@proof.example`);
      await until("all are with the engine", async () => {
        const { rowCount } = await world.admin.query(
          "select from app.story where state = 'OPEN' and offered_at is null",
        );
        return rowCount === 0;
      });
      await world.engine.restartRestate(true);
      const wipedAt = performance.now();
      await world.engine.sandbox.start();
      await allArrive(world, queued + waiting);
      const seconds = (performance.now() - wipedAt) / 1000;
      const end = await inbox(world);
      hold("mails after the wipe", end.mails.length, queued + waiting);
      hold("distinct names", new Set(end.mails.map((mail) => mail.messageId)).size, queued + waiting);
      hold("distinct recipients", new Set(end.mails.map((mail) => mail.to[0])).size, queued + waiting);
      return {
        "mails queued under crashes": queued,
        "kill -9 of the worker": landed.worker,
        "kill -9 of Restate": landed.restate,
        "mails waiting at the wipe": waiting,
        "all arrived after the wipe within": `${seconds.toFixed(1)} s`,
        "mails arrived": end.mails.length,
        "mails lost": queued + waiting - end.mails.length,
        "mails under two names": end.mails.length - new Set(end.mails.map((mail) => mail.to[0])).size,
        "handed in again under the same name": end.deliveries - end.mails.length,
      };
    } finally {
      await world.close();
    }
  },
};

async function queue({ house, platformId }: World, recipient: string): Promise<void> {
  const mail = await prepareMail(house, {
    platformId,
    businessId: null,
    key: recipient,
    template: "sign-in-code",
    locale: "en",
    recipient,
    params: { code: "123456", minutes: 10 },
  });
  await inScope(house.pool, { platformId, businessId: "whole platform" }, (tx) => queueMail(tx, mail));
}

const inbox = async ({ engine }: World): Promise<Inbox> =>
  (await (await fetch(`${engine.sandboxUrl}/inbox.json`)).json()) as Inbox;

async function allArrive(world: World, count: number): Promise<void> {
  await until(`${count} mails have arrived`, async () => (await inbox(world)).mails.length >= count, 180_000);
  await until(
    "every story is over",
    async () => (await world.admin.query("select from app.story where state = 'OPEN'")).rowCount === 0,
    60_000,
  );
}
