import { createHash, randomUUID } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Ground, Vendor } from "../world/ground.ts";
import {
  type AskedPerson,
  creditProfile,
  frozenFile,
  noRecord,
  premierProfile,
  type StoredBusiness,
} from "./reports.ts";
import { businesses, businessScenarioOf, type PersonScenario, personScenarioOf, scenarios } from "./scenarios.ts";

type Body = Record<string, unknown>;

/** An issued report. A repeated request with the same reference returns the same report, and it counts as one pull. */
type Pull = { reference: string; kind: "consumer" | "business"; at: string; asked: number; body: unknown };

const tokenSeconds = 1_800;
/** Requests to the bureau do not name a business of ours, so all of them share one world. */
const sharedWorld = "everybody";
const certain = 98;

/** Experian: people's and businesses' credit files. */
export function experian(ground: Ground): Vendor {
  const tokens = ground.store.collection<{ expiresAt: string }>("experian tokens");
  const pulls = ground.store.collection<Pull>("experian pulls");
  /** The businesses that a search has found, by the bureau's number (BIN). */
  const found = ground.store.collection<StoredBusiness & { scenario: string }>("experian businesses");
  /** How often a person with a file that is frozen once was requested. */
  const frozenRequests = ground.store.collection<{ times: number }>("experian frozen requests");
  const now = () => ground.clocks.now(sharedWorld);

  const pulled = (kind: Pull["kind"], reference: string, issue: () => unknown): unknown => {
    const id = `${kind} ${reference}`;
    const before = pulls.get(id);
    const pull = before ?? { reference, kind, at: now().toISOString(), asked: 0, body: issue() };
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

    // A sandbox route; the bureau itself has no such route.
    app.get<{ Querystring: { reference?: string } }>("/pulls.json", (request, reply) => {
      const { reference } = request.query;
      const made = pulls.all().filter((pull) => !reference || pull.reference === reference);
      return reply.send({ pulls: made.map(({ body: _, ...pull }) => pull) });
    });
  }

  function fileOf({ scenario, ...asked }: AskedPerson & { scenario: PersonScenario }): unknown {
    if (scenario.file === "missing") return noRecord();
    const person = hashOf(asked.firstName, asked.lastName, asked.zipCode).toString("hex");
    const times = frozenRequests.get(person)?.times ?? 0;
    if (scenario.file === "frozen once") frozenRequests.put(person, { times: times + 1 });
    if (scenario.file === "frozen" || (scenario.file === "frozen once" && times === 0)) return frozenFile(now());
    return creditProfile(asked, scenario, now());
  }
}

/** The person in the request. The SSN selects the scenario and is not stored. */
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

/** The error format of the token route and the consumer routes. */
const failed = (reply: FastifyReply, status: number, message: string) =>
  reply.code(status).send({ errors: [{ errorCode: String(status), errorType: "App", message }], success: false });
/** The error format of the business routes. */
const refused = (reply: FastifyReply, status: number, message: string) =>
  reply.code(status).send({ requestId: randomUUID(), success: false, error: { code: status, message } });
