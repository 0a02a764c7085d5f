import { once } from "node:events";
import net from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freePort } from "../../../../../../scripts/processes.ts";
import { type TestSandbox, testSandbox } from "../../sandbox.fixture.ts";
import { behavesLikeAnEmailSender } from "../port.suite.ts";
import { smtpEmail } from "./adapter.ts";

let sandbox: TestSandbox;
let nowhere: number;
beforeAll(async () => {
  sandbox = await testSandbox();
  nowhere = await freePort();
});
afterAll(() => sandbox.close());

describe("sandbox SMTP server", () => {
  it("keeps running when a sender disconnects in the middle of an email", async () => {
    const { hostname, port } = new URL(sandbox.smtpUrl);
    for (let n = 0; n < 5; n++) {
      const socket = net.connect(Number(port), hostname);
      await once(socket, "data");
      for (const line of ["EHLO x", "MAIL FROM:<a@x.test>", "RCPT TO:<b@x.test>", "DATA"]) {
        socket.write(`${line}\r\n`);
        await once(socket, "data");
      }
      socket.write("Subject: half an em");
      socket.resetAndDestroy();
    }
    const emailSender = smtpEmail(sandbox.smtpUrl);
    const from = { name: "Still here", address: "no-reply@inlay.example" };
    await emailSender.send({ id: "after-the-loss", from, to: "c@x.test", subject: "Whole", html: "", text: "Whole" });
    emailSender.close();
    expect(await sandbox.emailsTo("b@x.test")).toEqual([]);
    expect(await sandbox.emailsTo("c@x.test")).toHaveLength(1);
  });
});

describe("email over SMTP", () => {
  behavesLikeAnEmailSender(
    () => smtpEmail(sandbox.smtpUrl),
    () => smtpEmail(`smtp://127.0.0.1:${nowhere}`),
    async (to) =>
      Promise.all(
        (await sandbox.emailsTo(to)).map(async ({ attachments, stopUrl = null, ...email }) => ({
          ...email,
          stopUrl,
          attachments: await Promise.all(
            attachments.map(async ({ name, type, href }) => {
              const content = Buffer.from(await (await fetch(`${sandbox.url}${href}`)).arrayBuffer());
              return { name, type, content };
            }),
          ),
        })),
      ),
  );
});
