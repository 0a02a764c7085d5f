import { randomUUID } from "node:crypto";
import { rightAnswers, withWrong, wrongInputs } from "@inlay/contracts/onboarding/wrong-inputs.fixture.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestPerson, type TestServer, testServer } from "../../http/server.fixture.ts";

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

const complete = (owner: TestPerson, completedStep: string, data: object = {}) =>
  owner.as({ method: "PUT", url: "/api/v1/completeStep", payload: { completedStep, data } });
const read = async (owner: TestPerson, step: string) => {
  const { status, body } = await owner.as({ method: "GET", url: `/api/v1/step/${step}` });
  return { status, body: (body["existingData"] ?? {}) as Record<string, unknown>, draft: body["draft"] };
};

/** An owner at the existing-debt step. The bank and accounting steps are hidden. */
async function ownerAtDebts(...selectedProducts: string[]): Promise<TestPerson> {
  const platform = await server.platform({ hiddenSteps: ["COLLECT_PLAID", "COLLECT_RAILZ"] });
  const owner = await server.person(platform, { email: `${randomUUID()}@owner.test`, roles: ["PRIMARY_OWNER"] });
  await complete(owner, "START_FLOW", rightAnswers.START_FLOW);
  await complete(owner, "SELECT_PRODUCTS", { selectedProducts });
  await complete(owner, "COLLECT_PERSONAL_DETAILS", rightAnswers.COLLECT_PERSONAL_DETAILS);
  await complete(owner, "COLLECT_BUSINESS_DETAILS", rightAnswers.COLLECT_BUSINESS_DETAILS);
  return owner;
}

const [oven] = rightAnswers.COLLECT_EXISTING_DEBT.debts;
const van = { ...oven, description: "Delivery van", interestRate: 29.99, monthsRemaining: 12 };
type Kept = { id: string; description: string; refinanceRequested?: boolean | null };
const debtsOf = async (owner: TestPerson, step = "COLLECT_EXISTING_DEBT") =>
  (await read(owner, step)).body["debts"] as Kept[];
const idsOf = async (owner: TestPerson) =>
  Object.fromEntries((await debtsOf(owner)).map(({ description, id }) => [description, id]));

describe("COLLECT_EXISTING_DEBT", () => {
  let owner: TestPerson;
  beforeAll(async () => {
    owner = await ownerAtDebts("TERM_LOAN");
  });

  it.each(wrongInputs.COLLECT_EXISTING_DEBT)("with $field $value says: $sentence", async (input) => {
    const refused = await complete(owner, "COLLECT_EXISTING_DEBT", withWrong({ debts: [oven] }, input));
    expect({ status: refused.status, fields: refused.body["fields"] }).toEqual({
      status: 400,
      fields: [{ pointer: `/${input.field.replaceAll(".", "/")}`, code: expect.any(String), message: input.sentence }],
    });
  });

  it("saves debts to the cent and to the hundredth of a percent, and leads to refinancing", async () => {
    const debts = [
      { ...oven, monthlyPaymentInCents: 45_001, interestRate: 0 },
      { ...van, outstandingBalanceCents: 100_000_000_000, interestRate: "70" },
    ];
    const answer = await complete(owner, "COLLECT_EXISTING_DEBT", { debts });
    expect(answer.body["currentStep"]).toBe("ONBOARDING.COLLECT_REFINANCE_OPTIONS");
    expect(await debtsOf(owner)).toEqual([
      { ...debts[0], id: expect.any(String) },
      { ...debts[1], interestRate: 70, id: expect.any(String) },
    ]);
    const { rows } = await server.database.admin.query(
      "select interest_rate_basis_points as rate from app.existing_debt where description = 'Delivery van' and business_id = (select business_id from app.business_user where platform_user_id = $1)",
      [owner.platformUserId],
    );
    expect(rows).toEqual([{ rate: 7000 }]);
  });

  it("ignores an empty row, and accepts no rows as no debt", async () => {
    const free = await ownerAtDebts("TERM_LOAN");
    const empty = { description: "", monthlyPaymentInCents: null, outstandingBalanceCents: null };
    const answer = await complete(free, "COLLECT_EXISTING_DEBT", {
      debts: [{ ...empty, interestRate: "", monthsRemaining: "" }],
    });
    expect(answer.body["currentStep"]).toBe("ONBOARDING.COLLECT_SECONDARY_BUSINESS_OWNER_DETAILS");
    expect(await debtsOf(free)).toEqual([]);
  });

  it.each(["LOC_TERM_LOAN", "MCA"])("skips refinancing where only %s is selected", async (product) => {
    const other = await ownerAtDebts(product);
    const answer = await complete(other, "COLLECT_EXISTING_DEBT", { debts: [oven] });
    expect(answer.body["currentStep"]).toBe("ONBOARDING.COLLECT_SECONDARY_BUSINESS_OWNER_DETAILS");
  });

  it("accepts at most 20 debts", async () => {
    const many = await ownerAtDebts("MCA");
    const debts = Array.from({ length: 21 }, (_, index) => ({ ...oven, description: `Debt ${index}` }));
    expect((await complete(many, "COLLECT_EXISTING_DEBT", { debts })).status).toBe(400);
    expect((await complete(many, "COLLECT_EXISTING_DEBT", { debts: debts.slice(1) })).status).toBe(200);
    expect((await debtsOf(many)).map(({ description }) => description)).toEqual(
      debts.slice(1).map(({ description }) => description),
    );
  });

  it("saves one whole list when two tabs send different ones", async () => {
    const torn = await ownerAtDebts("TERM_LOAN");
    await Promise.all([
      complete(torn, "COLLECT_EXISTING_DEBT", { debts: [oven] }),
      complete(torn, "COLLECT_EXISTING_DEBT", { debts: [van, { ...van, description: "Mixer" }] }),
    ]);
    const kept = (await debtsOf(torn)).map(({ description }) => description);
    expect([["Oven lease"], ["Delivery van", "Mixer"]]).toContainEqual(kept);
  });

  it("keeps a draft of unfinished rows", async () => {
    const slow = await ownerAtDebts("TERM_LOAN");
    const debts = [
      {
        description: "Ov",
        monthlyPaymentInCents: 45_000,
        outstandingBalanceCents: null,
        interestRate: "8,",
        monthsRemaining: "",
      },
    ];
    const kept = await slow.as({
      method: "PUT",
      url: "/api/v1/step/COLLECT_EXISTING_DEBT/draft",
      payload: { fields: { debts } },
    });
    expect(kept.status).toBe(200);
    expect((await read(slow, "COLLECT_EXISTING_DEBT")).draft).toEqual({ debts });
  });
});

describe("COLLECT_REFINANCE_OPTIONS", () => {
  const choose = (owner: TestPerson, choices: Record<string, boolean>) =>
    complete(owner, "COLLECT_REFINANCE_OPTIONS", {
      refinanceOptions: Object.entries(choices).map(([existingDebtId, refinanceRequested]) => ({
        existingDebtId,
        refinanceRequested,
      })),
    });
  const chosen = async (owner: TestPerson) =>
    Object.fromEntries(
      (await debtsOf(owner, "COLLECT_REFINANCE_OPTIONS")).map((debt) => [debt.description, debt.refinanceRequested]),
    );
  async function ownerWithDebts() {
    const owner = await ownerAtDebts("TERM_LOAN");
    await complete(owner, "COLLECT_EXISTING_DEBT", { debts: [oven, van] });
    const { "Oven lease": ovenId = "", "Delivery van": vanId = "" } = await idsOf(owner);
    return { owner, ovenId, vanId };
  }

  it("shows each remaining debt, and saves the choice for it", async () => {
    const { owner, ovenId, vanId } = await ownerWithDebts();
    expect((await read(owner, "COLLECT_REFINANCE_OPTIONS")).body).toEqual({
      debts: [
        { id: ovenId, description: "Oven lease", outstandingBalanceCents: 1_200_000, refinanceRequested: null },
        { id: vanId, description: "Delivery van", outstandingBalanceCents: 1_200_000, refinanceRequested: null },
      ],
    });
    const answer = await choose(owner, { [vanId]: true });
    expect(answer.body["currentStep"]).toBe("ONBOARDING.COLLECT_SECONDARY_BUSINESS_OWNER_DETAILS");
    expect(await chosen(owner)).toEqual({ "Oven lease": false, "Delivery van": true });
    await choose(owner, { [vanId]: false, [ovenId]: true });
    expect(await chosen(owner)).toEqual({ "Oven lease": true, "Delivery van": false });
  });

  it("accepts only debts of this business, and answers for another's as for an unknown one", async () => {
    const { owner, ovenId } = await ownerWithDebts();
    const unrelated = await ownerWithDebts();
    const [foreign, never] = [
      await choose(owner, { [unrelated.ovenId]: true }),
      await choose(owner, { [randomUUID()]: true }),
    ];
    expect([foreign.status, never.status]).toEqual([404, 404]);
    expect({ ...foreign.body, requestId: null }).toEqual({ ...never.body, requestId: null });
    expect(await chosen(unrelated.owner)).toEqual({ "Oven lease": null, "Delivery van": null });
    expect((await choose(owner, { [ovenId]: true })).status).toBe(200);
  });

  it("stays done when the list of debts is sent again with the same rows, in whatever order", async () => {
    const { owner, ovenId, vanId } = await ownerWithDebts();
    await choose(owner, { [vanId]: true });
    const again = await complete(owner, "COLLECT_EXISTING_DEBT", { debts: [van, oven] });
    expect(again.body["currentStep"]).toBe("ONBOARDING.COLLECT_SECONDARY_BUSINESS_OWNER_DETAILS");
    expect(await idsOf(owner)).toEqual({ "Oven lease": ovenId, "Delivery van": vanId });
    expect(await chosen(owner)).toEqual({ "Delivery van": true, "Oven lease": false });
  });

  it("is asked again when a debt is new or changed, and keeps the choices for the others", async () => {
    const { owner, vanId } = await ownerWithDebts();
    await choose(owner, { [vanId]: true });
    const edited = await complete(owner, "COLLECT_EXISTING_DEBT", {
      debts: [{ ...oven, outstandingBalanceCents: 1_100_000 }, van],
    });
    expect(edited.body["currentStep"]).toBe("ONBOARDING.COLLECT_REFINANCE_OPTIONS");
    expect(await chosen(owner)).toEqual({ "Oven lease": null, "Delivery van": true });
  });

  it("is not asked any more when all debts are removed", async () => {
    const { owner, vanId } = await ownerWithDebts();
    await choose(owner, { [vanId]: true });
    const edited = await complete(owner, "COLLECT_EXISTING_DEBT", { debts: [] });
    expect(edited.body["currentStep"]).toBe("ONBOARDING.COLLECT_SECONDARY_BUSINESS_OWNER_DETAILS");
    expect(edited.body["steps"]).not.toContain("ONBOARDING.COLLECT_REFINANCE_OPTIONS");
  });
});
