import { randomUUID } from "node:crypto";
import { publicId } from "@inlay/contracts/ids.ts";
import type { PartnerApplication } from "@inlay/contracts/partner/applications/application.ts";
import type { ProductType } from "@inlay/lending/products/product-type.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { inScope } from "../../db/scope.ts";
import { type Answered, type TestPlatform, type TestServer, testServer } from "../../http/server.fixture.ts";
import { decideApplications } from "../../offers/decide-applications.ts";
import { timeOutMarkup } from "../../offers/markup.ts";
import type { Applicant } from "../../onboarding/consents/consent.fixture.ts";
import { type TestSandbox, testSandbox } from "../../providers/sandbox.fixture.ts";
import { applied, tenantOf } from "../../underwriting/decisions/applied.fixture.ts";
import { handleEvents } from "../../workflows/handle-event.fixture.ts";

let server: TestServer;
let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await testSandbox();
  server = await testServer(sandbox.environment);
});
afterAll(async () => {
  await server.close();
  await sandbox.close();
});

const rows = async (text: string, ...values: unknown[]) => (await server.database.admin.query(text, values)).rows;

type Priced = Applicant & { applicationId: string; publicApplicationId: string };
/** An applicant whose application for one product is decided. */
async function priced(
  product: ProductType = "TERM_LOAN",
  platform?: TestPlatform,
  settings = { markupEnabled: true },
): Promise<Priced> {
  const applicant = await applied(server, sandbox, { products: [product], settings, ...(platform && { platform }) });
  await handleEvents(server, applicant.id);
  await decideApplications(server.app, { ...tenantOf(applicant), id: randomUUID() });
  const [row] = await rows("select id from app.loan_application where business_id = $1", applicant.id);
  const applicationId = String(row?.["id"]);
  return { ...applicant, applicationId, publicApplicationId: publicId("application", applicationId) };
}

const send = (platform: TestPlatform, method: "GET" | "PUT", path: string, payload?: object, headers = {}) =>
  server.partner(platform, {
    method,
    url: `/api/platform/v1/applications${path}`,
    headers,
    ...(payload && { payload }),
  });
const read = async ({ platform, publicApplicationId }: Priced) =>
  (await send(platform, "GET", `/${publicApplicationId}`)).body as PartnerApplication;
/** Submits the same mark-up for all plans of an application. */
async function put(to: Priced, feeMarkupPercentage: string, query = "", headers = {}): Promise<Answered> {
  const { markup } = await read(to);
  const plans = (markup?.plans ?? []).map(({ planId }) => ({ planId, feeMarkupPercentage }));
  return send(to.platform, "PUT", `/${to.publicApplicationId}/markup${query}`, { plans }, headers);
}
const standing = async ({ applicationId }: Priced) => {
  const [row] = await rows("select status, offer_step from app.loan_application where id = $1", applicationId);
  return [row?.["status"], row?.["offer_step"]];
};
const shown = ["WAITING_FOR_ACCEPTANCE", "DISPLAY_OFFERS"];
const waits = ["WAITING_FOR_PLATFORM_MARKUP", "OFFERS_PENDING"];
const offersOf = ({ applicationId }: Priced) =>
  rows(
    `select is_locked as "isLocked", markup_percentage::float as markup, apr_percentage::float as apr, terms ->> 'feePercentage' as fee
     from app.offer where application_id = $1 order by amount_cents, terms ->> 'durationDays'`,
    applicationId,
  );
const offered = async ({ id }: Priced) =>
  (await rows(
    "select actor_kind as by, body from app.event where business_id = $1 and kind = 'application.offered'",
    id,
  )) as {
    by: string;
    body: { upToCents: number; offerIds: string[] };
  }[];
const timeOut = (to: Priced) =>
  inScope(server.app.pool, tenantOf(to), (tx) => timeOutMarkup(tx, tenantOf(to), to.applicationId));
const moveTo = ({ applicationId }: Priced, state: string) =>
  rows("update app.offer set state = $2 where application_id = $1", applicationId, state);

describe("application of the partner API", () => {
  it("is read with its status, its offers and the prices to which a mark-up is added", async () => {
    const waiting = await priced();
    const application = await read(waiting);
    expect(application).toMatchObject({
      object: "application",
      id: waiting.publicApplicationId,
      businessId: waiting.businessId,
      productType: "TERM_LOAN",
      status: "AWAITING_MARKUP",
      completedAt: expect.any(String),
      decideByDate: expect.any(String),
      selectedOfferId: null,
    });
    expect(application.offerIds.length).toBeGreaterThan(0);
    const [event] = await rows(
      "select body from app.event where business_id = $1 and kind = 'application.priced'",
      waiting.id,
    );
    expect(application.markup?.dueAt).toBe(event?.["body"].dueAt);
    for (const plan of application.markup?.plans ?? [])
      expect(plan).toMatchObject({
        planId: expect.stringMatching(/^\d+-days$/),
        feeMarkupPercentage: "0",
        baseFeePercentage: plan.feePercentage,
        aprPercentage: expect.any(String),
      });
  });

  it("is listed by business and product, and is unknown to another platform", async () => {
    const mine = await priced("MCA", undefined, { markupEnabled: false });
    const ids = async (query: string) => {
      const { body } = await send(mine.platform, "GET", query);
      return (body["data"] as PartnerApplication[]).map(({ id }) => id);
    };
    expect(await ids("")).toEqual([mine.publicApplicationId]);
    expect(await ids(`?businessId=${mine.businessId}&productType=CASH_ADVANCE`)).toEqual([mine.publicApplicationId]);
    expect(await ids("?productType=TERM_LOAN")).toEqual([]);
    expect(await read(mine)).toMatchObject({ status: "OFFERED", markup: null });
    const other = await server.platform({ markupEnabled: true });
    for (const id of [mine.publicApplicationId, publicId("application", randomUUID())]) {
      expect((await send(other, "GET", `/${id}`)).status).toBe(404);
      const plans = [{ planId: "advance", feeMarkupPercentage: "0" }];
      expect((await send(other, "PUT", `/${id}/markup`, { plans })).status).toBe(404);
    }
  });
});

describe("mark-up of a platform", () => {
  it("is added to the fees, locks the offers and shows them", async () => {
    const waiting = await priced();
    const before = await offersOf(waiting);
    const { status, body } = await put(waiting, "0.5");
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: "OFFERED", markup: { dueAt: null } });
    for (const plan of (body as PartnerApplication).markup?.plans ?? []) {
      expect(plan.feeMarkupPercentage).toBe("0.5");
      expect(Number(plan.feePercentage)).toBe(Number(plan.baseFeePercentage) + 0.5);
    }
    expect(await standing(waiting)).toEqual(shown);
    for (const [n, offer] of (await offersOf(waiting)).entries()) {
      expect(offer).toMatchObject({ isLocked: true, markup: 0.5 });
      expect(Number(offer["fee"])).toBe(Number(before[n]?.["fee"]) + 0.5);
      expect(offer["apr"]).toBeGreaterThan(before[n]?.["apr"]);
    }
    expect(await offered(waiting)).toMatchObject([{ by: "PLATFORM_KEY", body: { offerIds: expect.any(Array) } }]);
    const [due] = await rows(
      "select next_action_at = (select max(expires_at) - interval '3 days' from app.offer where application_id = a.id) as ok from app.loan_application a where id = $1",
      waiting.applicationId,
    );
    expect(due).toEqual({ ok: true });
    expect((await put(waiting, "0.5")).body).toMatchObject({
      code: "WRONG_STATE",
      context: { status: "OFFERED", allowedFrom: ["AWAITING_MARKUP"] },
    });
  });

  it("counts for every later application of the product and rating, which does not wait", async () => {
    const first = await priced();
    const parallel = await priced("TERM_LOAN", first.platform);
    await put(first, "0.75");
    const later = await priced("TERM_LOAN", first.platform);
    expect(await standing(later)).toEqual(shown);
    expect(await offered(later)).toHaveLength(1);
    expect((await offersOf(later)).map(({ fee, markup }) => ({ fee, markup }))).toEqual(
      (await offersOf(first)).map(({ fee, markup }) => ({ fee, markup })),
    );
    // One that already waited gets the same mark-up or none that differs.
    expect((await put(parallel, "0.5")).body).toMatchObject({
      code: "MARKUP_ALREADY_SET",
      context: { percentage: "0.75" },
    });
    expect(await standing(parallel)).toEqual(waits);
    expect((await put(parallel, "0.7500")).status).toBe(200);
    // Another product has a mark-up of its own.
    expect(await standing(await priced("MCA", first.platform))).toEqual(waits);
  });

  it("is set once by concurrent requests with different values", async () => {
    const first = await priced();
    const second = await priced("TERM_LOAN", first.platform);
    const answers = await Promise.all([put(first, "0.25"), put(second, "0.5")]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const set = await rows(
      "select markup_percentage::float as set from app.platform_markup where platform_id = $1",
      first.platform.id,
    );
    const markups = await rows(
      "select distinct markup_percentage::float as set from app.offer where platform_id = $1 and is_locked",
      first.platform.id,
    );
    expect(markups).toEqual(set);
  });

  it("is tried out without a change, with the fees, APRs and caps that it would lead to", async () => {
    const waiting = await priced();
    await moveTo(waiting, "NY");
    const { status, body } = await put(waiting, "0.1", "?dryRun=true");
    expect(status).toBe(200);
    expect(body).toMatchObject({
      object: "dry_run",
      effects: { events: ["application.offered"] },
      result: { status: "OFFERED", markup: { plans: expect.any(Array) } },
    });
    const { markup } = body["result"] as PartnerApplication;
    for (const plan of markup?.plans ?? [])
      expect(plan).toMatchObject({ feeMarkupPercentage: "0.1", maxAprPercentage: "25" });
    expect(await standing(waiting)).toEqual(waits);
    expect(await rows("select from app.platform_markup where platform_id = $1", waiting.platform.id)).toEqual([]);
    for (const offer of await offersOf(waiting)) expect(offer).toMatchObject({ isLocked: false, markup: 0 });
  });

  it("is refused above one point, above the cap of the state, and for another version", async () => {
    const waiting = await priced();
    expect((await put(waiting, "1.01")).body).toMatchObject({ code: "MARKUP_TOO_LARGE", context: { most: "1" } });
    expect((await put(waiting, "100")).body).toMatchObject({ code: "MARKUP_TOO_LARGE" });
    expect((await put(waiting, "0.5", "", { "if-match": '"99"' })).status).toBe(412);
    await moveTo(waiting, "AR");
    expect((await put(waiting, "1")).body).toMatchObject({
      code: "MARKUP_OVER_CAP",
      detail: "The marked-up price exceeds the cap in AR.",
    });
    expect(await standing(waiting)).toEqual(waits);
    expect(await rows("select from app.platform_markup where platform_id = $1", waiting.platform.id)).toEqual([]);
    expect(await offered(waiting)).toEqual([]);
  });

  it("is refused over 100, without a decimal, for an unknown or missing plan, and with different values", async () => {
    const waiting = await priced("FAST_PAY");
    const planIds = (await read(waiting)).markup?.plans.map(({ planId }) => planId) ?? [];
    expect(planIds.length).toBeGreaterThan(1);
    const plans = (value: string) => planIds.map((planId) => ({ planId, feeMarkupPercentage: value }));
    const [first, ...others] = plans("0.5");
    const wrong: [object[], string][] = [
      [plans("100.01"), "/plans/0/feeMarkupPercentage"],
      [plans("-1"), "/plans/0/feeMarkupPercentage"],
      [plans("half"), "/plans/0/feeMarkupPercentage"],
      [[], "/plans"],
      [others, "/plans"],
      [[...plans("0.5"), first ?? {}], "/plans"],
      [[{ planId: "1-days", feeMarkupPercentage: "0.5" }, ...others], "/plans/0/planId"],
      [[{ ...first, feeMarkupPercentage: "0.4" }, ...others], "/plans/1/feeMarkupPercentage"],
    ];
    for (const [sent, pointer] of wrong) {
      const { status, body } = await send(waiting.platform, "PUT", `/${waiting.publicApplicationId}/markup`, {
        plans: sent,
      });
      const [error] = body["errors"] as { pointer: string }[];
      expect({ sent, status, pointer: error?.pointer }).toEqual({ sent, status: 400, pointer });
    }
    expect(await standing(waiting)).toEqual(waits);
    expect((await put(waiting, "0.5")).status).toBe(200);
  });

  it("is left off an offer to which the law does not let it be added", async () => {
    const first = await priced();
    const parallel = await priced("TERM_LOAN", first.platform);
    await put(first, "1");
    await moveTo(parallel, "AR");
    await timeOut(parallel);
    expect(await standing(parallel)).toEqual(shown);
    for (const offer of await offersOf(parallel)) expect(offer).toMatchObject({ isLocked: true, markup: 0 });
  });

  it("that does not come in time leaves the price, or carries what was set meanwhile; another state is left as it is", async () => {
    const alone = await priced();
    const before = await offersOf(alone);
    await Promise.all([timeOut(alone), timeOut(alone)]);
    await timeOut(alone);
    expect(await standing(alone)).toEqual(shown);
    expect(await offersOf(alone)).toEqual(before.map((offer) => ({ ...offer, isLocked: true })));
    expect(await offered(alone)).toMatchObject([{ by: "SYSTEM" }]);
    expect(await rows("select from app.platform_markup where platform_id = $1", alone.platform.id)).toEqual([]);

    const first = await priced("TERM_LOAN", alone.platform);
    const parallel = await priced("TERM_LOAN", alone.platform);
    await put(first, "0.5");
    await timeOut(parallel);
    for (const offer of await offersOf(parallel)) expect(offer).toMatchObject({ isLocked: true, markup: 0.5 });
  });

  it("of a product and rating is never changed", async () => {
    const { platform, ...waiting } = await priced();
    await put({ platform, ...waiting }, "0.5");
    const change = inScope(server.app.pool, { platformId: platform.id, businessId: "whole platform" }, (tx) =>
      tx.updateTable("platform_markup").set({ markup_percentage: 0 }).execute(),
    );
    await expect(change).rejects.toThrow(/permission denied/);
  });
});
