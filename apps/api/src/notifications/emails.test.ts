import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freePort } from "../../../../scripts/processes.ts";
import { inScope } from "../db/scope.ts";
import { type TestServer, testServer } from "../http/server.fixture.ts";
import { type EmailMessage, EmailNotAccepted, EmailRefused, type EmailSender } from "../providers/email/port.ts";
import { smtpEmail } from "../providers/email/smtp/adapter.ts";
import { type TestSandbox, testSandbox } from "../providers/sandbox.fixture.ts";
import { deliverEmail, prepareEmail, queueEmail } from "./emails.ts";

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
    key: `sign-in/${randomUUID()}`,
    template: "sign-in-code",
    locale: "en",
    recipient,
  } as const;
  const email = await prepareEmail(server.app, { ...order, params: { code: "246810", minutes: 10 } });
  await inScope(server.app.pool, { platformId, businessId: "whole platform" }, (tx) => queueEmail(tx, email));
  return { platformId, businessId: null, id: email.id };
}

describe("email delivery", () => {
  it("sends an email once, however many workers try at the same time", async () => {
    const ids = await queued("race@emails.test");
    const emailSender = smtpEmail(sandbox.smtpUrl);
    const before = await sandbox.deliveries();
    const tries = await Promise.allSettled(
      Array.from({ length: 10 }, () => deliverEmail(server.app, emailSender, ids)),
    );
    emailSender.close();
    expect((await sandbox.deliveries()) - before).toBe(1);
    // Concurrent attempts are rejected. A later one finds the email sent.
    for (const one of tries)
      if (one.status === "rejected") expect(String(one.reason)).toContain("another worker is sending");
    await deliverEmail(server.app, emailSender, ids);
    expect((await sandbox.deliveries()) - before).toBe(1);
  });

  it("releases the claim at once when the server is unreachable", async () => {
    const ids = await queued("away@emails.test");
    const unreachable = smtpEmail(`smtp://127.0.0.1:${await freePort()}`);
    await expect(deliverEmail(server.app, unreachable, ids)).rejects.toThrow(EmailNotAccepted);
    const emailSender = smtpEmail(sandbox.smtpUrl);
    await deliverEmail(server.app, emailSender, ids);
    emailSender.close();
    expect(await sandbox.emailsTo("away@emails.test")).toHaveLength(1);
  });

  it("reports an address that is refused permanently", async () => {
    const emailSender = smtpEmail(sandbox.smtpUrl);
    await expect(deliverEmail(server.app, emailSender, await queued("refused@emails.test"))).rejects.toThrow(
      EmailRefused,
    );
    emailSender.close();
  });

  it("attaches the same file, to the byte, when an email is sent again", async () => {
    const { id: platformId } = await server.platform();
    const recipient = "attached@emails.test";
    const email = await prepareEmail(server.app, {
      platformId,
      businessId: null,
      key: `sign-in/${randomUUID()}`,
      template: "primary-owner-conflict",
      locale: "es",
      recipient,
      params: { businessName: "Panadería #Ñandú*", businessId: "biz_1" },
    });
    await inScope(server.app.pool, { platformId, businessId: "whole platform" }, (tx) => queueEmail(tx, email));
    const sent: EmailMessage[] = [];
    const lost: EmailSender = {
      send: async (email) => {
        sent.push(email);
        throw new EmailNotAccepted("unreachable");
      },
      close: () => {},
    };
    const ids = { platformId, businessId: null, id: email.id };
    await expect(deliverEmail(server.app, lost, ids)).rejects.toThrow(EmailNotAccepted);
    await expect(deliverEmail(server.app, lost, ids)).rejects.toThrow(EmailNotAccepted);
    const [one, again] = sent.map(({ attachments }) => attachments?.[0]);
    expect(one).toMatchObject({ name: "De quién es esta empresa.pdf", type: "application/pdf" });
    expect(again?.content.equals(one?.content ?? Buffer.alloc(0))).toBe(true);
    const emailSender = smtpEmail(sandbox.smtpUrl);
    await deliverEmail(server.app, emailSender, ids);
    emailSender.close();
    const [arrived] = await sandbox.emailsTo(recipient);
    expect(arrived?.attachments).toMatchObject([{ name: one?.name, size: one?.content.length }]);
  });
});
