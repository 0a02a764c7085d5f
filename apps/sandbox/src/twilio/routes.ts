import type { FastifyInstance, FastifyReply } from "fastify";
import type { Message, Messages } from "./messages.ts";
import { scenarioOf } from "./scenarios.ts";

type Form = Record<string, string | undefined>;

/** The vendor's date format. */
const rfc2822 = (instant: string) => new Date(instant).toUTCString().replace("GMT", "+0000");

const onWire = (text: Message) => ({
  sid: text.sid,
  account_sid: text.account,
  api_version: "2010-04-01",
  direction: "outbound-api",
  to: text.to,
  from: text.from,
  body: text.body,
  status: text.status,
  error_code: text.errorCode,
  error_message: text.errorMessage,
  messaging_service_sid: null,
  num_media: "0",
  num_segments: String(Math.ceil(text.body.length / 153)),
  price: null,
  price_unit: "USD",
  date_created: rfc2822(text.createdAt),
  date_updated: rfc2822(text.updatedAt),
  date_sent: text.status === "queued" ? null : rfc2822(text.updatedAt),
  uri: `/2010-04-01/Accounts/${text.account}/Messages/${text.sid}.json`,
});

const refuse = (reply: FastifyReply, status: number, code: number, message: string) =>
  reply.code(status).send({ code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status });

/** Programmable Messaging, as far as sending, listing and reading a message go. */
export function wireRoutes(app: FastifyInstance, outbox: Messages, authToken: string): void {
  app.addContentTypeParser("application/x-www-form-urlencoded", { parseAs: "string" }, (_, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
  app.addHook("onRequest", async (request, reply) => {
    const [, encoded = ""] = /^Basic (\S+)$/.exec(request.headers.authorization ?? "") ?? [];
    const { sid } = request.params as { sid?: string };
    if (Buffer.from(encoded, "base64").toString() !== `${sid}:${authToken}`)
      return refuse(reply, 401, 20003, "Authenticate");
    return undefined;
  });
  type InAccount = { Params: { sid: string } };
  const at = "/2010-04-01/Accounts/:sid";

  app.post<InAccount & { Body: Form | null }>(`${at}/Messages.json`, async (request, reply) => {
    const { To: to = "", From: from = "", Body: body = "", StatusCallback: statusCallback = null } = request.body ?? {};
    if (!from) return refuse(reply, 400, 21603, "A 'From' phone number is required.");
    if (!body) return refuse(reply, 400, 21602, "Message body is required.");
    if (!/^\+\d{8,15}$/.test(to)) return refuse(reply, 400, 21211, `Invalid 'To' Phone Number: ${to}`);
    const scenario = scenarioOf(to);
    if (scenario?.failsAt === "request") return refuse(reply, 400, scenario.code, scenario.message);
    return reply.code(201).send(onWire(outbox.accept({ account: request.params.sid, to, from, body, statusCallback })));
  });

  app.get<InAccount & { Querystring: Form }>(`${at}/Messages.json`, async (request) => {
    const { To: to, From: from, PageSize: size = "50" } = request.query;
    const found = outbox
      .all()
      .filter((text) => text.account === request.params.sid && (!to || text.to === to) && (!from || text.from === from))
      .slice(0, Number(size));
    return { messages: found.map(onWire), page: 0, page_size: Number(size), next_page_uri: null };
  });

  app.get<{ Params: { sid: string; file: string } }>(`${at}/Messages/:file`, async (request, reply) => {
    const text = outbox.find(request.params.file.replace(/\.json$/, ""));
    return text ? onWire(text) : refuse(reply, 404, 20404, "The requested resource was not found");
  });
}
