import { createHash, randomUUID } from "node:crypto";
import { formByTable } from "@inlay/lending/disclosures/laws.fixture.ts";
import type { ProductType } from "@inlay/lending/products/product-type.ts";
import { inScope } from "../apps/api/src/db/scope.ts";
import { namePrimaryOwner, openOffer, sendSignings, signOpen } from "../apps/api/src/disclosures/signing.fixture.ts";
import type { TestServer } from "../apps/api/src/http/server.fixture.ts";
import { stepUp } from "../apps/api/src/people/step-up-session.fixture.ts";
import type { DocumentRenderer, RenderedDocument } from "../apps/api/src/providers/document-renderer/port.ts";
import { handleEvents } from "../apps/api/src/workflows/handle-event.fixture.ts";
import { openServer } from "./applying.ts";
import { type Expected, OfferModel, type Required } from "./disclosure-gate-model.ts";
import { hold, type Proof, randomFrom } from "./proof.ts";
import { countOf, createWorld, type World } from "./world.ts";

const lanes = 4;
/** After so many sequences a lane gets other people, before their sessions and step-ups end. */
const sequencesPerOwner = 50;
const commandsPerSequence = 14;

export const proof: Proof = {
  claim:
    "Random sequences of requests choose amounts, make, fetch and sign disclosures, open and sign agreements, change amounts and let offers expire, in eight states, as the primary owner, as the owner of another business, as an operator and with a partner's key. Every answer is the one of a small model of the rules, and no order of requests opens an agreement before the disclosure of its amount was delivered and, where the law asks for it, signed. A row of an agreement that is written past the server is refused by the database in the same cases.",
  run: async ({ tenth, seed, say }) => {
    const world = await createWorld("disclosure-gate", { PANDADOC_TIMEOUT_MS: "60000" });
    world.app.renderer = remembering(world.app.renderer);
    const fastify = await openServer(world);
    try {
      await world.engine.sandbox.start();
      // A sequence takes most of its time at the vendor, so CI runs a hundredth.
      const sequences = tenth ? 40 : 5_000;
      const counts = new Map<string, number>();
      let next = 0;
      const lane = async (name: number) => {
        let people: People | null = null;
        for (let n = next++, own = 0; n < sequences; n = next++, own++) {
          if (!people || own % sequencesPerOwner === 0) people = await createPeople(world, `${name}-${own}`);
          await runSequence(world, people, randomFrom(seed * 10_007 + n), counts).catch((error: unknown) => {
            throw new Error(`sequence ${n}: ${error instanceof Error ? error.message : error}`);
          });
          if ((n + 1) % 500 === 0) say(`${n + 1} sequences`);
        }
      };
      await Promise.all(Array.from({ length: lanes }, (_, name) => lane(name)));
      const sum = (pattern: RegExp) =>
        [...counts].filter(([what]) => pattern.test(what)).reduce((total, [, count]) => total + count, 0);
      const figures = {
        sequences,
        requests: sum(/^request /),
        "disclosures made": await countOf(world, "app.disclosure"),
        "disclosures superseded": await countOf(world, "app.disclosure where superseded_by is not null"),
        "agreements opened": await countOf(world, "app.signing where kind = 'AGREEMENT'"),
        "agreements voided by another amount": await countOf(
          world,
          "app.signing where kind = 'AGREEMENT' and status = 'VOIDED'",
        ),
        "agreements signed": await countOf(world, "app.signing where kind = 'AGREEMENT' and status = 'COMPLETED'"),
        "refused: not delivered": sum(/^request .*DISCLOSURE_NOT_DELIVERED/),
        "refused: not signed": sum(/^request .*DISCLOSURE_NOT_SIGNED/),
        "refused: superseded": sum(/^request .*DISCLOSURE_SUPERSEDED/),
        "refused: expired": sum(/^request .*OFFER_EXPIRED/),
        "refused: other callers": sum(/^request by /),
        "rows refused by the database": sum(/^row refused/),
        "rows that the database would take": sum(/^row taken/),
        "agreements before their disclosure": await countOf(world, early),
      };
      hold("agreements before their disclosure", figures["agreements before their disclosure"], 0);
      // A short run need not meet every case.
      if (!tenth)
        for (const [what, value] of Object.entries(figures).slice(0, -1))
          hold(`${what} is more than 0`, value > 0, true);
      return figures;
    } finally {
      await fastify.close();
      await world.close();
    }
  },
};

/** Agreements without a form of their amount that was complete and not superseded when they were opened, where the law requires one. */
const early = `
  app.signing s join app.offer o on o.id = s.offer_id
  cross join lateral (select app.required_disclosure(o.state, o.terms ->> 'productType', s.amount_cents) as kind) required
  where s.kind = 'AGREEMENT' and required.kind is not null and not exists (
    select from app.disclosure d left join app.disclosure successor on successor.id = d.superseded_by
    where d.offer_id = o.id and d.amount_cents = s.amount_cents and d.delivered_at <= s.created_at
      and (required.kind = 'DELIVERED' or d.signed_at <= s.created_at)
      and (successor.id is null or successor.created_at > s.created_at))`;

/** Renders each text once. Ids and dates are left out of the comparison, because the proof is about the order and not about the texts. */
function remembering(renderer: DocumentRenderer): DocumentRenderer {
  const rendered = new Map<string, Promise<RenderedDocument>>();
  return {
    render: (document) => {
      const { agreementNumber: _, dated: __, ...data } = document.data;
      const key = JSON.stringify([document.template, document.version, data]);
      const known = rendered.get(key) ?? renderer.render(document);
      rendered.set(key, known);
      return known;
    },
    close: () => renderer.close(),
  };
}

type Caller = { name: string; headers: Record<string, string>; refusedWith: number | null };
type People = { tenant: { platformId: string; businessId: string }; owner: Caller; others: Caller[] };

/** A business with its primary owner and an operator, the owner of another business, and the platform's key. */
async function createPeople(world: World, name: string): Promise<People> {
  const partner = { authorization: `Bearer ${world.secretKey}` };
  const create = async (path: string, payload: object) => {
    const headers = { ...partner, "idempotency-key": randomUUID() };
    const { status, body } = await request(world, "POST", `/api/platform/v1${path}`, headers, payload);
    hold(`POST ${path}`, status, 201);
    return body;
  };
  const person = async (platformBusinessId: string, role: string): Promise<Record<string, string>> => {
    const platformUserId = randomUUID();
    await create("/users", {
      platformUserId,
      platformBusinessId,
      email: `${platformUserId}@proof.example`,
      roles: [role],
    });
    const { connectToken } = await create(`/users/platform:${platformUserId}/connect-tokens`, {});
    const opened = await request(world, "POST", "/api/v1/connect-tokens/exchange", {}, { connectToken });
    const token = String(opened.body["sessionToken"]);
    await stepUp(world.app.pool, token);
    return { authorization: `Bearer ${token}` };
  };
  const [own, foreign] = [`gate-${name}`, `gate-${name}-other`];
  for (const platformBusinessId of [own, foreign]) await create("/businesses", { platformBusinessId });
  const owner = { name: "primary owner", headers: await person(own, "PRIMARY_OWNER"), refusedWith: null };
  const { rows } = await world.admin.query<{ id: string }>(
    "select id from app.business where platform_business_id = $1",
    [own],
  );
  const tenant = { platformId: world.platformId, businessId: rows[0]?.id ?? "" };
  await namePrimaryOwner(world.admin, tenant);
  return {
    tenant,
    owner,
    others: [
      { name: "another owner", headers: await person(foreign, "PRIMARY_OWNER"), refusedWith: 404 },
      { name: "an operator", headers: await person(own, "OPERATOR"), refusedWith: 403 },
      { name: "a partner's key", headers: partner, refusedWith: 401 },
    ],
  };
}

type Answered = { status: number; body: Record<string, unknown>; bytes: Buffer };

async function request(
  { apiUrl }: World,
  method: "GET" | "POST",
  url: string,
  headers: Record<string, string>,
  payload?: object,
): Promise<Answered> {
  const response = await fetch(`${apiUrl}${url}`, {
    method,
    headers: { ...headers, ...(payload && { "content-type": "application/json" }) },
    ...(payload && { body: JSON.stringify(payload) }),
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  const isJson = response.headers.get("content-type")?.includes("json") ?? false;
  return { status: response.status, body: isJson ? JSON.parse(bytes.toString()) : {}, bytes };
}

type Place = { state: string; product: ProductType; amounts: readonly [number, number, number] };
const loan = [5_000_000, 3_000_000, 2_000_000] as const;
const places: readonly Place[] = [
  { state: "CA", product: "TERM_LOAN", amounts: loan },
  // California's law ends at half a million dollars, so the largest amount has no form and the others have one.
  { state: "CA", product: "TERM_LOAN", amounts: [60_000_000, 50_000_000, 40_000_000] },
  { state: "NY", product: "TERM_LOAN", amounts: loan },
  { state: "VA", product: "MCA", amounts: loan },
  { state: "CT", product: "MCA", amounts: loan },
  { state: "UT", product: "TERM_LOAN", amounts: loan },
  { state: "FL", product: "TERM_LOAN", amounts: loan },
  { state: "LA", product: "MCA", amounts: loan },
  { state: "OH", product: "TERM_LOAN", amounts: loan },
];
/** The states whose form is signed, once more from the laws. */
const signedIn = ["CA", "NY", "VA", "CT", "TX"];

const commands = [
  ...["disclose", "fetch", "sign", "send", "sign disclosure", "handle", "open", "sign agreement"],
  ...["fetch an older form", "sign an older form", "write a row", "as somebody else"],
] as const;

async function runSequence(
  world: World,
  { tenant, owner, others }: People,
  random: () => number,
  counts: Map<string, number>,
): Promise<void> {
  const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T;
  const { state, product, amounts } = pick(places);
  const { offer, application } = await openOffer(world.admin, tenant, { state, product, amountCents: amounts[0] });
  const requiredFor = (amountCents: number): Required =>
    formByTable(state, product, amountCents) === null ? null : signedIn.includes(state) ? "SIGNED" : "DELIVERED";
  const model = new OfferModel(requiredFor);
  const hashes = new Map<string, string>();
  const done: string[] = [];
  let amountCents: number = pick(amounts);
  const note = (what: string) => counts.set(what, (counts.get(what) ?? 0) + 1);

  const check = (command: string, expected: Expected, { status, body, bytes }: Answered) => {
    const found =
      "code" in expected
        ? body["code"]
        : "next" in expected
          ? body["next"]
          : "file" in expected
            ? true
            : statusOf(body);
    done.push(`${command} → ${status} ${String(found)}`);
    note(`request ${command} ${"code" in expected ? expected.code : "ok"}`);
    const wanted = Object.values(expected)[0];
    const isRefused = status >= 400;
    if (found !== wanted || isRefused !== "code" in expected || status >= 500)
      throw new Error(
        `${state} ${product}, the model expects ${JSON.stringify(expected)}, found ${status} ${JSON.stringify(body)}; ${done.join("; ")}`,
      );
    return bytes;
  };
  const ask = (by: Caller, method: "GET" | "POST", url: string, payload?: object) =>
    request(world, method, `/api/v1${url}`, by.headers, payload);
  const calls = {
    disclose: (by: Caller) => ask(by, "POST", `/offers/${offer}/disclosure`, { amountCents }),
    open: (by: Caller) => ask(by, "POST", `/offers/${offer}/agreement`, { amountCents }),
    fetch: (by: Caller, id: string) => ask(by, "GET", `/disclosures/${id}/file`),
    sign: (by: Caller, id: string) => ask(by, "POST", `/disclosures/${id}/signing`),
  };
  const olderForms = () => [...hashes.keys()].filter((id) => id !== model.formId);
  const fetchForm = async (id: string) => {
    const expected = model.fetch(id);
    const bytes = check("fetch", expected, await calls.fetch(owner, id));
    if ("file" in expected)
      hold("the hash of the bytes", createHash("sha256").update(bytes).digest("hex"), hashes.get(id));
  };
  const signForm = async (id: string) => check("sign", model.sign(id), await calls.sign(owner, id));
  const atVendor = async (kind: "DISCLOSURE" | "AGREEMENT") => {
    const found = await signOpen(world.app, world.admin, tenant, offer, kind);
    done.push(`sign the ${kind} at the vendor: ${found}`);
    hold(`${done.join("; ")}; something to sign`, found, model.signAtVendor(kind));
  };
  const writeRow = async (amount: number) => {
    const wanted = model.refusedRow(amount);
    const found = await rowRefusal(world, tenant, offer, amount);
    done.push(`row of ${amount}: ${found ?? "taken"}`);
    note(wanted ? "row refused" : "row taken");
    const isExpected = wanted === null ? found === null : found?.includes(wanted) === true;
    if (!isExpected) throw new Error(`${state} ${product}, a row of ${amount}: ${wanted} expected; ${done.join("; ")}`);
  };

  const run: Record<(typeof commands)[number], () => Promise<unknown>> = {
    disclose: async () => {
      const expected = model.disclose(amountCents);
      const answer = await calls.disclose(owner);
      check(`disclose ${amountCents}`, expected, answer);
      const made = answer.body["disclosure"] as { id: string; sha256: string } | null | undefined;
      if (!made) return;
      model.nameForm(made.id);
      hashes.set(made.id, made.sha256);
    },
    open: async () => check(`open ${amountCents}`, model.open(amountCents), await calls.open(owner)),
    fetch: async () => model.formId && fetchForm(model.formId),
    sign: async () => model.formId && signForm(model.formId),
    "fetch an older form": async () => olderForms().length > 0 && fetchForm(pick(olderForms())),
    "sign an older form": async () => olderForms().length > 0 && signForm(pick(olderForms())),
    send: async () => {
      await sendSignings(world.app, world.admin, tenant, offer);
      model.send();
    },
    "sign disclosure": () => atVendor("DISCLOSURE"),
    "sign agreement": () => atVendor("AGREEMENT"),
    handle: async () => {
      await handleEvents({ app: world.app, database: { admin: world.admin } } as TestServer, tenant.businessId);
      model.handleEvents();
    },
    "write a row": () => writeRow(pick(amounts)),
    "as somebody else": async () => {
      const by = pick(others);
      const id = model.formId;
      const sent = pick(id ? [calls.disclose, calls.open, calls.fetch, calls.sign] : [calls.disclose, calls.open]);
      const { status } = await sent(by, id ?? "");
      note(`request by ${by.name}`);
      hold(`${done.join("; ")}; a request by ${by.name}`, status, by.refusedWith);
    },
  };

  for (let n = 0; n < commandsPerSequence; n++) {
    // Most commands lead on, so that sequences reach agreements; the others come at any time.
    await run[random() < 0.6 ? model.next(amountCents) : pick(commands)]();
    if (random() < 0.1) amountCents = pick(amounts);
    if (random() < 0.02) {
      model.expire();
      await world.admin.query("update app.offer set expires_at = now() where id = $1", [offer]);
    }
  }
  for (const amount of amounts) await writeRow(amount);
  // A business has one running application of a product, and the next sequence brings another.
  await world.admin.query(
    "update app.loan_application set status = 'EXPIRED', offer_step = 'OFFERS_EXPIRED' where id = $1",
    [application],
  );
}

const statusOf = ({ status }: Record<string, unknown>): unknown => (status === "VIEWED" ? "SENT" : status);

/** Why the database refuses a row of an agreement that the server's role writes without asking; null if it takes it. Nothing is kept. */
async function rowRefusal(
  { app }: World,
  tenant: People["tenant"],
  offerId: string,
  amountCents: number,
): Promise<string | null> {
  const undo = new Error("the row is not kept");
  try {
    await inScope(app.pool, tenant, async (tx) => {
      await tx
        .insertInto("signing")
        .values({
          platform_id: tenant.platformId,
          business_id: tenant.businessId,
          reference: randomUUID(),
          name: "Financing agreement",
          status: "PREPARING",
          original_sha256: Buffer.alloc(32),
          places: "[]",
          kind: "AGREEMENT",
          offer_id: offerId,
          amount_cents: amountCents,
        })
        .execute();
      throw undo;
    });
  } catch (error) {
    if (error === undo) return null;
    return error instanceof Error ? error.message : String(error);
  }
  return null;
}
