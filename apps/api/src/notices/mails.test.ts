import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freePort } from "../../../../scripts/processes.ts";
import { inScope } from "../db/scope.ts";
import { type TestServer, testServer } from "../http/server.fixture.ts";
import { type Letter, LetterNotTaken, LetterRefused, type Mailer } from "../providers/mailer/port.ts";
import { smtpMailer } from "../providers/mailer/smtp/adapter.ts";
import { type TestSandbox, testSandbox } from "../providers/sandbox.fixture.ts";
import { deliverMail, prepareMail, queueMail } from "./mails.ts";

let server: TestServer;
let sandbox: TestSandbox;
beforeAll(async () => {
  [server, sandbox] = await Promise.all([testServer(), testSandbox()]);
});
afterAll(async () => {
  await server.close();
  await sandbox.close();
});

async function queued(recipient: string) {
  const { id: platformId } = await server.platform();
  const order = {
    platformId,
    businessId: null,
    key: recipient,
    template: "sign-in-code",
    locale: "en",
    recipient,
  } as const;
  const mail = await prepareMail(server.house, { ...order, params: { code: "246810", minutes: 10 } });
  await inScope(server.house.pool, { platformId, businessId: "whole platform" }, (tx) => queueMail(tx, mail));
  return { platformId, businessId: null, id: mail.id };
}

describe("delivering a mail", () => {
  it("hands the letter in once, however many try at the same time", async () => {
    const ids = await queued("race@mails.test");
    const mailer = smtpMailer(sandbox.smtpUrl);
    const before = await sandbox.deliveries();
    const tries = await Promise.allSettled(Array.from({ length: 10 }, () => deliverMail(server.house, mailer, ids)));
    mailer.close();
    expect((await sandbox.deliveries()) - before).toBe(1);
    // Those who came too early are told to come again, and then find it done.
    for (const one of tries)
      if (one.status === "rejected") expect(String(one.reason)).toContain("somebody else is sending");
    await deliverMail(server.house, mailer, ids);
    expect((await sandbox.deliveries()) - before).toBe(1);
  });

  it("is free for the next try at once when nobody could be reached", async () => {
    const ids = await queued("away@mails.test");
    const nobody = smtpMailer(`smtp://127.0.0.1:${await freePort()}`);
    await expect(deliverMail(server.house, nobody, ids)).rejects.toThrow(LetterNotTaken);
    const mailer = smtpMailer(sandbox.smtpUrl);
    await deliverMail(server.house, mailer, ids);
    mailer.close();
    expect(await sandbox.mailsTo("away@mails.test")).toHaveLength(1);
  });

  it("says so when the address is refused for good", async () => {
    const mailer = smtpMailer(sandbox.smtpUrl);
    await expect(deliverMail(server.house, mailer, await queued("refused@mails.test"))).rejects.toThrow(LetterRefused);
    mailer.close();
  });

  it("encloses a letter where there is one, the same to the byte when it is sent again", async () => {
    const { id: platformId } = await server.platform();
    const recipient = "enclosed@mails.test";
    const mail = await prepareMail(server.house, {
      platformId,
      businessId: null,
      key: recipient,
      template: "primary-owner-conflict",
      locale: "es",
      recipient,
      params: { businessName: "Panadería #Ñandú*", businessId: "biz_1" },
    });
    await inScope(server.house.pool, { platformId, businessId: "whole platform" }, (tx) => queueMail(tx, mail));
    const sent: Letter[] = [];
    const lost: Mailer = {
      send: async (letter) => {
        sent.push(letter);
        throw new LetterNotTaken("nobody there");
      },
      close: () => {},
    };
    const ids = { platformId, businessId: null, id: mail.id };
    await expect(deliverMail(server.house, lost, ids)).rejects.toThrow(LetterNotTaken);
    await expect(deliverMail(server.house, lost, ids)).rejects.toThrow(LetterNotTaken);
    const [one, again] = sent.map(({ attachments }) => attachments?.[0]);
    expect(one).toMatchObject({ name: "De quién es esta empresa.pdf", type: "application/pdf" });
    expect(again?.content.equals(one?.content ?? Buffer.alloc(0))).toBe(true);
    const mailer = smtpMailer(sandbox.smtpUrl);
    await deliverMail(server.house, mailer, ids);
    mailer.close();
    const [arrived] = await sandbox.mailsTo(recipient);
    expect(arrived?.attachments).toMatchObject([{ name: one?.name, size: one?.content.length }]);
  });
});
