import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sendSignings, signOpen } from "../disclosures/signing.fixture.ts";
import { type TestServer, testServer } from "../http/server.fixture.ts";
import type { Applicant } from "../onboarding/consents/consent.fixture.ts";
import { type TestSandbox, testSandbox } from "../providers/sandbox.fixture.ts";
import { tenantOf } from "../underwriting/decisions/applied.fixture.ts";
import { handleEvents } from "../workflows/handle-event.fixture.ts";
import { completedApplicant, decide, type Wishes } from "./decided.fixture.ts";

let server: TestServer;
let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await testSandbox();
  server = await testServer({ ...sandbox.environment, PANDADOC_TIMEOUT_MS: "60000" });
});
afterAll(async () => {
  await server.close();
  await sandbox.close();
});

const rows = async (text: string, ...values: unknown[]) => (await server.database.admin.query(text, values)).rows;
async function offered(wishes: Wishes = {}): Promise<Applicant> {
  const applicant = await completedApplicant(server, sandbox, wishes);
  await decide(server, applicant);
  return applicant;
}
const offersOf = ({ id }: Applicant) =>
  rows(
    `select id, application_id as "applicationId", status, amount_cents::int as amount, chosen_amount_cents::int as chosen,
       chosen_terms as terms, selected_at as "selectedAt", terms ->> 'productType' as product
     from app.offer where business_id = $1 order by amount_cents desc, id`,
    id,
  );
const stepOf = async ({ id }: Applicant, product = "TERM_LOAN") =>
  (await rows("select offer_step from app.loan_application where business_id = $1 and product = $2", id, product))[0]
    ?.offer_step;
const reserved = async ({ id }: Applicant) =>
  (
    await rows(
      "select amount_cents::int as cents from app.capital_reservation where business_id = $1 and released_at is null",
      id,
    )
  ).map(({ cents }) => cents);
const put = (person: Pick<Applicant, "as">, payload: object) =>
  person.as({ method: "PUT", url: "/api/v1/workflow/offers/complete-step", payload });
const select = (person: Pick<Applicant, "as">, offerId: string, customLoanAmountCents?: number) =>
  put(person, { eventType: "OFFER_SELECTED", selectedOffers: [{ offerId, customLoanAmountCents }] });
const back = (person: Pick<Applicant, "as">) => put(person, { eventType: "WENT_BACK" });
const answer = ({ status, body }: { status: number; body: Record<string, unknown> }) => [status, body["code"]];
const quote = async (person: Pick<Applicant, "as">, offerId: string, amountCents: number) =>
  (await person.as({ method: "POST", url: `/api/v1/offers/${offerId}/quote`, payload: { amountCents } })).body["terms"];
const events = ({ id }: Applicant) =>
  rows("select kind, body from app.event where business_id = $1 and kind like 'offer.%' order by sequence", id);

describe("choosing an offer", () => {
  it("stores amount and figures of the quote, reserves the chosen amount only, and goes on to the first open closing step", async () => {
    const applicant = await offered();
    const [largest, ...others] = await offersOf(applicant);
    expect(await reserved(applicant)).toEqual([largest.amount]);
    const terms = await quote(applicant, largest.id, 2_000_000);
    const { status, body } = await select(applicant, largest.id, 2_000_000);
    expect({ status, body }).toEqual({ status: 200, body: { currentStep: await stepOf(applicant) } });
    expect(["COLLECT_TAX_ID", "COLLECT_PERSONAL_PHONE_NUMBER", "COLLECT_PERSONA"]).toContain(await stepOf(applicant));
    const after = await offersOf(applicant);
    expect(after[0]).toMatchObject({ status: "SELECTED", chosen: 2_000_000, terms, selectedAt: expect.any(Date) });
    expect(after.slice(1)).toEqual(others);
    expect(await reserved(applicant)).toEqual([2_000_000]);
    expect(await events(applicant)).toEqual([
      {
        kind: "offer.selected",
        body: { offerId: largest.id, applicationId: largest.applicationId, amountCents: 2_000_000 },
      },
    ]);
    expect(
      await rows("select from app.audit where object_id = $1 and action = 'offers.complete-step'", largest.id),
    ).toHaveLength(1);
  });

  it("takes the largest amount when none is sent, and the same choice again changes nothing", async () => {
    const applicant = await offered();
    const [largest] = await offersOf(applicant);
    await select(applicant, largest.id);
    const chosen = await offersOf(applicant);
    expect(chosen[0]).toMatchObject({ status: "SELECTED", chosen: largest.amount });
    expect((await select(applicant, largest.id)).status).toBe(200);
    expect((await select(applicant, largest.id, largest.amount)).status).toBe(200);
    expect(await offersOf(applicant)).toEqual(chosen);
    expect(await events(applicant)).toHaveLength(1);
  });

  it("asks for the tax number first, then for the phone, then for the identity", async () => {
    const applicant = await offered();
    const [offer] = await offersOf(applicant);
    const choose = async () => {
      await select(applicant, offer.id);
      const step = await stepOf(applicant);
      await back(applicant);
      return step;
    };
    await rows(
      "update app.business set tax_entity_type = null, is_sole_proprietorship = false where id = $1",
      applicant.id,
    );
    expect(await choose()).toBe("COLLECT_TAX_ID");
    await rows("update app.business set tax_entity_type = 'CORPORATE_TAX' where id = $1", applicant.id);
    const [{ user_id, phone_number }] = await rows(
      "select user_id, phone_number from app.business_owner where business_id = $1 and is_primary",
      applicant.id,
    );
    await rows("delete from app.confirmed_contact where user_id = $1", user_id);
    expect(await choose()).toBe("COLLECT_PERSONAL_PHONE_NUMBER");
    await rows(
      `insert into app.confirmed_contact (platform_id, business_id, user_id, kind, value) values ($1, $2, $3, 'PHONE', $4)`,
      applicant.platform.id,
      applicant.id,
      user_id,
      phone_number,
    );
    expect(await choose()).toBe("COLLECT_PERSONA");
  });

  it("takes all plans of invoice financing together, at the whole limit", async () => {
    const applicant = await offered({ products: ["FAST_PAY"] });
    const offers = await offersOf(applicant);
    if (offers.length === 0) return expect.fail("invoice financing is offered");
    const [offer] = offers;
    expect(answer(await select(applicant, offer.id, offer.amount - 100_000))).toEqual([400, "AMOUNT_NOT_ADJUSTABLE"]);
    expect((await select(applicant, offer.id)).status).toBe(200);
    const [chosen] = await offersOf(applicant);
    expect(chosen.chosen).toBe(offer.amount);
    expect(chosen.terms.offerPlans.length).toBeGreaterThan(1);
  });

  it("is refused beside a chosen offer and at another amount, until the owner has gone back", async () => {
    const applicant = await offered();
    const [first, second] = await offersOf(applicant);
    await select(applicant, first.id, 2_000_000);
    expect(answer(await select(applicant, second.id))).toEqual([409, "OTHER_OFFER_SELECTED"]);
    const other = await select(applicant, first.id, 2_500_000);
    expect(answer(other)).toEqual([409, "AMOUNT_NOT_CHOSEN"]);
    expect(other.body["message"]).toBe("You have chosen $20,000.00. Go back to the offers to choose another amount.");
    expect((await back(applicant)).body).toEqual({ currentStep: "DISPLAY_OFFERS" });
    expect((await select(applicant, second.id)).status).toBe(200);
    expect((await events(applicant)).map(({ kind }) => kind)).toEqual([
      "offer.selected",
      "offer.unselected",
      "offer.selected",
    ]);
  });

  it("is shown before the other applications, although those have a higher priority", async () => {
    const applicant = await offered({ products: ["TERM_LOAN", "MCA"] });
    const advance = (await offersOf(applicant)).find(({ product }) => product === "MCA");
    expect((await select(applicant, advance.id)).body["currentStep"]).toBe(await stepOf(applicant, "MCA"));
    const step = String(await stepOf(applicant, "MCA"));
    const { body } = await applicant.as({ method: "GET", url: `/api/v1/workflow/offers/step/${step}` });
    expect(body).toMatchObject({ existingData: { offers: [{ id: advance.id, status: "SELECTED" }] } });
    expect(answer(await applicant.as({ method: "GET", url: "/api/v1/workflow/offers/step/DISPLAY_OFFERS" }))).toEqual([
      409,
      "STEP_NOT_CURRENT_EXCEPTION",
    ]);
    expect((await back(applicant)).body["currentStep"]).toBe("DISPLAY_OFFERS");
  });

  it.each([
    ["below the range", 900_000, [400, "AMOUNT_OUT_OF_RANGE"]],
    ["between the steps", 2_100_001, [400, "AMOUNT_OUT_OF_RANGE"]],
    ["above the offer", 900_000_000, [400, "AMOUNT_OUT_OF_RANGE"]],
  ])("is refused for an amount %s", async (_, amount, refusal) => {
    const applicant = await offered();
    const [offer] = await offersOf(applicant);
    expect(answer(await select(applicant, offer.id, amount))).toEqual(refusal);
    expect(await stepOf(applicant)).toBe("DISPLAY_OFFERS");
  });

  it("is refused once the offer has expired, with what to do, also before the clock has ended it", async () => {
    const applicant = await offered();
    const [offer] = await offersOf(applicant);
    await rows("update app.offer set expires_at = now() where business_id = $1", applicant.id);
    const { status, body } = await select(applicant, offer.id);
    expect([status, body["code"], body["message"]]).toEqual([409, "OFFER_EXPIRED", "This offer has expired."]);
    expect((await offersOf(applicant))[0]?.status).toBe("WAITING_FOR_SELECTION");
  });

  it("is refused while another application has an accepted offer that is not funded yet, and no longer when that one has ended", async () => {
    const applicant = await offered({ products: ["TERM_LOAN", "MCA"] });
    const all = await offersOf(applicant);
    const advance = all.find(({ product }) => product === "MCA");
    const loan = all.find(({ product }) => product === "TERM_LOAN");
    await select(applicant, advance.id);
    await rows(
      "update app.loan_application set offer_step = 'OFFER_ACCEPTED' where id = (select application_id from app.offer where id = $1)",
      advance.id,
    );
    const { status, body } = await select(applicant, loan.id);
    expect([status, body["errorCode"]]).toEqual([409, "BusinessAlreadyAcceptedOfferException"]);
    await rows(
      "update app.loan_application set status = 'EXPIRED', offer_step = 'OFFERS_EXPIRED' where business_id = $1 and product = 'MCA'",
      applicant.id,
    );
    expect((await select(applicant, loan.id)).status).toBe(200);
  });

  it("is refused to everybody but the primary owner, and for offers of another business", async () => {
    const applicant = await offered();
    const [offer] = await offersOf(applicant);
    const [{ reference }] = await rows(
      "select platform_business_id as reference from app.business where id = $1",
      applicant.id,
    );
    const operator = await server.person(applicant.platform, { platformBusinessId: reference, roles: ["OPERATOR"] });
    expect((await select(operator, offer.id)).status).toBe(403);
    const stranger = await server.person(applicant.platform, { roles: ["PRIMARY_OWNER"] });
    expect((await select(stranger, offer.id)).status).toBe(404);
    expect(answer(await back(stranger))).toEqual([409, "STEP_NOT_CURRENT_EXCEPTION"]);
  });

  it("is refused for an amount whose capital was taken while the owner was at a smaller one", async () => {
    const applicant = await offered();
    const [largest] = await offersOf(applicant);
    await select(applicant, largest.id, 1_000_000);
    const [{ provider_id }] = await rows(
      "select provider_id from app.capital_reservation where business_id = $1",
      applicant.id,
    );
    await rows("update app.capital_provider set capacity_cents = reserved_cents where id = $1", provider_id);
    await back(applicant);
    expect(await reserved(applicant)).toEqual([1_000_000]);
    expect(answer(await select(applicant, largest.id))).toEqual([409, "AMOUNT_TAKEN"]);
    expect((await select(applicant, largest.id, 1_000_000)).status).toBe(200);
    await rows(
      "update app.capital_provider set capacity_cents = capacity_cents + 100000000000 where id = $1",
      provider_id,
    );
  });

  it("lets one of two different choices win, however often they come at once", async () => {
    const applicant = await offered();
    const [first, second] = await offersOf(applicant);
    for (let round = 0; round < 5; round++) {
      const answers = await Promise.all([first, second].map(({ id }) => select(applicant, id)));
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
      expect((await offersOf(applicant)).filter(({ status }) => status === "SELECTED")).toHaveLength(1);
      await back(applicant);
    }
  });
});

describe("going back to the offers", () => {
  it("forgets the choice and reserves the largest offer again", async () => {
    const applicant = await offered();
    const before = await offersOf(applicant);
    await select(applicant, before[0].id, 2_000_000);
    await back(applicant);
    expect(await offersOf(applicant)).toEqual(before);
    expect(await reserved(applicant)).toEqual([before[0].amount]);
    expect(await stepOf(applicant)).toBe("DISPLAY_OFFERS");
  });

  it("voids the agreement that is out for signature, and is refused once the owner has signed it", async () => {
    const applicant = await offered();
    const tenant = tenantOf(applicant);
    const [offer] = await offersOf(applicant);
    // No law of this state asks for a disclosure.
    await rows("update app.offer set state = 'OH' where business_id = $1", applicant.id);
    const open = (amountCents: number | null) =>
      applicant.as({ method: "POST", url: `/api/v1/offers/${offer.id}/agreement`, payload: { amountCents } });
    const signings = () =>
      rows("select status, amount_cents::int as amount from app.signing where offer_id = $1 order by id", offer.id);
    const completeSteps = () =>
      rows(
        "update app.loan_application set offer_step = 'COLLECT_LEGAL_AGREEMENTS' where business_id = $1",
        applicant.id,
      );
    await select(applicant, offer.id, 2_000_000);
    expect(answer(await open(2_500_000))).toEqual([409, "AMOUNT_NOT_CHOSEN"]);
    expect(answer(await open(null))).toEqual([409, "STEP_NOT_CURRENT_EXCEPTION"]);
    await completeSteps();
    expect((await open(null)).status).toBe(200);
    expect(answer(await back(applicant))).toEqual([409, "SIGNING_BEING_PREPARED"]);
    await sendSignings(server.app, server.database.admin, tenant, offer.id);
    expect((await back(applicant)).status).toBe(200);
    expect(await signings()).toEqual([{ status: "VOIDED", amount: 2_000_000 }]);

    await select(applicant, offer.id, 2_500_000);
    await completeSteps();
    await open(null);
    await sendSignings(server.app, server.database.admin, tenant, offer.id);
    await signOpen(server.app, server.database.admin, tenant, offer.id, "AGREEMENT");
    await handleEvents(server, applicant.id);
    expect(answer(await back(applicant))).toEqual([409, "STEP_NOT_CURRENT_EXCEPTION"]);
    expect(await signings()).toMatchObject([{ status: "VOIDED" }, { amount: 2_500_000 }]);
    expect(await stepOf(applicant)).toBe("OFFER_ACCEPTED");
  });
});

describe("table of offers", () => {
  it("has one chosen offer of an application, with its amount and figures", async () => {
    const applicant = await offered();
    const [first, second] = await offersOf(applicant);
    await select(applicant, first.id);
    const choose = (more: string) => rows(`update app.offer set status = 'SELECTED' ${more} where id = $1`, second.id);
    await expect(choose("")).rejects.toThrow("chosen_when_selected");
    await expect(
      choose(", selected_at = now(), chosen_terms = '{}', chosen_amount_cents = amount_cents"),
    ).rejects.toThrow("one_selected_offer");
    await expect(
      rows("update app.offer set chosen_amount_cents = amount_cents + 1 where id = $1", first.id),
    ).rejects.toThrow("check constraint");
  });
});
