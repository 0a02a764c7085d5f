import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { inScope } from "../db/scope.ts";
import { type TestDatabase, testDatabase } from "../db/test-database.fixture.ts";
import { aLoanOwing } from "../products/products.fixture.ts";
import {
  anyProvider,
  assignCapital,
  type CapitalRequest,
  lendReserved,
  type ProviderChoice,
  releaseCapital,
  releaseExposure,
  reservedFor,
  resizeReservation,
} from "./public.ts";

let database: TestDatabase;
let pool: ReturnType<TestDatabase["pool"]>;
beforeAll(async () => {
  database = await testDatabase();
  pool = database.pool("app", { max: 20 });
});
afterAll(() => database.close());

const admin = (text: string, ...values: unknown[]) => database.admin.query(text, values);

/** A provider for advances alone, with this capacity and these shares. */
async function limitTo(capacityCents: number, platformShare = 10_000, industryShare = 10_000): Promise<void> {
  await admin("delete from app.capital_reservation");
  await admin("delete from app.capital_concentration");
  await admin(
    "update app.capital_provider set reserved_cents = 0, capacity_cents = $1, max_platform_basis_points = $2, max_industry_basis_points = $3",
    capacityCents,
    platformShare,
    industryShare,
  );
}

async function application(platformId: string = randomUUID()): Promise<CapitalRequest> {
  const businessId = randomUUID();
  const applicationId = randomUUID();
  await admin(
    "insert into app.platform (id, name) values ($1, $2) on conflict do nothing",
    platformId,
    `Platform ${platformId}`,
  );
  await admin(
    "insert into app.business (id, platform_id, platform_business_id) values ($1, $2, $3)",
    businessId,
    platformId,
    businessId,
  );
  await admin(
    `insert into app.loan_application (id, platform_id, business_id, product, status, received_at)
     values ($1, $2, $3, 'MCA', 'ASSIGN_TO_CAPITAL_PROVIDER', now())`,
    applicationId,
    platformId,
    businessId,
  );
  return { platformId, businessId, applicationId, product: "MCA", state: "OH", industry: "44", amountCents: 100_000 };
}

const assign = (request: CapitalRequest, choice: ProviderChoice = anyProvider) =>
  inScope(pool, request, (tx) => assignCapital(tx, request, choice));
const reserved = async () =>
  (await admin("select reserved_cents::int as cents from app.capital_provider where id = 'EQUITY'")).rows[0]?.cents;

describe("capital", () => {
  it("is reserved with the first provider whose box contains the application", async () => {
    await limitTo(10_000_000);
    const loan = { ...(await application()), product: "TERM_LOAN" as const, amountCents: 1_000_000 };
    expect(await assign(loan)).toEqual({ provider: "CONCAR_SPV_1", refusals: null });
    const small = { ...(await application()), product: "TERM_LOAN" as const, amountCents: 400_000 };
    expect(await assign(small)).toEqual({ provider: "EQUITY", refusals: null });
  });

  it("says why each provider does not fund an application, and reserves nothing", async () => {
    await limitTo(50_000);
    expect(await assign(await application())).toEqual({
      provider: null,
      refusals: [
        { provider: "CONCAR_SPV_1", why: "PRODUCT" },
        { provider: "EQUITY", why: "HEADROOM" },
      ],
    });
    expect(await reserved()).toBe(0);
  });

  it("is reserved up to the capacity and not a cent more, whatever number of applications come at once", async () => {
    await limitTo(1_000_000);
    const requests = await Promise.all(Array.from({ length: 50 }, () => application()));
    const assigned = await Promise.all(requests.map((one) => assign(one)));
    expect(assigned.filter(({ provider }) => provider !== null)).toHaveLength(10);
    expect(await reserved()).toBe(1_000_000);
  });

  it("limits the share of one platform and of one industry", async () => {
    const platformId = randomUUID();
    await limitTo(1_000_000, 2_000, 5_000);
    const ofPlatform = await Promise.all(Array.from({ length: 4 }, () => application(platformId)));
    const first = await Promise.all(ofPlatform.map((one) => assign(one)));
    expect(first.filter(({ provider }) => provider !== null)).toHaveLength(2);
    expect(first.find(({ provider }) => provider === null)?.refusals?.[1]?.why).toBe("PLATFORM_CONCENTRATION");
    const ofIndustry = await Promise.all(Array.from({ length: 6 }, () => application()));
    const second = await Promise.all(ofIndustry.map((one) => assign(one)));
    expect(second.filter(({ provider }) => provider !== null)).toHaveLength(3);
    expect(second.find(({ provider }) => provider === null)?.refusals?.[1]?.why).toBe("INDUSTRY_CONCENTRATION");
    expect(await reserved()).toBe(500_000);
  });

  it("is given back once, also when two release it at the same time", async () => {
    await limitTo(1_000_000);
    const [one, other] = [await application(), await application()];
    await assign(one);
    await assign(other);
    await Promise.all([1, 2].map(() => inScope(pool, one, (tx) => releaseCapital(tx, one.applicationId))));
    expect(await reserved()).toBe(100_000);
    const { rows } = await admin(
      "select kind, reserved_cents::int as cents from app.capital_concentration where key = $1",
      one.platformId,
    );
    expect(rows).toEqual([{ kind: "PLATFORM", cents: 0 }]);
  });

  it("is changed to the chosen amount: always to a smaller one, and to a larger one only within the limits", async () => {
    await limitTo(300_000);
    const [one, other] = [await application(), await application()];
    await assign(one);
    const resize = (request: CapitalRequest, cents: number) =>
      inScope(pool, request, (tx) => resizeReservation(tx, request.applicationId, cents, []));
    expect(await resize(one, 40_000)).toBe(true);
    expect(await reserved()).toBe(40_000);
    await assign({ ...other, amountCents: 200_000 });
    expect(await resize(one, 100_001)).toBe(false);
    expect(await reserved()).toBe(240_000);
    expect(await resize(one, 100_000)).toBe(true);
    expect(await reserved()).toBe(300_000);
    await admin("update app.capital_provider set max_platform_basis_points = 3000");
    await resize(one, 50_000);
    expect(await resize(one, 95_000)).toBe(false);
    expect(await inScope(pool, one, (tx) => resizeReservation(tx, one.applicationId, 95_000, ["EQUITY"]))).toBe(true);
    await inScope(pool, one, (tx) => releaseCapital(tx, one.applicationId));
    expect(await reserved()).toBe(200_000);
    expect(await resize(one, 10_000)).toBe(false);
    const { rows } = await admin(
      "select reserved_cents::int as cents from app.capital_concentration where key = $1",
      one.platformId,
    );
    expect(rows).toEqual([{ cents: 0 }]);
  });

  it("counts as lent once it is used, until the product gives it back, and is not released with the application", async () => {
    await limitTo(1_000_000);
    const request = await application();
    await assign(request);
    const { applicationId, platformId, businessId } = request;
    const productId = await aLoanOwing(database.admin, { platformId, businessId }, "EQUITY", 100_000);
    const lend = () => inScope(pool, request, (tx) => lendReserved(tx, applicationId, productId));
    expect((await Promise.all([lend(), lend()])).sort()).toEqual([false, true]);
    expect(await inScope(pool, request, (tx) => reservedFor(tx, applicationId))).toBeNull();
    await inScope(pool, request, (tx) => releaseCapital(tx, applicationId));
    expect(await reserved()).toBe(100_000);
    await Promise.all([1, 2].map(() => inScope(pool, request, (tx) => releaseExposure(tx, productId))));
    expect(await reserved()).toBe(0);
  });

  it("is reserved once per application", async () => {
    await limitTo(1_000_000);
    const request = await application();
    await assign(request);
    await expect(assign(request)).rejects.toThrow(/one_reservation/);
    expect(await reserved()).toBe(100_000);
  });

  it("is reserved with the chosen provider or with none", async () => {
    await limitTo(10_000_000);
    const loan = { ...(await application()), product: "TERM_LOAN" as const, amountCents: 1_000_000 };
    expect(await assign(loan, { only: "EQUITY", consented: [] })).toEqual({ provider: "EQUITY", refusals: null });
    expect(await assign(await application(), { only: "CONCAR_SPV_1", consented: [] })).toEqual({
      provider: null,
      refusals: [{ provider: "CONCAR_SPV_1", why: "PRODUCT" }],
    });
  });

  it("goes beyond a platform's or an industry's share with the provider's consent, and never beyond the capacity", async () => {
    await limitTo(1_000_000, 500, 500);
    const consent: ProviderChoice = { only: null, consented: ["EQUITY"] };
    const request = await application();
    expect(await assign(request)).toMatchObject({ provider: null });
    expect(await assign(request, { only: null, consented: ["CONCAR_SPV_1"] })).toMatchObject({ provider: null });
    expect(await assign(request, consent)).toEqual({ provider: "EQUITY", refusals: null });
    const large = { ...(await application()), amountCents: 950_000 };
    expect((await assign(large, consent)).refusals).toContainEqual({ provider: "EQUITY", why: "HEADROOM" });
  });
});
