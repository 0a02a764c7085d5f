import { once } from "node:events";
import net from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Sandbox, startSandbox } from "../sandbox.fixture.ts";

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.close());

const read = async (path: string) => String((await sandbox.ask("GET", path)).body["text"]);

/** Sends an email over SMTP, line by line. */
async function post(to: string, email: string[]) {
  const socket = net.connect(sandbox.smtpPort, "127.0.0.1");
  await once(socket, "data");
  for (const line of ["EHLO x", "MAIL FROM:<a@x.test>", `RCPT TO:<${to}>`, "DATA", [...email, "."].join("\r\n")]) {
    socket.write(`${line}\r\n`);
    await once(socket, "data");
  }
  socket.end();
}
const email = (id: string, subject: string) => [
  ...[`Message-ID: <${id}@x>`, `Subject: ${subject}`, "From: Larkspur <no-reply@x.test>", "MIME-Version: 1.0"],
  ...['Content-Type: multipart/mixed; boundary="b"', "", "--b", "Content-Type: text/html", ""],
  ...["<p onclick=alert(1)>Hello</p>", "--b", "Content-Type: application/pdf"],
  ...['Content-Disposition: attachment; filename="<b>terms</b>.pdf"', "Content-Transfer-Encoding: base64", ""],
  ...[Buffer.from("%PDF-1.7 terms").toString("base64"), "--b--"],
];
const sendSms = (to: string, body: string) =>
  fetch(`${sandbox.url}/twilio/2010-04-01/Accounts/AC1/Messages.json`, {
    method: "POST",
    headers: { authorization: `Basic ${Buffer.from("AC1:sandbox").toString("base64")}` },
    body: new URLSearchParams({ To: to, From: "+15005550006", Body: body }),
  });

describe("sandbox inbox", () => {
  it("explains what to do while it is empty", async () => {
    expect(await read("/inbox")).toContain("No emails yet.");
    expect(await read("/inbox/messages")).toContain("No SMS yet.");
  });

  it("shows an email in a sandboxed frame and lists its attachments", async () => {
    await post("ana@harbor.test", email("one", "Your terms"));
    const list = await read("/inbox?to=ANA");
    const [, address = ""] = /href="(\/inbox\/[0-9a-f]{16})\?to=ana"/.exec(list) ?? [];
    const page = await read(address);
    expect(page).toContain('<iframe sandbox title="Email" srcdoc="&#60;p onclick');
    expect(page).toContain(">&#60;b&#62;terms&#60;/b&#62;.pdf</a>");
    const file = await fetch(`${sandbox.url}${address}/attachments/0`);
    expect(await file.text()).toBe("%PDF-1.7 terms");
    expect(file.headers.get("content-disposition")).toBe("attachment; filename*=UTF-8''%3Cb%3Eterms%3C%2Fb%3E.pdf");
    expect(file.headers.get("content-type")).toBe("application/octet-stream");
  });

  it("filters by recipient and says when nothing matches", async () => {
    await post("bo@shop.test", email("two", "Another email"));
    expect(await read("/inbox?to=shop")).not.toContain("Your terms");
    expect(await read("/inbox?to=<nobody>")).toContain("No emails to “&#60;nobody&#62;”.");
    expect((await sandbox.ask("GET", "/inbox/0000000000000000")).status).toBe(404);
  });

  it("shows the messages of each phone as one thread, oldest first, with their status", async () => {
    await sendSms("+12125550120", "First & <second>");
    await sendSms("+12125550120", "Third");
    await sendSms("+12125550134", "Buy now");
    await sandbox.ask("PUT", "/clock", { world: "+12125550120", now: "2036-01-01T00:00:00Z" });
    await sandbox.ask("PUT", "/clock", { world: "+12125550134", now: "2036-01-01T00:00:00Z" });
    const list = await read("/inbox/messages");
    expect(list).toContain("+1 (212) 555-0120");
    expect(list).toContain("2 messages");
    const thread = await read("/inbox/messages/%2B12125550120");
    expect(thread.indexOf("First &#38; &#60;second&#62;</p>")).toBeGreaterThan(0);
    expect(thread.indexOf("Third</p>")).toBeGreaterThan(thread.indexOf("First"));
    expect(thread).toContain("Delivered");
    expect(await read("/inbox/messages/%2B12125550134")).toContain("Not delivered: Message filtered (30007)");
    expect(await read("/inbox/messages?to=0134")).not.toContain("555-0120");
    expect((await sandbox.ask("GET", "/inbox/messages/%2B19995550100")).status).toBe(404);
  });

  it("returns the same as JSON", async () => {
    const { body } = await sandbox.ask("GET", `/messages.json?${new URLSearchParams({ to: "+12125550134" })}`);
    expect(body).toEqual({
      messages: [
        {
          id: expect.stringMatching(/^SM/),
          to: "+12125550134",
          from: "+15005550006",
          body: "Buy now",
          status: "undelivered",
          errorCode: 30007,
          sentAt: expect.any(String),
        },
      ],
    });
    expect((await sandbox.ask("GET", "/inbox.json?to=ana@harbor.test")).body).toMatchObject({
      emails: [{ subject: "Your terms", attachments: [{ name: "<b>terms</b>.pdf", size: 14 }] }],
    });
  });

  it("keeps every email and message after kill -9", async () => {
    await sandbox.restart();
    expect(await read("/inbox/messages")).toContain("+1 (212) 555-0120");
    expect(await read("/inbox")).toContain("Your terms");
  });
});
