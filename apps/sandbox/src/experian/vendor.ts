import { createHash, randomUUID } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Ground, Vendor } from "../world/ground.ts";
import { type AskedPerson, creditProfile, frozenFile, type KeptBusiness, noRecord, premierProfile } from "./reports.ts";
import { businesses, businessScenarioOf, type PersonScenario, personScenarioOf, scenarios } from "./scenarios.ts";

type Body = Record<string, unknown>;

/** A report that was made out. Whoever asks again under the same reference gets it again, and it counts once. */
type Pull = { reference: string; kind: "consumer" | "business"; at: string; asked: number; body: unknown };

const tokenSeconds = 1_800;
/** Nothing that a bureau is asked names a business of ours, so it lives by everybody's time. */
const everybody = "everybody";
const certain = 98;

/** Experian: people's and businesses' credit files. */
export function experian(ground: Ground): Vendor {
  const tokens = ground.store.shelf<{ expiresAt: string }>("experian tokens");
  const pulls = ground.store.shelf<Pull>("experian pulls");
  /** What a search has found, by the bureau's number for it. */
  const found = ground.store.shelf<KeptBusiness & { scenario: string }>("experian businesses");
  /** How often somebody with a frozen file was asked about. */
  const looks = ground.store.shelf<{ times: number }>("experian looks");
  const now = () => ground.clocks.now(everybody);

  const pulled = (kind: Pull["kind"], reference: string, makeOut: () => unknown): unknown => {
    const id = `${kind} ${reference}`;
    const before = pulls.get(id);
    const pull = before ?? { reference, kind, at: now().toISOString(), asked: 0, body: makeOut() };
    pulls.put(id, { ...pull, asked: pull.asked + 1 });
    return pull.body;
  };

  return {
    name: "experian",
    title: "Credit files, as Experian",
    scenarios,
    routes,
    worldOf: () => null,
    happens: {},
    webhooks: { sign: () => ({}), forge: (body) => body },
  };

  function routes(app: FastifyInstance): void {
    app.post("/oauth2/v1/token", (request, reply) => {
      const { username, password } = bodyOf(request);
      const { client_id: client, client_secret: secret } = request.headers;
      if (!client || !secret || secret === "wrong" || !username || !password)
        return failed(reply, 401, "Access is denied due to invalid credentials");
      const token = randomUUID();
      tokens.put(token, { expiresAt: new Date(Date.now() + tokenSeconds * 1_000).toISOString() });
      const issued = { issued_at: String(Date.now()), expires_in: String(tokenSeconds), token_type: "Bearer" };
      return reply.send({ ...issued, access_token: token, refresh_token: randomUUID() });
    });
    app.addHook("preHandler", async (request, reply) => {
      if (!/\/(consumerservices|businessinformation)\//.test(request.url)) return undefined;
      const [, token = ""] = /^Bearer (\S+)$/.exec(request.headers.authorization ?? "") ?? [];
      const expiresAt = tokens.get(token)?.expiresAt;
      if (!expiresAt || new Date(expiresAt) < new Date()) return failed(reply, 401, "Invalid Access Token");
      return undefined;
    });

    app.post("/consumerservices/credit-profile/v2/credit-report", (request, reply) => {
      const reference = request.headers["clientreferenceid"];
      const asked = personIn(bodyOf(request));
      if (typeof reference !== "string" || !reference) return failed(reply, 400, "clientReferenceId is required");
      if (!asked) return failed(reply, 400, "Name and current address are required");
      return reply.send(pulled("consumer", reference, () => fileOf(asked)));
    });

    const at = "/businessinformation/businesses/v1";
    app.post(`${at}/search`, (request, reply) => {
      const { name = "", street = "", city = "", state = "", zip = "", taxId, subcode } = bodyOf(request);
      if (!name || !city || !state || !subcode)
        return refused(reply, 400, "name, city, state and subcode are required");
      const [digits, scenario] = businessScenarioOf(taxId ? String(taxId) : null, String(name));
      if (scenario.file === "missing") return refused(reply, 404, "No businesses were found");
      const business = {
        name: String(name),
        street: String(street),
        city: String(city),
        state: String(state),
        zip: String(zip),
      };
      const bin = String(800_000_000 + (hashOf(digits, ...Object.values(business)).readUInt32BE() % 99_999_999));
      found.put(bin, { ...business, scenario: digits });
      const { name: businessName, ...address } = business;
      const match = {
        bin,
        businessName,
        address,
        reliabilityCode: scenario.reliability ?? certain,
        matchingNameAndAddress: {},
      };
      return reply.send({ ...envelope(request), results: [match] });
    });
    app.post(`${at}/reports/premierprofiles`, (request, reply) => {
      const { bin, comments } = bodyOf(request);
      const business = found.get(String(bin));
      const scenario = business && businesses[business.scenario];
      if (!business || !scenario) return refused(reply, 404, "No business was found for this BIN");
      const results = pulled("business", String(comments), () =>
        premierProfile(String(bin), business, scenario, now()),
      );
      return reply.send({ ...envelope(request), results });
    });

    // What nobody can ask of the bureau itself.
    app.get<{ Querystring: { reference?: string } }>("/pulls.json", (request, reply) => {
      const { reference } = request.query;
      const made = pulls.all().filter((pull) => !reference || pull.reference === reference);
      return reply.send({ pulls: made.map(({ body: _, ...pull }) => pull) });
    });
  }

  function fileOf({ scenario, ...asked }: AskedPerson & { scenario: PersonScenario }): unknown {
    if (scenario.file === "missing") return noRecord();
    const person = hashOf(asked.firstName, asked.lastName, asked.zipCode).toString("hex");
    const times = looks.get(person)?.times ?? 0;
    if (scenario.file === "frozen once") looks.put(person, { times: times + 1 });
    if (scenario.file === "frozen" || (scenario.file === "frozen once" && times === 0)) return frozenFile(now());
    return creditProfile(asked, scenario, now());
  }
}

/** Who is asked about. The number chooses a story here and is not kept. */
function personIn(body: Body): (AskedPerson & { scenario: PersonScenario }) | null {
  type Applicant = { name?: Record<string, string>; ssn?: { ssn?: string }; currentAddress?: Record<string, string> };
  const { primaryApplicant } = (body["consumerPii"] ?? {}) as { primaryApplicant?: Applicant };
  const { name = {}, ssn, currentAddress: address = {} } = primaryApplicant ?? {};
  const { firstName = "", middleName = "", lastName = "" } = name;
  const { line1 = "", city = "", state = "", zipCode = "" } = address;
  if (!firstName || !lastName || !line1 || !zipCode) return null;
  const [, scenario] = personScenarioOf(ssn?.ssn ?? null, lastName);
  return { firstName, middleName, lastName, line1, city, state, zipCode, scenario };
}

const bodyOf = (request: FastifyRequest): Body => (request.body ?? {}) as Body;
const hashOf = (...words: string[]) => createHash("sha256").update(words.join("|").toLowerCase()).digest();
const envelope = (request: FastifyRequest) => ({
  requestId: randomUUID(),
  success: true,
  comments: bodyOf(request)["comments"] ?? null,
});

/** How the door and the consumer side say no. */
const failed = (reply: FastifyReply, status: number, message: string) =>
  reply.code(status).send({ errors: [{ errorCode: String(status), errorType: "App", message }], success: false });
/** How the business side does. */
const refused = (reply: FastifyReply, status: number, message: string) =>
  reply.code(status).send({ requestId: randomUUID(), success: false, error: { code: status, message } });
