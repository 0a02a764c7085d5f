import { randomUUID } from "node:crypto";
import { cents } from "@inlay/lending/money/cents.ts";
import { productTypes } from "@inlay/lending/products/product-type.ts";
import { bankDetailsOf } from "@inlay/lending/underwriting/data/bank-details.ts";
import { inputsFrom } from "@inlay/lending/underwriting/data/inputs-from-facts.ts";
import { firstPolicy } from "@inlay/lending/underwriting/policy/first-policy.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { inScope } from "../../db/scope.ts";
import { type TestServer, testServer } from "../../http/server.fixture.ts";
import { type Applicant, applicantAtConsent } from "../../onboarding/consents/consent.fixture.ts";
import { type TestSandbox, testSandbox } from "../../providers/sandbox.fixture.ts";
import { applied, decidedAbout, destroyKey, factsAbout, tenantOf } from "./applied.fixture.ts";
import { decideOn, freeze, readDecision, replay, rulingsOf, saveRun } from "./decisions.ts";

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
const factsOf = (applicant: Applicant) => factsAbout(server, applicant);
const decided = (applicant: Applicant) => decidedAbout(server, applicant);

describe("facts of a decision", () => {
  it("hold two years of transactions, reports and owners, and no private number", async () => {
    const applicant = await applied(server, sandbox);
    const facts = await factsOf(applicant);
    expect(facts.transactions.length).toBeGreaterThan(500);
    expect(facts.owners).toMatchObject([{ isPrimary: true, credit: { ficoScore: expect.any(Number) } }]);
    expect(facts.verification?.naicsCodes.length).toBeGreaterThan(0);
    expect(facts.statement).toMatchObject({ state: expect.any(String), businessOwnersAreUsResidents: true });
    expect(facts.business.selectedProducts.toSorted()).toEqual([...productTypes].toSorted());
    const text = JSON.stringify(facts);
    const numbers = await rows(
      "select last4 from app.secret where business_id = $1 and field in ('ACCOUNT_NUMBER', 'ROUTING_NUMBER')",
      applicant.id,
    );
    expect(numbers.length).toBeGreaterThan(0);
    expect(text).not.toMatch(/990000001|account_?number|routing_?number|"ssn"|"ein"|"tin"/i);
  });
});

it("facts that were taken before accepted offers and own products were read have no payments on them and refinance none", async () => {
  const facts = await factsOf(await applied(server, sandbox));
  const { unseenPaymentsCents, acceptedOfferIds, refinanceableProducts, ...older } = facts.withUs;
  expect({ unseenPaymentsCents, acceptedOfferIds }).toEqual({ unseenPaymentsCents: 0, acceptedOfferIds: [] });
  expect(refinanceableProducts).toEqual([]);
  expect(decideOn({ ...facts, withUs: older }, "TERM_LOAN", firstPolicy)).toEqual(
    decideOn(facts, "TERM_LOAN", firstPolicy),
  );
  const monthlyDebt = (withUs: typeof facts.withUs) => inputsFrom({ ...facts, withUs }, firstPolicy).monthlyDebtCents;
  const seenCents = bankDetailsOf(facts).monthlyDebtCents;
  expect(monthlyDebt(older)).toBe(seenCents);
  expect(monthlyDebt({ ...older, unseenPaymentsCents: cents(30_000) })).toBe(seenCents + 30_000);
});

describe("decision", () => {
  it("is repeated from its snapshot to the same bytes", async () => {
    const { run, tenant, facts } = await decided(await applied(server, sandbox));
    expect(await replay(server.app, tenant, run.id)).toMatchObject({ outcome: "SAME" });
    expect(await readDecision(server.app, tenant, run.id)).toMatchObject({ facts, decision: run.decision });
  });

  it("is different when its run was changed afterwards", async () => {
    const { run, tenant } = await decided(await applied(server, sandbox));
    await rows("update app.decision set run_hash = sha256('other') where id = $1", run.id);
    expect(await replay(server.app, tenant, run.id)).toMatchObject({ outcome: "DIFFERENT" });
  });

  it("is destroyed with the key of an owner, and with the key of the business", async () => {
    for (const holder of ["OWNER", "BUSINESS"]) {
      const applicant = await applied(server, sandbox);
      const { run, tenant, facts } = await decided(applicant);
      await destroyKey(applicant.id, holder === "OWNER" ? (facts.owners[0]?.id ?? null) : null);
      expect(await replay(server.app, tenant, run.id)).toEqual({ outcome: "DESTROYED" });
      expect(await freeze(server.app, tenant, facts)).toBeNull();
    }
  });

  it("is unknown to another tenant", async () => {
    const { run } = await decided(await applied(server, sandbox));
    const other = tenantOf(await applicantAtConsent(server));
    expect(await replay(server.app, other, run.id)).toBeNull();
  });

  it("has one outcome per application and round", async () => {
    const { snapshot, run, tenant, application } = await decided(await applied(server, sandbox));
    const again = { ...run, id: randomUUID(), decision: { ...run.decision, outcome: "NO_OFFERS" as const } };
    const withReason = { ...again, decision: { ...again.decision, reasons: ["BANKRUPTCY" as const] } };
    const save = (round: number) =>
      inScope(server.app.pool, tenant, (tx) =>
        saveRun(
          tx,
          tenant,
          { ...application, round },
          { ...snapshot, isSaved: true },
          { ...withReason, id: randomUUID() },
        ),
      );
    await save(2);
    await expect(save(2)).rejects.toThrow(/one_outcome/);
  });

  it("counts what staff ruled about the application", async () => {
    const { run, tenant, application } = await decided(await applied(server, sandbox));
    const memberId = randomUUID();
    await rows(
      "insert into app.staff_member (id, email, name, roles) values ($1, $2, 'Ada', '{UNDERWRITER}')",
      memberId,
      `${memberId}@inlay.test`,
    );
    // A run is ruled about once, so each ruling is about a run of its own.
    for (const [kind, code] of [
      ["EXCEPTION", "TPE_1"],
      ["RULE_PASSED", "ELIG_FICO"],
      ["RESULT_OVERRIDE", "HIGH"],
      ["DENIAL_CONFIRMED", null],
    ])
      await rows(
        `with run as (
           insert into app.decision (platform_id, business_id, application_id, number, snapshot_id, policy_version, rulings, outcome, reasons,
             review, run_hash, encrypted_run, decided_at)
           select platform_id, business_id, application_id, (select max(number) + 1 from app.decision where application_id = d.application_id),
             snapshot_id, policy_version, rulings, 'REVIEW', '{UNABLE_TO_VERIFY_INFORMATION}', review, run_hash, encrypted_run, decided_at
           from app.decision d where id = $1 returning *)
         insert into app.ruling (platform_id, business_id, application_id, decision_id, kind, code, ruled_by)
         select platform_id, business_id, application_id, id, $2, $3, $4 from run`,
        run.id,
        kind,
        code,
        memberId,
      );
    expect(await inScope(server.app.pool, tenant, (tx) => rulingsOf(tx, application.id))).toEqual({
      exceptions: ["TPE_1"],
      passedRules: ["ELIG_FICO"],
      creditModelExecutionResultOverride: "HIGH",
      isDenialConfirmed: true,
    });
  });
});
