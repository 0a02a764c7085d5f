import { randomUUID } from "node:crypto";
import { uuidOf } from "@inlay/contracts/ids.ts";
import { addDays, businessDate } from "@inlay/lending/calendar/business-date.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Answered, type TestPlatform, type TestServer, testServer } from "../../http/server.fixture.ts";

let server: TestServer;
let platform: TestPlatform;
beforeAll(async () => {
  server = await testServer();
  platform = await server.platform();
});
afterAll(() => server.close());

const base = "/api/platform/v1";
const send = (method: "GET" | "POST", path: string, payload?: object, headers: Record<string, string> = {}) =>
  server.partner(platform, { method, url: `${base}${path}`, ...(payload && { payload }), headers });
const address = { addressLineOne: "12 Main St", city: "Salem", zipcode: "97301", country: "US" };
const newBusiness = async (state?: string) => {
  const platformBusinessId = randomUUID();
  const made = await send("POST", "/businesses", {
    platformBusinessId,
    ...(state && { address: { ...address, state } }),
  });
  return { platformBusinessId, businessId: String(made.body["id"]) };
};
const signals = { monthsOnPlatform: 26, averageMonthlySalesCents: 5_200_000 };
const ask = (of: object, more: object = {}, headers = {}, query = "") =>
  send(
    "POST",
    `/prequalifications${query}`,
    { ...of, productType: "LINE_OF_CREDIT", prequalType: "STANDARD", signals, ...more },
    headers,
  );
const rowsOf = async (id: unknown) =>
  (
    await server.database.admin.query("select * from app.prequalification where id = $1", [
      uuidOf("prequalification", String(id)),
    ])
  ).rows;
const completedIn = async (stream: string) =>
  (
    await server.database.admin.query(
      "select body from app.event where stream = $1 and kind = 'prequalification.completed' order by sequence",
      [stream],
    )
  ).rows.map(({ body }) => body);
const eventsOf = ({ businessId }: { businessId: string }) => completedIn(uuidOf("business", businessId) ?? "");
const setClock = (businessId: string, days: number) =>
  server.database.admin.query(
    `insert into app.business_clock (business_id, platform_id, now_at)
     select id, platform_id, now() + make_interval(days => $2) from app.business where id = $1
     on conflict (business_id) do update set now_at = excluded.now_at`,
    [uuidOf("business", businessId), days],
  );

describe("prequalification", () => {
  it("is answered with its figures, its last day and an event", async () => {
    const business = await newBusiness();
    const made = await ask({ platformBusinessId: business.platformBusinessId });
    const { prequalDate, ...rest } = made.body;
    expect(made.status).toBe(201);
    expect(rest).toMatchObject({
      object: "prequalification",
      ...business,
      livemode: false,
      productType: "LINE_OF_CREDIT",
      prequalType: "STANDARD",
      isPrequalified: true,
      prequalifiedAmountCents: 3_500_000,
      expiresDate: addDays(businessDate(String(prequalDate)), 90),
      reasons: [],
      terms: { productType: "LINE_OF_CREDIT", prequalLimitCents: 3_500_000 },
      showPrice: false,
      analyticsEnabled: true,
    });
    expect(rest["id"]).toMatch(/^pre_/);
    expect(made.text).not.toContain("signals");
    expect((await send("GET", `/prequalifications/${rest["id"]}`)).body).toEqual(made.body);
    expect(await eventsOf(business)).toMatchObject([
      { productType: "LOC_TERM_LOAN", isPrequalified: true, amountCents: 3_500_000 },
    ]);
  });

  it("stores no signal, only the keyed hash of all of them", async () => {
    const averageMonthlySalesCents = 5_234_567;
    const { body } = await ask(await oneRef(), { signals: { ...signals, averageMonthlySalesCents } });
    const [row] = await rowsOf(body["id"]);
    expect(row.policy_version).toMatch(/^\d{4}-/);
    expect(row.inputs_hash).toHaveLength(32);
    expect(JSON.stringify(row)).not.toContain("5234567");
  });

  it("that fails has coarse reasons, no amount and no terms", async () => {
    const refused = await ask(await oneRef(), { signals: { ...signals, monthsInBusiness: 3, state: "OR" } });
    expect(refused).toMatchObject({
      status: 201,
      body: { isPrequalified: false, prequalifiedAmountCents: null, terms: null, reasons: ["TIME_IN_BUSINESS"] },
    });
    const without = await ask(await oneRef(), { signals: undefined });
    expect(without.body).toMatchObject({ isPrequalified: false, reasons: ["SALES"] });
  });

  it("of an advance has a price only where it may be shown", async () => {
    const advance = { productType: "CASH_ADVANCE", signals: { averageMonthlyCardSalesCents: 3_000_000 } };
    const inState = async (state: string) => (await ask(await oneRef(state), advance)).body;
    const terms = { productType: "CASH_ADVANCE", advanceAmountCents: 1_800_000 };
    expect(await inState("OR")).toMatchObject({
      showPrice: true,
      terms: { ...terms, feeFactor: "1.13", repaymentPercentage: "10", repaymentFrequency: "WEEKLY" },
    });
    const inCalifornia = await inState("CA");
    expect(inCalifornia).toMatchObject({ isPrequalified: true, showPrice: false, terms });
    const shown = Object.values(inCalifornia["terms"] as object).filter((value) => value !== null);
    expect(shown).toEqual(["CASH_ADVANCE", 1_800_000]);
    const integrated = { productType: "INTEGRATED_CASH_ADVANCE", signals: { ...signals, state: "OR" } };
    expect((await ask(await oneRef(), integrated)).body["terms"]).toMatchObject({ estimatedTermDays: 212 });
  });

  it("uses the state of the address unless the signals name one", async () => {
    const advance = { productType: "CASH_ADVANCE" };
    const cards = { averageMonthlyCardSalesCents: 3_000_000 };
    const inTexas = await oneRef("TX");
    expect((await ask(inTexas, { ...advance, signals: cards })).body["reasons"]).toEqual(["STATE"]);
    const managedInOregon = { ...advance, signals: { ...cards, state: "OR" } };
    expect((await ask(inTexas, managedInOregon)).body["isPrequalified"]).toBe(true);
  });

  it("is refused for a product outside the program, for an unknown business and for another platform's", async () => {
    const narrow = await server.platform({ platformEnabledProducts: ["TERM_LOAN"] });
    const { businessId } = await newBusiness();
    const body = { productType: "LINE_OF_CREDIT", prequalType: "STANDARD", signals };
    const from = (who: TestPlatform, payload: object) =>
      server.partner(who, { method: "POST", url: `${base}/prequalifications`, payload });
    expect((await from(narrow, { ...body, businessId })).body["code"]).toBe("PRODUCT_NOT_ENABLED");
    expect(await from(narrow, { ...body, productType: "TERM_LOAN", businessId })).toMatchObject({
      status: 404,
      body: { code: "NOT_FOUND" },
    });
    expect((await ask({ platformBusinessId: randomUUID() })).status).toBe(404);
  });

  it("is refused with figures out of range and unknown signals, each with its pointer", async () => {
    const wrong = {
      monthsInBusiness: -1,
      averageMonthlySalesCents: 1.5,
      state: "XX",
      naicsCode: "bakery",
      ficoScore: 700,
    };
    const refused = await ask(await oneRef(), { signals: wrong });
    expect(refused.status).toBe(400);
    const pointers = (refused.body["errors"] as { pointer: string }[]).map(({ pointer }) => pointer);
    expect(pointers.sort()).toEqual(
      Object.keys(wrong)
        .map((name) => `/signals/${name}`)
        .sort(),
    );
  });

  it("needs the write scope to be created and the read scope to be read", async () => {
    const { body } = await ask(await oneRef());
    const limited = await server.platform();
    await server.database.admin.query(
      "update app.api_key set scopes = '{prequalifications:read}' where platform_id = $1 and kind = 'SECRET'",
      [limited.id],
    );
    const list = { method: "GET", url: `${base}/prequalifications` } as const;
    expect((await server.partner(limited, list)).body).toMatchObject({ data: [] });
    const payload = { platformBusinessId: "a", productType: "TERM_LOAN", prequalType: "ANON" };
    const create = { method: "POST", url: `${base}/prequalifications`, payload } as const;
    const context = { scope: "prequalifications:write" };
    expect((await server.partner(limited, create)).body).toMatchObject({ code: "SCOPE_MISSING", context });
    const read = { method: "GET", url: `${base}/prequalifications/${body["id"]}` } as const;
    expect((await server.partner(limited, read)).status).toBe(404);
  });

  it("supports a dry run, which stores nothing", async () => {
    const business = await newBusiness();
    const tried = await ask({ businessId: business.businessId }, {}, {}, "?dryRun=true");
    expect(tried).toMatchObject({
      status: 200,
      body: {
        object: "dry_run",
        operation: "createPrequalification",
        result: { id: null, prequalifiedAmountCents: 3_500_000 },
        effects: { events: ["prequalification.completed"] },
      },
    });
    expect(await eventsOf(business)).toEqual([]);
  });
});

const oneRef = async (state?: string) => ({ businessId: (await newBusiness(state)).businessId });

describe("repeated prequalification", () => {
  it("with the same inputs within a day is the same one, with one event", async () => {
    const business = await newBusiness();
    const of = { businessId: business.businessId };
    const first = await ask(of);
    expect((await ask(of)).body).toEqual(first.body);
    const key = { "idempotency-key": randomUUID() };
    const keyed = await ask(of, { signals: { ...signals, monthsInBusiness: 20 } }, key);
    const replayed = await ask(of, { signals: { ...signals, monthsInBusiness: 20 } }, key);
    expect(replayed.text).toBe(keyed.text);
    expect(replayed.headers["idempotent-replayed"]).toBe("true");
    expect(keyed.body["id"]).not.toBe(first.body["id"]);
    expect(await eventsOf(business)).toHaveLength(2);
  });

  it.each([
    ["the clock of the business", (businessId: string) => setClock(businessId, 2)],
    [
      "our clock",
      (businessId: string) =>
        server.database.admin.query(
          "update app.prequalification set created_at = created_at - interval '25 hours' where business_id = $1",
          [uuidOf("business", businessId)],
        ),
    ],
  ])("is a new one when a day has passed by %s", async (_, pass) => {
    const { businessId } = await newBusiness();
    const first = await ask({ businessId });
    await pass(businessId);
    const second = await ask({ businessId });
    expect(second.body["id"]).not.toBe(first.body["id"]);
    expect(second.body["prequalifiedAmountCents"]).toBe(first.body["prequalifiedAmountCents"]);
  });

  it("replaces the one of the same product, also at the same time, and no other", async () => {
    const { businessId } = await newBusiness();
    const loan = { productType: "TERM_LOAN" };
    await ask({ businessId }, loan);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => ask({ businessId }, { signals: { ...signals, monthsInBusiness: 20 + n } })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(201));
    const { rows } = await server.database.admin.query(
      "select product, replaced_at is null as current, count(*)::integer as n from app.prequalification where business_id = $1 group by 1, 2 order by 1, 2",
      [uuidOf("business", businessId)],
    );
    expect(rows).toEqual([
      { product: "LOC_TERM_LOAN", current: false, n: 9 },
      { product: "LOC_TERM_LOAN", current: true, n: 1 },
      { product: "TERM_LOAN", current: true, n: 1 },
    ]);
  });

  it("changes the version of the business, because its steps may change", async () => {
    const { businessId } = await newBusiness();
    const versionOf = async () => Number((await send("GET", `/businesses/${businessId}`)).body["version"]);
    const before = await versionOf();
    await ask({ businessId });
    expect(await versionOf()).toBe(before + 1);
  });
});

describe("anonymous prequalification", () => {
  const anonymous = { productType: "TERM_LOAN", prequalType: "ANON", signals };
  const askAnonymously = (more: object) => send("POST", "/prequalifications", { ...anonymous, ...more });

  it("creates no business and belongs to none, even if one has its id", async () => {
    const { platformBusinessId } = await newBusiness();
    const of = await server.platform();
    const made = await server.partner(of, {
      method: "POST",
      url: `${base}/prequalifications`,
      payload: { ...anonymous, platformBusinessId: "lead-7" },
    });
    expect(made.body).toMatchObject({
      businessId: null,
      platformBusinessId: "lead-7",
      prequalType: "ANON",
      isPrequalified: true,
    });
    const businesses = await server.partner(of, { method: "GET", url: `${base}/businesses` });
    expect(businesses.body["data"]).toEqual([]);
    expect(await completedIn(of.id)).toHaveLength(1);
    const known = await askAnonymously({ platformBusinessId });
    expect(known.body["businessId"]).toBeNull();
    expect((await askAnonymously({ platformBusinessId })).body).toEqual(known.body);
    expect(await rowsOf(known.body["id"])).toMatchObject([{ business_id: null, vertical: null }]);
  });

  it("cannot belong to a business in the database", async () => {
    const { businessId } = await newBusiness();
    await expect(
      server.database.admin.query(
        `insert into app.prequalification (platform_id, business_id, product, prequal_type, is_prequalified, reasons, prequal_date, expires_date)
         values ($1, $2, 'MCA', 'ANON', false, '{SALES}', current_date, current_date)`,
        [platform.id, uuidOf("business", businessId)],
      ),
    ).rejects.toThrow("prequalification_check");
  });

  it("refuses what names a person or a business", async () => {
    const { businessId } = await newBusiness();
    const pointersOf = ({ status, body }: Answered) => [
      status,
      ...((body["errors"] ?? []) as { pointer: string }[]).map(({ pointer }) => pointer),
    ];
    expect(pointersOf(await askAnonymously({ businessId }))).toEqual([400, "/businessId"]);
    expect(pointersOf(await askAnonymously({}))).toEqual([400, "/businessId"]);
    for (const platformBusinessId of [
      "ana@acme.test",
      "(415) 555-2671",
      "+1 415 555 2671",
      "900-12-3456",
      "12-3456789",
    ])
      expect(pointersOf(await askAnonymously({ platformBusinessId }))).toEqual([400, "/platformBusinessId"]);
    const vertical = { ...signals, vertical: "ask ana@acme.test" };
    expect(pointersOf(await askAnonymously({ platformBusinessId: "lead", signals: vertical }))).toEqual([
      400,
      "/signals/vertical",
    ]);
    expect(pointersOf(await askAnonymously({ platformBusinessId: "lead", email: "ana@acme.test" }))).toEqual([
      400,
      "/email",
    ]);
  });

  it("accepts the ids that platforms have", async () => {
    for (const platformBusinessId of ["4155552671", "900123456", randomUUID(), "acme/42", "INV-2026-000123"])
      expect((await askAnonymously({ platformBusinessId })).status).toBe(201);
  });

  it("with analyticsEnabled false is marked, so that reports leave it out", async () => {
    const made = await askAnonymously({ platformBusinessId: "uncounted", analyticsEnabled: false });
    expect(made.body["analyticsEnabled"]).toBe(false);
    expect(await rowsOf(made.body["id"])).toMatchObject([{ analytics_enabled: false }]);
  });
});

describe("list of prequalifications", () => {
  it("is filtered by business, product and outcome, anonymous ones by the platform's id", async () => {
    const business = await newBusiness("OR");
    const of = { businessId: business.businessId };
    const line = await ask(of);
    const loan = await ask(of, { productType: "TERM_LOAN", signals: {} });
    const anonymous = await send("POST", "/prequalifications", {
      platformBusinessId: business.platformBusinessId,
      productType: "TERM_LOAN",
      prequalType: "ANON",
      signals,
    });
    const idsIn = async (query: string) =>
      ((await send("GET", `/prequalifications?${query}`)).body["data"] as { id: string }[]).map(({ id }) => id);
    const [lineId, loanId, anonymousId] = [line, loan, anonymous].map(({ body }) => body["id"]);
    expect(await idsIn(`businessId=${business.businessId}`)).toEqual([loanId, lineId]);
    const byTheirs = `platformBusinessId=${business.platformBusinessId}`;
    expect(await idsIn(byTheirs)).toEqual([anonymousId, loanId, lineId]);
    expect(await idsIn(`${byTheirs}&productType=TERM_LOAN`)).toEqual([anonymousId, loanId]);
    expect(await idsIn(`${byTheirs}&isPrequalified=false`)).toEqual([loanId]);
    expect(await idsIn(`${byTheirs}&isPrequalified=true&order=asc`)).toEqual([lineId, anonymousId]);
    expect((await send("GET", "/prequalifications?isPrequalified=maybe")).status).toBe(400);
  });
});

describe("batch of prequalifications", () => {
  const batch = (rows: object[], headers = {}, query = "") =>
    send("POST", `/prequalifications/batch${query}`, { rows }, headers);
  const row = (of: object, more: object = {}) => ({
    productType: "TERM_LOAN",
    prequalType: "STANDARD",
    signals,
    ...of,
    ...more,
  });
  type Result = { ok: boolean; prequalification: { id: string } | null };
  const resultsOf = ({ body }: Answered) => body["results"] as Result[];

  it("has one result per row, and a refused row does not stop the others", async () => {
    const narrow = await server.platform({ platformEnabledProducts: ["TERM_LOAN"] });
    const rows = [
      row({ platformBusinessId: "one" }, { prequalType: "ANON" }),
      row({ platformBusinessId: "nobody" }),
      row({ platformBusinessId: "two" }, { prequalType: "ANON", productType: "CASH_ADVANCE" }),
      row({ platformBusinessId: "three" }, { prequalType: "ANON", signals: {} }),
    ];
    const answer = await server.partner(narrow, {
      method: "POST",
      url: `${base}/prequalifications/batch`,
      payload: { rows },
    });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      object: "prequalification_batch",
      results: [
        { index: 0, ok: true, prequalification: { platformBusinessId: "one", isPrequalified: true }, problem: null },
        { index: 1, ok: false, prequalification: null, problem: { code: "NOT_FOUND", status: 404 } },
        { index: 2, ok: false, prequalification: null, problem: { code: "PRODUCT_NOT_ENABLED", status: 403 } },
        { index: 3, ok: true, prequalification: { isPrequalified: false, reasons: ["SALES"] }, problem: null },
      ],
    });
    expect(answer.headers["x-ratelimit-class"]).toBe("partnerBatch");
    expect(await completedIn(narrow.id)).toHaveLength(2);
  });

  it("has no effect when sent again, with the same key or with another", async () => {
    const businesses = [await newBusiness(), await newBusiness()];
    const rows = businesses.map(({ businessId }) => row({ businessId }));
    const key = { "idempotency-key": randomUUID() };
    const first = await batch(rows, key);
    const replayed = await batch(rows, key);
    expect(replayed.text).toBe(first.text);
    expect(replayed.headers["idempotent-replayed"]).toBe("true");
    expect((await batch(rows)).body).toEqual(first.body);
    for (const business of businesses) expect(await eventsOf(business)).toHaveLength(1);
    expect((await batch(rows.slice(1), key)).status).toBe(422);
  });

  it("of 501 rows, or with a malformed row, is refused before any row is stored", async () => {
    const business = await newBusiness();
    const good = row({ businessId: business.businessId });
    expect((await batch(Array.from({ length: 501 }, () => good))).status).toBe(400);
    const refused = await batch([good, { ...good, productType: "MCA" }]);
    expect(refused).toMatchObject({ status: 400, body: { errors: [{ pointer: "/rows/1/productType" }] } });
    expect(await eventsOf(business)).toEqual([]);
  });

  it("supports a dry run", async () => {
    const business = await newBusiness();
    const tried = await batch([row({ businessId: business.businessId })], {}, "?dryRun=true");
    expect(tried).toMatchObject({ status: 200, body: { object: "dry_run", result: { results: [{ ok: true }] } } });
    expect(await eventsOf(business)).toEqual([]);
  });

  it("of 500 rows is answered with 500 results in their order", async () => {
    const rows = Array.from({ length: 500 }, (_, n) =>
      row({ platformBusinessId: `lead-${n}` }, { prequalType: "ANON" }),
    );
    const answer = await batch(rows);
    const ids = resultsOf(answer).map(({ prequalification }) => prequalification?.id ?? "");
    expect(new Set(ids).size).toBe(500);
    expect(resultsOf(answer).every(({ ok }) => ok)).toBe(true);
    expect([...ids].sort()).toEqual(ids);
  });
});

describe("prequalified business in the portal", () => {
  const owner = () => server.person(platform, { email: `${randomUUID()}@owner.test`, roles: ["PRIMARY_OWNER"] });
  type Owner = Awaited<ReturnType<typeof owner>>;
  const screenOf = async (person: Owner, step = "START_FLOW") =>
    (await person.as({ method: "GET", url: `/api/v1/step/${step}` })).body["existingData"] as Record<string, unknown>;
  const shown = async (person: Owner) => (await screenOf(person))["prequalification"];

  it("is greeted with the amount that the partner API answered, and its product is selected", async () => {
    const person = await owner();
    const invoices = { averageMonthlyInvoicesCents: 6_000_000 };
    await ask({ businessId: person.businessId }, { productType: "INVOICE_FINANCING", signals: invoices });
    expect(await shown(person)).toMatchObject({ product: "FAST_PAY", prequalLimitCents: 4_000_000 });
    const completed = { completedStep: "ONBOARDING.START_FLOW", data: {} };
    await person.as({ method: "PUT", url: "/api/v1/completeStep", payload: completed });
    expect((await screenOf(person, "SELECT_PRODUCTS"))["onlyProduct"]).toBe("FAST_PAY");
  });

  it("sees the price of an advance only if neither the signals nor the address are in a disclosure state", async () => {
    const advance = { productType: "CASH_ADVANCE" };
    const feeShown = async (state: string, told: string) => {
      const person = await owner();
      await server.database.admin.query(
        "update app.business set address = jsonb_build_object('state', $2::text) where id = $1",
        [uuidOf("business", person.businessId), state],
      );
      const cards = { averageMonthlyCardSalesCents: 3_000_000, state: told };
      await ask({ businessId: person.businessId }, { ...advance, signals: cards });
      return ((await shown(person)) as { feeFactor: string | null }).feeFactor;
    };
    expect(await feeShown("OR", "OR")).toBe("1.13");
    expect(await feeShown("OR", "CA")).toBeNull();
    expect(await feeShown("CA", "OR")).toBeNull();
  });

  it("sees a later amount instead of the earlier one, for 90 days", async () => {
    const person = await owner();
    const of = { businessId: person.businessId };
    await ask(of);
    await ask(of, { signals: { ...signals, averageMonthlySalesCents: 2_000_000 } });
    expect(await shown(person)).toMatchObject({ product: "LOC_TERM_LOAN", prequalLimitCents: 1_400_000 });
    await setClock(person.businessId, 90);
    expect(await shown(person)).toBeDefined();
    await setClock(person.businessId, 91);
    expect(await shown(person)).toBeUndefined();
  });

  it("is asked for accounting data by the later amount alone", async () => {
    const person = await owner();
    const of = { businessId: person.businessId };
    const complete = (completedStep: string, data: object) =>
      person.as({ method: "PUT", url: "/api/v1/completeStep", payload: { completedStep, data } });
    const ofSales = (averageMonthlySalesCents: number) =>
      ask(of, { productType: "TERM_LOAN", signals: { averageMonthlySalesCents } });
    const stepsAsked = async () =>
      (await person.as({ method: "GET", url: "/api/v1/workflow" })).body["steps"] as string[];
    await ofSales(7_500_000);
    await complete("ONBOARDING.START_FLOW", {});
    await complete("ONBOARDING.SELECT_PRODUCTS", { selectedProducts: ["TERM_LOAN"] });
    expect(await stepsAsked()).toContain("ONBOARDING.COLLECT_RAILZ");
    await ofSales(2_000_000);
    expect(await stepsAsked()).not.toContain("ONBOARDING.COLLECT_RAILZ");
  });

  it("that is no longer prequalified is told neither that nor why", async () => {
    const person = await owner();
    const of = { businessId: person.businessId };
    await ask(of);
    expect(await shown(person)).toBeDefined();
    const failed = await ask(of, { signals: { monthsInBusiness: 1, averageMonthlySalesCents: 5_200_000 } });
    expect(failed.body["reasons"]).toEqual(["TIME_IN_BUSINESS"]);
    for (const url of ["/api/v1/step/START_FLOW", "/api/v1/workflow", "/api/v1/business"]) {
      const answer = await person.as({ method: "GET", url });
      expect(answer.status).toBe(200);
      expect(answer.text).not.toMatch(/TIME_IN_BUSINESS|isPrequalified|prequalif(ied|ication)"/i);
    }
    expect((await screenOf(person))["variant"]).toBe("ELIGIBILITY_SCREENER");
  });
});
