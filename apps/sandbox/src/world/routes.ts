import type { FastifyInstance } from "fastify";
import { type FaultPlan, faultKinds } from "./faults.ts";
import type { World } from "./ground.ts";

const faultPlan = {
  type: "object",
  additionalProperties: false,
  required: ["faults"],
  properties: {
    seed: { type: "integer", default: 1 },
    faults: {
      type: "array",
      items: {
        type: "object",
        additionalProperties: false,
        required: ["kind"],
        properties: {
          kind: { enum: Object.keys(faultKinds) },
          probability: { type: "number", minimum: 0, maximum: 1, default: 1 },
          ms: { type: "integer", minimum: 0 },
          hours: { type: "number", minimum: 0 },
          only: { type: "string" },
          world: { type: "string" },
        },
      },
    },
  },
};
const now = { type: "string", format: "date-time" };
const instant = {
  type: "object",
  additionalProperties: false,
  required: ["world", "now"],
  properties: { world: { type: "string", minLength: 1 }, now },
};
const commonInstant = { type: "object", additionalProperties: false, required: ["now"], properties: { now } };

/** Routes for proofs, end-to-end tests and the clock: journal, clocks and faults. */
export function worldRoutes(app: FastifyInstance, world: World): void {
  const { store, clocks, faults, agenda, webhooks, vendors } = world;
  const timeOf = (name: string) => ({
    world: name,
    now: clocks.now(name).toISOString(),
    nextAt: agenda.nextAt(name)?.toISOString() ?? null,
    undeliveredWebhooks: webhooks.undelivered(name),
  });

  app.get<{ Querystring: { world?: string; reference?: string } }>("/journal.json", async (request) => {
    const { world: name, reference } = request.query;
    const entries = store
      .journal()
      .filter((entry) => (!name || entry.world === name) && (!reference || entry.reference === reference));
    return { entries };
  });

  app.put<{ Body: { world: string; now: string } }>("/clock", { schema: { body: instant } }, async (request) => {
    clocks.set(request.body.world, new Date(request.body.now));
    agenda.catchUp(request.body.world);
    await store.saved();
    return timeOf(request.body.world);
  });
  app.put<{ Body: { now: string } }>("/common-clock", { schema: { body: commonInstant } }, async (request) => {
    clocks.setCommon(new Date(request.body.now));
    const following = () => agenda.worlds().filter((name) => !clocks.hasOwn(name));
    for (const name of following()) agenda.catchUp(name);
    await store.saved();
    const moments = following().flatMap((name) => agenda.nextAt(name) ?? []);
    const [next] = moments.toSorted((a, b) => a.getTime() - b.getTime());
    return { nextAt: next?.toISOString() ?? null, undeliveredWebhooks: webhooks.undelivered() };
  });
  app.get<{ Params: { world: string } }>("/clock/:world", async (request) => timeOf(request.params.world));

  app.get("/faults", async () => faults.plans());
  app.put<{ Params: { vendor: string }; Body: FaultPlan }>(
    "/faults/:vendor",
    { schema: { body: faultPlan } },
    async (request, reply) => {
      const { vendor } = request.params;
      if (!vendors.some((one) => one.name === vendor)) return reply.code(404).send({ error: `no vendor ${vendor}` });
      faults.set(vendor, request.body);
      await store.saved();
      return faults.plans()[vendor];
    },
  );
}
