import { createHash } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { page, plain } from "../pages.ts";
import type { CaughtMail, Inbox } from "./inbox.ts";

/** A name for a letter that can stand in an address. */
const nameOf = (mail: CaughtMail) => createHash("sha1").update(mail.messageId).digest("hex").slice(0, 16);
const when = (mail: CaughtMail) =>
  `<time class="quiet" datetime="${mail.caughtAt}">${mail.caughtAt.replace("T", " ").slice(0, 19)} UTC</time>`;

/** The inbox as pages for people and as JSON for journeys. */
export function mailRoutes(app: FastifyInstance, inbox: Inbox): void {
  app.get<{ Querystring: { to?: string } }>("/inbox", async (request, reply) => {
    const to = (request.query.to ?? "").trim().toLowerCase();
    const found = inbox
      .mails()
      .filter((mail) => mail.to.some((address) => address.includes(to)))
      .slice(0, 200);
    const rows = found.map(
      (mail) =>
        `<li><a href="/inbox/${nameOf(mail)}"><span class="subject">${plain(mail.subject)}</span>${when(mail)}<span class="quiet">to ${plain(mail.to.join(", "))} · from ${plain(mail.from)}</span></a></li>`,
    );
    const list = rows.length
      ? `<ul class="mails">${rows.join("")}</ul>`
      : `<p class="empty">${to ? `No mail to “${plain(to)}”.` : "No mail yet. Sign in somewhere, and the code arrives here."}</p>`;
    return reply.type("text/html").send(
      page(
        "Inbox",
        `<h1>Inbox</h1><p class="lead">Every e-mail that Inlay sends ends here. Nothing leaves this machine.</p>
          <form role="search"><input name="to" type="search" placeholder="Show mail to…" aria-label="Show mail to" value="${plain(to)}"><button>Show</button></form>${list}`,
      ),
    );
  });

  app.get<{ Params: { name: string } }>("/inbox/:name", async (request, reply) => {
    const mail = inbox.mails().find((one) => nameOf(one) === request.params.name);
    if (!mail)
      return reply
        .code(404)
        .type("text/html")
        .send(page("No such mail", `<h1>No such mail</h1><p><a href="/inbox">Back to the inbox</a></p>`));
    // The letter is shown in a frame without any rights, as a careful mail program would.
    return reply.type("text/html").send(
      page(
        mail.subject,
        `<h1>${plain(mail.subject)}</h1><p class="lead">to ${plain(mail.to.join(", "))} · from ${plain(mail.from)} · ${when(mail)}</p>
          <iframe sandbox title="The letter" srcdoc="${plain(mail.html)}"></iframe>`,
      ),
    );
  });

  app.get<{ Querystring: { to?: string } }>("/inbox.json", async (request) => {
    const to = request.query.to?.toLowerCase();
    return { deliveries: inbox.deliveries(), mails: inbox.mails().filter((mail) => !to || mail.to.includes(to)) };
  });
}
