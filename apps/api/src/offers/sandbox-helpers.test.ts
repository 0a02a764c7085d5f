import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestServer, testServer } from "../http/server.fixture.ts";
import { type Applicant, agree, applicantAtConsent } from "../onboarding/consents/consent.fixture.ts";
import { type TestSandbox, testSandbox } from "../providers/sandbox.fixture.ts";
import { completedApplicant, decide } from "./decided.fixture.ts";

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
const skip = (person: Pick<Applicant, "as">, name: string, payload?: object) =>
  person.as({ method: payload ? "POST" : "GET", url: `/api/v1/sandbox/${name}`, ...(payload && { payload }) });
const applications = ({ id }: Applicant) =>
  rows("select id, product, offer_step as step from app.loan_application where business_id = $1 order by id", id);

describe("sandbox shortcut", () => {
  it("to offers gives an application the bank that it waits for, and refuses without an application", async () => {
    const applicant = await applicantAtConsent(server, { products: ["TERM_LOAN"] });
    expect((await skip(applicant, "skip-to-offers")).body).toMatchObject({ code: "NO_OPEN_APPLICATION" });
    await agree(applicant);
    expect((await skip(applicant, "skip-to-offers")).body).toEqual({ done: true });
    expect(await rows("select from app.bank_item where business_id = $1", applicant.id)).not.toEqual([]);
    expect(
      await rows("select from app.workflow_run where kind = 'read-transactions' and business_id = $1", applicant.id),
    ).not.toEqual([]);
  });

  it("to offers is refused while the platform's account for payouts is missing, as the specification says", async () => {
    const applicant = await applicantAtConsent(server, {
      products: ["TERM_LOAN"],
      settings: { platformDisbursementAccountExpected: true },
    });
    await agree(applicant);
    expect(await skip(applicant, "skip-to-offers")).toMatchObject({
      status: 409,
      body: {
        code: "CANNOT_CREATE_OFFER_NO_DISBURSEMENT_ACCOUNT_EXCEPTION",
        message:
          "A disbursement account is required prior to skipping to offers. Please create the bank account using our API, then refresh the page and try skipping to offers again.",
      },
    });
  });

  it("to no offers advances the clock to the last day for a decision, once, and refuses without an application", async () => {
    const applicant = await applicantAtConsent(server, { products: ["TERM_LOAN"] });
    expect((await skip(applicant, "skip-to-no-offers")).body).toMatchObject({ code: "NO_OPEN_APPLICATION" });
    await agree(applicant);
    expect((await skip(applicant, "skip-to-no-offers")).body).toEqual({ done: true });
    expect(
      await rows(
        "select extract(day from advancing_to_at - now_at)::int as days from app.business_clock where business_id = $1",
        applicant.id,
      ),
    ).toEqual([{ days: 29 }]);
    expect((await skip(applicant, "skip-to-no-offers")).body).toMatchObject({ code: "CLOCK_RUNNING" });
  });

  it("to expired offers ends them as the clock would", async () => {
    const applicant = await completedApplicant(server, sandbox);
    await decide(server, applicant);
    const [application] = await applications(applicant);
    expect((await skip(applicant, "skip-to-expired-offers", { loanApplicationId: randomUUID() })).status).toBe(404);
    expect((await skip(applicant, "skip-to-expired-offers", { loanApplicationId: application.id })).body).toEqual({
      done: true,
    });
    expect(await applications(applicant)).toMatchObject([{ step: "OFFERS_EXPIRED" }]);
    const [last] = await rows(
      "select kind from app.event where business_id = $1 order by sequence desc limit 1",
      applicant.id,
    );
    expect(last.kind).toBe("application.offers_expired");
    expect((await skip(applicant, "skip-to-expired-offers", { loanApplicationId: application.id })).body).toMatchObject(
      { code: "STEP_NOT_CURRENT_EXCEPTION" },
    );
  });

  it("to another loan applies for an enabled product once the former applications have ended", async () => {
    const applicant = await applicantAtConsent(server, {
      products: ["TERM_LOAN"],
      settings: { platformEnabledProducts: ["TERM_LOAN", "MCA"] },
    });
    await agree(applicant);
    const another = (productType: string) => skip(applicant, "skip-to-another-loan", { productType });
    expect((await another("MCA")).body).toMatchObject({ code: "STEP_NOT_CURRENT_EXCEPTION" });
    await applicant.as({ method: "POST", url: "/api/v1/loan-applications/withdraw", payload: { reason: "OTHER" } });
    expect((await another("FAST_PAY")).body).toMatchObject({ code: "PRODUCT_NOT_ENABLED" });
    expect((await another("MCA")).body).toEqual({ done: true });
    expect(await applications(applicant)).toMatchObject([
      { product: "TERM_LOAN", step: "LOAN_APPLICATION_WITHDRAWN" },
      { product: "MCA", step: "OFFERS_PENDING" },
    ]);
  });
});
