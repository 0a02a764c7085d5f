import { randomUUID } from "node:crypto";
import type { CashFlowFitAnswer } from "@inlay/contracts/calls/cash-flow-fit.ts";
import { offerFit } from "@inlay/lending/cash-flow-fit/cash-flow-fit.ts";
import { cents } from "@inlay/lending/money/cents.ts";
import { offerPricing } from "@inlay/lending/offers/pricing.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestServer, testServer } from "../http/server.fixture.ts";
import type { Applicant } from "../onboarding/consents/consent.fixture.ts";
import { type TestSandbox, testSandbox } from "../providers/sandbox.fixture.ts";
import { destroyKey, tenantOf } from "../underwriting/decisions/applied.fixture.ts";
import { readDecidedFacts } from "../underwriting/public.ts";
import { completedApplicant, decide } from "./decided.fixture.ts";

let sandbox: TestSandbox;
let server: TestServer;
let applicant: Applicant;
let offers: { id: string; decisionId: string; largestCents: number; terms: unknown }[];

beforeAll(async () => {
  sandbox = await testSandbox();
  server = await testServer(sandbox.environment);
  applicant = await completedApplicant(server, sandbox, { products: ["MCA", "TERM_LOAN", "LOC_TERM_LOAN"] });
  await decide(server, applicant);
  const { rows } = await server.database.admin.query(
    `select id, decision_id as "decisionId", amount_cents::int as "largestCents", terms from app.offer where business_id = $1 order by id`,
    [applicant.id],
  );
  offers = rows;
});
afterAll(async () => {
  await server.close();
  await sandbox.close();
});

const read = async (id: string, query = "") => {
  const { status, body } = await applicant.as({ method: "GET", url: `/api/v1/offers/${id}/cash-flow-fit${query}` });
  return { status, body: body as unknown as CashFlowFitAnswer & { code?: string } };
};

describe("cash-flow fit of an offer", () => {
  it("is computed from the balances that the decision is based on, for the largest amount or the one that is asked for", async () => {
    expect(offers.length).toBeGreaterThanOrEqual(3);
    for (const { id, decisionId, largestCents, terms } of offers) {
      const pricing = offerPricing.parse(terms);
      const facts = await readDecidedFacts(server.app, tenantOf(applicant), decisionId);
      if (!facts || facts === "DESTROYED") throw new Error("no facts");
      const { status, body } = await read(id);
      expect(status).toBe(200);
      if (body.outcome !== "FIT") throw new Error("too few days");
      expect(body).toEqual({
        productType: pricing.productType,
        amountCents: largestCents,
        ...offerFit(pricing, cents(largestCents), facts),
      });
      expect(body.to).toBe(facts.takenOn);
      expect(body.weeks.length).toBeGreaterThanOrEqual(52);
      expect(body.weeks.length).toBeLessThanOrEqual(54);

      const smaller = await read(id, "?amountCents=1000000");
      expect(smaller.body).toMatchObject({ amountCents: 1_000_000, ...offerFit(pricing, cents(1_000_000), facts) });
    }
  });

  it("is refused for an amount that cannot be chosen or tried, and for an offer that is not shown", async () => {
    const [{ id, largestCents } = { id: "", largestCents: 0 }] = offers;
    expect(await read(id, `?amountCents=${largestCents + 100}`)).toMatchObject({
      status: 400,
      body: { code: "AMOUNT_OUT_OF_RANGE" },
    });
    expect((await read(id, "?amountCents=0")).status).toBe(400);
    expect((await read(id, "?amountCents=ten")).status).toBe(400);
    expect((await read(randomUUID())).status).toBe(404);
    const { admin } = server.database;
    const move = "update app.loan_application set status = $2, offer_step = $3 where business_id = $1";
    await admin.query(move, [applicant.id, "WAITING_FOR_PLATFORM_MARKUP", "OFFERS_PENDING"]);
    try {
      expect((await read(id)).status).toBe(404);
    } finally {
      await admin.query(move, [applicant.id, "WAITING_FOR_ACCEPTANCE", "DISPLAY_OFFERS"]);
    }
  });

  it("writes no row and records no event", async () => {
    const count = async () => {
      const { rows } = await server.database.admin.query(
        "select (select count(*) from app.event) as events, (select count(*) from app.audit) as audited",
      );
      return rows[0];
    };
    const before = await count();
    await read(offers[0]?.id ?? "");
    expect(await count()).toEqual(before);
  });

  it("knows no balance once the facts are destroyed", async () => {
    await destroyKey(applicant.id, null);
    expect((await read(offers[0]?.id ?? "")).body).toEqual({ outcome: "TOO_FEW_DAYS", knownDays: 0, neededDays: 90 });
  });
});
