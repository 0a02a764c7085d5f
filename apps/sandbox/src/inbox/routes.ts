import type { FastifyInstance } from "fastify";
import type { CaughtMail, Inbox } from "../mail/inbox.ts";
import type { Text } from "../twilio/texts.ts";
import { addressOf, mailPage, nameOf, nothingHere, textsPage } from "./pages.ts";

/** As many as somebody would look through. */
const mostShown = 200;

type Asked = { Querystring: { to?: string } };

/** What was sent, as pages for people and as JSON for journeys. */
export function inboxRoutes(app: FastifyInstance, inbox: Inbox, texts: () => readonly Text[]): void {
  const soughtIn = ({ to = "" }: { to?: string }) => to.trim().toLowerCase();
  const mailsTo = (to: string) =>
    inbox
      .mails()
      .filter((mail) => mail.to.some((address) => address.includes(to)))
      .slice(0, mostShown);
  const digits = (text: string) => text.replaceAll(/\D/g, "");
  const textsTo = (to: string) =>
    texts()
      .filter((text) => digits(text.to).includes(digits(to)))
      .slice(0, mostShown);
  const mailNamed = (name: string): CaughtMail | null => inbox.mails().find((one) => nameOf(one) === name) ?? null;

  app.get<Asked>("/inbox", async ({ query }, reply) => {
    const to = soughtIn(query);
    return reply.type("text/html").send(mailPage(mailsTo(to), to, null));
  });
  app.get<Asked & { Params: { name: string } }>("/inbox/:name", async ({ params, query }, reply) => {
    const mail = mailNamed(params.name);
    if (!mail) return reply.code(404).type("text/html").send(nothingHere());
    const to = soughtIn(query);
    return reply.type("text/html").send(mailPage(mailsTo(to), to, mail));
  });
  app.get<{ Params: { name: string; n: string } }>("/inbox/:name/attachments/:n", async ({ params }, reply) => {
    const attachment = mailNamed(params.name)?.attachments[Number(params.n)];
    if (!attachment) return reply.code(404).type("text/html").send(nothingHere());
    // Never shown in our own place, whatever it says it is: a file to keep.
    const name = encodeURIComponent(attachment.name);
    return reply
      .header("content-disposition", `attachment; filename*=UTF-8''${name}`)
      .header("x-content-type-options", "nosniff")
      .type("application/octet-stream")
      .send(Buffer.from(attachment.base64, "base64"));
  });

  app.get<Asked>("/inbox/texts", async ({ query }, reply) => {
    const to = soughtIn(query);
    return reply.type("text/html").send(textsPage(textsTo(to), to, null));
  });
  app.get<Asked & { Params: { number: string } }>("/inbox/texts/:number", async ({ params, query }, reply) => {
    const { number } = params;
    if (!texts().some((text) => text.to === number)) return reply.code(404).type("text/html").send(nothingHere());
    const to = soughtIn(query);
    return reply.type("text/html").send(textsPage(textsTo(to), to, number));
  });

  app.get<Asked>("/inbox.json", async (request) => {
    const to = request.query.to?.toLowerCase();
    const mails = inbox.mails().filter((mail) => !to || mail.to.includes(to));
    return {
      deliveries: inbox.deliveries(),
      mails: mails.map((mail) => ({
        ...mail,
        attachments: mail.attachments.map(({ name, type, size }, n) => ({
          name,
          type,
          size,
          href: addressOf(mail, n),
        })),
      })),
    };
  });
  app.get<Asked>("/texts.json", async ({ query: { to } }) => ({
    texts: texts()
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
