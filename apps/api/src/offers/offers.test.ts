import { businessDate } from "@inlay/lending/calendar/business-date.ts";
import { cents } from "@inlay/lending/money/cents.ts";
import { quotableAmount } from "@inlay/lending/offers/adjustable-amount.ts";
import { offeredTerms } from "@inlay/lending/offers/offered-terms.ts";
import { offerPricing } from "@inlay/lending/offers/pricing.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestServer, testServer } from "../http/server.fixture.ts";
import { deliverEmail } from "../notifications/public.ts";
import type { Applicant } from "../onboarding/consents/consent.fixture.ts";
import type { EmailMessage } from "../providers/email/port.ts";
import { type TestSandbox, testSandbox } from "../providers/sandbox.fixture.ts";
import { tenantOf } from "../underwriting/decisions/applied.fixture.ts";
import { handleEvents } from "../workflows/handle-event.fixture.ts";
import { completedApplicant, confirmLastDenial, decide, type Wishes } from "./decided.fixture.ts";

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
async function offered(wishes: Wishes = {}): Promise<Applicant> {
  const applicant = await completedApplicant(server, sandbox, wishes);
  await decide(server, applicant);
  return applicant;
}
const offers = async (person: Pick<Applicant, "as">) => {
  const { status, body } = await person.as({ method: "GET", url: "/api/v1/offers" });
  expect(status).toBe(200);
  return body["offerGroups"] as {
    loanApplicationId: string;
    issuedProducts: [];
    offers: { id: string; isCounterOffer: boolean; terms: Shown; pricing: unknown; pricedOn: string }[];
  }[];
};
type Shown = Record<string, unknown>;
const largest = (shown: Shown) =>
  Number(
    shown["maxLoanAmountCents"] ??
      shown["approvedLimitCents"] ??
      shown["maxAdvanceAmountCents"] ??
      shown["monthlyLimitAmountCents"],
  );
const productsOf = (groups: Awaited<ReturnType<typeof offers>>) =>
  groups.map((group) => group.offers[0]?.terms["productType"]);

describe("list of offers", () => {
  it("has a group for each application with offers, the shown one first, with the stored terms and APR", async () => {
    const applicant = await offered({ products: ["MCA", "TERM_LOAN", "LOC_TERM_LOAN"] });
    const groups = await offers(applicant);
    expect(productsOf(groups)).toEqual(["TERM_LOAN", "LOC_TERM_LOAN", "MCA"]);
    const stored = await rows(
      `select id, application_id, amount_cents::int as amount, apr_percentage::float as apr, expires_at, capital_provider_id, terms
       from app.offer where business_id = $1`,
      applicant.id,
    );
    const listed = groups.flatMap((group) => group.offers);
    expect(listed.map(({ id }) => id).toSorted()).toEqual(stored.map(({ id }) => id).toSorted());
    for (const { id, application_id, amount, apr, expires_at, capital_provider_id, terms } of stored) {
      const offer = listed.find((one) => one.id === id);
      expect(offer).toMatchObject({
        loanApplicationId: application_id,
        businessId: applicant.id,
        capitalProviderId: capital_provider_id,
        locked: true,
        selectedAt: null,
        expiredAt: expires_at.toISOString(),
      });
      const shown = offer?.terms ?? {};
      expect(shown["productType"]).toBe(terms.productType);
      expect(shown["loanAmountCents"] ?? shown["approvedLimitCents"] ?? shown["advanceAmountCents"]).toBe(amount);
      expect(shown["apr"] ?? shown["estimatedApr"]).toBe(apr);
    }
  });

  it("shows a loan with its payments, its cost, and what is paid out", async () => {
    const [group] = await offers(await offered());
    for (const { terms } of group?.offers ?? []) {
      const { loanAmountCents, feeAmountCents, totalInterest, totalCostCents, netDisbursementAmountCents } =
        terms as Record<string, number>;
      expect(totalCostCents).toBe((totalInterest ?? 0) + (feeAmountCents ?? 0));
      expect(netDisbursementAmountCents).toBe((loanAmountCents ?? 0) - (feeAmountCents ?? 0));
      expect(terms["totalPaymentAmountCents"]).toBe((loanAmountCents ?? 0) + (totalInterest ?? 0));
    }
    // The shortest term comes first.
    const terms = group?.offers.map((offer) => Number(offer.terms["durationDays"])) ?? [];
    expect(terms.length).toBeGreaterThan(1);
    expect(terms).toEqual(terms.toSorted((a, b) => a - b));
  });

  it("is empty before a decision, after a denial and after a withdrawal", async () => {
    const waiting = await completedApplicant(server, sandbox);
    expect(await offers(waiting)).toEqual([]);
    const declined = await offered({ bankUser: "user_shrinking" });
    await confirmLastDenial(server, declined);
    await decide(server, declined);
    expect(await offers(declined)).toEqual([]);
    const withdrawn = await offered();
    await withdrawn.as({ method: "POST", url: "/api/v1/loan-applications/withdraw", payload: { reason: "OTHER" } });
    expect(await offers(withdrawn)).toEqual([]);
  });

  it("shows nothing while the platform may add its mark-up", async () => {
    const applicant = await offered({ settings: { markupEnabled: true } });
    expect(await rows("select from app.offer where business_id = $1", applicant.id)).not.toEqual([]);
    expect(await offers(applicant)).toEqual([]);
  });

  it("still shows offers that have expired, and none of a round before the last refresh", async () => {
    const applicant = await offered();
    await rows("update app.offer set status = 'EXPIRED' where business_id = $1", applicant.id);
    await rows("update app.loan_application set offer_step = 'OFFERS_EXPIRED' where business_id = $1", applicant.id);
    expect(productsOf(await offers(applicant))).toEqual(["TERM_LOAN"]);
    await rows("update app.loan_application set round = round + 1 where business_id = $1", applicant.id);
    expect(await offers(applicant)).toEqual([]);
  });

  it("is refused to everybody but the primary owner, and contains no offer of another business", async () => {
    const applicant = await offered();
    const [{ platformBusinessId }] = await rows(
      'select platform_business_id as "platformBusinessId" from app.business where id = $1',
      applicant.id,
    );
    for (const roles of [["OPERATOR"], []]) {
      const other = await server.person(applicant.platform, { platformBusinessId, roles });
      expect((await other.as({ method: "GET", url: "/api/v1/offers" })).status).toBe(403);
    }
    const stranger = await server.person(applicant.platform, { roles: ["PRIMARY_OWNER"] });
    expect(await offers(stranger)).toEqual([]);
  });
});

describe("quote of an offer", () => {
  const quote = (person: Pick<Applicant, "as">, id: string, amountCents: number) =>
    person.as({ method: "POST", url: `/api/v1/offers/${id}/quote`, payload: { amountCents } });

  it("has the figures that the portal computes from the offer's pricing, and stores nothing", async () => {
    const applicant = await offered({ products: ["MCA", "TERM_LOAN", "LOC_TERM_LOAN"] });
    const before = await rows("select * from app.offer where business_id = $1 order by id", applicant.id);
    for (const group of await offers(applicant)) {
      const all = group.offers.map(({ pricing }) => offerPricing.parse(pricing));
      for (const { id, pricing, pricedOn, terms } of group.offers) {
        const parsed = offerPricing.parse(pricing);
        const range = quotableAmount(parsed, cents(largest(terms)));
        for (const amountCents of [range?.minCents, range?.maxCents].map((amount) => amount ?? 0)) {
          const { status, body } = await quote(applicant, id, amountCents);
          expect(status).toBe(200);
          expect(body["terms"]).toEqual(offeredTerms(parsed, businessDate(pricedOn), all, cents(amountCents)));
        }
        expect((await quote(applicant, id, largest(terms))).body["terms"]).toEqual(terms);
      }
    }
    expect(await rows("select * from app.offer where business_id = $1 order by id", applicant.id)).toEqual(before);
  });

  it("is refused for an amount that cannot be chosen, and for offers that are not shown", async () => {
    const applicant = await offered();
    const [offer] = (await offers(applicant))[0]?.offers ?? [];
    if (!offer) throw new Error("an offer");
    expect(await quote(applicant, offer.id, largest(offer.terms) + 100)).toMatchObject({
      status: 400,
      body: { code: "AMOUNT_OUT_OF_RANGE", message: expect.stringMatching(/^Choose between \$10,000\.00 and /) },
    });
    await rows(
      "update app.loan_application set status = 'WAITING_FOR_PLATFORM_MARKUP', offer_step = 'OFFERS_PENDING' where business_id = $1",
      applicant.id,
    );
    expect((await quote(applicant, offer.id, largest(offer.terms))).status).toBe(404);
  });
});

describe("email about offers", () => {
  const emailsOf = ({ id }: Applicant) =>
    rows("select id, recipient, locale from app.email where business_id = $1 and template = 'offers-ready'", id);

  it("is sent to the primary owner once, however many applications are offered together, with a link and no price", async () => {
    const applicant = await offered({ products: ["TERM_LOAN", "MCA"] });
    await handleEvents(server, applicant.id);
    const [email, ...others] = await emailsOf(applicant);
    expect(others).toEqual([]);
    const sent: EmailMessage[] = [];
    const emailSender = { send: async (message: EmailMessage) => void sent.push(message), close: () => {} };
    await deliverEmail(server.app, emailSender, { ...tenantOf(applicant), id: email.id });
    expect(sent[0]?.subject).toMatch(/^Offers for .+ are ready$/);
    expect(sent[0]?.html).toContain("See your offers");
    expect(sent[0]?.text).not.toMatch(/\$\d/);
  });

  it("is not sent for offers that are gone when the event is handled", async () => {
    const applicant = await offered();
    await rows("update app.offer set status = 'EXPIRED' where business_id = $1", applicant.id);
    await handleEvents(server, applicant.id);
    expect(await emailsOf(applicant)).toEqual([]);
  });
});
