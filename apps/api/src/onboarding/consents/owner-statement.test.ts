import { randomUUID } from "node:crypto";
import { rightAnswers, rightConsent, rightCoOwnerPerson } from "@inlay/contracts/onboarding/wrong-inputs.fixture.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestServer, testServer } from "../../http/server.fixture.ts";
import { enter, invitedCoOwners } from "../../people/invitations.fixture.ts";
import { type Applicant, agree, applicantAtConsent, complete } from "./consent.fixture.ts";

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

const rows = async (text: string, ...values: unknown[]) => (await server.database.admin.query(text, values)).rows;
const statements = ({ id }: Applicant) =>
  rows("select * from app.owner_statement where business_id = $1 order by given_at, id", id);
const shown = async (applicant: Applicant) => {
  const { body } = await applicant.as({ method: "GET", url: "/api/v1/step/COLLECT_CONSENT" });
  return (body["existingData"] as { statement: object }).statement;
};
const stated = rightAnswers.COLLECT_CONSENT;
const nothing = {
  amountRequestedCents: null,
  useOfFunds: null,
  useOfFundsOther: null,
  grossAnnualRevenueCents: null,
  businessOwnersAreUsResidents: null,
  ownershipPercentage: null,
};

describe("primary owner's statement", () => {
  it("is required with the consent, and everything that is missing is said at once", async () => {
    const applicant = await applicantAtConsent(server);
    const refused = await complete(applicant, "COLLECT_CONSENT", { ...rightConsent, useOfFunds: "OTHER" });
    expect(refused.status).toBe(400);
    expect((refused.body["fields"] as { pointer: string }[]).map(({ pointer }) => pointer).toSorted()).toEqual([
      "/amountRequestedCents",
      "/businessOwnersAreUsResidents",
      "/businessPurposeOnly",
      "/grossAnnualRevenueCents",
      "/stateManagedFrom",
      "/useOfFundsOther",
    ]);
    expect(await statements(applicant)).toEqual([]);
  });

  it("starts with the state of the business's address and the owner's percentage, and with nothing else", async () => {
    const applicant = await applicantAtConsent(server, { settings: { hiddenSteps: ["COLLECT_PLAID"] } });
    const step = "COLLECT_SECONDARY_BUSINESS_OWNER_DETAILS";
    expect((await complete(applicant, step, { ownershipPercentage: 62.5 })).status).toBe(200);
    expect(await shown(applicant)).toEqual({ ...nothing, stateManagedFrom: "OR", ownershipPercentage: 62.5 });
    expect((await agree(applicant)).status).toBe(200);
    expect(await statements(applicant)).toMatchObject([{ ownership_basis_points: 6_250 }]);
  });

  it("is stored once with its consent, in business time and in the language shown", async () => {
    const applicant = await applicantAtConsent(server);
    await rows(
      "insert into app.business_clock (business_id, platform_id, now_at) values ($1, $2, '2027-03-04T15:00:00Z')",
      applicant.id,
      applicant.platform.id,
    );
    const answers = await Promise.all(Array.from({ length: 5 }, () => agree(applicant)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    const [consent] = await rows(
      "select id, user_id from app.consent where business_id = $1 and kind = 'TERMS_AND_PRIVACY'",
      applicant.id,
    );
    const [row, ...more] = await statements(applicant);
    expect(more).toEqual([]);
    expect(row).toMatchObject({
      consent_id: consent.id,
      given_by: consent.user_id,
      given_at: new Date("2027-03-04T15:00:00Z"),
      language: "en",
      amount_requested_cents: stated.amountRequestedCents,
      use_of_funds: "OTHER",
      use_of_funds_other: "A second oven",
      gross_annual_revenue_cents: stated.grossAnnualRevenueCents,
      state_managed_from: "OR",
      business_owners_are_us_residents: true,
      business_purpose_only: true,
      ownership_basis_points: null,
    });
    await expect(
      rows("update app.owner_statement set amount_requested_cents = 60000 where id = $1", row.id),
    ).rejects.toThrow("append-only");
  });

  it("is recorded as an event that names it and says nothing of it", async () => {
    const applicant = await applicantAtConsent(server);
    await agree(applicant);
    const [row] = await statements(applicant);
    const events = await rows(
      "select body from app.event where business_id = $1 and kind = 'owner_statement.given'",
      applicant.id,
    );
    expect(events).toEqual([{ body: { ownerStatementId: row.id, userId: row.given_by } }]);
    const audited = await rows("select action from app.audit where object_id = $1", row.id);
    expect(audited).toEqual([{ action: "owner-statement.give" }]);
  });

  it("keeps the words about another use only with that use", async () => {
    const applicant = await applicantAtConsent(server);
    expect((await agree(applicant, { useOfFunds: "PAYROLL" })).status).toBe(200);
    expect(await statements(applicant)).toMatchObject([{ use_of_funds: "PAYROLL", use_of_funds_other: null }]);
  });

  it("is in the draft as it was typed, except for what is confirmed by a checkbox", async () => {
    const applicant = await applicantAtConsent(server);
    const save = (fields: object) =>
      applicant.as({ method: "PUT", url: "/api/v1/step/COLLECT_CONSENT/draft", payload: { fields } });
    const typed = { amountRequestedCents: 1_000, useOfFunds: "", grossAnnualRevenueCents: null };
    expect((await save(typed)).status).toBe(200);
    expect((await save({ ...typed, businessPurposeOnly: true })).status).toBe(400);
    const { body } = await applicant.as({ method: "GET", url: "/api/v1/step/COLLECT_CONSENT" });
    expect(body["draft"]).toEqual(typed);
  });

  it("is shown again to an owner who applies again, and stored once more; the purpose is confirmed anew", async () => {
    const applicant = await applicantAtConsent(server);
    await agree(applicant, { useOfFunds: "INVENTORY", stateManagedFrom: "WA", businessOwnersAreUsResidents: false });
    await applicant.as({
      method: "POST",
      url: "/api/v1/loan-applications/withdraw",
      payload: { reason: "NO_LONGER_NEEDED" },
    });
    expect((await applicant.as({ method: "POST", url: "/api/v1/loan-applications/apply-again" })).status).toBe(200);
    expect(await shown(applicant)).toEqual({
      amountRequestedCents: stated.amountRequestedCents,
      useOfFunds: "INVENTORY",
      useOfFundsOther: null,
      grossAnnualRevenueCents: stated.grossAnnualRevenueCents,
      stateManagedFrom: "WA",
      businessOwnersAreUsResidents: false,
      ownershipPercentage: null,
    });
    expect((await agree(applicant, { amountRequestedCents: 50_000 })).status).toBe(200);
    expect((await statements(applicant)).map((row) => row.amount_requested_cents)).toEqual([4_000_000, 50_000]);
  });

  it("is not asked of a co-owner, and not taken from one", async () => {
    const { applicant, tokens } = await invitedCoOwners(server, 1);
    const guest = await enter(server, tokens[0] ?? "");
    const answer = (completedStep: string, data: object) =>
      guest.as({ method: "PUT", url: "/api/secondary-owners/v2/complete-step", payload: { completedStep, data } });
    await answer("START_FLOW", {});
    await answer("COLLECT_PERSONAL_DETAILS", rightCoOwnerPerson);
    const { body } = await guest.as({ method: "GET", url: "/api/secondary-owners/v2/step/COLLECT_CONSENT" });
    expect(body["existingData"]).not.toHaveProperty("statement");
    expect((await answer("COLLECT_CONSENT", rightAnswers.COLLECT_CONSENT)).status).toBe(400);
    expect((await answer("COLLECT_CONSENT", rightConsent)).status).toBe(200);
    expect(await statements(applicant)).toHaveLength(1);
  });

  it.each([
    ["without the business purpose", "business_purpose_only", false],
    ["for another use without words", "use_of_funds_other", null],
    ["for less than $500", "amount_requested_cents", 49_999],
    ["for more than $500,000", "amount_requested_cents", 50_000_001],
    ["a second time with the same consent", "language", "es"],
  ])("is refused by the database %s", async (_, column, value) => {
    const applicant = await applicantAtConsent(server);
    await agree(applicant);
    const [row] = await statements(applicant);
    const [other] = await rows("select id from app.consent where business_id = $1 and kind = 'E_SIGN'", applicant.id);
    const isSame = column === "language";
    const copy = { ...row, id: randomUUID(), consent_id: isSame ? row.consent_id : other.id, [column]: value };
    const names = Object.keys(copy);
    await expect(
      rows(
        `insert into app.owner_statement (${names}) values (${names.map((_, index) => `$${index + 1}`)})`,
        ...Object.values(copy),
      ),
    ).rejects.toThrow(isSame ? "owner_statement_consent_id_key" : "violates check constraint");
  });
});
