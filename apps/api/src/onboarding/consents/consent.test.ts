import { createHash } from "node:crypto";
import { agreements, agreementText, consentKinds } from "@inlay/contracts/onboarding/agreements.ts";
import {
  rightAnswers,
  rightSurvey,
  withWrong,
  wrongInputs,
  wrongSurveys,
} from "@inlay/contracts/onboarding/wrong-inputs.fixture.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { until } from "../../../../../scripts/processes.ts";
import { raiseInput } from "../../additional-inputs/additional-input.ts";
import { inScope } from "../../db/scope.ts";
import { type TestServer, testServer } from "../../http/server.fixture.ts";
import { PullRefused } from "../../providers/credit/port.ts";
import { openReceiver, type Receiver } from "../../providers/receiver.fixture.ts";
import { type TestSandbox, testSandbox } from "../../providers/sandbox.fixture.ts";
import {
  askVerifierAgain,
  pullReport,
  readVerification,
  reportSources,
  screenApplicants,
} from "../../underwriting/public.ts";
import { type Applicant, agree, applicantAtConsent, complete } from "./consent.fixture.ts";

let server: TestServer;
let sandbox: TestSandbox;
let receiver: Receiver;
beforeAll(async () => {
  receiver = await openReceiver((posted) => server.postWebhook("business-verification", posted));
  sandbox = await testSandbox({ MIDDESK_WEBHOOK_URL: receiver.url });
  server = await testServer(sandbox.environment);
});
afterAll(async () => {
  await server.close();
  await sandbox.close();
  receiver.close();
});

const rowsOf = async (table: string, applicant: Applicant, columns = "*") => {
  const order = table === "additional_input" ? "created_at, id" : "id";
  const { rows } = await server.database.admin.query(
    `select ${columns} from app.${table} where business_id = $1 order by ${order}`,
    [applicant.id],
  );
  return rows;
};
const workflow = async (applicant: Applicant) => (await applicant.as({ method: "GET", url: "/api/v1/workflow" })).body;
const current = async (applicant: Applicant) => (await workflow(applicant))["currentStep"];
const step = async (applicant: Applicant, name: string) => {
  const { status, body } = await applicant.as({ method: "GET", url: `/api/v1/step/${name}` });
  return { status, data: body["existingData"] as Record<string, unknown> };
};
const reportsStatus = async (applicant: Applicant) =>
  (await applicant.as({ method: "GET", url: "/api/v1/businesses/credit-reports-status" })).body;

describe("COLLECT_CONSENT", () => {
  it("shows the text in every language, and the credit text only where credit is checked", async () => {
    const checked = await applicantAtConsent(server, { settings: { platformProgramName: "Larkspur Capital" } });
    const shown = (await step(checked, "COLLECT_CONSENT")).data;
    expect(shown).toMatchObject({ isCreditCheckEnabled: true, referenceKanmonInCopy: false });
    const texts = shown["agreements"] as { kind: string; version: string; text: Record<string, string> }[];
    expect(texts.map(({ kind }) => kind)).toEqual(consentKinds);
    expect(texts[2]?.text["es"]).toBe(agreementText("SOFT_PULL", "es", "Larkspur Capital"));

    const unchecked = await applicantAtConsent(server, {
      settings: { isCreditCheckEnabled: false, referenceKanmonInCopy: true },
    });
    const fewer = (await step(unchecked, "COLLECT_CONSENT")).data["agreements"] as typeof texts;
    expect(fewer.map(({ kind }) => kind)).toEqual(["TERMS_AND_PRIVACY", "E_SIGN"]);
    expect(fewer[0]?.text["en"]).toContain("You ask Inlay");
  });

  it("keeps no draft, so a consent ticked earlier is not ticked again by itself", async () => {
    const applicant = await applicantAtConsent(server);
    const draft = await applicant.as({
      method: "PUT",
      url: "/api/v1/step/COLLECT_CONSENT/draft",
      payload: { fields: { agreeToTermsAndPrivacyPolicy: true } },
    });
    expect(draft.status).toBe(400);
  });

  it.each(wrongInputs.COLLECT_CONSENT)("with $field $value says: $sentence", async ({ field, value, sentence }) => {
    const refused = await agree(await applicantAtConsent(server), { [field]: value });
    expect(refused.body["fields"]).toEqual([{ pointer: `/${field}`, code: expect.any(String), message: sentence }]);
  });

  it("needs no credit consent where credit is not checked, and requests no credit report", async () => {
    const applicant = await applicantAtConsent(server, { settings: { isCreditCheckEnabled: false } });
    const { agreeToSoftPull: _, ...answered } = rightAnswers.COLLECT_CONSENT;
    const answer = await complete(applicant, "COLLECT_CONSENT", answered);
    expect(answer.body["currentStep"]).toBe("WAITING_FOR_OFFERS");
    expect((await rowsOf("consent", applicant, "kind")).map(({ kind }) => kind)).toEqual([
      "TERMS_AND_PRIVACY",
      "E_SIGN",
    ]);
    expect((await rowsOf("report", applicant, "source")).map(({ source }) => source)).toEqual([
      "BUSINESS_VERIFICATION",
    ]);
    // The database refuses such a report too.
    const pull = server.database.admin.query(
      `insert into app.report (id, platform_id, business_id, round_id, source, subject_kind, subject_id, attempt)
       values (gen_random_uuid(), $1, $2, gen_random_uuid(), 'BUSINESS_OWNER_CREDIT', 'OWNER', $2, 1)`,
      [applicant.platform.id, applicant.id],
    );
    await expect(pull).rejects.toThrow("violates check constraint");
  });

  it("stores evidence: who, in which role, the exact text and its hash, in which language, when, and from where", async () => {
    const applicant = await applicantAtConsent(server, { settings: { platformProgramName: "Larkspur Capital" } });
    const versions = Object.fromEntries(consentKinds.map((kind) => [kind, agreements[kind].version]));
    const answer = await applicant.as({
      method: "PUT",
      url: "/api/v1/completeStep",
      payload: {
        completedStep: "ONBOARDING.COLLECT_CONSENT",
        data: { ...rightAnswers.COLLECT_CONSENT, shown: { language: "es", versions } },
      },
      headers: { "user-agent": "A browser of the test".repeat(40) },
      remoteAddress: "203.0.113.9",
    });
    expect(answer.status).toBe(200);
    const rows = await rowsOf("consent", applicant);
    expect(rows.map(({ kind }) => kind)).toEqual(consentKinds);
    for (const row of rows) {
      const words = agreementText(row.kind, "es", "Larkspur Capital");
      expect(row).toMatchObject({
        role: "PRIMARY_OWNER",
        language: "es",
        text_version: versions[row.kind],
        shown_text: words,
        given_from: "203.0.113.9",
        user_agent: "A browser of the test".repeat(40).slice(0, 300),
        text_hash: createHash("sha256").update(words, "utf8").digest(),
        request_id: expect.stringMatching(/./),
      });
      expect(row.given_at).toBeInstanceOf(Date);
      expect(row.recorded_at).toBeInstanceOf(Date);
    }
    await expect(
      server.database.admin.query("update app.consent set role = 'X' where business_id = $1", [applicant.id]),
    ).rejects.toThrow("append-only");
  });

  it("is refused when the text has changed since it was shown", async () => {
    const applicant = await applicantAtConsent(server);
    const versions = { ...agreements, SOFT_PULL: { version: "1999-01-01" } };
    const shown = {
      language: "en",
      versions: Object.fromEntries(consentKinds.map((kind) => [kind, versions[kind].version])),
    };
    const refused = await agree(applicant, { shown });
    expect({ status: refused.status, code: refused.body["code"] }).toEqual({
      status: 409,
      code: "CONSENT_TEXT_CHANGED",
    });
    expect(await rowsOf("consent", applicant)).toEqual([]);
  });

  it("given 20 times at once creates one application for each product, one report round and one workflow", async () => {
    const applicant = await applicantAtConsent(server, { products: ["TERM_LOAN", "MCA"] });
    const answers = await Promise.all(Array.from({ length: 20 }, () => agree(applicant)));
    expect(new Set(answers.map(({ status, body }) => `${status} ${body["currentStep"]}`))).toEqual(
      new Set(["200 WAITING_FOR_OFFERS"]),
    );
    const applications = await rowsOf("loan_application", applicant);
    expect(applications.map(({ product, status }) => ({ product, status }))).toEqual([
      { product: "TERM_LOAN", status: "ASSIGN_TO_CAPITAL_PROVIDER" },
      { product: "MCA", status: "ASSIGN_TO_CAPITAL_PROVIDER" },
    ]);
    expect(await rowsOf("consent", applicant)).toHaveLength(3);
    expect(await rowsOf("report", applicant)).toHaveLength(3);
    const workflows = (await rowsOf("workflow_run", applicant)).filter(({ kind }) => kind === "pull-reports");
    expect(workflows).toHaveLength(1);
    const events = (await rowsOf("event", applicant, "id, kind, body")).filter(
      ({ kind }) => kind === "application.submitted",
    );
    expect(events.map(({ body }) => body.applicationId)).toEqual(applications.map(({ id }) => id));
  });

  it("closes the earlier steps: they cannot be changed any more", async () => {
    const applicant = await applicantAtConsent(server);
    await agree(applicant);
    const late = await complete(applicant, "SELECT_PRODUCTS", { selectedProducts: ["MCA"] });
    expect(late.status).toBe(409);
  });

  it("can be read again only by the person who gave it", async () => {
    const applicant = await applicantAtConsent(server);
    await agree(applicant);
    const { consents } = (await applicant.as({ method: "GET", url: "/api/v1/consents" })).body as {
      consents: { kind: string; text: string }[];
    };
    expect(consents.map(({ kind }) => kind)).toEqual(consentKinds);
    const other = await server.person(applicant.platform, { email: "other@owner.test", roles: ["PRIMARY_OWNER"] });
    expect((await other.as({ method: "GET", url: "/api/v1/consents" })).body).toEqual({ consents: [] });
  });

  it("makes the offers pending", async () => {
    const applicant = await applicantAtConsent(server);
    const offers = () => applicant.as({ method: "GET", url: "/api/v1/workflow/offers" });
    expect((await offers()).body).toEqual({ currentStep: null });
    await agree(applicant);
    expect((await offers()).body).toEqual({ currentStep: "OFFERS_PENDING" });
  });
});

describe("waiting for offers", () => {
  it("promises an answer within 48 hours of the business's time, and says when that time is over", async () => {
    const applicant = await applicantAtConsent(server);
    await agree(applicant);
    const [application] = await rowsOf("loan_application", applicant);
    const promisedBy = new Date(application.received_at.getTime() + 48 * 3_600_000).toISOString();
    expect((await step(applicant, "WAITING_FOR_OFFERS")).data).toEqual({
      reference: expect.stringMatching(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/),
      email: rightAnswers.COLLECT_PERSONAL_DETAILS.primaryBusinessOwnerEmail,
      receivedAt: application.received_at.toISOString(),
      promisedBy,
      isLate: false,
      creditReportPolls: 30,
    });
    await server.database.admin.query(
      "insert into app.business_clock (business_id, platform_id, now_at) values ($1, $2, now() + interval '49 hours')",
      [applicant.id, applicant.platform.id],
    );
    expect((await step(applicant, "WAITING_FOR_OFFERS")).data).toMatchObject({ isLate: true });
  });

  it("is marked as seen only after its first view", async () => {
    const applicant = await applicantAtConsent(server);
    expect((await agree(applicant)).body["hasSeenWaitingForOffersBefore"]).toBe(false);
    expect((await workflow(applicant))["hasSeenWaitingForOffersBefore"]).toBe(false);
    expect((await workflow(applicant))["hasSeenWaitingForOffersBefore"]).toBe(true);
  });
});

describe("survey", () => {
  it.each(["TO_GROW_YOUR_BUSINESS", "TO_MAINTAIN_BUSINESS_FINANCIAL_HEALTH", "TO_PURCHASE_NEW_EQUIPMENT_OR_INVENTORY"])(
    "accepts the reason %s",
    async (reasonForApplying) => {
      const applicant = await applicantAtConsent(server);
      await agree(applicant);
      expect((await answer(applicant, { reasonForApplying })).status).toBe(200);
    },
  );

  const answer = (applicant: Applicant, payload: object) =>
    applicant.as({ method: "POST", url: "/api/v1/workflow/onboarding-survey-responses", payload });

  it.each(wrongSurveys)("with $field $value says: $sentence", async (input) => {
    const applicant = await applicantAtConsent(server);
    for (const more of [{}, { reasonForApplyingOther: "  " }]) {
      const refused = await answer(applicant, { ...withWrong(rightSurvey, input), ...more });
      expect({ status: refused.status, fields: refused.body["fields"] }).toEqual({
        status: 400,
        fields: [{ pointer: `/${input.field}`, code: expect.any(String), message: input.sentence }],
      });
    }
  });

  it("is answered once, and the first answer stays", async () => {
    const applicant = await applicantAtConsent(server);
    await agree(applicant);
    const answers = await Promise.all([
      answer(applicant, { reasonForApplying: "TO_GROW_YOUR_BUSINESS" }),
      answer(applicant, { reasonForApplying: "TO_GROW_YOUR_BUSINESS" }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    await answer(applicant, { reasonForApplyingOther: "A second oven" });
    const { rows } = await server.database.admin.query(
      "select reason, reason_other, survey_version from app.onboarding_survey_response where business_id = $1",
      [applicant.id],
    );
    expect(rows).toEqual([{ reason: "TO_GROW_YOUR_BUSINESS", reason_other: null, survey_version: 2 }]);
    expect((await workflow(applicant))["onboardingSurveyComplete"]).toBe(true);
  });
});

/** Runs the report workflows directly, without Restate. A slow verification is not awaited. */
async function pull(applicant: Applicant, { isSlow = false } = {}): Promise<void> {
  const [report] = await rowsOf("report", applicant);
  const ids = { platformId: applicant.platform.id, businessId: applicant.id, id: report.round_id };
  await screenApplicants(server.app, ids);
  for (const source of reportSources) await pullReport(server.app, ids, source);
  if (isSlow) return sandbox.webhooksDelivered(applicant.id);
  await until("the verification webhook has started a workflow", async () => {
    for (const { kind, id } of await rowsOf("workflow_run", applicant, "kind, id"))
      if (kind === "read-verification") await readVerification(server.app, { ...ids, id });
    return (await outcomes(applicant))["BUSINESS_VERIFICATION"] !== "PENDING";
  });
}
const outcomes = async (applicant: Applicant) =>
  Object.fromEntries((await rowsOf("report", applicant)).map(({ source, outcome }) => [source, outcome]));
const asks = async (applicant: Applicant) =>
  ((await step(applicant, "REQUEST_ADDITIONAL_USER_INPUT")).data["subSteps"] as { subStep: string }[]).map(
    ({ subStep }) => subStep,
  );

describe("reports", () => {
  it("arrive once each under a reference created before, are stored encrypted and unchanged, and leave the owner waiting", async () => {
    const applicant = await applicantAtConsent(server, { businessName: "Quiet Orchard" });
    await agree(applicant);
    expect(await reportsStatus(applicant)).toEqual({ complete: false, success: false });
    await pull(applicant);
    await pull(applicant);
    expect(await outcomes(applicant)).toEqual({
      BUSINESS_OWNER_CREDIT: "REPORT",
      BUSINESS_CREDIT: "REPORT",
      BUSINESS_VERIFICATION: "FOUND",
    });
    expect(await reportsStatus(applicant)).toEqual({ complete: true, success: true });
    expect(await current(applicant)).toBe("WAITING_FOR_OFFERS");
    const reports = await rowsOf("report", applicant);
    for (const { id, source } of reports.filter(({ source }) => source !== "BUSINESS_VERIFICATION")) {
      const { pulls } = await sandbox.ask<{ pulls: unknown[] }>(`/experian/pulls.json?reference=${id}`);
      expect({ source, pulls: pulls.length }).toEqual({ source, pulls: 1 });
    }
    expect(reports.find(({ source }) => source === "BUSINESS_OWNER_CREDIT").summary).toMatchObject({ ficoScore: 735 });
    const kept =
      JSON.stringify(reports.map(({ summary }) => summary)) + String(reports.map((row) => row.encrypted_raw));
    for (const secret of ["Marín", "Marin", "Rosa", "Quiet Orchard", "12 Main"]) expect(kept).not.toContain(secret);
    expect(reports.every(({ encrypted_raw }) => encrypted_raw.length > 100)).toBe(true);
  });

  it("about a person are encrypted with the person's key, those about the business with its own", async () => {
    const applicant = await applicantAtConsent(server);
    await agree(applicant);
    await pull(applicant);
    const tenant = { platformId: applicant.platform.id, businessId: applicant.id };
    for (const { source, subject_kind, subject_id, data_key_id } of await rowsOf("report", applicant)) {
      const key = await server.app.vault.keyFor({ ...tenant, personId: subject_kind === "OWNER" ? subject_id : null });
      expect(data_key_id, source).toBe(key.id);
    }
  });

  it("are saved once, with one event, however many pulls run at the same time", async () => {
    const applicant = await applicantAtConsent(server, { lastName: "Frozen" });
    await agree(applicant);
    const [report] = await rowsOf("report", applicant);
    const ids = { platformId: applicant.platform.id, businessId: applicant.id, id: report.round_id };
    await Promise.all(Array.from({ length: 6 }, () => pullReport(server.app, ids, "BUSINESS_OWNER_CREDIT")));
    const kinds = (await rowsOf("event", applicant, "id, kind")).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === "report.updated")).toHaveLength(1);
    expect(kinds.filter((kind) => kind === "additional_input.raised")).toHaveLength(1);
  });

  it.each([
    ["Nofile", "NO_HIT", "VERIFY_USER_IDENTITY_INFORMATION"],
    ["Alias", "MISMATCH", "VERIFY_USER_IDENTITY_INFORMATION"],
    ["Mover", "MISMATCH", "VERIFY_USER_IDENTITY_INFORMATION"],
    ["Frozen", "LOCKED", "VERIFY_CREDIT_REPORT_UNLOCKED"],
  ])(
    "about an owner called %s have outcome %s and raise %s, before they count as complete",
    async (lastName, outcome, asked) => {
      const applicant = await applicantAtConsent(server, { lastName });
      await agree(applicant);
      await pull(applicant);
      expect((await outcomes(applicant))["BUSINESS_OWNER_CREDIT"]).toBe(outcome);
      expect(await reportsStatus(applicant)).toEqual({ complete: true, success: false });
      expect(await current(applicant)).toBe("REQUEST_ADDITIONAL_USER_INPUT");
      expect(await asks(applicant)).toEqual([asked]);
    },
  );

  it.each([
    ["no register knows it", { businessName: "Unregistered Ovens", ein: "990000022" }, "NOT_FOUND"],
    ["its tax number is another's", { businessName: "Mistaken Ovens", ein: "990000021" }, "TAX_ID_MISMATCH"],
    ["its tax number is missing", { businessName: "Numberless Ovens", ein: null }, "FOUND"],
  ])("about a business raise VERIFY_BUSINESS_INFORMATION when %s", async (_, business, outcome) => {
    const applicant = await applicantAtConsent(server, business);
    await agree(applicant);
    await pull(applicant);
    expect((await outcomes(applicant))["BUSINESS_VERIFICATION"]).toBe(outcome);
    expect(await asks(applicant)).toEqual(["VERIFY_BUSINESS_INFORMATION"]);
  });

  it("that take a day leave the owner waiting, and raise their input on arrival", async () => {
    const applicant = await applicantAtConsent(server, { businessName: "Slowly Rising Ovens", ein: "990000023" });
    await agree(applicant);
    await pull(applicant, { isSlow: true });
    expect((await outcomes(applicant))["BUSINESS_VERIFICATION"]).toBe("PENDING");
    expect(await current(applicant)).toBe("WAITING_FOR_OFFERS");
    await server.database.admin.query(
      "update app.report set created_at = now() - interval '1 minute' where business_id = $1",
      [applicant.id],
    );
    expect(await reportsStatus(applicant)).toEqual({ complete: true, success: true });
    await sandbox.put("/clock", { world: applicant.id, now: new Date(Date.now() + 25 * 3_600_000).toISOString() });
    await pull(applicant);
    expect((await outcomes(applicant))["BUSINESS_VERIFICATION"]).toBe("FOUND");
  });

  it("without a webhook for hours are requested again when they are due", async () => {
    const applicant = await applicantAtConsent(server, { businessName: "Slowly Cooling Ovens", ein: "990000023" });
    await agree(applicant);
    await pull(applicant, { isSlow: true });
    const { id, next_action_at: dueAt } = (await rowsOf("report", applicant)).find(
      ({ outcome }) => outcome === "PENDING",
    );
    const workflows = async () =>
      (await rowsOf("workflow_run", applicant)).filter(({ kind }) => kind === "read-verification").length;
    const before = await workflows();
    const tenant = { platformId: applicant.platform.id, businessId: applicant.id };
    await inScope(server.app.pool, tenant, (tx) => askVerifierAgain.act(tx, { ...tenant, id, dueAt }, dueAt));
    expect(await workflows()).toBe(before + 1);
    const [after] = (await rowsOf("report", applicant)).filter(({ outcome }) => outcome === "PENDING");
    expect(after.next_action_at.getTime()).toBeGreaterThan(dueAt.getTime());
  });
});

describe("vendor that rejects the request", () => {
  it("stops the application without showing a reason, and opens a staff task", async () => {
    const applicant = await applicantAtConsent(server);
    await agree(applicant);
    const [report] = await rowsOf("report", applicant);
    const ids = { platformId: applicant.platform.id, businessId: applicant.id, id: report.round_id };
    const credit = { ...server.app.credit, pullPerson: () => Promise.reject(new PullRefused("no")) };
    await pullReport({ ...server.app, credit }, ids, "BUSINESS_OWNER_CREDIT");
    expect((await outcomes(applicant))["BUSINESS_OWNER_CREDIT"]).toBe("REFUSED");
    expect(await current(applicant)).toBe("ONBOARDING_ERROR");
    expect((await rowsOf("task", applicant, "kind")).map(({ kind }) => kind)).toEqual(["REPORT_REFUSED"]);
  });
});

describe("additional input", () => {
  const raise = (applicant: Applicant, subStep: Parameters<typeof raiseInput>[1]["subStep"]) =>
    inScope(server.app.pool, { platformId: applicant.platform.id, businessId: applicant.id }, (tx) =>
      raiseInput(tx, {
        platformId: applicant.platform.id,
        businessId: applicant.id,
        subStep,
        by: { kind: "SYSTEM", id: null },
        requestId: null,
      }),
    );

  it("is asked in the order of the specification, each one once, whenever it was raised", async () => {
    const applicant = await applicantAtConsent(server);
    await agree(applicant);
    for (const subStep of ["ADDITIONAL_DOCUMENTS_UPLOAD", "RECOLLECT_PLAID", "VERIFY_BUSINESS_INFORMATION"] as const)
      await raise(applicant, subStep);
    await Promise.all(Array.from({ length: 10 }, () => raise(applicant, "RECOLLECT_PLAID")));
    expect(await asks(applicant)).toEqual([
      "VERIFY_BUSINESS_INFORMATION",
      "RECOLLECT_PLAID",
      "ADDITIONAL_DOCUMENTS_UPLOAD",
    ]);
    expect(await rowsOf("additional_input", applicant)).toHaveLength(3);
  });

  it("does not reveal a staff hold: with only a hold, the owner waits", async () => {
    const applicant = await applicantAtConsent(server);
    await agree(applicant);
    await raise(applicant, "MANUAL_OVERRIDE");
    expect(await current(applicant)).toBe("WAITING_FOR_OFFERS");
    await raise(applicant, "RECOLLECT_BANK_INFO");
    expect(await asks(applicant)).toEqual(["RECOLLECT_BANK_INFO"]);
  });

  it("is refused where no input is open", async () => {
    const applicant = await applicantAtConsent(server);
    await agree(applicant);
    expect((await step(applicant, "REQUEST_ADDITIONAL_USER_INPUT")).status).toBe(409);
  });
});

describe("business on a sanctions list", () => {
  it("keeps waiting until staff decide, and then gets an error without a reason", async () => {
    const applicant = await applicantAtConsent(server);
    await agree(applicant);
    await pull(applicant);
    const { rows } = await server.database.admin.query(
      `with s as (insert into app.sanctions_screening (platform_id, business_id, subject_kind, subject_id, name, result, score, matches, list_sha256, list_published_at, screened_at)
         values ($1, $2, 'BUSINESS', $2, 'x', 'POSSIBLE_MATCH', 0.95, '[{}]', '', now(), now()) returning id),
       m as (insert into app.staff_member (email, name, roles) values (gen_random_uuid() || '@inlay.test', 'x', '{UNDERWRITER}') returning id)
       select s.id as screening, m.id as member from s, m`,
      [applicant.platform.id, applicant.id],
    );
    expect(await current(applicant)).toBe("WAITING_FOR_OFFERS");
    await server.database.admin.query(
      "insert into app.sanctions_decision (platform_id, business_id, screening_id, verdict, decided_by) values ($1, $2, $3, 'CONFIRMED', $4)",
      [applicant.platform.id, applicant.id, rows[0].screening, rows[0].member],
    );
    const seen = await applicant.as({ method: "GET", url: "/api/v1/workflow" });
    expect(seen.body["currentStep"]).toBe("ONBOARDING_ERROR");
    expect(seen.text.toLowerCase()).not.toMatch(/sanction|listed|match/);
    expect(await reportsStatus(applicant)).toEqual({ complete: true, success: false });
  });
});
