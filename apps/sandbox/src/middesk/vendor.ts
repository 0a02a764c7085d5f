import { createHmac, randomUUID } from "node:crypto";
import type { FastifyInstance, FastifyReply } from "fastify";
import type { Ground, Vendor } from "../world/ground.ts";
import { businesses as businessScenarios, scenarioOf, scenarios } from "./scenarios.ts";
import { businessOnWire, type StoredBusiness } from "./wire.ts";

/** The webhook endpoint and the key of its signatures. */
export type Settings = { webhookUrl: string | null; webhookSecret: string };

type CreateBody = {
  name?: string;
  external_id?: string;
  unique_external_id?: string;
  tin?: { tin?: string };
  addresses?: StoredBusiness["address"][];
};

const vendorName = "middesk";
/** The world of requests that name no business. */
const defaultWorld = "nobody";

/** Middesk: registrations, tax identification and filings of a business. */
export function middesk(ground: Ground, { webhookUrl, webhookSecret }: Settings): Vendor {
  const collection = ground.store.collection<StoredBusiness>("middesk businesses");
  /** The business of each unique external id. */
  const byUniqueId = ground.store.collection<{ id: string }>("middesk names");
  const worldOf = (business: StoredBusiness | undefined) => business?.externalId ?? defaultWorld;

  const sendWebhook = (type: "business.created" | "business.updated", business: StoredBusiness) => {
    if (!webhookUrl) return;
    const body = JSON.stringify({
      object: "event",
      id: randomUUID(),
      type,
      created_at: business.updatedAt,
      data: { object: businessOnWire(business) },
    });
    ground.webhooks.send({ vendor: vendorName, world: worldOf(business), url: webhookUrl, body });
  };
  const finish = (id: string, at: Date) => {
    const business = collection.get(id);
    if (!business) return;
    const done: StoredBusiness = { ...business, status: "in_review", updatedAt: at.toISOString() };
    collection.put(id, done);
    sendWebhook("business.updated", done);
  };
  const begin = (body: CreateBody, name: string): StoredBusiness => {
    const world = body.external_id ?? defaultWorld;
    const now = ground.clocks.now(world);
    const scenario = scenarioOf(body.tin?.tin ?? null, name);
    const business: StoredBusiness = {
      id: randomUUID(),
      externalId: body.external_id ?? null,
      name,
      scenario,
      status: "pending",
      uniqueExternalId: body.unique_external_id ?? null,
      address: body.addresses?.[0] ?? {},
      hasTin: Boolean(body.tin?.tin),
      createdAt: now.toISOString(),
      updatedAt: now.toISOString(),
    };
    collection.put(business.id, business);
    if (body.unique_external_id) byUniqueId.put(body.unique_external_id, { id: business.id });
    sendWebhook("business.created", business);
    const at = new Date(now.getTime() + (businessScenarios[scenario]?.takesMinutes ?? 0) * 60_000);
    ground.agenda.plan({ vendor: vendorName, world, at, what: "found-out", subject: business.id });
    return business;
  };

  return {
    name: vendorName,
    title: "Business verification, as Middesk",
    scenarios,
    routes,
    worldOf: (request) => {
      const { id } = request.params as { id?: string };
      const { external_id: asked } = request.query as { external_id?: string };
      const { external_id: given } = (request.body ?? {}) as CreateBody;
      return given ?? asked ?? (id ? (collection.get(id)?.externalId ?? null) : null);
    },
    happens: { "found-out": finish },
    webhooks: {
      sign: (body) => ({
        "x-middesk-signature-256": createHmac("sha256", webhookSecret).update(body).digest("hex"),
      }),
      forge: (body) => body.replaceAll('"pending"', '"approved"').replaceAll('"in_review"', '"approved"'),
    },
  };

  function routes(app: FastifyInstance): void {
    app.addHook("onRequest", async (request, reply) => {
      const isKnown = /^(Bearer|Basic) (?!wrong)\S+/.test(request.headers.authorization ?? "");
      return isKnown ? undefined : refused(reply, 401, "Invalid API key");
    });
    app.post<{ Body: CreateBody }>("/v1/businesses", (request, reply) => {
      const { name, unique_external_id: unique, addresses } = request.body;
      if (!name || !addresses?.length) return refused(reply, 400, "name and addresses are required");
      if (unique && byUniqueId.get(unique)) return refused(reply, 409, "unique_external_id has already been taken");
      return reply.code(201).send(businessOnWire(begin(request.body, name)));
    });
    app.get<{ Querystring: { external_id?: string } }>("/v1/businesses", (request, reply) => {
      const { external_id: wanted } = request.query;
      const found = collection.all().filter(({ externalId }) => !wanted || externalId === wanted);
      const page = { object: "list", has_more: false, total_count: found.length };
      return reply.send({ ...page, data: found.map(businessOnWire) });
    });
    app.get<{ Params: { id: string } }>("/v1/businesses/:id", (request, reply) => {
      const business = collection.get(request.params.id);
      return business ? reply.send(businessOnWire(business)) : refused(reply, 404, "Business not found");
    });
  }
}

const refused = (reply: FastifyReply, status: number, message: string) =>
  reply.code(status).send({ errors: [{ message }] });
