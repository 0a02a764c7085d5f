import { randomUUID } from "node:crypto";
import { rightAnswers, withWrong, wrongInputs } from "@inlay/contracts/onboarding/wrong-inputs.fixture.ts";
import { scopes } from "@inlay/contracts/partner/scopes.ts";
import { defaultSettings, type PlatformSettings } from "@inlay/contracts/platform-settings.ts";
import { type ProductType, productTypes } from "@inlay/lending/products/product-type.ts";
import type { InjectOptions } from "fastify";
import { readConfig } from "../apps/api/src/config.ts";
import { createContext } from "../apps/api/src/context.ts";
import { inScope } from "../apps/api/src/db/scope.ts";
import { buildServer } from "../apps/api/src/http/server.ts";
import { createLimits } from "../apps/api/src/limits.ts";
import { newApiKey, storeApiKey } from "../apps/api/src/partners/api-keys/api-key.ts";
import { stepUp } from "../apps/api/src/people/step-up-session.fixture.ts";
import { saveSettings } from "../apps/api/src/platforms/settings.ts";
import { testSandbox } from "../apps/api/src/providers/sandbox.fixture.ts";
import { providersFrom } from "../apps/api/src/providers.ts";
import { slices } from "../apps/api/src/slices.ts";
import { ledgerGround } from "./ledger-ground.ts";
import { type Answered, after, before, expectedStep } from "./onboarding-model.ts";
import { hold, type Proof, randomFrom } from "./proof.ts";

const lanes = 8;
const platforms = 24;

export const proof: Proof = {
  claim:
    "Applicants of platforms with random settings go through onboarding over the API. They send correct answers, wrong answers, answers to steps that are not open yet, changes to earlier answers, and repeated answers. After every request the step of the server is compared with a model that was written from the table of rules and not from the code. No response is a 5xx.",
  run: async ({ tenth, seed, say }) => {
    const ground = await createGround();
    const random = randomFrom(seed);
    try {
      const testPlatforms = await Promise.all(
        Array.from({ length: platforms }, () => ground.platform(settingsFrom(random))),
      );
      const waiting = Array.from({ length: tenth ? 200 : 2_000 }, (_, n) => ({
        platform: testPlatforms[n % platforms] as TestPlatform,
        seed: seed * 100_003 + n,
      }));
      const counts: Record<string, number> = {};
      const all = waiting.length;
      let walked = 0;
      const lane = async () => {
        for (let one = waiting.shift(); one; one = waiting.shift()) {
          await walk(ground, one.platform, one.seed, counts);
          if (++walked % 500 === 0) say(`${walked} of ${all}`);
        }
      };
      await Promise.all(Array.from({ length: lanes }, lane));
      hold("5xx responses", ground.broken(), 0);
      return { applicants: all, platforms, ...counts, "5xx responses": ground.broken() };
    } finally {
      await ground.close();
    }
  },
};

type TestPlatform = { key: string; settings: PlatformSettings };
type Reply = { status: number; body: Record<string, unknown> };
type Person = {
  ask(method: string, url: string, payload?: object): Promise<Reply>;
  /** A partner API request of the platform about this person's business. */
  partnerPost(url: string, payload: object): Promise<Record<string, unknown>>;
  businessId: string;
};
type Ground = Awaited<ReturnType<typeof createGround>>;

async function createGround() {
  const database = await ledgerGround("onboarding-walk", 2);
  const sandbox = await testSandbox();
  const config = readConfig({
    ...database.environment,
    DATABASE_POOL: String(lanes * 2),
    ...sandbox.environment,
  });
  const app = await createContext("api", config, providersFrom(config));
  const many = 1_000_000_000;
  app.limits = createLimits(app.pool, { anonymous: many, person: many, partnerRead: many, partnerWrite: many });
  const fastify = await buildServer(app, slices);
  let broken = 0;
  const send = async (options: InjectOptions): Promise<Reply> => {
    const answer = await fastify.inject(options);
    if (answer.statusCode >= 500) broken++;
    return { status: answer.statusCode, body: answer.body ? answer.json() : {} };
  };
  return {
    sandbox,
    broken: () => broken,
    platform: async (settings: PlatformSettings): Promise<TestPlatform> => {
      const key = newApiKey("SECRET", "test");
      const platformId = randomUUID();
      await inScope(app.pool, { platformId, businessId: "whole platform" }, async (tx) => {
        await tx.insertInto("platform").values({ id: platformId, name: "Proof" }).execute();
        await saveSettings(tx, platformId, settings);
        await storeApiKey(tx, platformId, { kind: "SECRET", name: "Server", scopes: [...scopes], clear: key });
      });
      return { key, settings };
    },
    person: async ({ key }: TestPlatform): Promise<Person> => {
      const [platformBusinessId, platformUserId] = [randomUUID(), randomUUID()];
      const partner = async (url: string, payload: object): Promise<Record<string, unknown>> => {
        const headers = { authorization: `Bearer ${key}`, "idempotency-key": randomUUID() };
        const post = () => send({ method: "POST", url: `/api/platform/v1${url}`, headers, payload });
        let answer = await post();
        // As the API documents: a partner whose request had to wait too long sends it again with the same key.
        for (let retry = 0; retry < 5 && answer.body["code"] === "BUSY"; retry++) answer = await post();
        hold(`POST ${url}`, `${answer.status} ${answer.body["code"] ?? ""}`, "201 ");
        return answer.body;
      };
      await partner("/businesses", { platformBusinessId });
      await partner("/users", { platformUserId, platformBusinessId });
      const { connectToken } = await partner(`/users/platform:${platformUserId}/connect-tokens`, {});
      const opened = await send({
        method: "POST",
        url: "/api/v1/connect-tokens/exchange",
        payload: { connectToken },
      });
      await stepUp(app.pool, String(opened.body["sessionToken"]));
      const headers = { authorization: `Bearer ${opened.body["sessionToken"]}` };
      const ask: Person["ask"] = (method, url, payload) =>
        send({ method: method as "GET", url, headers, ...(payload && { payload }) });
      await ask("PUT", "/api/v1/users/roles", { userRoles: ["PRIMARY_OWNER"] });
      const business = await ask("GET", "/api/v1/business");
      const partnerPost: Person["partnerPost"] = (url, payload) => partner(url, { platformBusinessId, ...payload });
      return { ask, partnerPost, businessId: String(business.body["id"]) };
    },
    close: async () => {
      await fastify.close();
      await app.close();
      await sandbox.close();
      await database.close();
    },
  };
}

const movable = [
  ...(["COLLECT_RAILZ", "COLLECT_BUSINESS_TAX", "COLLECT_EXISTING_DEBT"] as const),
  "COLLECT_SECONDARY_BUSINESS_OWNER_DETAILS" as const,
];

function settingsFrom(random: () => number): PlatformSettings {
  const some = <T>(list: readonly T[], share: number) => list.filter(() => random() < share);
  const enabled = some(productTypes, 0.6);
  const hiddenSteps = some(movable, 0.15);
  return {
    ...defaultSettings(),
    platformEnabledProducts: enabled.length > 0 ? enabled : ["TERM_LOAN"],
    prequalEnabled: random() < 0.7,
    accountingSource: random() < 0.5 ? "RAILZ" : "TAX",
    achAuthorizationRequired: random() < 0.7,
    isCreditCheckEnabled: random() < 0.8,
    platformDisbursementAccountExpected: random() < 0.5,
    hiddenSteps,
    requiredSteps: some(movable, 0.15).filter((step) => !hiddenSteps.includes(step)),
  };
}

type Walker = {
  ground: Ground;
  person: Person;
  platform: TestPlatform;
  random: () => number;
  answered: { -readonly [K in keyof Answered]: Answered[K] } & { done: Set<string>; products: ProductType[] };
  /** Each debt as JSON, and whether a refinance option was chosen for it. */
  debts: Map<string, boolean>;
  last: Map<string, object>;
};

const mostMoves = 60;

async function walk(
  ground: Ground,
  platform: TestPlatform,
  seed: number,
  counts: Record<string, number>,
): Promise<void> {
  const person = await ground.person(platform);
  const walker: Walker = {
    ground,
    person,
    platform,
    random: randomFrom(seed),
    answered: { products: [], providesStatements: false, hasDebts: false, isAccountProvided: false, done: new Set() },
    debts: new Map(),
    last: new Map(),
  };
  const providesAt = walker.random() < 0.5 ? Math.floor(walker.random() * 8) : null;
  for (let moves = 0; moves < mostMoves; moves++) {
    if (moves === providesAt && (await provideAccount(walker))) count(counts, "platform-provided accounts");
    const step = expectedStep(walker.answered, platform.settings);
    if (step === "WAITING_FOR_OFFERS") {
      count(counts, "applications completed");
      if (!walker.answered.done.has("COLLECT_PLAID")) count(counts, "applicants who were not asked for a bank");
      return;
    }
    const kind = await move(walker, step);
    count(counts, kind);
    const { status, body } = await person.ask("GET", "/api/v1/workflow");
    hold(`seed ${seed}, after ${kind} at ${step}: status`, status, 200);
    const wanted = expectedStep(walker.answered, platform.settings);
    const found = String(body["currentStep"]).replace("ONBOARDING.", "");
    // After consent the reports arrive, and an applicant may be asked for more input.
    if (wanted === "WAITING_FOR_OFFERS" && found === "REQUEST_ADDITIONAL_USER_INPUT") continue;
    hold(`seed ${seed}, after ${kind} at ${step}: the next step`, found, wanted);
  }
}

/** Provides an account by a random method that the platform's settings allow. */
async function provideAccount(walker: Walker): Promise<boolean> {
  const { platformDisbursementAccountExpected, platformEnabledProducts } = walker.platform.settings;
  const methods = [
    ...(platformDisbursementAccountExpected ? ["PLATFORM"] : []),
    ...(platformEnabledProducts.includes("INTEGRATED_MCA") ? ["PLATFORM_PLAID_ASSET_REPORT"] : []),
  ];
  const createdMethod = methods[Math.floor(walker.random() * methods.length)];
  if (!createdMethod) return false;
  await walker.person.partnerPost("/bank-accounts", {
    createdMethod,
    name: "Operating account",
    accountType: "CHECKING",
    accountNumber: digits(walker, 12),
    routingNumber: "021000021",
  });
  walker.answered.isAccountProvided = true;
  return true;
}

const count = (counts: Record<string, number>, what: string) => {
  counts[what] = (counts[what] ?? 0) + 1;
};

async function move(walker: Walker, step: string): Promise<string> {
  const { random, answered, last } = walker;
  const chance = random();
  const earlier = before(step, answered).filter((name) => last.has(name));
  const one = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  if (chance < 0.12) {
    const wrongs = (wrongInputs[step as keyof typeof wrongInputs] ?? []).filter(({ field }) => isAlwaysWrong(field));
    const wrong = wrongs.length > 0 ? one(wrongs) : null;
    if (wrong && mayBeWrong(walker, step)) {
      const answer = withWrong(rightAnswers[step as keyof typeof rightAnswers], wrong);
      hold(`${step} with a wrong ${wrong.field}`, (await complete(walker, step, answer)).status, 400);
      return "wrong answers";
    }
  }
  if (chance < 0.2) {
    const later = one(after(step).concat("COLLECT_CONSENT"));
    if (later !== step && !answered.done.has(later)) {
      const { status, body } = await complete(walker, later, rightAnswers[later as keyof typeof rightAnswers]);
      hold(`${later} while it is not open, at ${step}`, `${status} ${body["code"]}`, "409 STEP_NOT_CURRENT_EXCEPTION");
      return "answers to steps that were not open";
    }
  }
  if (chance < 0.28 && earlier.length > 0) {
    const name = one(earlier);
    hold(`${name} repeated`, (await complete(walker, name, last.get(name) ?? {})).status, 200);
    return "repeated answers";
  }
  if (chance < 0.38) {
    const name = earlier.length > 0 ? one(earlier) : null;
    if (name && isOnPath(walker, name)) {
      await answer(walker, name);
      return "earlier answers changed";
    }
  }
  await answer(walker, step);
  return "correct answers";
}

/** A field that is wrong regardless of the other answers. */
const isAlwaysWrong = (field: string) => !/^(tin|ssn|accountant|agreeToSoftPull)/.test(field);
const mayBeWrong = ({ platform }: Walker, step: string) => step !== "START_FLOW" || platform.settings.prequalEnabled;

/** Whether the step would be the current one if it were not done. */
const isOnPath = ({ answered, platform }: Walker, step: string): boolean => {
  const done = new Set(answered.done);
  done.delete(step);
  return expectedStep({ ...answered, done }, platform.settings) === step;
};

const complete = ({ person }: Walker, step: string, data: object): Promise<Reply> =>
  person.ask("PUT", "/api/v1/completeStep", { completedStep: step, data });

async function answer(walker: Walker, step: string): Promise<void> {
  const data = await answers[step]?.(walker);
  if (!data) throw new Error(`there is no answer for ${step}`);
  const { status, body } = await complete(walker, step, data);
  hold(`${step}: ${JSON.stringify(body).slice(0, 300)}`, status, 200);
  const { answered, debts } = walker;
  answered.done.add(step);
  walker.last.set(step, data);
  if ("selectedProducts" in data) answered.products = data.selectedProducts as ProductType[];
  if (step === "COLLECT_PLAID") answered.providesStatements = "optToProvideBankStatements" in data;
  if ("debts" in data) {
    const read = (data.debts as object[]).map((debt) => JSON.stringify(debt));
    answered.hasDebts = read.length > 0;
    for (const debt of debts.keys()) if (!read.includes(debt)) debts.delete(debt);
    for (const debt of read) if (!debts.has(debt)) debts.set(debt, false);
    if ([...debts.values()].includes(false)) answered.done.delete("COLLECT_REFINANCE_OPTIONS");
  }
  if (step === "COLLECT_REFINANCE_OPTIONS") for (const debt of debts.keys()) debts.set(debt, true);
}

const mark = ({ random }: Walker) => Math.floor(random() * 1e12).toString(36);
const digits = ({ random }: Walker, count: number) =>
  Array.from({ length: count }, () => Math.floor(random() * 10)).join("");

const answers: Record<string, (walker: Walker) => Promise<object>> = {
  START_FLOW: async ({ platform, random }) =>
    platform.settings.prequalEnabled
      ? {
          creditScoreGreaterThan: random() < 0.5,
          businessesGreaterThan: random() < 0.5,
          averageBusinessesCashBalanceGreaterThan: random() < 0.5,
        }
      : {},
  SELECT_PRODUCTS: async ({ platform, random }) => {
    const { platformEnabledProducts: all } = platform.settings;
    // Alone this product has a shorter path, which a random choice would seldom select.
    if (all.includes("INTEGRATED_MCA") && random() < 0.3) return { selectedProducts: ["INTEGRATED_MCA"] };
    const some = all.filter(() => random() < 0.5);
    return { selectedProducts: some.length > 0 ? some : [all[0]] };
  },
  COLLECT_PERSONAL_DETAILS: async (walker) => ({
    ...rightAnswers.COLLECT_PERSONAL_DETAILS,
    primaryBusinessOwnerEmail: `${mark(walker)}@harbor.test`,
  }),
  COLLECT_BUSINESS_DETAILS: async (walker) => ({
    ...rightAnswers.COLLECT_BUSINESS_DETAILS,
    businessName: `Harbor ${mark(walker)}`,
  }),
  COLLECT_PLAID: async (walker) => {
    if (walker.random() < 0.4) return { optToProvideBankStatements: true };
    await linkBank(walker);
    return {};
  },
  COLLECT_BANK_STATEMENTS: async (walker) => ({ files: [await upload(walker, "bank-statements")] }),
  COLLECT_BANK_INFO: async (walker) => ({
    ...rightAnswers.COLLECT_BANK_INFO,
    accountNumber: digits(walker, 10),
  }),
  COLLECT_RAILZ: async (walker) => taxAnswer(walker, true),
  COLLECT_BUSINESS_TAX: async (walker) => taxAnswer(walker, false),
  COLLECT_EXISTING_DEBT: async (walker) => {
    const [debt] = rightAnswers.COLLECT_EXISTING_DEBT.debts;
    const count = Math.floor(walker.random() * 3);
    return { debts: Array.from({ length: count }, () => ({ ...debt, description: `Lease ${mark(walker)}` })) };
  },
  COLLECT_REFINANCE_OPTIONS: async ({ person, random }) => {
    const { body } = await person.ask("GET", "/api/v1/step/ONBOARDING.COLLECT_REFINANCE_OPTIONS");
    const { debts } = body["existingData"] as { debts: { id: string }[] };
    return { refinanceOptions: debts.map(({ id }) => ({ existingDebtId: id, refinanceRequested: random() < 0.5 })) };
  },
  COLLECT_SECONDARY_BUSINESS_OWNER_DETAILS: async (walker) => {
    const { person, random } = walker;
    const step = "COLLECT_SECONDARY_BUSINESS_OWNER_DETAILS";
    // Five owners of 20 % are the most that a business has.
    const share = { ownershipPercentage: 20 };
    if (random() < 0.4) {
      const { body } = await person.ask("POST", "/api/v1/workflow/secondary-owners", {
        firstName: "Ines",
        lastName: `Ortega ${mark(walker)}`,
        email: `${mark(walker)}@harbor.test`,
        phoneNumber: null,
      });
      if (body["id"]) {
        // Version 1 takes no percentage, and the step waits for it.
        hold(
          "a list without a percentage",
          (await complete(walker, step, share)).body["code"],
          "OWNERSHIP_PERCENTAGE_MISSING",
        );
        const stated = await person.ask("PATCH", `/api/v2/workflow/secondary-owners/${body["id"]}`, share);
        hold("a percentage is stated", stated.status, 200);
      }
    }
    const { body } = await person.ask("GET", "/api/v2/workflow/secondary-owners");
    const [owner] = body["secondaryOwners"] as { id: string }[];
    return random() < 0.5 ? share : { ...share, controlPersonId: owner?.id ?? null };
  },
  COLLECT_CONSENT: async () => rightAnswers.COLLECT_CONSENT,
};

async function taxAnswer(walker: Walker, mayAskAccountant: boolean): Promise<object> {
  const { random } = walker;
  if (random() < 0.4) return { entityType: "PASS_THROUGH", ssn: `9000${digits(walker, 5)}`, taxReturnFiles: [] };
  const entity = { entityType: "CORPORATE_TAX", tin: `12${digits(walker, 7)}` };
  if (!mayAskAccountant || random() < 0.5) return { ...entity, taxReturnFiles: [await upload(walker, "tax-returns")] };
  const { accountantFirstName, accountantLastName } = rightAnswers.COLLECT_RAILZ;
  return { ...entity, accountantFirstName, accountantLastName, accountantEmail: `${mark(walker)}@quist.test` };
}

async function linkBank({ ground, person }: Walker): Promise<void> {
  const listed = await person.ask("GET", "/api/v1/plaid/items");
  if ((listed.body["items"] as unknown[]).length > 0) return;
  const made = await fetch(`${ground.sandbox.url}/plaid/sandbox/public_token/create`, {
    method: "POST",
    headers: { "content-type": "application/json", "plaid-client-id": "sandbox", "plaid-secret": "sandbox" },
    body: JSON.stringify({
      institution_id: "ins_100001",
      initial_products: ["auth", "transactions"],
      user_id: person.businessId,
      options: { override_username: "user_good" },
    }),
  });
  const { public_token: publicToken } = (await made.json()) as { public_token: string };
  const linked = await person.ask("POST", "/api/v1/plaid/token/exchange", { publicToken, type: "BUSINESS" });
  hold("a bank is linked", linked.status, 200);
  const body = { itemIds: [linked.body["itemId"]], achAuthorized: true };
  hold("debits are authorized", (await person.ask("POST", "/api/v1/plaid/items/mark-as-connected", body)).status, 200);
}

async function upload({ person }: Walker, folder: "bank-statements" | "tax-returns"): Promise<object> {
  const contents = "%PDF-1.4\n%%EOF\n";
  const files = [{ id: "1", name: "document.pdf", type: "application/pdf", size: contents.length }];
  const asked = await (folder === "tax-returns"
    ? person.ask("POST", "/api/v1/tax-returns/signed-urls", { files })
    : person.ask("POST", "/api/v1/businesses/document-upload-urls", { files, documentType: folder }));
  hold("an upload URL for a document", asked.status, 200);
  const [place] = asked.body["files"] as {
    documentId: string;
    documentUploadUrl: { uploadUrl: string; downloadUrl: string };
  }[];
  if (!place) throw new Error("no upload URL for a document");
  const headers = { "content-type": "application/pdf" };
  const put = await fetch(place.documentUploadUrl.uploadUrl, { method: "PUT", headers, body: contents });
  hold("a document is uploaded", put.status, 200);
  hold(
    "the upload is confirmed",
    (await person.ask("POST", `/api/v1/documents/${place.documentId}/uploaded`)).status,
    200,
  );
  return { fileUrl: place.documentUploadUrl.downloadUrl, fileName: "document.pdf" };
}
