import { randomUUID } from "node:crypto";
import { uuidOf } from "@inlay/contracts/ids.ts";
import { rightAnswers, wrongInputs } from "@inlay/contracts/onboarding/wrong-inputs.fixture.ts";
import type { PlatformSettings } from "@inlay/contracts/platform-settings.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestPerson, type TestPlatform, type TestServer, testServer } from "../../http/server.fixture.ts";
import { type TestSandbox, testSandbox } from "../../providers/sandbox.fixture.ts";

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

const yes = rightAnswers.START_FLOW;
const personal = rightAnswers.COLLECT_PERSONAL_DETAILS;
const { addressLineOne, city, state, zipcode } = personal;
const business = () => ({
  ...rightAnswers.COLLECT_BUSINESS_DETAILS,
  businessName: `Harbor ${randomUUID().slice(0, 8)}`,
});

type Owner = TestPerson & { platform: TestPlatform };
async function anOwner(settings: Partial<PlatformSettings> = {}): Promise<Owner> {
  const platform = await server.platform(settings);
  return {
    ...(await server.person(platform, { email: `${randomUUID()}@owner.test`, roles: ["PRIMARY_OWNER"] })),
    platform,
  };
}
const complete = (owner: TestPerson, completedStep: string, data: object = {}, query = "") =>
  owner.as({ method: "PUT", url: `/api/v1/completeStep${query}`, payload: { completedStep, data } });
const read = async (owner: TestPerson, step: string, query = "") => {
  const answer = await owner.as({ method: "GET", url: `/api/v1/step/${step}${query}` });
  return {
    status: answer.status,
    body: (answer.body["existingData"] ?? {}) as Record<string, unknown>,
    draft: answer.body["draft"],
  };
};
const current = async (owner: TestPerson) =>
  (await owner.as({ method: "GET", url: "/api/v1/workflow" })).body["currentStep"];

/** An owner at this step. */
async function ownerAt(
  step: "SELECT_PRODUCTS" | "COLLECT_PERSONAL_DETAILS" | "COLLECT_BUSINESS_DETAILS",
): Promise<Owner> {
  const owner = await anOwner();
  await complete(owner, "START_FLOW", yes);
  if (step === "SELECT_PRODUCTS") return owner;
  await complete(owner, "SELECT_PRODUCTS", { selectedProducts: ["FAST_PAY"] });
  if (step === "COLLECT_PERSONAL_DETAILS") return owner;
  await complete(owner, "COLLECT_PERSONAL_DETAILS", personal);
  return owner;
}

async function prequalify(owner: Owner, product: string, terms: object, inState: string | null = null) {
  await server.database.admin.query(
    `insert into app.prequalification (platform_id, business_id, product, prequal_type, is_prequalified, prequalified_amount_cents, terms, show_price, prequal_date, expires_date)
     select platform_id, business_id, $2, 'STANDARD', true, 1800000, $3, true, current_date, current_date + 60 from app.business_user where platform_user_id = $1`,
    [owner.platformUserId, product, terms],
  );
  if (inState) {
    await server.database.admin.query(
      "update app.business set address = $2 where id = (select business_id from app.business_user where platform_user_id = $1)",
      [owner.platformUserId, { addressLineOne, addressLineTwo: null, city, zipcode, country: "US", state: inState }],
    );
  }
}

describe("first steps", () => {
  it("lead from the start to the bank, each answering with the current step", async () => {
    const owner = await anOwner();
    expect(await current(owner)).toBe("ONBOARDING.START_FLOW");
    const steps: [string, object, string][] = [
      ["ONBOARDING.START_FLOW", yes, "ONBOARDING.SELECT_PRODUCTS"],
      ["SELECT_PRODUCTS", { selectedProducts: ["TERM_LOAN", "FAST_PAY"] }, "ONBOARDING.COLLECT_PERSONAL_DETAILS"],
      ["COLLECT_BUSINESS_OWNER_DETAILS", personal, "ONBOARDING.COLLECT_BUSINESS_DETAILS"],
      ["COLLECT_BUSINESS_DETAILS", business(), "ONBOARDING.COLLECT_PLAID"],
    ];
    for (const [step, data, next] of steps) {
      const answer = await complete(owner, step, data);
      expect({ step, status: answer.status, next: answer.body["currentStep"] }).toEqual({ step, status: 200, next });
    }
    expect((await owner.as({ method: "GET", url: "/api/v1/workflow" })).body["steps"]).toEqual([
      ...["ONBOARDING.SELECT_PRODUCTS", "ONBOARDING.COLLECT_PERSONAL_DETAILS", "ONBOARDING.COLLECT_BUSINESS_DETAILS"],
      ...["ONBOARDING.COLLECT_PLAID", "ONBOARDING.COLLECT_RAILZ", "ONBOARDING.COLLECT_EXISTING_DEBT"],
      ...["ONBOARDING.COLLECT_SECONDARY_BUSINESS_OWNER_DETAILS", "ONBOARDING.COLLECT_CONSENT", "WAITING_FOR_OFFERS"],
    ]);
    const { rows } = await server.database.admin.query(
      "select kind, body->>'step' as step from app.event where business_id = (select business_id from app.business_user where platform_user_id = $1) and kind like 'onboarding.%' order by sequence",
      [owner.platformUserId],
    );
    expect(rows.map((row) => row.step)).toEqual([
      "START_FLOW",
      "SELECT_PRODUCTS",
      "COLLECT_PERSONAL_DETAILS",
      "COLLECT_BUSINESS_DETAILS",
    ]);
  });

  it("show the normalized answers again", async () => {
    const owner = await ownerAt("COLLECT_BUSINESS_DETAILS");
    expect((await read(owner, "COLLECT_PERSONAL_DETAILS")).body).toEqual({
      primaryBusinessOwnerFirstName: "Rosa",
      primaryBusinessOwnerLastName: "Marín",
      primaryBusinessOwnerEmail: "rosa@harbor.test",
      phoneNumber: "+15035550134",
      address: { addressLineOne, addressLineTwo: null, city, state, zipcode, country: "US" },
      verified: false,
    });
    await complete(owner, "COLLECT_BUSINESS_DETAILS", { ...business(), verified: true });
    expect((await read(owner, "COLLECT_BUSINESS_DETAILS")).body).toMatchObject({
      phoneNumber: "+15035550135",
      website: "https://harbor.test",
      verified: true,
    });
  });

  it("show the home address to the business details, and null before it is known", async () => {
    const owner = await ownerAt("COLLECT_PERSONAL_DETAILS");
    const home = async () => (await read(owner, "COLLECT_BUSINESS_DETAILS")).body["homeAddress"];
    await complete(owner, "COLLECT_PERSONAL_DETAILS", { ...personal, verified: true });
    const address = { addressLineOne, addressLineTwo: null, city, state, zipcode, country: "US" };
    expect(await home()).toEqual({ address, verified: true });
    await server.database.admin.query("delete from app.business_owner where email = 'rosa@harbor.test'");
    expect(await home()).toBeNull();
  });

  it("show again how the screener was answered, and that statements were chosen instead of a bank", async () => {
    const owner = await ownerAt("COLLECT_BUSINESS_DETAILS");
    const answered = { ...yes, businessesGreaterThan: false };
    await complete(owner, "START_FLOW", answered);
    expect((await read(owner, "START_FLOW")).body).toMatchObject({ eligibilityAnswers: answered });
    await complete(owner, "COLLECT_BUSINESS_DETAILS", business());
    expect((await read(owner, "COLLECT_PLAID")).body).toMatchObject({ optToProvideBankStatements: false });
    await complete(owner, "COLLECT_PLAID", { optToProvideBankStatements: true });
    expect((await read(owner, "COLLECT_PLAID")).body).toMatchObject({ optToProvideBankStatements: true });
  });

  it("prefill what the partner provided about the person and the business", async () => {
    const platform = await server.platform();
    const owner = {
      ...(await server.person(platform, {
        firstName: "Ana",
        lastName: "Ruiz",
        phoneNumber: "+15035550136",
        roles: ["PRIMARY_OWNER"],
      })),
      platform,
    };
    await complete(owner, "START_FLOW", yes);
    await complete(owner, "SELECT_PRODUCTS", { selectedProducts: ["MCA"] });
    expect((await read(owner, "COLLECT_PERSONAL_DETAILS")).body).toMatchObject({
      primaryBusinessOwnerFirstName: "Ana",
      phoneNumber: "+15035550136",
    });
  });
});

describe("completing a step", () => {
  it("again with the same answer changes nothing, whatever happened since", async () => {
    const owner = await ownerAt("COLLECT_BUSINESS_DETAILS");
    const again = await complete(owner, "START_FLOW", yes);
    expect({ status: again.status, step: again.body["currentStep"] }).toEqual({
      status: 200,
      step: "ONBOARDING.COLLECT_BUSINESS_DETAILS",
    });
  });

  it("before the current one is an edit, and the current step stays", async () => {
    const owner = await ownerAt("COLLECT_BUSINESS_DETAILS");
    const edited = await complete(owner, "COLLECT_PERSONAL_DETAILS", {
      ...personal,
      primaryBusinessOwnerFirstName: "Rosalía",
    });
    expect(edited.body["currentStep"]).toBe("ONBOARDING.COLLECT_BUSINESS_DETAILS");
    expect((await read(owner, "COLLECT_PERSONAL_DETAILS")).body["primaryBusinessOwnerFirstName"]).toBe("Rosalía");
  });

  it("again leaves in the audit trail which answer it replaced, without its content", async () => {
    const owner = await ownerAt("COLLECT_BUSINESS_DETAILS");
    const edit = { ...personal, primaryBusinessOwnerFirstName: "Rosalía" };
    await complete(owner, "COLLECT_PERSONAL_DETAILS", edit);
    await complete(owner, "COLLECT_PERSONAL_DETAILS", personal);
    const { rows } = await server.database.admin.query(
      `select encode(before_hash, 'hex') as before, encode(after_hash, 'hex') as after from app.audit
       where action = 'onboarding.complete-step'
         and business_id = (select business_id from app.business_user where platform_user_id = $1) order by sequence`,
      [owner.platformUserId],
    );
    const [first, changed, back] = rows.slice(-3);
    expect(first).toEqual({ before: null, after: expect.any(String) });
    expect(changed).toEqual({ before: first.after, after: expect.any(String) });
    expect(changed.after).not.toBe(first.after);
    // Only the repeated answer has the hash of an earlier one.
    expect(back).toEqual({ before: changed.after, after: first.after });
    expect(new Set(rows.map(({ after }) => after)).size).toBe(rows.length - 1);
  });

  it("ahead of the current one is refused, and so is reading it", async () => {
    const owner = await anOwner();
    const early = await complete(owner, "COLLECT_BUSINESS_DETAILS", business());
    expect({ status: early.status, code: early.body["errorCode"] }).toEqual({
      status: 409,
      code: "StepNotCurrentException",
    });
    expect((await read(owner, "COLLECT_BUSINESS_DETAILS")).status).toBe(409);
    expect((await complete(owner, "NO_SUCH_STEP")).status).toBe(404);
  });
});

describe("step draft", () => {
  const draft = (owner: TestPerson, step: string, fields: object) =>
    owner.as({ method: "PUT", url: `/api/v1/step/${step}/draft`, payload: { fields } });

  it("returns unsent input, valid or not, until the step is completed", async () => {
    const owner = await ownerAt("COLLECT_PERSONAL_DETAILS");
    const typed = { primaryBusinessOwnerFirstName: "Ro", phoneNumber: "12" };
    expect((await draft(owner, "ONBOARDING.COLLECT_PERSONAL_DETAILS", typed)).status).toBe(200);
    expect((await read(owner, "COLLECT_PERSONAL_DETAILS")).draft).toEqual(typed);
    await complete(owner, "COLLECT_PERSONAL_DETAILS", personal);
    expect((await read(owner, "COLLECT_PERSONAL_DETAILS")).draft).toBeNull();
  });

  it("accepts only fields of its step, without tax or account numbers", async () => {
    const owner = await ownerAt("COLLECT_PERSONAL_DETAILS");
    for (const field of ["ssn", "tin", "accountNumber", "anything"]) {
      expect((await draft(owner, "COLLECT_PERSONAL_DETAILS", { [field]: "900-00-0001" })).status).toBe(400);
    }
  });
});

describe("address suggestions", () => {
  const suggest = (person: TestPerson, input: string) =>
    person.as({ method: "POST", url: "/api/v1/address-suggestions", payload: { input, session: randomUUID() } });

  it("complete typed input, and resolve into parts that the details accept", async () => {
    const owner = await ownerAt("COLLECT_BUSINESS_DETAILS");
    const { suggestions } = (await suggest(owner, "16 orch")).body as { suggestions: { id: string; text: string }[] };
    expect(suggestions.map((one) => one.text)).toEqual(["16 Orchard Ln, Hood River, OR, USA"]);
    const resolved = await owner.as({
      method: "POST",
      url: "/api/v1/address-suggestions/resolve",
      payload: { id: suggestions[0]?.id, session: randomUUID() },
    });
    const data = { ...business(), ...(resolved.body["address"] as object), verified: true };
    expect((await complete(owner, "COLLECT_BUSINESS_DETAILS", data)).status).toBe(200);
  });

  it("are optional: while unavailable the answer says so and the person continues typing", async () => {
    const owner = await anOwner();
    expect((await suggest(owner, "outage")).body).toEqual({ isAvailable: false, suggestions: [] });
  });
});

describe("START_FLOW", () => {
  it("shows the screener with the platform's minimum score, and both outcomes lead to the next step", async () => {
    const owner = await anOwner({ minimumFicoScoreRequiredOnPlatform: 640 });
    expect((await read(owner, "START_FLOW")).body).toMatchObject({
      variant: "ELIGIBILITY_SCREENER",
      minimumFicoScoreRequiredOnPlatform: 640,
      eligibilityAnswers: null,
    });
    expect((await complete(owner, "START_FLOW", { ...yes, businessesGreaterThan: false })).body["currentStep"]).toBe(
      "ONBOARDING.SELECT_PRODUCTS",
    );
  });

  it.each([
    { no: "none", isEligible: true },
    { no: "creditScoreGreaterThan", isEligible: false },
    { no: "businessesGreaterThan", isEligible: false },
    { no: "averageBusinessesCashBalanceGreaterThan", isEligible: false },
  ])("answered with no to $no saves isEligible $isEligible", async ({ no, isEligible }) => {
    const owner = await anOwner();
    await complete(owner, "START_FLOW", { ...yes, ...(no in yes && { [no]: false }) });
    const { rows } = await server.database.admin.query(
      "select answers->'isEligible' as saved from app.onboarding where business_id = (select business_id from app.business_user where platform_user_id = $1)",
      [owner.platformUserId],
    );
    expect(rows).toEqual([{ saved: isEligible }]);
  });

  it("asks nothing where the platform does not prequalify", async () => {
    const owner = await anOwner({ prequalEnabled: false });
    expect((await read(owner, "START_FLOW")).body).toMatchObject({ variant: "NEITHER" });
    expect((await complete(owner, "START_FLOW", yes)).status).toBe(400);
    expect((await complete(owner, "START_FLOW")).status).toBe(200);
  });

  it.each(wrongInputs.START_FLOW)("with $field $value says: $sentence", async ({ field, value, sentence }) => {
    const owner = await anOwner();
    expect(await says(owner, "START_FLOW", { ...yes, [field]: value })).toEqual(refusing(field, sentence));
  });

  const nothingShown = {
    prequalLimitCents: null,
    prequalAmountCents: null,
    advanceAmountCents: null,
    feeFactor: null,
    financeChargeInCents: null,
    totalRepaymentInCents: null,
    repaymentPercentage: null,
    repaymentFrequency: null,
  };
  const shownTo = async (owner: Owner) => (await read(owner, "START_FLOW")).body["prequalification"];

  it.each([
    ["TERM_LOAN", "prequalAmountCents"],
    ["LOC_TERM_LOAN", "prequalLimitCents"],
    ["FAST_PAY", "prequalLimitCents"],
    ["EXTEND_PAY_PURCHASE_ORDER", "prequalLimitCents"],
  ])("shows a prequalification for %s as its %s", async (product, amount) => {
    const owner = await anOwner();
    await prequalify(owner, product, { [amount]: 1_800_000 }, "OR");
    expect((await read(owner, "START_FLOW")).body).toMatchObject({
      variant: "DISPLAY_PREQUALIFICATION",
      prequalification: { ...nothingShown, product, [amount]: 1_800_000 },
    });
    expect((await complete(owner, "START_FLOW")).status).toBe(200);
  });

  const price = {
    feeFactor: "1.12",
    financeChargeInCents: 216_000,
    totalRepaymentInCents: 2_016_000,
    repaymentPercentage: "15",
  };

  it.each([
    ["MCA", { ...price, repaymentFrequency: "WEEKLY" }],
    ["INTEGRATED_MCA", price],
  ])("shows the price of %s in states that allow it, and only the amount elsewhere", async (product, terms) => {
    const shownIn = async (state: string | null) => {
      const owner = await anOwner();
      await prequalify(owner, product, terms, state);
      return shownTo(owner);
    };
    const withoutPrice = { ...nothingShown, product, advanceAmountCents: 1_800_000 };
    expect(await shownIn("OR")).toEqual({ ...withoutPrice, ...terms });
    expect(await shownIn("CA")).toEqual(withoutPrice);
    expect(await shownIn(null)).toEqual(withoutPrice);
  });

  const ofOwner = "business_id = (select business_id from app.business_user where platform_user_id = $1)";
  const displaysTo = async (owner: Owner) =>
    (
      await server.database.admin.query(
        `select d.shown, d.shown_at, p.product from app.prequalification_display d
         join app.prequalification p on p.id = d.prequalification_id where d.${ofOwner} order by d.id`,
        [owner.platformUserId],
      )
    ).rows;
  const setClock = (owner: Owner, days: number) =>
    server.database.admin.query(
      `insert into app.business_clock (business_id, platform_id, now_at)
       select business_id, platform_id, now() + make_interval(days => $2) from app.business_user where platform_user_id = $1
       on conflict (business_id) do update set now_at = excluded.now_at`,
      [owner.platformUserId, days],
    );

  it("stores what of a prequalification was shown and when, once for each content", async () => {
    const owner = await anOwner();
    await prequalify(owner, "MCA", price, "CA");
    await setClock(owner, 30);
    const [first, second] = [await shownTo(owner), await shownTo(owner)];
    expect(second).toEqual(first);
    const inMonth = (at: Date) => Math.round((at.getTime() - Date.now()) / 86_400_000);
    expect(await displaysTo(owner)).toMatchObject([{ product: "MCA", shown: first }]);
    expect((await displaysTo(owner)).map(({ shown_at: at }) => inMonth(at))).toEqual([30]);
    // In another state the price is shown too.
    await server.database.admin.query(
      `update app.business set address = jsonb_set(address, '{state}', '"OR"') where id = (select business_id from app.business_user where platform_user_id = $1)`,
      [owner.platformUserId],
    );
    expect((await displaysTo(owner)).map(({ shown }) => shown)).toEqual([first]);
    const priced = await shownTo(owner);
    expect((await displaysTo(owner)).map(({ shown }) => shown)).toEqual([first, priced]);
  });

  it("follows the business's clock: after its last day a prequalification is neither shown nor shortens the path", async () => {
    const owner = await anOwner();
    await prequalify(owner, "TERM_LOAN", {});
    await complete(owner, "START_FLOW");
    await complete(owner, "SELECT_PRODUCTS", { selectedProducts: ["TERM_LOAN"] });
    const asksForAccounting = async () =>
      ((await owner.as({ method: "GET", url: "/api/v1/workflow" })).body["steps"] as string[]).includes(
        "ONBOARDING.COLLECT_RAILZ",
      );
    await setClock(owner, 60);
    expect({ shown: await shownTo(owner), asks: await asksForAccounting() }).toMatchObject({
      shown: { product: "TERM_LOAN" },
      asks: false,
    });
    await setClock(owner, 61);
    expect({ shown: await shownTo(owner), asks: await asksForAccounting() }).toEqual({ shown: undefined, asks: true });
  });

  it("shows the best one by priority, among the products that the platform and its page allow", async () => {
    const owner = await anOwner({ platformEnabledProducts: ["FAST_PAY", "MCA", "LOC_TERM_LOAN"] });
    for (const product of ["MCA", "LOC_TERM_LOAN", "FAST_PAY", "TERM_LOAN"]) await prequalify(owner, product, {});
    const shown = async (query: string) =>
      ((await read(owner, "START_FLOW", query)).body["prequalification"] as { product: string } | undefined)?.product;
    expect(await shown("")).toBe("FAST_PAY");
    expect(await shown("?productSubsetDuringOnboarding=MCA,LOC_TERM_LOAN")).toBe("LOC_TERM_LOAN");
    expect(await shown("?productSubsetDuringOnboarding=TERM_LOAN")).toBeUndefined();
  });
});

describe("SELECT_PRODUCTS", () => {
  it("says which product to send when only one is selectable", async () => {
    const owner = await anOwner({ platformEnabledProducts: ["LOC_TERM_LOAN", "MCA"] });
    await complete(owner, "START_FLOW", yes);
    expect((await read(owner, "SELECT_PRODUCTS")).body).toEqual({
      selectableProducts: ["LOC_TERM_LOAN", "MCA"],
      selectedProducts: [],
      olderBusinesses: [],
      onlyProduct: "LOC_TERM_LOAN",
    });
    expect((await read(owner, "SELECT_PRODUCTS", "?productSubsetDuringOnboarding=MCA")).body).toMatchObject({
      selectableProducts: ["MCA"],
      onlyProduct: null,
    });
  });

  it.each(wrongInputs.SELECT_PRODUCTS)("with $field $value says: $sentence", async ({ field, value, sentence }) => {
    const owner = await ownerAt("SELECT_PRODUCTS");
    expect(await says(owner, "SELECT_PRODUCTS", { [field]: value })).toEqual(refusing(field, sentence));
  });

  it("accepts only selectable products", async () => {
    const owner = await anOwner({ platformEnabledProducts: ["FAST_PAY", "TERM_LOAN"] });
    await complete(owner, "START_FLOW", yes);
    expect((await complete(owner, "SELECT_PRODUCTS", { selectedProducts: ["MCA"] })).status).toBe(403);
    const narrowed = await complete(
      owner,
      "SELECT_PRODUCTS",
      { selectedProducts: ["TERM_LOAN"] },
      "?productSubsetDuringOnboarding=FAST_PAY",
    );
    expect(narrowed.status).toBe(403);
    expect((await complete(owner, "SELECT_PRODUCTS", { selectedProducts: ["TERM_LOAN"] })).status).toBe(200);
  });
});

const says = async (owner: TestPerson, step: string, data: object) => {
  const refused = await complete(owner, step, data);
  return { status: refused.status, fields: refused.body["fields"] };
};

const refusing = (field: string, message: string) => ({
  status: 400,
  fields: [{ pointer: `/${field}`, code: expect.any(String), message }],
});

describe("COLLECT_PERSONAL_DETAILS", () => {
  let owner: Owner;
  beforeAll(async () => {
    owner = await ownerAt("COLLECT_PERSONAL_DETAILS");
  });

  it.each(wrongInputs.COLLECT_PERSONAL_DETAILS)(
    "with $field $value says: $sentence",
    async ({ field, value, sentence }) => {
      expect(await says(owner, "COLLECT_PERSONAL_DETAILS", { ...personal, [field]: value })).toEqual(
        refusing(field, sentence),
      );
    },
  );

  it("refuses the email address that another user signs in with, and changes no user", async () => {
    const colleague = { platformUserId: randomUUID(), businessId: owner.businessId, email: "colleague@owner.test" };
    await server.partner(owner.platform, { method: "POST", url: "/api/platform/v1/users", payload: colleague });
    const taken = await complete(owner, "COLLECT_PERSONAL_DETAILS", {
      ...personal,
      primaryBusinessOwnerEmail: "Colleague@owner.test",
    });
    expect({ status: taken.status, message: taken.body["message"] }).toEqual({
      status: 409,
      message: "A user already exists with this email. Please try using another email.",
    });
    const foreign = await server.person(owner.platform, { email: "foreign@owner.test", roles: ["PRIMARY_OWNER"] });
    expect(
      (
        await complete(owner, "COLLECT_PERSONAL_DETAILS", {
          ...personal,
          primaryBusinessOwnerEmail: "foreign@owner.test",
        })
      ).status,
    ).toBe(200);
    const seen = await owner.as({ method: "GET", url: "/api/v1/business" });
    expect((seen.body["allBusinessUsers"] as { userId: string }[]).length).toBe(1);
    expect(seen.text).not.toContain(foreign.userId);
  });
});

describe("COLLECT_BUSINESS_DETAILS", () => {
  let owner: Owner;
  beforeAll(async () => {
    owner = await ownerAt("COLLECT_BUSINESS_DETAILS");
  });

  it.each(wrongInputs.COLLECT_BUSINESS_DETAILS)(
    "with $field $value says: $sentence",
    async ({ field, value, sentence }) => {
      expect(await says(owner, "COLLECT_BUSINESS_DETAILS", { ...business(), [field]: value })).toEqual(
        refusing(field, sentence),
      );
    },
  );

  it("takes a name that another business of the platform has", async () => {
    const own = await ownerAt("COLLECT_BUSINESS_DETAILS");
    await server.partner(own.platform, {
      method: "POST",
      url: "/api/platform/v1/businesses",
      payload: { platformBusinessId: randomUUID(), name: "Twin Bakery" },
    });
    const details = { ...business(), businessName: "Twin Bakery" };
    expect((await complete(own, "COLLECT_BUSINESS_DETAILS", details)).status).toBe(200);
  });

  it("with a name that another business has, both enrolled by themselves, says: This business already exists. Please continue with a new business.", async () => {
    const other = await server.person(owner.platform, { email: `${randomUUID()}@owner.test` });
    const enroll = "update app.business set platform_business_id = null, name = coalesce($2, name) where id = $1";
    await server.database.admin.query(enroll, [uuidOf("business", other.businessId), "Twin Bakery"]);
    await server.database.admin.query(enroll, [uuidOf("business", owner.businessId), null]);
    const taken = await complete(owner, "COLLECT_BUSINESS_DETAILS", { ...business(), businessName: "twin bakery" });
    expect(taken.body).toMatchObject({
      code: "BUSINESS_NAME_ALREADY_EXIST_EXCEPTION",
      message: "This business already exists. Please continue with a new business.",
    });
  });

  it("takes Puerto Rico as a country and keeps it as a state", async () => {
    const island = await ownerAt("COLLECT_BUSINESS_DETAILS");
    const answer = await complete(island, "COLLECT_BUSINESS_DETAILS", {
      ...business(),
      state: "PR",
      country: "Puerto Rico",
      zipcode: "00901",
    });
    expect(answer.status).toBe(200);
    expect((await read(island, "COLLECT_BUSINESS_DETAILS")).body["address"]).toMatchObject({
      state: "PR",
      country: "US",
    });
  });
});
