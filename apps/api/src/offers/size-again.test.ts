import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { businessTime } from "../clock/business-time.fixture.ts";
import {
  type Closing,
  closingAt,
  coOwnersOf,
  presentAgreement,
  putEvent,
  signDocuments,
  type World,
} from "../closing/closing.fixture.ts";
import { inScope } from "../db/scope.ts";
import { signOpen } from "../disclosures/signing.fixture.ts";
import { testServer } from "../http/server.fixture.ts";
import { signAt } from "../providers/e-sign/signing.fixture.ts";
import { testSandbox } from "../providers/sandbox.fixture.ts";
import { factsAbout } from "../underwriting/decisions/applied.fixture.ts";
import { pullReport } from "../underwriting/public.ts";
import { handleEvents } from "../workflows/handle-event.fixture.ts";
import { acceptSignedOffer } from "./accept-offer.ts";
import { applicationDeadlines } from "./application-deadlines.ts";
import { decide } from "./decided.fixture.ts";
import { sizeOffersAgain } from "./size-again.ts";

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
const line = "LOC_TERM_LOAN";

/** The owner is about to sign a loan, and another product is offered beside it. */
const besideLoan = (product: "LOC_TERM_LOAN" | "MCA" = line): Promise<Closing> =>
  closingAt(world, "COLLECT_LEGAL_AGREEMENTS", { products: ["TERM_LOAN", product] });

const offersOf = ({ id }: Closing, product: string = line) =>
  rows(
    `select o.id, o.status, amount_cents::int as amount, o.refresh_of as "refreshOf" from app.offer o
     where business_id = $1 and terms ->> 'productType' = $2 order by created_at, o.id`,
    id,
    product,
  );
const standing = async ({ id }: Closing, product: string = line) =>
  (
    await rows(
      "select id, status, offer_step as step, round from app.loan_application where business_id = $1 and product = $2",
      id,
      product,
    )
  )[0];
const tasks = async ({ id }: Closing) =>
  (
    await rows(
      "select kind from app.task where business_id = $1 and closed_at is null and kind like 'OFFER%' order by kind",
      id,
    )
  ).map(({ kind }) => kind);
const started = async ({ id }: Closing): Promise<string[]> =>
  (
    await rows("select id from app.workflow_run where business_id = $1 and kind = 'size-offers-again' order by id", id)
  ).map((row) => row.id);
/** Runs what the acceptance has started, and handles its events. */
async function sizeAgain(closing: Closing): Promise<void> {
  for (const id of await started(closing)) await sizeOffersAgain(world.server.app, { ...closing.tenant, id });
  await handleEvents(world.server, closing.id);
}
/** The same owner with the offer of another application. */
async function withOffer(closing: Closing, product: string = line): Promise<Closing> {
  const [offer] = await offersOf(closing, product);
  return { ...closing, applicationId: (await standing(closing, product)).id, offerId: offer.id };
}
/** The owner chooses the line beside the loan, and its agreement is out for signature. Returns the link. */
async function presentLine(closing: Closing): Promise<{ other: Closing; url: string }> {
  const other = await withOffer(closing);
  await putEvent(other, "OFFER_SELECTED", { selectedOffers: [{ offerId: other.offerId }] });
  await rows(
    "update app.loan_application set offer_step = 'COLLECT_LEGAL_AGREEMENTS' where id = $1",
    other.applicationId,
  );
  return { other, url: await presentAgreement(world, other) };
}
const later = (from: Date, days: number) => new Date(from.getTime() + days * 86_400_000);

describe("accepted offer", () => {
  it("counts in later decisions before it is funded, and its payments until the bank can show them", async () => {
    const closing = await besideLoan();
    const withUs = async () => (await factsAbout(world.server, closing)).withUs;
    expect(await withUs()).toMatchObject({ exposureCents: 0, unseenPaymentsCents: 0, acceptedOfferIds: [] });
    await signDocuments(world, closing);
    const [{ amount, payment }] = await rows(
      `select chosen_amount_cents::int as amount, (chosen_terms ->> 'monthlyPayment')::int as payment from app.offer where id = $1`,
      closing.offerId,
    );
    const counted = { unseenPaymentsCents: payment, acceptedOfferIds: [closing.offerId] };
    expect(await withUs()).toMatchObject({ exposureCents: amount, ...counted });

    await rows(
      "update app.loan_application set status = 'OPERATIONAL_LOAN', offer_step = 'ISSUED_PRODUCT_CREATED' where id = $1",
      closing.applicationId,
    );
    const issue = (fundedDaysAgo: number | null) =>
      rows(
        `insert into app.issued_product (id, platform_id, business_id, offer_id, product_type, book, terms, request, loan_status, product_state, funded_on)
         select uuidv7(), platform_id, business_id, id, 'TERM_LOAN', 'CONCAR_SPV_1', terms, '{}', 'CURRENT', 'ACTIVE', current_date - $2::int
         from app.offer where id = $1
         on conflict (offer_id) where offer_id is not null do update set funded_on = excluded.funded_on`,
        closing.offerId,
        fundedDaysAgo,
      );
    await issue(null);
    expect(await withUs()).toMatchObject({ exposureCents: amount, ...counted });
    await issue(20);
    // From now on the obligations of the product are the exposure. This one has none.
    expect(await withUs()).toMatchObject({ exposureCents: 0, ...counted });
    await issue(40);
    expect(await withUs()).toMatchObject({ exposureCents: 0, ...counted, unseenPaymentsCents: 0 });
  });
});

describe("open offers beside an accepted one", () => {
  it("are sized again with it counted, once, and the owner is told", async () => {
    const closing = await besideLoan();
    const [before] = await offersOf(closing);
    await signDocuments(world, closing);
    await sizeAgain(closing);
    const [old, renewed, ...others] = await offersOf(closing);
    expect(others).toEqual([]);
    expect(old).toMatchObject({ id: before.id, status: "EXPIRED" });
    expect(renewed).toMatchObject({ status: "WAITING_FOR_SELECTION", refreshOf: before.id });
    expect(renewed.amount).toBeLessThan(before.amount);
    expect(await standing(closing)).toMatchObject({
      status: "WAITING_FOR_ACCEPTANCE",
      step: "DISPLAY_OFFERS",
      round: 2,
    });
    expect(await standing(closing, "TERM_LOAN")).toMatchObject({ status: "CLOSE_LOAN", round: 1 });
    expect(await tasks(closing)).toEqual([]);
    expect(
      await rows(
        "select amount_cents::int as amount from app.capital_reservation where application_id = $1 and released_at is null",
        (await standing(closing)).id,
      ),
    ).toEqual([{ amount: renewed.amount }]);
    const emails = await rows(
      "select template from app.email where business_id = $1 and template like 'offers-%' order by id",
      closing.id,
    );
    expect(emails.map(({ template }) => template)).toEqual(["offers-ready", "offers-sized-again"]);

    await sizeAgain(closing);
    expect(await started(closing)).toHaveLength(1);
    expect(await offersOf(closing)).toHaveLength(2);
  });

  it("end with a denial and its notice when nothing is left for them", async () => {
    const closing = await besideLoan();
    await signDocuments(world, closing);
    await rows(
      "update app.offer set amount_cents = 29900000, chosen_amount_cents = 29900000 where id = $1",
      closing.offerId,
    );
    await sizeAgain(closing);
    expect(await standing(closing)).toMatchObject({ status: "NO_OFFERS", step: "NO_OFFERS_EXTENDED" });
    expect((await offersOf(closing)).map(({ status }) => status)).toEqual(["EXPIRED"]);
    expect(await tasks(closing)).toEqual([]);
    expect(
      await rows(
        "select kind from app.notice_clock where application_id = $1 and ended_at is null and sent_at is null",
        (await standing(closing)).id,
      ),
    ).toEqual([{ kind: "DENIAL" }]);
  });

  it("wait for new reports and staff when the data is old, and are decided without them once it is recent", async () => {
    const closing = await besideLoan();
    const [before] = await offersOf(closing);
    await signDocuments(world, closing);
    await rows("update app.report set pulled_at = pulled_at - interval '40 days' where business_id = $1", closing.id);
    await sizeAgain(closing);
    expect(await standing(closing)).toMatchObject({ status: "CREATE_OFFERS", step: "OFFER_REFRESH_PENDING" });
    expect(await tasks(closing)).toEqual(["OFFER_REFRESH_REQUESTED"]);
    const asked = await rows(
      "select round_id as id, source from app.report where business_id = $1 and outcome is null",
      closing.id,
    );
    for (const { id, source } of asked) await pullReport(world.server.app, { ...closing.tenant, id }, source);
    await handleEvents(world.server, closing.id);
    await decide(world.server, closing);
    expect(await standing(closing)).toMatchObject({ step: "DISPLAY_OFFERS", round: 2 });
    expect((await offersOf(closing)).at(-1).amount).toBeLessThan(before.amount);
    expect(await tasks(closing)).toEqual([]);
  });

  it("are pending while the bank does not answer", async () => {
    const closing = await besideLoan();
    await signDocuments(world, closing);
    await world.sandbox.put("/faults/plaid", { faults: [{ kind: "outage" }] });
    await sizeAgain(closing).finally(() => world.sandbox.put("/faults/plaid", { faults: [] }));
    expect(await standing(closing)).toMatchObject({ step: "OFFER_REFRESH_PENDING" });
    expect(await tasks(closing)).toEqual(["OFFER_REFRESH_REQUESTED"]);
    await decide(world.server, closing);
    expect(await standing(closing)).toMatchObject({ step: "DISPLAY_OFFERS" });
  });

  it("are voided at the vendor before they end", async () => {
    const closing = await besideLoan();
    const { other } = await presentLine(closing);
    await signDocuments(world, closing);
    await sizeAgain(closing);
    expect(await rows("select status from app.signing where offer_id = $1", other.offerId)).toEqual([
      { status: "VOIDED" },
    ]);
    expect((await offersOf(closing)).map(({ status }) => status)).toEqual(["EXPIRED", "WAITING_FOR_SELECTION"]);
    expect(await standing(closing)).toMatchObject({ step: "DISPLAY_OFFERS" });
  });

  it("end although their owner has signed, when a co-owner has not", async () => {
    const { app, database } = world.server;
    const closing = await closingAt(world, "COLLECT_LEGAL_AGREEMENTS", { products: ["TERM_LOAN", line], coOwners: 1 });
    const { other } = await presentLine(closing);
    await presentAgreement(world, closing);
    const sign = async ({ tenant, offerId }: Closing, signer?: string) => {
      await signOpen(app, database.admin, tenant, offerId, "AGREEMENT", signer);
      await handleEvents(world.server, closing.id);
    };
    await sign(other);
    expect(await standing(closing)).toMatchObject({ status: "WAITING_FOR_ACCEPTANCE", step: "OFFER_ACCEPTED" });
    await sign(closing);
    await sign(closing, (await coOwnersOf(world, closing))[0]);
    expect(await standing(closing, "TERM_LOAN")).toMatchObject({ status: "CLOSE_LOAN" });
    await sizeAgain(closing);
    expect(await rows("select status from app.signing where offer_id = $1", other.offerId)).toEqual([
      { status: "VOIDED" },
    ]);
    expect((await offersOf(closing)).map(({ status }) => status)).toEqual(["EXPIRED", "WAITING_FOR_SELECTION"]);
    expect(await standing(closing)).toMatchObject({ step: "DISPLAY_OFFERS", round: 2 });
  });

  it("are accepted when everybody has signed at the vendor in the meantime", async () => {
    const closing = await besideLoan();
    const { url } = await presentLine(closing);
    await signDocuments(world, closing);
    await signAt(url);
    await sizeAgain(closing);
    expect((await offersOf(closing)).map(({ status }) => status)).toEqual(["ACCEPTED"]);
    expect(await standing(closing)).toMatchObject({ status: "CLOSE_LOAN", round: 1 });
  });

  it("are neither ended nor deadlocked when both are accepted and sized again at the same moment", async () => {
    const { app, database } = world.server;
    for (let round = 0; round < 3; round++) {
      const closing = await besideLoan();
      const { other } = await presentLine(closing);
      await presentAgreement(world, closing);
      for (const { tenant, offerId } of [closing, other])
        await signOpen(app, database.admin, tenant, offerId, "AGREEMENT");
      const by = { actor: { kind: "SYSTEM", id: null }, requestId: null } as const;
      const accept = ({ tenant, applicationId }: Closing) =>
        inScope(app.pool, tenant, (tx) => acceptSignedOffer(tx, tenant, applicationId, by));
      const size = () => sizeOffersAgain(app, { ...closing.tenant, id: randomUUID() });
      const first = round === 0 ? [accept(closing)] : [];
      await Promise.all(first);
      await Promise.all([accept(closing), size(), accept(other), size(), size()]);
      await handleEvents(world.server, closing.id);
      await sizeAgain(closing);
      for (const product of ["TERM_LOAN", line]) {
        expect(await standing(closing, product)).toMatchObject({ status: "CLOSE_LOAN", round: 1 });
        expect((await offersOf(closing, product)).filter(({ status }) => status === "ACCEPTED")).toHaveLength(1);
      }
    }
  });

  it("are left for as long as the law keeps them unchanged, and are sized again afterwards", async () => {
    const closing = await besideLoan("MCA");
    const time = businessTime(world.server, [applicationDeadlines]);
    await rows("update app.offer set state = 'CT' where business_id = $1", closing.id);
    const [{ now }] = await rows("select app.business_now($1) as now", closing.id);
    await signDocuments(world, closing);
    await sizeAgain(closing);
    expect(await standing(closing, "MCA")).toMatchObject({ step: "DISPLAY_OFFERS", round: 1 });
    await time.passTo(closing, later(now, 2.9));
    expect(await started(closing)).toHaveLength(1);
    await time.passTo(closing, later(now, 3.1));
    expect(await started(closing)).toHaveLength(2);
    await sizeAgain(closing);
    expect(await standing(closing, "MCA")).toMatchObject({ step: "DISPLAY_OFFERS", round: 2 });
    expect((await offersOf(closing, "MCA")).map(({ status }) => status)).toEqual(["EXPIRED", "WAITING_FOR_SELECTION"]);
  });

  it("that wait for a mark-up are sized again when they are shown", async () => {
    const closing = await besideLoan();
    const time = businessTime(world.server, [applicationDeadlines]);
    const { id } = await standing(closing);
    const [{ now }] = await rows("select app.business_now($1) as now", closing.id);
    await rows("update app.offer set is_locked = false where application_id = $1", id);
    await rows(
      `update app.loan_application set status = 'WAITING_FOR_PLATFORM_MARKUP', offer_step = 'OFFERS_PENDING', next_action_at = $2 where id = $1`,
      id,
      later(now, 1),
    );
    await signDocuments(world, closing);
    expect(await started(closing)).toEqual([]);
    await time.passTo(closing, later(now, 1.1));
    await handleEvents(world.server, closing.id);
    expect(await started(closing)).toHaveLength(1);
    await sizeAgain(closing);
    expect(await standing(closing)).toMatchObject({ step: "DISPLAY_OFFERS", round: 2 });
  });
});
