import { rightAnswers } from "@inlay/contracts/onboarding/wrong-inputs.fixture.ts";
import pg from "pg";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { applicantAtConsent, complete } from "../onboarding/consents/consent.fixture.ts";
import { enter, invitedCoOwners } from "../people/invitations.fixture.ts";
import { type Answered, type TestServer, testServer } from "./server.fixture.ts";

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

/** How often a request opens a transaction, authenticates its caller and reads the settings of the platform. */
async function countsOf(request: () => Promise<Answered>) {
  const query = vi.spyOn(pg.Client.prototype, "query");
  try {
    const { status } = await request();
    const texts = query.mock.calls.map(([sent]) => {
      const statement: unknown = sent;
      return typeof statement === "string" ? statement : (statement as { text: string }).text;
    });
    const count = (word: string) => texts.filter((text) => text.includes(word)).length;
    return {
      status,
      transactions: texts.filter((text) => text.startsWith("begin")).length,
      authentications: count("app.enter_session"),
      settings: count('"platform_settings"'),
    };
  } finally {
    query.mockRestore();
  }
}

const once = { status: 200, transactions: 1, authentications: 1, settings: 1 };

it("step without a preparation: is completed in the transaction that authenticates the caller", async () => {
  const owner = await applicantAtConsent(server);
  const details = { ...rightAnswers.COLLECT_PERSONAL_DETAILS, city: "Portland" };
  expect(await countsOf(() => complete(owner, "COLLECT_PERSONAL_DETAILS", details))).toEqual(once);
});

it("step with a preparation: is authenticated before it and again for the completion", async () => {
  const owner = await applicantAtConsent(server, {
    products: ["TERM_LOAN"],
    settings: { hiddenSteps: ["COLLECT_PLAID", "COLLECT_EXISTING_DEBT", "COLLECT_SECONDARY_BUSINESS_OWNER_DETAILS"] },
  });
  expect(await countsOf(() => complete(owner, "COLLECT_RAILZ", rightAnswers.COLLECT_RAILZ))).toMatchObject({
    status: 200,
    authentications: 2,
    // The preparation reads them for the accountant's link.
    settings: 2,
  });
});

it("screen and draft of a step: are served in one transaction", async () => {
  const owner = await applicantAtConsent(server);
  const url = "/api/v1/step/COLLECT_PERSONAL_DETAILS";
  expect(await countsOf(() => owner.as({ method: "GET", url }))).toEqual(once);
  const payload = { fields: { city: "Portland" } };
  expect(await countsOf(() => owner.as({ method: "PUT", url: `${url}/draft`, payload }))).toEqual(once);
});

it("co-owner's step: is completed in one transaction", async () => {
  const { tokens } = await invitedCoOwners(server, 1);
  const guest = await enter(server, tokens[0] ?? "");
  const url = "/api/secondary-owners/v2/complete-step";
  const payload = { completedStep: "START_FLOW", data: {} };
  expect(await countsOf(() => guest.as({ method: "PUT", url, payload }))).toEqual(once);
});
