import { randomUUID } from "node:crypto";
import { rightAnswers } from "@inlay/contracts/onboarding/wrong-inputs.fixture.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestPerson, type TestServer, testServer } from "../http/server.fixture.ts";
import { agree, applicantAtConsent, complete } from "./consents/consent.fixture.ts";

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

const shown = async (person: TestPerson, step: string) => {
  const { body } = await person.as({ method: "GET", url: `/api/v1/step/${step}` });
  return body["existingData"] as Record<string, unknown>;
};
const territories = ["AS", "GU", "MP", "PR", "VI"];
const beyondTexas = ["TX", ...territories];

describe("early answer about the state", () => {
  it.each(["COLLECT_BUSINESS_DETAILS", "COLLECT_CONSENT"])(
    "is in the data of %s for each selected product",
    async (step) => {
      const applicant = await applicantAtConsent(server, { products: ["TERM_LOAN", "MCA"] });
      expect((await shown(applicant, step))["notOffered"]).toEqual([
        { product: "TERM_LOAN", states: territories },
        { product: "MCA", states: beyondTexas },
      ]);
    },
  );

  it("is about every enabled product where the platform hides the selection", async () => {
    const settings = {
      hiddenSteps: ["SELECT_PRODUCTS" as const],
      platformEnabledProducts: ["INTEGRATED_MCA" as const],
    };
    const platform = await server.platform(settings);
    const person = await server.person(platform, { email: `${randomUUID()}@owner.test`, roles: ["PRIMARY_OWNER"] });
    await complete(person, "START_FLOW", rightAnswers.START_FLOW);
    await complete(person, "COLLECT_PERSONAL_DETAILS", rightAnswers.COLLECT_PERSONAL_DETAILS);
    expect((await shown(person, "COLLECT_BUSINESS_DETAILS"))["notOffered"]).toEqual([
      { product: "INTEGRATED_MCA", states: beyondTexas },
    ]);
  });

  it("stops nobody: an owner of a business that is not served answers every step and becomes an applicant", async () => {
    const applicant = await applicantAtConsent(server, { products: ["MCA"] });
    const texan = { ...rightAnswers.COLLECT_BUSINESS_DETAILS, businessName: `Harbor ${randomUUID()}`, state: "TX" };
    expect((await complete(applicant, "COLLECT_BUSINESS_DETAILS", texan)).status).toBe(200);
    expect((await agree(applicant, { stateManagedFrom: "TX" })).body["currentStep"]).toBe("WAITING_FOR_OFFERS");
    const { rows } = await server.database.admin.query(
      "select product, status from app.loan_application where business_id = $1",
      [applicant.id],
    );
    expect(rows).toEqual([{ product: "MCA", status: "ASSIGN_TO_CAPITAL_PROVIDER" }]);
  });
});

describe("early answer about the age of the business", () => {
  const choosing = async (businessesGreaterThan: boolean) => {
    const platform = await server.platform({ prequalEnabled: true });
    const person = await server.person(platform, { email: `${randomUUID()}@owner.test`, roles: ["PRIMARY_OWNER"] });
    await complete(person, "START_FLOW", { ...rightAnswers.START_FLOW, businessesGreaterThan });
    return person;
  };

  it("names the products that ask for more, if the owner has said that the business is younger than a year", async () => {
    const person = await choosing(false);
    expect((await shown(person, "SELECT_PRODUCTS"))["olderBusinesses"]).toEqual([
      { product: "TERM_LOAN", minAgeMonths: 12 },
      { product: "EXTEND_PAY_PURCHASE_ORDER", minAgeMonths: 12 },
      { product: "LOC_TERM_LOAN", minAgeMonths: 12 },
    ]);
    expect((await complete(person, "SELECT_PRODUCTS", { selectedProducts: ["TERM_LOAN"] })).status).toBe(200);
  });

  it("says nothing about an older business", async () => {
    expect((await shown(await choosing(true), "SELECT_PRODUCTS"))["olderBusinesses"]).toEqual([]);
  });
});
