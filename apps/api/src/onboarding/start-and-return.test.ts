import { randomUUID } from "node:crypto";
import { rightAnswers } from "@inlay/contracts/onboarding/wrong-inputs.fixture.ts";
import type { PlatformSettings } from "@inlay/contracts/platform-settings.ts";
import type { ProductType } from "@inlay/lending/products/product-type.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestPerson, type TestServer, testServer } from "../http/server.fixture.ts";

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

async function anOwner(settings: Partial<PlatformSettings> = {}) {
  const platform = await server.platform(settings);
  const owner = await server.person(platform, { email: `${randomUUID()}@owner.test`, roles: ["PRIMARY_OWNER"] });
  return { ...owner, platform };
}
const complete = (owner: TestPerson, completedStep: string, data: object = {}) =>
  owner.as({ method: "PUT", url: "/api/v1/completeStep", payload: { completedStep, data } });
const workflowOf = async (person: TestPerson) => (await person.as({ method: "GET", url: "/api/v1/workflow" })).body;

type Told = { choices: ProductType[]; minutes: object; toHave: { thing: string; neededFor: ProductType[] }[] } | null;
async function told(owner: TestPerson, query = ""): Promise<Told> {
  const { body } = await owner.as({ method: "GET", url: `/api/v1/step/START_FLOW${query}` });
  return (body["existingData"] as { beforeYouStart: Told }).beforeYouStart;
}
const things = (before: Told) => before?.toHave.map(({ thing }) => thing);

describe("before the first question the owner is told", () => {
  it("what the financing that can be chosen here would take, by whom, and how credit is looked at", async () => {
    const owner = await anOwner({
      platformEnabledProducts: ["TERM_LOAN", "FAST_PAY"],
      platformProgramName: "Acme Capital",
      licenseLine: "Licensed in Oregon.",
    });
    expect(await told(owner)).toEqual({
      minutes: { least: 15, most: 20 },
      choices: ["TERM_LOAN", "FAST_PAY"],
      toHave: [
        { thing: "BANK_SIGN_IN", neededFor: ["TERM_LOAN", "FAST_PAY"] },
        { thing: "TAX_NUMBER", neededFor: ["TERM_LOAN"] },
        { thing: "ACCOUNTING", neededFor: ["TERM_LOAN"] },
        { thing: "DEBTS", neededFor: ["TERM_LOAN"] },
        { thing: "CO_OWNERS", neededFor: ["TERM_LOAN", "FAST_PAY"] },
      ],

      isCreditChecked: true,
      lender: "Acme Capital",
      licenseLine: "Licensed in Oregon.",
    });
  });

  it("only what the product needs that the page narrowed the choice to, or that was prequalified", async () => {
    const owner = await anOwner({ accountingSource: "TAX" });
    expect((await told(owner, "?productSubsetDuringOnboarding=FAST_PAY"))?.choices).toEqual(["FAST_PAY"]);
    expect(things(await told(owner, "?productSubsetDuringOnboarding=FAST_PAY"))).toEqual(["BANK_SIGN_IN", "CO_OWNERS"]);
    expect(things(await told(owner, "?productSubsetDuringOnboarding=LOC_TERM_LOAN"))).toContain("TAX_RETURNS");
    await server.database.admin.query(
      `insert into app.prequalification (platform_id, business_id, product, prequal_type, is_prequalified, prequalified_amount_cents, terms, prequal_date, expires_date)
       select platform_id, business_id, 'TERM_LOAN', 'STANDARD', true, 1800000, '{}', current_date, current_date + 60 from app.business_user where platform_user_id = $1`,
      [owner.platformUserId],
    );
    expect(await told(owner)).toMatchObject({ choices: ["TERM_LOAN"], minutes: { least: 15, most: 15 } });
    // An amount this small is not asked for books.
    expect(things(await told(owner))).toEqual(["BANK_SIGN_IN", "DEBTS", "CO_OWNERS"]);
  });

  it("once: whoever has gone on is not told again", async () => {
    const owner = await anOwner({ prequalEnabled: false });
    expect(await told(owner)).not.toBeNull();
    await complete(owner, "START_FLOW");
    expect(await told(owner)).toBeNull();
  });
});

describe("whoever comes back learns", () => {
  it("which steps are done, the first page not counted", async () => {
    const owner = await anOwner();
    expect(await workflowOf(owner)).toMatchObject({ doneSteps: [] });
    await complete(owner, "START_FLOW", rightAnswers.START_FLOW);
    expect(await workflowOf(owner)).toMatchObject({ doneSteps: [] });
    await complete(owner, "SELECT_PRODUCTS", { selectedProducts: ["FAST_PAY"] });
    const { body } = await complete(owner, "COLLECT_PERSONAL_DETAILS", rightAnswers.COLLECT_PERSONAL_DETAILS);
    const done = ["ONBOARDING.SELECT_PRODUCTS", "ONBOARDING.COLLECT_PERSONAL_DETAILS"];
    expect(body).toMatchObject({ currentStep: "ONBOARDING.COLLECT_BUSINESS_DETAILS", doneSteps: done });
  });

  it("nothing of it before a gate", async () => {
    const owner = await anOwner();
    await complete(owner, "START_FLOW", rightAnswers.START_FLOW);
    await complete(owner, "SELECT_PRODUCTS", { selectedProducts: ["FAST_PAY"] });
    const { rows } = await server.database.admin.query(
      "select b.platform_business_id from app.business b join app.business_user u on u.business_id = b.id where u.platform_user_id = $1",
      [owner.platformUserId],
    );
    const employee = await server.person(owner.platform, {
      email: `${randomUUID()}@employee.test`,
      roles: ["OPERATOR"],
      platformBusinessId: rows[0].platform_business_id,
    });
    expect(await workflowOf(employee)).toMatchObject({ currentStep: "BLOCKED_ON_PRIMARY_OWNER", doneSteps: [] });
  });
});
