import { rightAnswers } from "@inlay/contracts/onboarding/wrong-inputs.fixture.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestPerson, type TestServer, testServer } from "../http/server.fixture.ts";
import { aLoanOwing } from "../products/products.fixture.ts";
import { agree, applicantAtConsent, complete } from "./consents/consent.fixture.ts";

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

const workflowOf = async (person: TestPerson) => (await person.as({ url: "/api/v1/workflow" })).body;

describe("existingData of the workflow", () => {
  it("has what each step's own call shows, up to the current step", async () => {
    const owner = await applicantAtConsent(server);
    const existing = (await workflowOf(owner))["existingData"] as Record<string, unknown>;
    expect(Object.keys(existing)).toEqual([
      ...["ONBOARDING.START_FLOW", "ONBOARDING.SELECT_PRODUCTS", "ONBOARDING.COLLECT_PERSONAL_DETAILS"],
      ...["ONBOARDING.COLLECT_BUSINESS_DETAILS", "ONBOARDING.COLLECT_CONSENT"],
    ]);
    for (const [step, data] of Object.entries(existing))
      expect((await owner.as({ url: `/api/v1/step/${step}` })).body["existingData"], step).toEqual(data);
    const { primaryBusinessOwnerFirstName } = rightAnswers.COLLECT_PERSONAL_DETAILS;
    expect(existing["ONBOARDING.COLLECT_PERSONAL_DETAILS"]).toMatchObject({ primaryBusinessOwnerFirstName });
  });

  it("has the next step when a step is completed", async () => {
    const owner = await server.person(await server.platform(), { roles: ["PRIMARY_OWNER"] });
    const { body } = await complete(owner, "START_FLOW", rightAnswers.START_FLOW);
    expect(Object.keys(body["existingData"] as object)).toEqual([
      "ONBOARDING.START_FLOW",
      "ONBOARDING.SELECT_PRODUCTS",
    ]);
  });

  it("is empty for anybody else, and after the consent, when no step can be answered differently", async () => {
    const owner = await applicantAtConsent(server);
    const employee = await server.person(owner.platform, {
      businessId: owner.businessId,
      platformBusinessId: undefined,
      roles: ["OPERATOR"],
    });
    expect((await workflowOf(employee))["existingData"]).toEqual({});
    await agree(owner);
    expect((await workflowOf(owner))["existingData"]).toEqual({});
  });
});

describe("currentStep of the workflow", () => {
  it("is READY_FOR_SERVICING once the waiting business has an issued product, also where businesses are switched", async () => {
    const owner = await applicantAtConsent(server);
    await agree(owner);
    const shown = async () => {
      const { allBusinessUsers } = (await owner.as({ url: "/api/v1/business" })).body;
      return [
        (await workflowOf(owner))["currentStep"],
        ...(allBusinessUsers as { currentStep: string }[]).map((user) => user.currentStep),
      ];
    };
    expect(await shown()).toEqual(["WAITING_FOR_OFFERS", "WAITING_FOR_OFFERS"]);
    await aLoanOwing(server.database.admin, { platformId: owner.platform.id, businessId: owner.id }, "EQUITY", 100);
    expect(await shown()).toEqual(["READY_FOR_SERVICING", "READY_FOR_SERVICING"]);
  });
});
