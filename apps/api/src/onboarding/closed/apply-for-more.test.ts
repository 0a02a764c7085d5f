import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { raiseInput } from "../../additional-inputs/public.ts";
import { inScope } from "../../db/scope.ts";
import { type TestServer, testServer } from "../../http/server.fixture.ts";
import { saveSettings, settingsOf } from "../../platforms/settings.ts";
import { issuedProduct } from "../../products/issued.fixture.ts";
import { type Applicant, agree, applicantAtConsent, complete } from "../consents/consent.fixture.ts";

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

const sql = async (text: string, ...values: unknown[]) => (await server.database.admin.query(text, values)).rows;
const url = "/api/v1/loan-applications/apply-for-more";
const apply = (applicant: Applicant, productType: string, query = "") =>
  applicant.as({ method: "POST", url: `${url}${query}`, payload: { productType } });
const whetherMore = async (applicant: Applicant, query = "") =>
  (await applicant.as({ method: "GET", url: `${url}${query}` })).body;
const offerStep = async (applicant: Applicant) =>
  (await applicant.as({ method: "GET", url: "/api/v1/workflow/offers" })).body["currentStep"];
const workflowStep = async (applicant: Applicant) =>
  (await applicant.as({ method: "GET", url: "/api/v1/workflow" })).body["currentStep"];

/** An owner whose application for invoice financing was issued. */
async function borrower(settings: Parameters<typeof applicantAtConsent>[1] = {}): Promise<Applicant> {
  const applicant = await applicantAtConsent(server, settings);
  await agree(applicant);
  await sql(
    "update app.loan_application set status = 'OPERATIONAL_LOAN', offer_step = 'ISSUED_PRODUCT_CREATED', next_action_at = null where business_id = $1",
    applicant.id,
  );
  await issuedProduct(
    server.database.admin,
    { platformId: applicant.platform.id, businessId: applicant.id },
    "FAST_PAY",
    true,
  );
  return applicant;
}
const decline = (applicant: Applicant, daysAgo: number) =>
  sql(
    `update app.loan_application set status = 'NO_OFFERS', offer_step = 'NO_OFFERS_EXTENDED', denial_reasons = '{TIME_IN_BUSINESS}',
       declined_at = now() - make_interval(days => $2), next_action_at = null
     where business_id = $1 and status <> 'OPERATIONAL_LOAN'`,
    applicant.id,
    daysAgo,
  );

describe("apply for more", () => {
  it("offers the products that the platform has enabled, and no others to a page that asks for fewer", async () => {
    const applicant = await borrower({ settings: { platformEnabledProducts: ["FAST_PAY", "MCA"] } });
    expect(await whetherMore(applicant)).toEqual({
      whyNot: null,
      canApplyOn: null,
      products: expect.toSatisfy((products: string[]) => products.toSorted().join() === "FAST_PAY,MCA"),
    });
    expect((await whetherMore(applicant, "?productSubsetDuringOnboarding=MCA"))["products"]).toEqual(["MCA"]);
    expect((await apply(applicant, "TERM_LOAN")).body).toMatchObject({ code: "PRODUCT_NOT_ENABLED" });
    const narrowed = await apply(applicant, "FAST_PAY", "?productSubsetDuringOnboarding=MCA");
    expect(narrowed.body).toMatchObject({ code: "PRODUCT_NOT_ENABLED" });
  });

  it("prefills every answer of the last application, and asks for the product's own steps and a fresh consent", async () => {
    const applicant = await borrower({
      settings: {
        accountingSource: "RAILZ",
        hiddenSteps: ["COLLECT_PLAID", "COLLECT_EXISTING_DEBT", "COLLECT_SECONDARY_BUSINESS_OWNER_DETAILS"],
      },
    });
    const { status, body } = await apply(applicant, "TERM_LOAN");
    expect({ status, step: body["currentStep"] }).toEqual({ status: 200, step: "ONBOARDING.COLLECT_RAILZ" });
    expect(body["doneSteps"]).toEqual(
      expect.arrayContaining(["ONBOARDING.SELECT_PRODUCTS", "ONBOARDING.COLLECT_PERSONAL_DETAILS"]),
    );
    expect(body["doneSteps"]).not.toContain("ONBOARDING.COLLECT_CONSENT");
    const details = await applicant.as({ method: "GET", url: "/api/v1/step/COLLECT_PERSONAL_DETAILS" });
    expect(JSON.stringify(details.body)).toContain("Marín");
  });

  it("makes one application, for the chosen product, with a consent of its own", async () => {
    const applicant = await borrower();
    expect((await apply(applicant, "MCA")).body["currentStep"]).toBe("ONBOARDING.COLLECT_CONSENT");
    expect(await offerStep(applicant)).toBeNull();
    expect((await whetherMore(applicant))["whyNot"]).toBe("APPLICATION_OPEN");
    expect((await agree(applicant)).body["currentStep"]).toBe("READY_FOR_SERVICING");
    expect(await offerStep(applicant)).toBe("OFFERS_PENDING");
    const applications = await sql(
      "select product from app.loan_application where business_id = $1 and status = 'ASSIGN_TO_CAPITAL_PROVIDER'",
      applicant.id,
    );
    expect(applications).toEqual([{ product: "MCA" }]);
    const consents = await sql("select id from app.consent where business_id = $1", applicant.id);
    expect(consents).toHaveLength(6);
    expect((await apply(applicant, "MCA")).body).toMatchObject({ code: "APPLICATION_OPEN" });
  });

  it("lets the owner choose other products before the consent", async () => {
    const applicant = await borrower();
    await apply(applicant, "MCA");
    await complete(applicant, "SELECT_PRODUCTS", { selectedProducts: ["FAST_PAY"] });
    await agree(applicant);
    const [open] = await sql(
      "select product from app.loan_application where business_id = $1 and status = 'ASSIGN_TO_CAPITAL_PROVIDER'",
      applicant.id,
    );
    expect(open).toEqual({ product: "FAST_PAY" });
  });

  it("is for the chosen product where the platform hides the choice of products", async () => {
    const applicant = await borrower();
    const platformId = applicant.platform.id;
    await inScope(server.app.pool, { platformId, businessId: "whole platform" }, async (tx) => {
      const settings = await settingsOf(tx, platformId);
      await saveSettings(tx, platformId, { ...settings, hiddenSteps: [...settings.hiddenSteps, "SELECT_PRODUCTS"] });
    });
    expect((await apply(applicant, "MCA")).status).toBe(200);
    await agree(applicant);
    const open = await sql(
      "select product from app.loan_application where business_id = $1 and status = 'ASSIGN_TO_CAPITAL_PROVIDER'",
      applicant.id,
    );
    expect(open).toEqual([{ product: "MCA" }]);
  });

  it("of concurrent requests begins one application", async () => {
    const applicant = await borrower();
    const answers = await Promise.all([1, 2, 3, 4].map(() => apply(applicant, "MCA")));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
    expect(
      await sql("select kind from app.event where business_id = $1 and kind = 'onboarding.restarted'", applicant.id),
    ).toHaveLength(1);
  });

  it("is possible 90 days after a decline, and names the day before", async () => {
    const applicant = await borrower();
    await apply(applicant, "MCA");
    await agree(applicant);
    await decline(applicant, 80);
    expect(await whetherMore(applicant)).toMatchObject({
      whyNot: "REAPPLY_TOO_SOON",
      canApplyOn: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    });
    expect((await apply(applicant, "MCA")).body).toMatchObject({ code: "REAPPLY_TOO_SOON" });
    await decline(applicant, 91);
    expect((await apply(applicant, "MCA")).status).toBe(200);
  });

  it("is refused to a business without a product", async () => {
    const applicant = await applicantAtConsent(server);
    await agree(applicant);
    expect((await whetherMore(applicant))["whyNot"]).toBe("NO_FINANCING_YET");
    expect((await apply(applicant, "MCA")).body).toMatchObject({ code: "NO_FINANCING_YET" });
  });

  it("does not hide what is asked for the product that is serviced", async () => {
    const applicant = await borrower();
    await apply(applicant, "MCA");
    const tenant = { platformId: applicant.platform.id, businessId: applicant.id };
    await inScope(server.app.pool, tenant, (tx) =>
      raiseInput(tx, {
        ...tenant,
        subStep: "UPDATE_PRIMARY_BANK_ACCOUNT",
        by: { kind: "SYSTEM", id: null },
        requestId: null,
      }),
    );
    expect(await workflowStep(applicant)).toBe("REQUEST_ADDITIONAL_USER_INPUT");
  });
});
