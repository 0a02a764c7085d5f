import { randomUUID } from "node:crypto";
import { uuidOf } from "@inlay/contracts/ids.ts";
import { addDays, dateAt } from "@inlay/lending/calendar/business-date.ts";
import { type ProductType, productTypes } from "@inlay/lending/products/product-type.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestPerson, type TestPlatform, type TestServer, testServer } from "../http/server.fixture.ts";
import { issuedAmountCents, issuedProduct } from "../products/issued.fixture.ts";

let server: TestServer;
let platform: TestPlatform;
beforeAll(async () => {
  server = await testServer();
  platform = await server.platform();
});
afterAll(() => server.close());

type Colleague = Pick<TestPerson, "as">;
const event = { eventType: "SERVICING_FLOW_INITIALIZED" };
const stepOf = async ({ as }: Colleague, url = "/api/v1/workflow/servicing") => (await as({ url })).body["currentStep"];
const shownAt = ({ as }: Colleague, step: string) => as({ url: `/api/v1/workflow/servicing/step/${step}` });
const complete = ({ as }: Colleague, payload: object = event) =>
  as({ method: "PUT", url: "/api/v1/workflow/servicing/complete-step", payload });

async function anOwner() {
  const owner = await server.person(platform, { email: `${randomUUID()}@owner.test`, roles: ["PRIMARY_OWNER"] });
  const tenant = { platformId: platform.id, businessId: uuidOf("business", owner.businessId) ?? "" };
  return {
    owner,
    tenant,
    issue: (type: ProductType = "TERM_LOAN") => issuedProduct(server.database.admin, tenant, type),
  };
}

/** Another person of the owner's business, with a role of their own. */
async function colleagueOf(owner: TestPerson, role: string): Promise<TestPerson> {
  const colleague = await server.person(platform, { email: `${randomUUID()}@colleague.test` });
  const businessId = uuidOf("business", owner.businessId);
  const { admin } = server.database;
  const move = "update app.business_user set business_id = $2 where platform_user_id = $1 returning id, platform_id";
  const { rows } = await admin.query(move, [colleague.platformUserId, businessId]);
  await admin.query("insert into app.user_role (platform_id, business_id, user_id, role) values ($1, $2, $3, $4)", [
    rows[0].platform_id,
    businessId,
    rows[0].id,
    role,
  ]);
  return colleague;
}

const eventsOf = async ({ businessId }: { businessId: string }) =>
  (
    await server.database.admin.query(
      "select body from app.event where business_id = $1 and kind = 'servicing.initialized' order by sequence",
      [businessId],
    )
  ).rows.map(({ body }) => body.issuedProductId);

describe("servicing workflow", () => {
  it("has no step before the first product is issued, and no step to complete", async () => {
    const { owner } = await anOwner();
    expect(await stepOf(owner)).toBeNull();
    expect((await complete(owner)).body["code"]).toBe("STEP_NOT_CURRENT_EXCEPTION");
    expect((await shownAt(owner, "READY_FOR_SERVICING")).body["code"]).toBe("STEP_NOT_CURRENT_EXCEPTION");
    expect((await owner.as({ url: "/api/v1/issued-products" })).body).toEqual({ issuedProducts: [] });
  });

  it("starts at INIT_SERVICING_FLOW, and Continue leads to READY_FOR_SERVICING", async () => {
    const { owner, tenant, issue } = await anOwner();
    const { id, offerId } = await issue();
    expect(await stepOf(owner)).toBe("INIT_SERVICING_FLOW");
    expect((await owner.as({ url: "/api/v1/business" })).body["allBusinessUsers"]).toMatchObject([
      { currentServicingStep: "INIT_SERVICING_FLOW" },
    ]);
    const shown = await shownAt(owner, "INIT_SERVICING_FLOW");
    expect(shown.body["existingData"]).toMatchObject({
      issuedProduct: { id, offerId, loanStatus: "CURRENT", servicingData: { product: "TERM_LOAN" } },
      fundsExpectedOn: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
    });
    expect((await complete(owner)).body).toEqual({ currentStep: "READY_FOR_SERVICING" });
    expect(await stepOf(owner)).toBe("READY_FOR_SERVICING");
    expect(await eventsOf(tenant)).toEqual([id]);
    expect((await shownAt(owner, "READY_FOR_SERVICING")).body).toEqual({
      existingData: { issuedProduct: null, fundsExpectedOn: null },
    });
    expect((await shownAt(owner, "INIT_SERVICING_FLOW")).status).toBe(409);
  });

  it("shows one welcome page per product, the oldest product first", async () => {
    const { owner, tenant, issue } = await anOwner();
    const [loan, line] = [await issue(), await issue("LOC_TERM_LOAN")];
    const welcomed = async () => {
      const { existingData } = (await shownAt(owner, "INIT_SERVICING_FLOW")).body as never as {
        existingData: { issuedProduct: { id: string }; fundsExpectedOn: string | null };
      };
      return existingData;
    };
    expect((await welcomed()).issuedProduct.id).toBe(loan.id);
    const afterLoan = await complete(owner, { ...event, issuedProductId: loan.id });
    expect(afterLoan.body).toEqual({ currentStep: "INIT_SERVICING_FLOW" });
    expect(await welcomed()).toMatchObject({ issuedProduct: { id: line.id }, fundsExpectedOn: null });
    const afterLine = await complete(owner, { ...event, issuedProductId: line.id });
    expect(afterLine.body).toEqual({ currentStep: "READY_FOR_SERVICING" });
    expect(await eventsOf(tenant)).toEqual([loan.id, line.id]);
    await issue("MCA");
    expect(await stepOf(owner)).toBe("INIT_SERVICING_FLOW");
  });

  it("completes a welcome page once in repeated and concurrent requests", async () => {
    const { owner, tenant, issue } = await anOwner();
    const { id } = await issue();
    const payload = { ...event, issuedProductId: id };
    const answers = await Promise.all([1, 2, 3, 4].map(() => complete(owner, payload)));
    answers.push(await complete(owner, payload), await complete(owner));
    for (const { body } of answers) expect(body).toEqual({ currentStep: "READY_FOR_SERVICING" });
    expect(await eventsOf(tenant)).toEqual([id]);
  });

  it("shows no welcome page of a product that is over", async () => {
    const { owner, issue } = await anOwner();
    const { id } = await issue();
    await server.database.admin.query("update app.issued_product set loan_status = 'CLOSED' where id = $1", [id]);
    expect(await stepOf(owner)).toBe("READY_FOR_SERVICING");
  });

  it("refuses the product of another business", async () => {
    const { owner, issue } = await anOwner();
    await issue();
    const other = await (await anOwner()).issue();
    const refused = await complete(owner, { ...event, issuedProductId: other.id });
    expect(refused).toMatchObject({ status: 404, body: { code: "NOT_FOUND" } });
    expect(await stepOf(owner)).toBe("INIT_SERVICING_FLOW");
  });

  it("lets an operator and a co-owner enter at READY_FOR_SERVICING, and only the primary owner complete the start", async () => {
    const { owner, issue } = await anOwner();
    const [operator, coOwner] = [await colleagueOf(owner, "OPERATOR"), await colleagueOf(owner, "SECONDARY_OWNER")];
    expect([await stepOf(operator), await stepOf(coOwner)]).toEqual([null, null]);
    await issue();
    const url = "/api/v1/owners/workflow/servicing";
    expect(await stepOf(operator)).toBe("READY_FOR_SERVICING");
    expect([await stepOf(coOwner), await stepOf(coOwner, url)]).toEqual([
      ...["READY_FOR_SERVICING", "READY_FOR_SERVICING"],
    ]);
    expect((await coOwner.as({ url: `${url}/step/READY_FOR_SERVICING` })).status).toBe(200);
    expect([await complete(operator), await complete(coOwner)].map(({ status }) => status)).toEqual([403, 403]);
    const own = await coOwner.as({ method: "PUT", url: `${url}/complete-step`, payload: event });
    expect(own).toMatchObject({ status: 409, body: { code: "STEP_NOT_CURRENT_EXCEPTION" } });
    expect(await stepOf(owner)).toBe("INIT_SERVICING_FLOW");
    for (const { as } of [operator, coOwner])
      expect((await as({ url: "/api/v1/issued-products" })).body["issuedProducts"]).toHaveLength(1);
  });
});

describe("issued products", () => {
  it.each(productTypes)("list %s with its figures, and in the group of its offer", async (type) => {
    const { owner, issue } = await anOwner();
    const { id, offerId } = await issue(type);
    const { body } = await owner.as({ url: "/api/v1/issued-products" });
    const [product] = body["issuedProducts"] as Record<string, unknown>[];
    expect(product).toMatchObject({ id, offerId, loanStatus: "CURRENT" });
    const data = product?.["servicingData"] as Record<string, unknown>;
    expect(data).toMatchObject({ product: type, nextPaymentDate: null, nextPaymentAmountCents: null });
    const amounts = [data["loanAmountCents"], data["limitAmountCents"], data["monthlyLimitAmountCents"]];
    expect([...amounts, data["advanceAmountCents"]].filter((one) => one !== undefined)).toEqual([issuedAmountCents]);
    const groups = (await owner.as({ url: "/api/v1/offers" })).body["offerGroups"] as { issuedProducts: unknown[] }[];
    expect(groups.map(({ issuedProducts }) => issuedProducts)).toEqual([[product]]);
  });

  it("have the balance and the next payment of what is owed", async () => {
    const { owner, tenant, issue } = await anOwner();
    const { id } = await issue();
    const dueOn = (days: number) => addDays(dateAt(new Date()), days);
    for (const [number, day, paidCents] of [
      [1, -20, 100_000],
      [2, 10, 0],
      [3, 40, 0],
    ] as const)
      await server.database.admin.query(
        `insert into app.obligation (platform_id, business_id, issued_product_id, number, due_on, original_due_on, owed_principal_cents,
           owed_interest_cents, owed_fee_cents, paid_principal_cents) values ($1, $2, $3, $4, $5, $5, 100000, 500, 0, $6)`,
        [tenant.platformId, tenant.businessId, id, number, dueOn(day), paidCents],
      );
    const { body } = await owner.as({ url: "/api/v1/issued-products" });
    const [product] = body["issuedProducts"] as { servicingData: Record<string, unknown> }[];
    expect(product?.servicingData).toMatchObject({
      nextPaymentDate: dueOn(10),
      nextPaymentAmountCents: 100_500,
      termLoanAmmortizationSchedule: { loanSummary: { principalBalanceInCents: 200_000 } },
    });
  });
});
