import { randomUUID } from "node:crypto";
import { dateAt } from "@inlay/lending/calendar/business-date.ts";
import type { OfferTerms } from "@inlay/lending/underwriting/sizing/size-product.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { acceptedApplication, type Closing, chosenOffer, closingAt, type World } from "../closing/closing.fixture.ts";
import { approve, closers, passChecks, reason } from "../funding/signed.fixture.ts";
import { testServer } from "../http/server.fixture.ts";
import { checkInvariants } from "../ledger/invariants.ts";
import type { Applicant } from "../onboarding/consents/consent.fixture.ts";
import { refinanceRefusalOf } from "../payments/check-refinance.ts";
import { lockOrder } from "../payments/order.ts";
import type { ProductLife } from "../payments/product-life.fixture.ts";
import { testSandbox } from "../providers/sandbox.fixture.ts";
import { decidedAbout, factsAbout } from "../underwriting/decisions/applied.fixture.ts";
import { replay } from "../underwriting/decisions/decisions.ts";
import { handleEvents } from "../workflows/handle-event.fixture.ts";
import { completedApplicant } from "./decided.fixture.ts";
import { ownLoan, payInstallment } from "./own-loan.fixture.ts";
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
/** The payoff of RF-1, after six of twelve payments. */
const payoff = { principalCents: 2_611_590, interestCents: 39_174 };
const debtOf = (old: ProductLife) => ({
  debtType: "KANMON_DEBT",
  refinancedIssuedProductId: old.id,
  book: "EQUITY",
  ...payoff,
});

type Offered = { id: string; status: string; terms: Extract<OfferTerms, { productType: "TERM_LOAN" }> };
const offersOf = (businessId: string): Promise<Offered[]> =>
  rows("select id, status, terms from app.offer where business_id = $1 order by created_at, id", businessId);
const today = async ({ id }: { id: string }) => dateAt((await rows("select app.business_now($1) as now", id))[0].now);

/** A step of a second application, with the loan of the first that has this number of payments. */
async function secondApplication<T>(
  walk: (world: World, wishes: { beforeDecision: (applicant: Applicant) => Promise<void> }) => Promise<T>,
  paidCount = 6,
): Promise<{ second: T; old: ProductLife }> {
  let old: ProductLife | null = null;
  const second = await walk(world, {
    beforeDecision: async (applicant) => {
      old = await ownLoan(world.server, applicant, paidCount);
    },
  });
  if (!old) throw new Error("the application was not decided");
  return { second, old };
}

describe("facts of a second application", () => {
  it("have a half repaid loan with its payoff, and the decision is repeated from them to the same bytes", async () => {
    const applicant = await completedApplicant(world.server, world.sandbox);
    const old = await ownLoan(world.server, applicant, 6);
    const { withUs } = await factsAbout(world.server, applicant);
    expect(withUs.refinanceableProducts).toEqual([
      {
        issuedProductId: old.id,
        productType: "TERM_LOAN",
        book: "EQUITY",
        payoff: { ...payoff, feeCents: 0 },
        monthlyPaymentCents: 458_400,
        isPaymentUnseen: false,
        latestReceivableId: null,
      },
    ]);
    const { run, tenant } = await decidedAbout(world.server, applicant);
    for (const { terms } of run.decision.offers) expect(terms).toMatchObject({ existingDebts: [debtOf(old)] });
    expect(await replay(world.server.app, tenant, run.id)).toMatchObject({ outcome: "SAME" });
  });

  it("have no loan of which less than half is repaid, or that is late", async () => {
    const applicant = await completedApplicant(world.server, world.sandbox);
    const old = await ownLoan(world.server, applicant, 5);
    const refinanceable = async () => (await factsAbout(world.server, applicant)).withUs.refinanceableProducts;
    expect(await refinanceable()).toEqual([]);
    await payInstallment(old, await today(applicant));
    expect(await refinanceable()).toHaveLength(1);
    await rows("update app.issued_product set loan_status = 'LATE' where id = $1", old.id);
    expect(await refinanceable()).toEqual([]);
  });
});

describe("loan that pays off another of ours", () => {
  it("R-1: a second application with a half repaid loan leads to REFINANCED, and the ledger is right", async () => {
    const { server } = world;
    const { second: closing, old } = await secondApplication(acceptedApplication);
    const path = `/businesses/${closing.id}/applications/${closing.applicationId}/closing`;
    const [accepted] = await rows(
      "select terms, chosen_terms as shown, chosen_amount_cents::int as cents from app.offer where id = $1",
      closing.offerId,
    );
    expect(accepted.terms.existingDebts).toEqual([debtOf(old)]);
    expect(accepted.shown).toMatchObject({
      existingDebts: [{ debtType: "KANMON_DEBT", refinancedIssuedProductId: old.id }],
      refiExistingLoanPayoffAmountCents: 2_650_764,
      refiNetNewPrincipalAmountCents: accepted.cents - 2_611_590,
    });
    const [maker, checker] = await closers(server);
    await passChecks(maker, { path });
    const asked = await maker.as("POST", `${path}/fund`, { reason });
    expect((await approve(checker, asked.body["requestId"])).status).toBe(200);

    const payout = await rows(
      "select id, amount_cents::int as cents, issued_product_id as product from app.payment_order where business_id = $1 and key like 'funding/%/1'",
      closing.id,
    );
    const { id, cents: payoutCents, product } = payout[0];
    expect(payoutCents).toBe(accepted.cents - accepted.shown.feeAmountCents - 2_650_764);
    expect(await claimRefusal(closing, old, id)).toBeNull();
    await old.submit(id, await today(closing));
    expect(await old.status()).toBe("REFINANCED");

    const balances = await rows(
      `select l.account::int as account, sum(l.debit_cents - l.credit_cents)::int as cents from app.journal_line l
       where l.issued_product_id = any ($1) and l.account in ('1100', '1110', '1120', '2100', '2050', '1050')
       group by l.account, l.issued_product_id having sum(l.debit_cents - l.credit_cents) <> 0 order by 1`,
      [product, old.id],
    );
    expect(balances).toContainEqual({ account: 1100, cents: accepted.cents });
    expect(balances).toContainEqual({ account: 2100, cents: -accepted.shown.feeAmountCents });
    expect(balances.filter(({ account }) => account !== 1050)).toHaveLength(2);
    const found = await checkInvariants(server.database.admin, await today(closing));
    const about = (text: string) => text.includes(product) || text.includes(old.id);
    expect(found.flatMap(({ broken }) => broken.filter(about))).toEqual([]);
  });

  it("is not paid out when a payment of the old one settles after everybody has signed", async () => {
    const { second: closing, old } = await secondApplication(acceptedApplication);
    const path = `/businesses/${closing.id}/applications/${closing.applicationId}/closing`;
    const [maker, checker] = await closers(world.server);
    await passChecks(maker, { path });
    await payInstallment(old, await today(closing));
    const asked = await maker.as("POST", `${path}/fund`, { reason });
    await approve(checker, asked.body["requestId"]);
    const [payout] = await rows(
      "select id from app.payment_order where business_id = $1 and key like 'funding/%/1'",
      closing.id,
    );
    expect(await claimRefusal(closing, old, payout.id)).toBe("REFINANCED_PAYOFF_CHANGED");
    expect(await old.status()).toBe("CURRENT");
  });

  it("is offered again with the payoff of today when a payment of the old one settles before everybody has signed", async () => {
    const { second: closing, old } = await secondApplication((at, wishes) =>
      closingAt(at, "COLLECT_LEGAL_AGREEMENTS", wishes),
    );
    const before = await offersOf(closing.id);
    await payInstallment(old, await today(closing));
    await handleEvents(world.server, closing.id);
    const runs = await rows(
      "select id from app.workflow_run where business_id = $1 and kind = 'size-offers-again'",
      closing.id,
    );
    expect(runs.length).toBeGreaterThan(0);
    for (const { id } of runs) await sizeOffersAgain(world.server.app, { ...closing.tenant, id });
    await handleEvents(world.server, closing.id);
    const after = await offersOf(closing.id);
    expect(after.slice(0, before.length).map(({ status }) => status)).toEqual(before.map(() => "EXPIRED"));
    const renewed = after.slice(before.length);
    expect(renewed.length).toBeGreaterThan(0);
    for (const { status, terms } of renewed) {
      expect(status).toBe("WAITING_FOR_SELECTION");
      const [debt] = terms.existingDebts;
      if (debt?.debtType !== "KANMON_DEBT") throw new Error("no loan of ours is paid off");
      expect(debt.principalCents).toBe(2_611_590 - (458_400 - 39_174));
    }
    await sizeOffersAgain(world.server.app, { ...closing.tenant, id: randomUUID() });
    expect(await offersOf(closing.id)).toEqual(after);
  });

  it("is offered beside it while less than half of the old one is repaid", async () => {
    const { second: closing } = await secondApplication(chosenOffer, 5);
    for (const { terms } of await offersOf(closing.id)) expect(terms.existingDebts).toEqual([]);
  });
});

/** Why the claim of a payout that would settle today is refused because of what it pays off. */
const claimRefusal = (closing: Closing, old: ProductLife, id: string) =>
  old.debtor.within(async (tx) => {
    const order = await lockOrder(tx, id);
    if (!order) throw new Error("there is no such order");
    return refinanceRefusalOf(tx, order, await today(closing));
  });
