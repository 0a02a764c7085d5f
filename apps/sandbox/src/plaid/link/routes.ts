import { readFileSync } from "node:fs";
import path from "node:path";
import type { FastifyInstance, FastifyReply } from "fastify";
import { serveAssets, serveKit } from "../../widget/assets.ts";
import { type ErrorCode, errorBody, Refused, statusOf } from "../errors.ts";
import type { Pocket } from "../history/booking.ts";
import { institutionById, institutions } from "../institutions.ts";
import { accountId, accountsOf, institutionOf, loginOf } from "../items.ts";
import type { Plaid } from "../routes.ts";
import { logins, mfaCode } from "../scenarios.ts";
import { bankPage } from "./bank-page.ts";
import type { LinkToken, Session } from "./link-tokens.ts";

/** The number of scenarios that the sign-in form suggests. */
const shownUsers = 3;

/** The link dialog: a script for the page that opens it, a page in a frame or by itself, and a bank's own page. */
export function linkRoutes(app: FastifyInstance, { items, links }: Plaid): void {
  const folder = import.meta.dirname;
  serveKit(app);
  serveAssets(app, "/link/v2/stable", folder, ["link-initialize.js"]);
  serveAssets(app, "/link", folder, ["dialog.js", "texts.js", "link.css", "bank.js", "bank.css"]);

  const dialog = readFileSync(path.join(folder, "dialog.html"), "utf8");
  app.get("/link", async (_, reply) => reply.type("text/html").send(dialog));
  app.get("/hosted/:token", async (_, reply) => reply.type("text/html").send(dialog));

  const describe = (link: LinkToken, session: Session) => {
    const institution = institutionById(session.institutionId ?? "");
    const login = session.user ? loginOf(session.user) : null;
    return {
      sessionId: session.id,
      stage: session.stage,
      language: link.language,
      clientName: link.clientName,
      isUpdate: link.itemId !== null,
      isHosted: link.isHosted,
      returnUrl: link.isHosted ? link.returnUrl : null,
      institution: institution ?? null,
      institutions,
      hint: { users: logins.slice(0, shownUsers).map(({ user }) => user), code: mfaCode },
      accounts: login?.accounts.map(({ pocket, name, ending }) => ({ pocket, name, ending })) ?? [],
      ...(session.stage === "LINKED" && { publicToken: session.publicToken, metadata: metadataOf(session) }),
    };
  };
  const metadataOf = (session: Session) => {
    const item = items.find(session.itemId ?? "");
    return {
      link_session_id: session.id,
      institution: { institution_id: item.institutionId, name: institutionOf(item).name },
      accounts: accountsOf(item).map(({ pocket, name, ending }) => ({
        id: accountId(item, pocket),
        name,
        mask: ending,
        type: "depository",
        subtype: pocket,
        verification_status: null,
      })),
    };
  };
  const answering = async (reply: FastifyReply, act: () => Session) => {
    try {
      const session = act();
      return describe(links.find(session.token), session);
    } catch (error) {
      return refuse(reply, error);
    }
  };

  type Named = { Params: { id: string } };
  const at = "/link/sessions";
  app.post<{ Body: { token: string } }>(at, async (request, reply) =>
    answering(reply, () => links.begin(request.body.token)),
  );
  app.get<Named>(`${at}/:id`, async (request, reply) => answering(reply, () => links.sessionNamed(request.params.id)));
  app.post<Named & { Body: { institutionId: string; user: string; password: string } }>(
    `${at}/:id/login`,
    async (request, reply) =>
      answering(reply, () => {
        const { institutionId, user, password } = request.body;
        return links.login(links.sessionNamed(request.params.id), institutionId, user, password);
      }),
  );
  app.post<Named & { Body: { code: string } }>(`${at}/:id/code`, async (request, reply) =>
    answering(reply, () => links.answerCode(links.sessionNamed(request.params.id), request.body.code)),
  );
  app.post<Named & { Body: { pockets: Pocket[] } }>(`${at}/:id/accounts`, async (request, reply) =>
    answering(reply, () => links.choose(links.sessionNamed(request.params.id), request.body.pockets)),
  );
  app.post<Named>(`${at}/:id/leave`, async (request, reply) =>
    answering(reply, () => links.leave(links.sessionNamed(request.params.id))),
  );

  /** The bank's own page. `bank` is the chosen institution. The person signs in and allows or denies access. */
  app.get<Named & { Querystring: { bank?: string } }>("/oauth/:id", async (request, reply) => {
    const institution = institutionById(request.query.bank ?? "");
    if (!institution) return reply.code(404).type("text/html").send("<h1>No such bank</h1>");
    const link = links.find(links.sessionNamed(request.params.id).token);
    const page = bankPage({
      bank: institution.name,
      bankId: institution.id,
      color: institution.color,
      client: link.clientName,
      session: request.params.id,
      language: link.language,
      back: link.isHosted ? `/plaid/hosted/${link.token}?session=${request.params.id}` : "",
    });
    return reply.type("text/html").send(page);
  });
}

function refuse(reply: FastifyReply, error: unknown) {
  if (!(error instanceof Refused)) throw error;
  const code: ErrorCode = error.code;
  return reply.code(statusOf(code)).send(errorBody(code));
}
