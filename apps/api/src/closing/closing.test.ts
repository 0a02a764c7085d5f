import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { inScope } from "../db/scope.ts";
import { testServer } from "../http/server.fixture.ts";
import { endSignatures } from "../offers/end-signatures.ts";
import { newPhone } from "../people/step-up.fixture.ts";
import { settingsOf } from "../platforms/public.ts";
import { saveSettings } from "../platforms/settings.ts";
import { signAt } from "../providers/e-sign/signing.fixture.ts";
import { testSandbox } from "../providers/sandbox.fixture.ts";
import {
  acceptedApplication,
  authorizedAccount,
  type Closing,
  chosenOffer,
  closingAt,
  completeCurrent,
  phoneCode,
  presentAgreement,
  putEvent,
  readStep,
  standingOf,
  type World,
} from "./closing.fixture.ts";

let world: World;
beforeAll(async () => {
  const sandbox = await testSandbox();
  world = { sandbox, server: await testServer({ ...sandbox.environment, PANDADOC_TIMEOUT_MS: "60000" }) };
});
afterAll(async () => {
  await world.server.close();
  await world.sandbox.close();
});

const rows = async (text: string, ...values: unknown[]) => (await world.server.database.admin.query(text, values)).rows;
const answer = ({ status, body }: { status: number; body: Record<string, unknown> }) => [status, body["code"]];
const notCurrent = [409, "STEP_NOT_CURRENT_EXCEPTION"];
const stepOf = async (closing: Closing) => (await standingOf(world, closing)).step;
const stepEvents = async ({ id }: Closing) =>
  (
    await rows(
      `select kind, body from app.event where business_id = $1 and (kind like 'closing.%' or kind = 'offer.accepted') order by sequence`,
      id,
    )
  ).map(({ kind, body }) => body.step ?? kind);

describe("closing", () => {
  it("leads from the chosen offer through every step to a loan that is closed, with one event for each step", async () => {
    const closing = await acceptedApplication(world);
    expect(await standingOf(world, closing)).toEqual({ step: "OFFER_ACCEPTED", status: "CLOSE_LOAN" });
    const statuses = await rows("select status from app.offer where application_id = $1", closing.applicationId);
    expect(new Set(statuses.map(({ status }) => status))).toEqual(new Set(["ACCEPTED", "OTHER_OFFER_CHOSEN"]));
    expect(await stepEvents(closing)).toEqual([
      "COLLECT_TAX_ID",
      "COLLECT_PERSONAL_PHONE_NUMBER",
      "COLLECT_PERSONA",
      "SELECT_PRIMARY_BANK_ACCOUNT",
      "COLLECT_LEGAL_AGREEMENTS",
      "offer.accepted",
    ]);
    const shown = await readStep(closing, "OFFER_ACCEPTED");
    expect(shown["documentDetails"]).toMatchObject({ recipients: [{ hasCompleted: true }] });
    // The account was chosen just now, and is held.
    const [account] = await rows(
      `select (held_until_at at time zone 'America/New_York')::date::text as held from app.bank_account
       where business_id = $1 and 'DISBURSEMENT' = any(roles)`,
      closing.id,
    );
    expect(String(shown["fundsExpectedOn"]) > account.held).toBe(true);
  });

  it("refuses a step that is not current, and answers the current one if the same event comes again", async () => {
    const closing = await chosenOffer(world);
    for (const eventType of ["PERSONA_COLLECTED", "LEGAL_AGREEMENTS_COLLECTED"])
      expect(answer(await putEvent(closing, eventType))).toEqual(notCurrent);
    await completeCurrent(world, closing);
    const again = await putEvent(closing, "TAX_ID_COLLECTED", { entityType: "CORPORATE_TAX" });
    expect([again.status, again.body]).toEqual([200, { currentStep: "COLLECT_PERSONAL_PHONE_NUMBER" }]);
    for (const other of [
      { entityType: "PASS_THROUGH", ssn: "123456788" },
      { entityType: "CORPORATE_TAX", tin: "990000002" },
    ])
      expect(answer(await putEvent(closing, "TAX_ID_COLLECTED", other))).toEqual(notCurrent);
    expect(await stepEvents(closing)).toEqual(["COLLECT_TAX_ID"]);
  });

  it("keeps what was collected when the owner goes back and chooses again", async () => {
    const closing = await closingAt(world, "COLLECT_LEGAL_AGREEMENTS");
    expect((await putEvent(closing, "WENT_BACK")).body).toEqual({ currentStep: "DISPLAY_OFFERS" });
    const selectedOffers = [{ offerId: closing.offerId }];
    expect((await putEvent(closing, "OFFER_SELECTED", { selectedOffers })).body).toEqual({
      currentStep: "COLLECT_LEGAL_AGREEMENTS",
    });
  });
});

describe("tax number", () => {
  it("is asked for only if none is on file, and is stored encrypted", async () => {
    const closing = await chosenOffer(world);
    await rows("delete from app.secret where owner_id = $1 and field = 'EIN'", closing.id);
    const empty = await putEvent(closing, "TAX_ID_COLLECTED", { entityType: "CORPORATE_TAX" });
    expect([empty.status, JSON.stringify(empty.body)]).toEqual([400, expect.stringContaining("EIN is required")]);
    expect((await readStep(closing, "COLLECT_TAX_ID"))["tax"]).toMatchObject({ tinLast4: null });
    await putEvent(closing, "TAX_ID_COLLECTED", { entityType: "CORPORATE_TAX", tin: "990000003" });
    expect(await stepOf(closing)).toBe("COLLECT_PERSONAL_PHONE_NUMBER");
    expect(await rows("select last4 from app.secret where owner_id = $1 and field = 'EIN'", closing.id)).toEqual([
      { last4: "0003" },
    ]);
  });
});

describe("SSN of a business that is taxed by its owner's return", () => {
  it("is asked for only if none is on file, and is stored encrypted with the owner", async () => {
    const closing = await chosenOffer(world);
    const owners = "owner_id in (select id from app.business_owner where business_id = $1) and field = 'SSN'";
    await rows(`delete from app.secret where ${owners}`, closing.id);
    expect((await readStep(closing, "COLLECT_TAX_ID"))["tax"]).toMatchObject({ hasPrimaryOwnerSsn: false });
    const empty = await putEvent(closing, "TAX_ID_COLLECTED", { entityType: "PASS_THROUGH" });
    expect([empty.status, JSON.stringify(empty.body)]).toEqual([400, expect.stringContaining("SSN is required")]);
    const collected = await putEvent(closing, "TAX_ID_COLLECTED", { entityType: "PASS_THROUGH", ssn: "123456788" });
    expect(collected.body).toEqual({ currentStep: "COLLECT_PERSONAL_PHONE_NUMBER" });
    expect(await rows(`select last4 from app.secret where ${owners}`, closing.id)).toEqual([{ last4: "6788" }]);
  });
});

describe("skip-to-expired-offers while an offer is chosen", () => {
  it("ends it as the clock would, and voids the agreement that is out for signature", async () => {
    const closing = await closingAt(world, "COLLECT_LEGAL_AGREEMENTS");
    await presentAgreement(world, closing);
    const skipped = await closing.as({
      method: "POST",
      url: "/api/v1/sandbox/skip-to-expired-offers",
      payload: { loanApplicationId: closing.applicationId },
    });
    expect(skipped.body).toEqual({ done: true });
    const [started] = await rows(
      "select id from app.workflow_run where business_id = $1 and kind = 'end-signatures' and state = 'OPEN'",
      closing.id,
    );
    await endSignatures(world.server.app, { ...closing.tenant, id: started.id });
    expect((await standingOf(world, closing)).step).toBe("OFFERS_EXPIRED");
    expect(
      await rows("select status from app.signing where business_id = $1 and kind = 'AGREEMENT'", closing.id),
    ).toEqual([{ status: "VOIDED" }]);
  });
});

describe("personal phone number", () => {
  it("is saved and verified by the code that was sent to it, and by no other", async () => {
    const closing = await closingAt(world, "COLLECT_PERSONAL_PHONE_NUMBER");
    const [first, second] = [newPhone(), newPhone()];
    const sent = await phoneCode(world, closing, first);
    const wrong = { ...sent, code: sent.code === "000000" ? "000001" : "000000" };
    expect(answer(await putEvent(closing, "PERSONAL_PHONE_NUMBER_COLLECTED", wrong))).toEqual([
      400,
      "INVALID_OTP_CODE_EXCEPTION",
    ]);
    const moved = { ...sent, phoneNumber: second };
    expect(answer(await putEvent(closing, "PERSONAL_PHONE_NUMBER_COLLECTED", moved))).toEqual([
      400,
      "INVALID_OTP_CODE_EXCEPTION",
    ]);
    expect((await putEvent(closing, "PERSONAL_PHONE_NUMBER_COLLECTED", sent)).body).toEqual({
      currentStep: "COLLECT_PERSONA",
    });
    expect((await putEvent(closing, "PERSONAL_PHONE_NUMBER_COLLECTED", sent)).status).toBe(200);
    const saved = "select phone_number from app.business_owner where business_id = $1 and is_primary";
    expect(await rows(saved, closing.id)).toEqual([{ phone_number: first }]);
    expect(
      await rows("select value from app.confirmed_contact where business_id = $1 and kind = 'PHONE'", closing.id),
    ).toEqual([{ value: first }]);
    const late = { method: "POST", url: "/api/v1/workflow/offers/personal-phone/code" } as const;
    expect(answer(await closing.as({ ...late, payload: { phoneNumber: second } }))).toEqual(notCurrent);
  });
});

describe("account of repayments", () => {
  it("is a checking account of the business that may be debited, and is confirmed for this application", async () => {
    const closing = await closingAt(world, "SELECT_PRIMARY_BANK_ACCOUNT");
    const choose = (primaryBankAccountId: string) =>
      putEvent(closing, "PRIMARY_BANK_ACCOUNT_SELECTED", { primaryBankAccountId });
    const [unauthorized] = await rows(
      "select id from app.bank_account where business_id = $1 and account_subtype = 'checking'",
      closing.id,
    );
    expect((await choose(unauthorized.id)).body["code"]).toBe("ACH_AUTHORIZATION_REQUIRED");
    const account = await authorizedAccount(closing);
    await rows("update app.bank_account set holder = 'PERSONAL' where id = $1", account);
    expect(answer(await choose(account))).toEqual([409, "ACCOUNT_NOT_OF_BUSINESS"]);
    await rows("update app.bank_account set holder = 'BUSINESS', account_subtype = 'savings' where id = $1", account);
    expect((await choose(account)).status).toBe(409);
    await rows("update app.bank_account set account_subtype = 'checking' where id = $1", account);
    expect((await choose(crypto.randomUUID())).status).toBe(404);
    expect((await choose(account)).body).toEqual({ currentStep: "COLLECT_LEGAL_AGREEMENTS" });
    expect((await choose(account)).status).toBe(200);
    expect(
      await rows("select bank_account_id as id from app.closing where application_id = $1", closing.applicationId),
    ).toEqual([{ id: account }]);
    const [{ roles }] = await rows("select roles from app.bank_account where id = $1", account);
    expect(roles).toEqual(expect.arrayContaining(["SERVICING", "DISBURSEMENT"]));
  });
});

describe("account that the platform provides for payouts", () => {
  it("cannot be chosen for repayments, and keeps the payouts", async () => {
    const closing = await closingAt(world, "SELECT_PRIMARY_BANK_ACCOUNT");
    const { platformId } = closing.tenant;
    await inScope(world.server.app.pool, { platformId, businessId: "whole platform" }, async (tx) =>
      saveSettings(tx, platformId, {
        ...(await settingsOf(tx, platformId)),
        platformDisbursementAccountExpected: true,
      }),
    );
    const [provided] = await rows(
      `insert into app.bank_account (platform_id, business_id, account_name, account_number_last4, account_subtype, holder,
         created_method, provided_fingerprint, verification, added_on, roles)
       values ($1, $2, 'Wallet', '0001', 'checking', 'BUSINESS', 'PLATFORM', '\\x01', 'VERIFIED', '2026-01-02', '{DISBURSEMENT}') returning id`,
      platformId,
      closing.id,
    );
    const account = await authorizedAccount(closing);
    const shown = await readStep(closing, "SELECT_PRIMARY_BANK_ACCOUNT");
    expect(shown["platformDisbursementAccountExpected"]).toBe(true);
    expect((shown["accountsV2"] as { id: string }[]).map(({ id }) => id)).not.toContain(provided.id);
    const choose = (primaryBankAccountId: string) =>
      putEvent(closing, "PRIMARY_BANK_ACCOUNT_SELECTED", { primaryBankAccountId });
    expect(answer(await choose(provided.id))).toEqual([409, "ACCOUNT_NOT_OF_BUSINESS"]);
    expect((await choose(account)).status).toBe(200);
    expect(
      await rows(
        "select id, roles from app.bank_account where business_id = $1 and roles <> '{}' order by id",
        closing.id,
      ),
    ).toEqual(
      [
        { id: provided.id, roles: ["DISBURSEMENT"] },
        { id: account, roles: ["SERVICING"] },
      ].sort((a, b) => a.id.localeCompare(b.id)),
    );
  });
});

describe("agreement", () => {
  it("completes its step once the vendor has the signature, although no webhook came", async () => {
    const closing = await closingAt(world, "COLLECT_LEGAL_AGREEMENTS");
    const url = await presentAgreement(world, closing);
    expect(answer(await putEvent(closing, "LEGAL_AGREEMENTS_COLLECTED"))).toEqual([409, "AGREEMENT_NOT_SIGNED"]);
    expect((await readStep(closing, "COLLECT_LEGAL_AGREEMENTS"))["documents"]).toEqual([
      { documentUrl: null, userHasSigned: false, offer: { id: closing.offerId } },
    ]);
    await signAt(url);
    expect((await putEvent(closing, "LEGAL_AGREEMENTS_COLLECTED")).body).toEqual({ currentStep: "OFFER_ACCEPTED" });
    expect((await standingOf(world, closing)).status).toBe("CLOSE_LOAN");
    expect((await putEvent(closing, "LEGAL_AGREEMENTS_COLLECTED")).status).toBe(200);
  });

  it("is accepted once, however many requests come at once", async () => {
    const closing = await closingAt(world, "COLLECT_LEGAL_AGREEMENTS");
    await signAt(await presentAgreement(world, closing));
    const answers = await Promise.all(Array.from({ length: 6 }, () => putEvent(closing, "LEGAL_AGREEMENTS_COLLECTED")));
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    expect((await stepEvents(closing)).filter((kind) => kind === "offer.accepted")).toHaveLength(1);
  });
});
