import { randomUUID } from "node:crypto";
import type { ClosingLine } from "@inlay/contracts/staff/calls/closing.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestServer, testServer } from "../http/server.fixture.ts";
import type { TestMember } from "../staff/staff.fixture.ts";
import { handleEvents } from "../workflows/handle-event.fixture.ts";
import { checkOpenChecklists, watchChecklist } from "./closing.ts";
import {
  approve,
  closers,
  creditorAccount,
  fund,
  linesOf,
  now,
  passChecks,
  payingOffAnother,
  reason,
  type SignedLoan,
  signedLoan,
} from "./signed.fixture.ts";

let server: TestServer;
let staff: [TestMember, TestMember];
beforeAll(async () => {
  server = await testServer();
  staff = await closers(server);
});
afterAll(() => server.close());

const rows = async (text: string, ...values: unknown[]) => (await server.database.admin.query(text, values)).rows;
const applicationOf = async ({ applicationId }: SignedLoan) =>
  (
    await rows(
      `select status, offer_step as step, denial_reasons as reasons from app.loan_application where id = $1`,
      applicationId,
    )
  )[0];
const tasksOf = async ({ applicationId }: SignedLoan) =>
  (
    await rows("select kind from app.task where subject_id = $1 and closed_at is null order by kind", applicationId)
  ).map(({ kind }) => kind);
const setClock = ({ businessId }: SignedLoan, at: string) =>
  rows("update app.business_clock set now_at = $2 where business_id = $1", businessId, at);
const code = ({ status, body }: { status: number; body: Record<string, unknown> }) => [status, body["code"]];

/** Lets the deadline of a checklist come, and the workflow that it starts. */
async function reach(loan: SignedLoan, at: string): Promise<void> {
  const { platformId, businessId } = loan;
  await setClock(loan, at);
  const [row] = await rows("select id, next_action_at from app.closing_checklist where business_id = $1", businessId);
  await loan.within((tx) =>
    watchChecklist.act(tx, { id: row.id, platformId, businessId, dueAt: row.next_action_at }, new Date(at)),
  );
  await checkOpenChecklists(server.app, { platformId, businessId, id: row.id });
}

/** The account of a creditor that a payoff letter names. */
async function recordedCreditor(loan: SignedLoan): Promise<string> {
  const bankAccountId = await creditorAccount(server, loan);
  const recorded = await staff[0].as("POST", `${loan.path}/payoff-letters`, {
    existingDebtId: "other",
    amountCents: 1_250_000,
    perDiemCents: 500,
    goodThrough: "2026-12-31",
    bankAccountId,
    reason,
  });
  expect(recorded.status).toBe(200);
  return bankAccountId;
}

describe("closing checklist", () => {
  it("opens with a task and a deadline of ten banking days when everybody has signed", async () => {
    const loan = await signedLoan(server);
    const { status, body } = await staff[0].as("GET", loan.path);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      product: "TERM_LOAN",
      amountCents: 5_000_000,
      payoutCents: 4_850_000,
      bankAccountId: loan.bankAccountId,
      closeBy: "2026-12-03T22:00:00.000Z",
      endedAt: null,
      payoffLetters: [],
    });
    expect(await tasksOf(loan)).toEqual(["CLOSING_CHECKS"]);
    expect(
      await rows(
        "select kind from app.workflow_run where business_id = $1 and kind = 'check-closing'",
        loan.businessId,
      ),
    ).toHaveLength(1);
  });

  it("is computed from the data, and leaves to staff what the data does not say", async () => {
    const loan = await signedLoan(server, { state: "PR" });
    await staff[0].as("POST", `${loan.path}/checks`);
    expect(await linesOf(staff[0], loan)).toEqual({
      SIGNERS_IDENTIFIED: "OPEN",
      TAX_ID_MATCHED: "OPEN",
      SANCTIONS_CLEAR_TODAY: "PASSED",
      ACCOUNT_VERIFIED_AND_OWNED: "PASSED",
      BALANCE_FRESH_AND_SOUND: "OPEN",
      DISCLOSURE_SIGNED_BEFORE_AGREEMENT: "PASSED",
      AGREEMENT_SIGNED_BY_ALL: "PASSED",
      ACH_AUTHORIZATION_ON_FILE: "PASSED",
      CAPITAL_RESERVED: "PASSED",
      STATE_REGISTRATION_HELD: "OPEN",
    });
  });

  it("shows who confirmed a check, when and why, and stores each change once", async () => {
    const loan = await signedLoan(server);
    const [by] = staff;
    await by.as("POST", `${loan.path}/checks`);
    await by.as("POST", `${loan.path}/checks`);
    expect((await by.as("POST", `${loan.path}/confirmations`, { check: "TAX_ID_MATCHED", reason })).status).toBe(200);
    const { body } = await by.as("GET", loan.path);
    const line = (body["checks"] as ClosingLine[]).find(({ check }) => check === "TAX_ID_MATCHED");
    expect(line).toEqual({
      check: "TAX_ID_MATCHED",
      result: "PASSED",
      source: "CONFIRMED",
      confirmedBy: by.id,
      note: reason,
      checkedAt: new Date(now).toISOString(),
    });
    const stored = await rows("select check_name from app.closing_check where application_id = $1", loan.applicationId);
    expect(new Set(stored.map(({ check_name }) => check_name)).size).toBe(stored.length);
    expect(
      await rows(
        "select kind from app.event where business_id = $1 and kind like 'closing.%' order by sequence",
        loan.businessId,
      ),
    ).toEqual([{ kind: "closing.checked" }, { kind: "closing.check_confirmed" }]);
  });

  it("does not let staff confirm what has a record of its own, what the data says, or what does not apply", async () => {
    const loan = await signedLoan(server);
    const confirm = (check: string) => staff[0].as("POST", `${loan.path}/confirmations`, { check, reason });
    expect(code(await confirm("CAPITAL_RESERVED"))).toEqual([409, "CHECK_NOT_CONFIRMABLE"]);
    expect(code(await confirm("STATE_REGISTRATION_HELD"))).toEqual([409, "CHECK_NOT_APPLICABLE"]);
    await rows(
      `insert into app.report (id, platform_id, business_id, round_id, source, subject_kind, subject_id, attempt, outcome)
       values (uuidv7(), $1, $2, uuidv7(), 'BUSINESS_VERIFICATION', 'BUSINESS', $2, 1, 'TAX_ID_MISMATCH')`,
      loan.platformId,
      loan.businessId,
    );
    expect(code(await confirm("TAX_ID_MATCHED"))).toEqual([409, "CHECK_COMPUTED"]);
  });

  it("identifies the signers by their last verification at the vendor", async () => {
    const loan = await signedLoan(server);
    const checked = async () => (await linesOf(staff[0], loan)).SIGNERS_IDENTIFIED;
    const verify = (attempt: number, status: string, approvedAt: string | null) =>
      rows(
        `insert into app.identity_inquiry (platform_id, business_id, owner_id, attempt, vendor_inquiry_id, status, approved_at)
         select platform_id, business_id, id, $2, uuidv7()::text, $3, $4 from app.business_owner where business_id = $1 and is_primary`,
        loan.businessId,
        attempt,
        status,
        approvedAt,
      );
    await verify(1, "FAILED", null);
    expect(await checked()).toBe("FAILED");
    await verify(2, "APPROVED", "2026-05-22T12:00:00Z");
    expect(await checked()).toBe("PASSED");
    await setClock(loan, "2026-11-19T15:00:00Z");
    expect(await checked()).toBe("OPEN");
  });

  it("identifies a co-owner who has signed like the primary owner", async () => {
    const loan = await signedLoan(server);
    const [coOwner] = await rows(
      "select id from app.business_owner where business_id = $1 and not is_primary",
      loan.businessId,
    );
    await rows(
      `insert into app.signing_signer (signing_id, signer_id, platform_id, business_id, first_name, last_name, email, signing_order, completed_at)
       select id, $2, platform_id, business_id, 'Luis', 'Ortega', 'luis@harbor.test', 2, now() from app.signing where offer_id = $1`,
      loan.offerId,
      coOwner.id,
    );
    const checked = async () => (await linesOf(staff[0], loan)).SIGNERS_IDENTIFIED;
    const verify = (
      whose: "is_primary" | "not is_primary",
      attempt: number,
      status: string,
      approvedAt: string | null,
    ) =>
      rows(
        `insert into app.identity_inquiry (platform_id, business_id, owner_id, attempt, vendor_inquiry_id, status, approved_at)
         select platform_id, business_id, id, $2, uuidv7()::text, $3, $4 from app.business_owner where business_id = $1 and ${whose}`,
        loan.businessId,
        attempt,
        status,
        approvedAt,
      );
    await verify("is_primary", 1, "APPROVED", "2026-11-10T12:00:00Z");
    expect(await checked()).toBe("OPEN");
    await verify("not is_primary", 1, "FAILED", null);
    expect(await checked()).toBe("FAILED");
    await verify("not is_primary", 2, "APPROVED", "2026-11-10T12:00:00Z");
    expect(await checked()).toBe("PASSED");
  });

  it("asks for sanctions and balance again on the next day", async () => {
    const loan = await signedLoan(server);
    await passChecks(staff[0], loan);
    await setClock(loan, "2026-11-19T15:00:00Z");
    expect(await linesOf(staff[0], loan)).toMatchObject({
      SANCTIONS_CLEAR_TODAY: "OPEN",
      BALANCE_FRESH_AND_SOUND: "OPEN",
      TAX_ID_MATCHED: "PASSED",
    });
  });

  it.each([
    ["the business may be listed", "BUSINESS", async ({ businessId }: SignedLoan) => businessId],
    ["an owner may be listed", "PERSON", async () => randomUUID()],
    ["a creditor to pay off may be listed", "PAYEE", recordedCreditor],
  ] as const)("fails sanctions when %s", async (_, subjectKind, subjectOf) => {
    const loan = await signedLoan(server, { terms: payingOffAnother() });
    const subjectId = await subjectOf(loan);
    const screened = (result: string, score: number | null, matches: object[]) =>
      rows(
        `insert into app.sanctions_screening (platform_id, business_id, subject_kind, subject_id, name, result, score, matches, list_sha256,
           list_published_at, screened_at) values ($1, $2, $3, $4, 'Name', $5, $6, $7, '\\x00', now(), now())`,
        ...[loan.platformId, loan.businessId, subjectKind, subjectId, result, score, JSON.stringify(matches)],
      );
    const checked = async () => (await linesOf(staff[0], loan)).SANCTIONS_CLEAR_TODAY;
    await screened("CLEAR", null, []);
    expect(await checked()).not.toBe("FAILED");
    await screened("POSSIBLE_MATCH", 0.97, [{ entryId: "1" }]);
    expect(await checked()).toBe("FAILED");
  });

  it.each([
    ["is not verified", "verification = 'PENDING'"],
    ["is not listed by its bank any more", "removed_at = now()"],
    ["is blocked", "blocked_at = now()"],
  ])("fails the account when it %s", async (_, change) => {
    const loan = await signedLoan(server);
    const checked = async () => (await linesOf(staff[0], loan)).ACCOUNT_VERIFIED_AND_OWNED;
    expect(await checked()).toBe("PASSED");
    await rows(`update app.bank_account set ${change} where id = $1`, loan.bankAccountId);
    expect(await checked()).toBe("FAILED");
  });

  it("fails the account when its change is stopped, and the capital when its reservation is released", async () => {
    const loan = await signedLoan(server);
    await rows("update app.bank_account set stopped_at = now() where id = $1", loan.bankAccountId);
    await rows("update app.capital_reservation set released_at = now() where application_id = $1", loan.applicationId);
    await rows("update app.ach_authorization set revoked_at = now() where bank_account_id = $1", loan.bankAccountId);
    expect(await linesOf(staff[0], loan)).toMatchObject({
      ACCOUNT_VERIFIED_AND_OWNED: "FAILED",
      CAPITAL_RESERVED: "FAILED",
      ACH_AUTHORIZATION_ON_FILE: "FAILED",
    });
  });
});

describe("closing", () => {
  it("is declined by two people, with reasons, a notice, and the capital given back", async () => {
    const loan = await signedLoan(server);
    const [maker, checker] = staff;
    const reasons = ["CASH_FLOW_INSUFFICIENT"];
    const asked = await maker.as("POST", `${loan.path}/fail`, { outcome: "DECLINE", reasons, reason });
    expect(asked.status).toBe(202);
    expect(code(await approve(maker, asked.body["requestId"]))).toEqual([403, "SECOND_PERSON_NEEDED"]);
    expect((await applicationOf(loan)).status).toBe("CLOSE_LOAN");
    expect((await approve(checker, asked.body["requestId"])).status).toBe(200);
    expect(await applicationOf(loan)).toEqual({ status: "NO_OFFERS", step: "NO_OFFERS_EXTENDED", reasons });
    expect(await rows("select kind from app.notice_clock where application_id = $1", loan.applicationId)).toEqual([
      { kind: "DENIAL" },
    ]);
    expect(
      await rows(
        "select from app.capital_reservation where application_id = $1 and released_at is null",
        loan.applicationId,
      ),
    ).toEqual([]);
    expect(await tasksOf(loan)).toEqual([]);
    expect(code(await maker.as("POST", `${loan.path}/fund`, { reason }))).toEqual([409, "WRONG_STATE"]);
  });

  it("ends when the owner withdraws: the capital is given back, the tasks end, and nobody can fund it", async () => {
    const loan = await signedLoan(server);
    await passChecks(staff[0], loan);
    const withdrawn = await loan.person.as({
      method: "POST",
      url: "/api/v1/loan-applications/withdraw",
      payload: { reason: "OTHER" },
    });
    expect(withdrawn.status).toBe(200);
    await handleEvents(server, loan.businessId);
    expect(await applicationOf(loan)).toMatchObject({
      status: "LOAN_APPLICATION_WITHDRAWN",
      step: "LOAN_APPLICATION_WITHDRAWN",
    });
    const kept = "select from app.capital_reservation where application_id = $1 and released_at is null";
    expect(await rows(kept, loan.applicationId)).toEqual([]);
    expect(await tasksOf(loan)).toEqual([]);
    expect(code(await staff[0].as("POST", `${loan.path}/fund`, { reason }))).toEqual([409, "WRONG_STATE"]);
  });

  it("waits for more input that two people request from the owner", async () => {
    const loan = await signedLoan(server);
    const [maker, checker] = staff;
    const wish = { outcome: "REQUEST_INPUT", subStep: "ADDITIONAL_DOCUMENTS_UPLOAD", request: "The lease", reason };
    await setClock(loan, "2026-11-24T15:00:00Z");
    const asked = await maker.as("POST", `${loan.path}/fail`, wish);
    expect((await approve(checker, asked.body["requestId"])).status).toBe(200);
    expect(await applicationOf(loan)).toMatchObject({ status: "CLOSE_LOAN", step: "OFFER_ACCEPTED" });
    expect((await maker.as("GET", loan.path)).body["closeBy"]).toBe("2026-12-09T22:00:00.000Z");
    expect(await rows("select sub_step from app.additional_input where business_id = $1", loan.businessId)).toEqual([
      { sub_step: "ADDITIONAL_DOCUMENTS_UPLOAD" },
    ]);
  });

  it("alarms staff on the eighth banking day, and ends on the tenth with the reasons of what has not passed", async () => {
    const loan = await signedLoan(server);
    await reach(loan, "2026-12-01T22:00:00Z");
    expect(await tasksOf(loan)).toEqual(["CLOSING_CHECKS", "CLOSING_URGENT"]);
    expect((await applicationOf(loan)).status).toBe("CLOSE_LOAN");
    await reach(loan, "2026-12-03T22:00:00Z");
    expect(await applicationOf(loan)).toEqual({
      status: "NO_OFFERS",
      step: "NO_OFFERS_EXTENDED",
      reasons: ["UNABLE_TO_VERIFY_IDENTITY", "UNABLE_TO_VERIFY_INFORMATION"],
    });
    expect(await tasksOf(loan)).toEqual([]);
  });

  it("goes on after its last day if everything has passed and only we are late", async () => {
    const loan = await signedLoan(server);
    await setClock(loan, "2026-12-03T21:00:00Z");
    await passChecks(staff[0], loan);
    await reach(loan, "2026-12-03T22:00:00Z");
    expect((await applicationOf(loan)).status).toBe("CLOSE_LOAN");
    expect(await tasksOf(loan)).toEqual(["CLOSING_CHECKS", "CLOSING_URGENT"]);
    expect((await fund(staff, loan)).status).toBe(200);
  });
});

describe("payoff letter", () => {
  it("passes its check when it demands what was signed and the creditor's account is verified", async () => {
    const loan = await signedLoan(server, { terms: payingOffAnother() });
    const account = await creditorAccount(server, loan);
    const [by] = staff;
    const letter = (change: object = {}) =>
      by.as("POST", `${loan.path}/payoff-letters`, {
        existingDebtId: "other",
        amountCents: 1_250_000,
        perDiemCents: 500,
        goodThrough: "2026-12-31",
        bankAccountId: account,
        reason,
        ...change,
      });
    const checked = async () => (await linesOf(by, loan)).PAYOFF_LETTERS_RECEIVED;
    expect(await checked()).toBe("FAILED");
    expect(code(await letter({ existingDebtId: "another" }))).toEqual([409, "DEBT_NOT_PAID_OFF"]);
    expect(code(await letter({ bankAccountId: loan.bankAccountId }))).toEqual([404, "NOT_FOUND"]);
    await letter({ amountCents: 1_260_000 });
    expect(await checked()).toBe("FAILED");
    await letter();
    expect(await checked()).toBe("FAILED");
    await rows("update app.bank_account set verification = 'VERIFIED' where id = $1", account);
    expect(await checked()).toBe("PASSED");
    const { body } = await by.as("GET", loan.path);
    expect(body["payoffLetters"]).toMatchObject([
      { existingDebtId: "other", payoffCents: 1_250_000, letter: { amountCents: 1_250_000, recordedBy: by.id } },
    ]);
  });
});
