import PostalMime from "postal-mime";
import { SMTPServer } from "smtp-server";
import type { Inbox } from "./inbox.ts";

/** Scenario: a recipient whose address begins with this is refused permanently. */
export const refusedPrefix = "refused";

/** A mail server that accepts every email and delivers none. */
export function startSmtp(inbox: Inbox, port: number): Promise<SMTPServer> {
  const server = new SMTPServer({
    disabledCommands: ["AUTH", "STARTTLS"],
    logger: false,
    onRcptTo: ({ address }, _, done) => {
      const refused = Object.assign(new Error("No such mailbox here"), { responseCode: 550 });
      done(address.startsWith(refusedPrefix) ? refused : null);
    },
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        PostalMime.parse(Buffer.concat(chunks), { attachmentEncoding: "base64" })
          .then((email) => {
            inbox.save({
              messageId: email.messageId ?? "",
              to: session.envelope.rcptTo.map((recipient) => recipient.address.toLowerCase()),
              from: email.from?.name || email.from?.address || "",
              subject: email.subject ?? "",
              html: email.html ?? "",
              text: email.text ?? "",
              attachments: email.attachments.map(({ filename, mimeType, content }) => ({
                name: filename ?? "attachment",
                type: mimeType,
                base64: String(content),
                size: Buffer.from(String(content), "base64").length,
              })),
              stopUrl: oneClickIn(email.headers),
              caughtAt: new Date().toISOString(),
            });
            done();
          })
          .catch(done);
      });
    },
  });
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => {
      // A sender that disconnects in the middle of an email is an error of its connection, not of the server.
      server.on("error", (error) => console.log(`an SMTP connection was lost: ${error.message}`));
      resolve(server);
    });
  });
}

/** The address of a one-click stop, if the headers have both that RFC 8058 asks for. */
function oneClickIn(headers: readonly { key: string; value: string }[]): string | null {
  const headerOf = (name: string) => headers.find(({ key }) => key === name)?.value ?? "";
  if (headerOf("list-unsubscribe-post") !== "List-Unsubscribe=One-Click") return null;
  return headerOf("list-unsubscribe").match(/<(\S+)>/)?.[1] ?? null;
}
