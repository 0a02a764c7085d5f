import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type Closing,
  chosenOffer,
  closingAt,
  completeCurrent,
  otherDebt,
  passDays,
  presentAgreement,
  putEvent,
  readStep,
  standingOf,
  type World,
} from "../closing/closing.fixture.ts";
import { testServer } from "../http/server.fixture.ts";
import { testSandbox } from "../providers/sandbox.fixture.ts";
import { signedInMember, type TestMember } from "../staff/staff.fixture.ts";
import { handleEvents } from "../workflows/handle-event.fixture.ts";

let world: World;
let member: TestMember;
beforeAll(async () => {
  const sandbox = await testSandbox();
  world = { sandbox, server: await testServer({ ...sandbox.environment, PANDADOC_TIMEOUT_MS: "60000" }) };
  member = await signedInMember(world.server, ["UNDERWRITER", "OPERATIONS"]);
});
afterAll(async () => {
  await world.server.close();
  await world.sandbox.close();
});

const payoffCents = 500_000;
const rows = async (text: string, ...values: unknown[]) => (await world.server.database.admin.query(text, values)).rows;
const answer = ({ status, body }: { status: number; body: Record<string, unknown> }) => [status, body["code"]];
const lettersPath = ({ id, applicationId }: Closing) =>
  `/businesses/${id}/applications/${applicationId}/closing/payoff-letters`;

/** A verified account of the other lender. */
async function creditorOf({ tenant }: Closing): Promise<string> {
  const [account] = await rows(
    `insert into app.bank_account (platform_id, business_id, party, holder_name, account_name, account_number_last4, account_subtype,
       holder, created_method, verification, added_on)
     values ($1, $2, 'CREDITOR', 'Old Lender LLC', 'Payoffs', '2211', 'checking', 'BUSINESS', 'PAYEE', 'VERIFIED', '2026-01-02') returning id`,
    tenant.platformId,
    tenant.businessId,
  );
  return account.id;
}

const dayIn = async ({ id }: Closing, days: number): Promise<string> => {
  const [row] = await rows("select ((app.business_now($1))::date + $2::int)::text as day", id, days);
  return row.day;
};

async function record(closing: Closing, bankAccountId: string, amountCents = payoffCents, days = 60) {
  const goodThrough = await dayIn(closing, days);
  const letter = { existingDebtId: otherDebt, amountCents, perDiemCents: 0, goodThrough, bankAccountId };
  const recorded = await member.as("POST", lettersPath(closing), { ...letter, reason: "seen the letter" });
  await handleEvents(world.server, closing.id);
  return recorded;
}

const openAgreement = ({ as, offerId }: Closing) =>
  as({ method: "POST", url: `/api/v1/offers/${offerId}/agreement`, payload: { amountCents: null } });
const tasksOf = ({ applicationId }: Closing) =>
  rows(
    "select kind from app.task where subject_id = $1 and kind = 'PAYOFF_LETTERS' and closed_at is null",
    applicationId,
  );
const emailsOf = async ({ id }: Closing) =>
  (
    await rows("select template from app.email where business_id = $1 and template like 'payoff-%' order by id", id)
  ).map(({ template }) => template);
const agreementsOf = async ({ offerId }: Closing) =>
  (await rows("select status from app.signing where offer_id = $1 and kind = 'AGREEMENT' order by id", offerId)).map(
    ({ status }) => status,
  );
const offerOf = async ({ offerId }: Closing) => {
  const [offer] = await rows(
    `select amount_cents::int as amount, terms -> 'existingDebts' -> 0 ->> 'payoffCents' as payoff,
       (chosen_terms ->> 'netDisbursementAmountCents')::int as payout, (chosen_terms ->> 'refiExistingLoanPayoffAmountCents')::int as refi,
       (chosen_terms ->> 'feeAmountCents')::int as fee from app.offer where id = $1`,
    offerId,
  );
  return { ...offer, payoff: Number(offer.payoff) } as Record<"amount" | "payoff" | "payout" | "refi" | "fee", number>;
};

describe("payoff letters of a chosen offer", () => {
  it("are a task of staff from the choice on, and the agreement opens when the last one is recorded", async () => {
    const closing = await chosenOffer(world, { payoffCents });
    expect(await tasksOf(closing)).toHaveLength(1);
    const listed = await member.as("GET", lettersPath(closing));
    expect(listed.body["payoffLetters"]).toEqual([{ existingDebtId: otherDebt, payoffCents, letter: null }]);
    while ((await standingOf(world, closing)).step !== "COLLECT_LEGAL_AGREEMENTS")
      await completeCurrent(world, closing);

    const [task] = await rows(
      "select (due_at at time zone 'America/New_York')::date::text as due from app.task where subject_id = $1 and kind = 'PAYOFF_LETTERS'",
      closing.applicationId,
    );
    expect((await readStep(closing, "COLLECT_LEGAL_AGREEMENTS"))["payoffLetters"]).toEqual({
      dueOn: task.due,
      isOverdue: false,
    });
    expect(answer(await openAgreement(closing))).toEqual([409, "PAYOFF_LETTER_AWAITED"]);

    expect((await record(closing, await creditorOf(closing))).status).toBe(200);
    expect(await tasksOf(closing)).toEqual([]);
    expect((await readStep(closing, "COLLECT_LEGAL_AGREEMENTS"))["payoffLetters"]).toBeNull();
    expect(await emailsOf(closing)).toEqual(["payoff-letters-received"]);
    await completeCurrent(world, closing);
    await handleEvents(world.server, closing.id);
    expect((await standingOf(world, closing)).status).toBe("CLOSE_LOAN");
    const again = await member.as("GET", lettersPath(closing));
    expect(again.body["payoffLetters"]).toMatchObject([
      { letter: { amountCents: payoffCents, recordedBy: member.id } },
    ]);
  });

  it("are asked for again when one has expired before the agreement is opened", async () => {
    const closing = await closingAt(world, "COLLECT_LEGAL_AGREEMENTS", { payoffCents });
    const account = await creditorOf(closing);
    await record(closing, account, payoffCents, -1);
    expect(await tasksOf(closing)).toHaveLength(1);
    await record(closing, account, payoffCents, 3);
    expect(await tasksOf(closing)).toEqual([]);
    await passDays(world, closing, 2);
    expect(await tasksOf(closing)).toEqual([]);
    await passDays(world, closing, 1);
    expect(await tasksOf(closing)).toHaveLength(1);
    expect(answer(await openAgreement(closing))).toEqual([409, "PAYOFF_LETTER_AWAITED"]);
  });

  it("are asked for again when one ends before the signed loan can be funded", async () => {
    const closing = await closingAt(world, "COLLECT_LEGAL_AGREEMENTS", { payoffCents });
    const account = await creditorOf(closing);
    await record(closing, account, payoffCents, 12);
    await completeCurrent(world, closing);
    await handleEvents(world.server, closing.id);
    expect((await standingOf(world, closing)).status).toBe("CLOSE_LOAN");
    expect(await tasksOf(closing)).toEqual([]);
    // The payoff would arrive after the last day of the letter.
    await passDays(world, closing, 9);
    expect(await tasksOf(closing)).toHaveLength(1);
    await record(closing, account, payoffCents, 3);
    expect(await tasksOf(closing)).toHaveLength(1);
    await record(closing, account, payoffCents, 60);
    expect(await tasksOf(closing)).toEqual([]);
  });

  it("are not asked for when one ends that another has superseded, or whose choice is gone", async () => {
    const closing = await closingAt(world, "COLLECT_LEGAL_AGREEMENTS", { payoffCents });
    const account = await creditorOf(closing);
    await record(closing, account, payoffCents, 3);
    await record(closing, account, payoffCents, 20);
    await passDays(world, closing, 4);
    expect(await tasksOf(closing)).toEqual([]);
    await putEvent(closing, "WENT_BACK");
    await passDays(world, closing, 18);
    expect(await tasksOf(closing)).toEqual([]);
    await putEvent(closing, "OFFER_SELECTED", { selectedOffers: [{ offerId: closing.offerId }] });
    expect(await tasksOf(closing)).toHaveLength(1);
  });

  it("are never changed, except for the moment of their next check", async () => {
    const closing = await closingAt(world, "COLLECT_LEGAL_AGREEMENTS", { payoffCents });
    await record(closing, await creditorOf(closing));
    const change = (set: string) => rows(`update app.payoff_letter set ${set} where business_id = $1`, closing.id);
    await expect(change("amount_cents = 1")).rejects.toThrow("append-only");
    await expect(change("good_through = '2030-01-01', next_action_at = now()")).rejects.toThrow("append-only");
    await change("next_action_at = now()");
  });

  it("are not asked for any more when the owner goes back to the offers, and count again for the same choice", async () => {
    const closing = await closingAt(world, "COLLECT_LEGAL_AGREEMENTS", { payoffCents });
    const account = await creditorOf(closing);
    await putEvent(closing, "WENT_BACK");
    expect(await tasksOf(closing)).toEqual([]);
    expect(answer(await record(closing, account))).toEqual([409, "WRONG_STATE"]);
    const selectedOffers = [{ offerId: closing.offerId }];
    await putEvent(closing, "OFFER_SELECTED", { selectedOffers });
    expect(await tasksOf(closing)).toHaveLength(1);
    await record(closing, account);
    await putEvent(closing, "WENT_BACK");
    await putEvent(closing, "OFFER_SELECTED", { selectedOffers });
    expect(await tasksOf(closing)).toEqual([]);
  });

  it("are not asked for any more when the offer has expired", async () => {
    const closing = await chosenOffer(world, { payoffCents });
    await passDays(world, closing, 40);
    expect((await standingOf(world, closing)).step).toBe("OFFERS_EXPIRED");
    expect(await tasksOf(closing)).toEqual([]);
  });
});

describe("payoff letter with another figure", () => {
  it("changes the payout of the offer, voids the agreement, and both documents are made again", async () => {
    const closing = await closingAt(world, "COLLECT_LEGAL_AGREEMENTS", { payoffCents });
    // California requires a disclosure that the owner signs.
    await rows("update app.offer set state = 'CA' where id = $1", closing.offerId);
    const account = await creditorOf(closing);
    await record(closing, account);
    await presentAgreement(world, closing);
    const disclosures = () =>
      rows("select id, superseded_by from app.disclosure where offer_id = $1 order by id", closing.offerId);
    const before = { offer: await offerOf(closing), disclosures: await disclosures() };
    expect(await agreementsOf(closing)).toEqual(["SENT"]);

    expect((await record(closing, account, payoffCents + 12_345)).status).toBe(200);
    const after = await offerOf(closing);
    expect(after).toEqual({
      ...before.offer,
      payoff: payoffCents + 12_345,
      refi: payoffCents + 12_345,
      payout: before.offer.payout - 12_345,
    });
    expect(after.payout + after.refi + after.fee).toBe(after.amount);
    expect(await agreementsOf(closing)).toEqual(["VOIDED"]);
    expect(await emailsOf(closing)).toEqual(["payoff-letters-received", "payoff-changed"]);
    expect(
      await rows(
        "select body ->> 'toCents' as cents from app.event where business_id = $1 and kind = 'offer.payoff_changed'",
        closing.id,
      ),
    ).toEqual([{ cents: String(payoffCents + 12_345) }]);

    await completeCurrent(world, closing);
    await handleEvents(world.server, closing.id);
    expect((await standingOf(world, closing)).status).toBe("CLOSE_LOAN");
    expect(await agreementsOf(closing)).toEqual(["VOIDED", "COMPLETED"]);
    const renewed = await disclosures();
    expect([before.disclosures.length, renewed.length]).toEqual([1, 2]);
    expect(renewed.map(({ superseded_by }) => superseded_by)).toEqual([renewed[1].id, null]);
  });

  it("leads back to the agreement when the primary owner has signed and a co-owner has not", async () => {
    const closing = await closingAt(world, "COLLECT_LEGAL_AGREEMENTS", { payoffCents, coOwners: 1 });
    const account = await creditorOf(closing);
    await record(closing, account);
    await completeCurrent(world, closing);
    expect(await standingOf(world, closing)).toEqual({ step: "OFFER_ACCEPTED", status: "WAITING_FOR_ACCEPTANCE" });
    expect((await record(closing, account, payoffCents - 5_000)).status).toBe(200);
    expect((await standingOf(world, closing)).step).toBe("COLLECT_LEGAL_AGREEMENTS");
    expect(await agreementsOf(closing)).toEqual(["VOIDED"]);
  });

  it("is refused, and voids nothing, when nothing would be left to pay out", async () => {
    const closing = await closingAt(world, "COLLECT_LEGAL_AGREEMENTS", { payoffCents });
    const account = await creditorOf(closing);
    await record(closing, account);
    await presentAgreement(world, closing);
    const { payout } = await offerOf(closing);
    expect(answer(await record(closing, account, payoffCents + payout))).toEqual([409, "PAYOFF_EXCEEDS_LOAN"]);
    expect(await agreementsOf(closing)).toEqual(["SENT"]);
    expect((await offerOf(closing)).payoff).toBe(payoffCents);
  });
});
