import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { businessDate } from "@inlay/lending/calendar/business-date.ts";
import type { FastifyInstance, FastifyReply } from "fastify";
import { serveAssets, serveKit } from "../widget/assets.ts";
import { accountOf, type Line, type Month, ratiosOf } from "./accounting-data.ts";
import { type Connection, type Connections, vendorName } from "./connections.ts";
import { companiesOf, companyNamed, isWrongLogin, services } from "./scenarios.ts";

type Query = Record<string, string | undefined>;

const refuse = (reply: FastifyReply, statusCode: number, ...message: string[]) =>
  reply.code(statusCode).send({ statusCode, error: { statusCode, message } });
const onWire = ({ section, subSection, account, cents }: Line) => ({
  section,
  subSection,
  group: account,
  account,
  value: cents / 100,
});
const metaOf = ({ businessName, serviceName, id }: Connection, month: Month) => ({
  reportId: `${id}-${month.startsOn}`,
  connectionUuid: id,
  businessName,
  serviceName,
  reportFrequency: "month",
  startDate: `${month.startsOn}T00:00:00`,
  endDate: `${month.endsOn}T00:00:00`,
  currency: "USD",
  accountingMethod: "cash",
});

/** The vendor's API, for our server. A token expires after an hour. */
export function wireRoutes(app: FastifyInstance, connections: Connections): void {
  const isOpen = (url: string) =>
    [`/${vendorName}/getAccess`, `/${vendorName}/connect`, `/${vendorName}/kit`].some((open) => url.startsWith(open));
  const tokens = new Map<string, number>();
  app.addHook("onRequest", async (request, reply) => {
    if (isOpen(request.url)) return undefined;
    const token = request.headers.authorization?.replace(/^Bearer /, "") ?? "";
    return (tokens.get(token) ?? 0) > Date.now() ? undefined : refuse(reply, 401, "Unauthorized");
  });

  app.get("/getAccess", async (request, reply) => {
    const [, pair = ""] = /^Basic (\S+)$/.exec(request.headers.authorization ?? "") ?? [];
    const secret = Buffer.from(pair, "base64").toString().split(":")[1];
    if (!secret || secret === "wrong") return refuse(reply, 401, "Unauthorized");
    const token = randomBytes(24).toString("base64url");
    tokens.set(token, Date.now() + 3_600_000);
    return { access_token: token };
  });

  // The effect of withdrawing a key in the vendor's dashboard.
  app.post("/getAccess/withdraw", async () => {
    tokens.clear();
    return { success: true };
  });

  app.post<{ Body: { businessName?: string } | null }>("/businesses", async (request, reply) => {
    const { businessName = "" } = request.body ?? {};
    if (businessName.length < 2 || businessName.length > 40)
      return refuse(
        reply,
        400,
        "businessName must be longer than or equal to 2 and shorter than or equal to 40 characters",
      );
    const made = connections.addBusiness(businessName);
    if (!made) return refuse(reply, 409, "Business already exists");
    return { businessUUID: made.uuid, businessName, status: "new", createdAt: made.createdAt };
  });

  app.get<{ Querystring: Query }>("/connections", async ({ query }, reply) => {
    const { businessName = "" } = query;
    if (!connections.isKnown(businessName)) return refuse(reply, 404, "Business not found");
    const data = connections.named(businessName).map(({ id, serviceName, status, createdAt }) => ({
      connectionId: id,
      connectionUuid: id,
      businessName,
      serviceName,
      status,
      createdAt,
    }));
    return { count: data.length, data };
  });

  app.put<{ Body: Query | null }>("/connections/disconnect", async ({ body }, reply) => {
    const found = connections
      .named(body?.["businessName"] ?? "")
      .find((one) => one.serviceName === body?.["serviceName"]);
    if (!found) return refuse(reply, 404, "Connection not found");
    connections.disconnect(found);
    return { success: true };
  });

  /** The accounting data of a request, or null. */
  const asked = (query: Query) => {
    const { businessName = "", serviceName = "", startDate = "", endDate = "" } = query;
    const connection = connections.named(businessName).find((one) => one.serviceName === serviceName);
    if (!connection) return null;
    return {
      connection,
      accounting: connections.accountingDataOf(connection),
      from: businessDate(startDate),
      to: businessDate(endDate),
    };
  };
  const reports = (address: string, linesOf: (month: Month) => object[]) =>
    app.get<{ Querystring: Query }>(address, async ({ query }, reply) => {
      const about = asked(query);
      if (!about) return refuse(reply, 404, "Connection not found");
      const months = about.accounting?.months(about.from, about.to) ?? [];
      const monthly = months.map((month) => ({ meta: metaOf(about.connection, month), data: linesOf(month) }));
      return { count: monthly.length, reports: monthly };
    });
  reports("/incomeStatements", ({ income }) => income.map(onWire));
  reports("/balanceSheets", ({ balance }) => balance.map(onWire));
  reports("/cashflowStatements", ({ cashFlow }) => cashFlow.map(onWire));
  reports("/financialRatios", ratiosOf);

  app.get<{ Querystring: Query }>("/accountingTransactions", async ({ query }, reply) => {
    const about = asked(query);
    if (!about) return refuse(reply, 404, "Connection not found");
    const { connection, from, to } = about;
    const offset = Number(query["offset"] ?? 0);
    const all = (about.accounting?.bookings ?? [])
      .map((booking, n) => ({ booking, id: `${connection.id}-${n}` }))
      .filter(({ booking }) => booking.on >= from && booking.on <= to);
    const data = all.slice(offset, offset + Number(query["limit"] ?? 100)).map(({ booking, id }) => ({
      id,
      postedDate: `${booking.on}T00:00:00`,
      amount: booking.amountCents / 100,
      currency: "USD",
      account: accountOf(booking),
      memo: booking.text,
      transactionType: booking.amountCents > 0 ? "deposit" : "expense",
    }));
    return { count: all.length, offset, limit: data.length, data };
  });
}

/**
 * The page on which a person connects an accounting program. The vendor's own widget has its server's URL built in, so a page for a frame
 * replaces it. The page posts the same events.
 */
export function pageRoutes(app: FastifyInstance, connections: Connections): void {
  serveKit(app);
  const folder = `${import.meta.dirname}/connect`;
  serveAssets(app, "/connect", folder, ["connect.css", "connect.js", "texts.js"]);
  const page = readFileSync(`${folder}/page.html`, "utf8");
  app.get("/connect", async (_, reply) => reply.type("text/html").send(page));

  app.get<{ Querystring: Query }>("/connect/business", async ({ query }, reply) => {
    if (!connections.isKnown(query["businessName"] ?? "")) return reply.code(404).send({ error: "BUSINESS_UNKNOWN" });
    return { services };
  });
  type Login = { businessName: string; serviceName: string; user: string; password: string };
  const whyNotSignIn = ({ businessName, serviceName, user, password }: Login): string | null => {
    const service = services.find(({ name }) => name === serviceName);
    if (!connections.isKnown(businessName) || !service) return "BUSINESS_UNKNOWN";
    if (service.isDown) return "SERVICE_DOWN";
    return isWrongLogin(user, password) ? "LOGIN_UNKNOWN" : null;
  };
  app.post<{ Body: Login }>("/connect/login", async ({ body }, reply) => {
    const error = whyNotSignIn(body);
    if (error) return reply.code(422).send({ error });
    return { companies: companiesOf(body.user).map(({ id, business, about }) => ({ id, name: business.name, about })) };
  });
  app.post<{ Body: Login & { companyId: string } }>("/connect/allow", async ({ body }, reply) => {
    const error = whyNotSignIn(body) ?? (companyNamed(body.companyId) ? null : "COMPANY_UNKNOWN");
    if (error) return reply.code(422).send({ error });
    const { businessName, serviceName, companyId, user } = body;
    const { id } = connections.connect(businessName, serviceName, companyId, user);
    return { connectionId: id, connectionUuid: id, businessName, serviceName };
  });
}
