import { randomUUID } from "node:crypto";
import { rightAnswers } from "@inlay/contracts/onboarding/wrong-inputs.fixture.ts";
import type { PlatformSettings } from "@inlay/contracts/platform-settings.ts";
import type { ProductType } from "@inlay/lending/products/product-type.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestPerson, type TestServer, testServer } from "../../http/server.fixture.ts";

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

type StartFacts = {
  choices: ProductType[];
  minutes: object;
  toHave: { thing: string; neededFor: ProductType[] }[];
} | null;
async function startFacts(owner: TestPerson, query = ""): Promise<StartFacts> {
  const { body } = await owner.as({ method: "GET", url: `/api/v1/step/START_FLOW${query}` });
  return (body["existingData"] as { beforeYouStart: StartFacts }).beforeYouStart;
}
const things = (before: StartFacts) => before?.toHave.map(({ thing }) => thing);

describe("start page", () => {
  it("lists what the selectable products need, the lender, and whether credit is checked", async () => {
    const owner = await anOwner({
      platformEnabledProducts: ["TERM_LOAN", "FAST_PAY"],
      platformProgramName: "Acme Capital",
      licenseLine: "Licensed in Oregon.",
    });
    expect(await startFacts(owner)).toEqual({
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

  it("lists only what the product needs that the product subset or a prequalification leaves", async () => {
    const owner = await anOwner({ accountingSource: "TAX" });
    expect((await startFacts(owner, "?productSubsetDuringOnboarding=FAST_PAY"))?.choices).toEqual(["FAST_PAY"]);
    expect(things(await startFacts(owner, "?productSubsetDuringOnboarding=FAST_PAY"))).toEqual([
      "BANK_SIGN_IN",
      "CO_OWNERS",
    ]);
    expect(things(await startFacts(owner, "?productSubsetDuringOnboarding=LOC_TERM_LOAN"))).toContain("TAX_RETURNS");
    await server.database.admin.query(
      `insert into app.prequalification (platform_id, business_id, product, prequal_type, is_prequalified, prequalified_amount_cents, terms, prequal_date, expires_date)
       select platform_id, business_id, 'TERM_LOAN', 'STANDARD', true, 1800000, '{}', current_date, current_date + 60 from app.business_user where platform_user_id = $1`,
      [owner.platformUserId],
    );
    expect(await startFacts(owner)).toMatchObject({ choices: ["TERM_LOAN"], minutes: { least: 15, most: 15 } });
    // An amount this small requires no accounting data.
    expect(things(await startFacts(owner))).toEqual(["BANK_SIGN_IN", "DEBTS", "CO_OWNERS"]);
  });

  it("lists it only until the first step is completed", async () => {
    const owner = await anOwner({ prequalEnabled: false });
    expect(await startFacts(owner)).not.toBeNull();
    await complete(owner, "START_FLOW");
    expect(await startFacts(owner)).toBeNull();
  });
});

describe("returning person", () => {
  it("sees which steps are done, without the start page", async () => {
    const owner = await anOwner();
    expect(await workflowOf(owner)).toMatchObject({ doneSteps: [] });
    await complete(owner, "START_FLOW", rightAnswers.START_FLOW);
    expect(await workflowOf(owner)).toMatchObject({ doneSteps: [] });
    await complete(owner, "SELECT_PRODUCTS", { selectedProducts: ["FAST_PAY"] });
    const { body } = await complete(owner, "COLLECT_PERSONAL_DETAILS", rightAnswers.COLLECT_PERSONAL_DETAILS);
    const done = ["ONBOARDING.SELECT_PRODUCTS", "ONBOARDING.COLLECT_PERSONAL_DETAILS"];
    expect(body).toMatchObject({ currentStep: "ONBOARDING.COLLECT_BUSINESS_DETAILS", doneSteps: done });
  });

  it("sees no done steps behind a role gate", async () => {
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
