import type { FastifyInstance } from "fastify";
import type { CaughtEmail, Inbox } from "../email/inbox.ts";
import type { Message } from "../twilio/messages.ts";
import { addressOf, emailPage, messagesPage, nameOf, notFoundPage } from "./pages.ts";

/** The most rows of a list. */
const mostShown = 200;

type Asked = { Querystring: { to?: string } };

/** The sent emails and messages, as pages for people and as JSON for tests. */
export function inboxRoutes(app: FastifyInstance, inbox: Inbox, messages: () => readonly Message[]): void {
  const filterIn = ({ to = "" }: { to?: string }) => to.trim().toLowerCase();
  const emailsTo = (to: string) =>
    inbox
      .emails()
      .filter((email) => email.to.some((address) => address.includes(to)))
      .slice(0, mostShown);
  const digits = (text: string) => text.replaceAll(/\D/g, "");
  const messagesTo = (to: string) =>
    messages()
      .filter((text) => digits(text.to).includes(digits(to)))
      .slice(0, mostShown);
  const emailNamed = (name: string): CaughtEmail | null => inbox.emails().find((one) => nameOf(one) === name) ?? null;

  app.get<Asked>("/inbox", async ({ query }, reply) => {
    const to = filterIn(query);
    return reply.type("text/html").send(emailPage(emailsTo(to), to, null));
  });
  app.get<Asked & { Params: { name: string } }>("/inbox/:name", async ({ params, query }, reply) => {
    const email = emailNamed(params.name);
    if (!email) return reply.code(404).type("text/html").send(notFoundPage());
    const to = filterIn(query);
    return reply.type("text/html").send(emailPage(emailsTo(to), to, email));
  });
  app.get<{ Params: { name: string; n: string } }>("/inbox/:name/attachments/:n", async ({ params }, reply) => {
    const attachment = emailNamed(params.name)?.attachments[Number(params.n)];
    if (!attachment) return reply.code(404).type("text/html").send(notFoundPage());
    // Always a download of an unspecific type, so that no attachment runs as a page of the sandbox.
    const name = encodeURIComponent(attachment.name);
    return reply
      .header("content-disposition", `attachment; filename*=UTF-8''${name}`)
      .header("x-content-type-options", "nosniff")
      .type("application/octet-stream")
      .send(Buffer.from(attachment.base64, "base64"));
  });

  app.get<Asked>("/inbox/messages", async ({ query }, reply) => {
    const to = filterIn(query);
    return reply.type("text/html").send(messagesPage(messagesTo(to), to, null));
  });
  app.get<Asked & { Params: { number: string } }>("/inbox/messages/:number", async ({ params, query }, reply) => {
    const { number } = params;
    if (!messages().some((text) => text.to === number)) return reply.code(404).type("text/html").send(notFoundPage());
    const to = filterIn(query);
    return reply.type("text/html").send(messagesPage(messagesTo(to), to, number));
  });

  app.get<Asked>("/inbox.json", async (request) => {
    const to = request.query.to?.toLowerCase();
    const emails = inbox.emails().filter((email) => !to || email.to.includes(to));
    return {
      deliveries: inbox.deliveries(),
      emails: emails.map((email) => ({
        ...email,
        attachments: email.attachments.map(({ name, type, size }, n) => ({
          name,
          type,
          size,
          href: addressOf(email, n),
        })),
      })),
    };
  });
  app.get<Asked>("/messages.json", async ({ query: { to } }) => ({
    messages: messages()
      .filter((text) => !to || text.to === to)
      .map(({ sid, to: number, from, body, status, errorCode, createdAt }) => ({
        id: sid,
        to: number,
        from,
        body,
        status,
        errorCode,
        sentAt: createdAt,
      })),
  }));
}
