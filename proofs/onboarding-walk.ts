import { rightAnswers, withWrong, wrongInputs } from "@inlay/contracts/onboarding/wrong-inputs.fixture.ts";
import { defaultSettings, type PlatformSettings } from "@inlay/contracts/platform-settings.ts";
import { productTypes } from "@inlay/lending/products/product-type.ts";
import { afterConsent } from "./onboarding-after-consent.ts";
import { answer } from "./onboarding-answers.ts";
import { aDay, newModel, offerStep, openInputs, passTime } from "./onboarding-application-model.ts";
import { closeBank } from "./onboarding-banks.ts";
import { createGround, type Ground, type TestPlatform } from "./onboarding-ground.ts";
import { after, before, expectedStep } from "./onboarding-model.ts";
import { compareCoOwners, removeSomebody, replaceSomebody } from "./onboarding-people.ts";
import { compareDates, waitingIn, waits } from "./onboarding-waits.ts";
import { complete, digits, oneOf, type Walker } from "./onboarding-walker.ts";
import { hold, type Proof, randomFrom } from "./proof.ts";

const lanes = 8;
const platforms = 24;

export const proof: Proof = {
  claim:
    "Applicants of platforms with random settings go through onboarding over the API. They send correct answers, wrong answers, answers to steps that are not open yet, changes to earlier answers, and repeated answers. Some link only a savings account, some banks end their connection; co-owners come, decline, stop halfway or never answer, are removed and replaced; applications are withdrawn, closed as incomplete and begun again. After every request and every passing of days the steps of the server, the inputs it asks for and the dates until which it waits are compared with a model that was written from the tables of rules and not from the code. Every state says who is waited for, until when, and what happens then; a state without a date fails. No response is a 5xx.",
  run: async ({ tenth, seed, say }) => {
    const ground = await createGround(lanes);
    const random = randomFrom(seed);
    try {
      const testPlatforms = await Promise.all(
        Array.from({ length: platforms }, () => ground.platform(settingsFrom(random))),
      );
      const only = process.argv.find((argument) => argument.startsWith("--applicant="))?.slice("--applicant=".length);
      const waiting = Array.from({ length: only ? Number(only) + 1 : tenth ? 20 : 2_000 }, (_, n) => ({
        platform: testPlatforms[n % platforms] as TestPlatform,
        number: n,
        seed: seed * 100_003 + n,
      })).filter(({ number }) => !only || number === Number(only));
      const counts: Record<string, number> = {};
      const reached = new Map(Object.keys(waits).map((state) => [state, 0]));
      const all = waiting.length;
      let walked = 0;
      const failures: string[] = [];
      const lane = async () => {
        for (let one = waiting.shift(); one && failures.length < 5; one = waiting.shift()) {
          await walk(ground, one.platform, one.seed, { counts, reached }).catch((error: Error) => {
            failures.push(error.message);
            say(`--applicant=${one?.number}: ${error.stack}`);
          });
          if (++walked % 500 === 0) say(`${walked} of ${all}`);
        }
      };
      await Promise.all(Array.from({ length: lanes }, lane));
      hold("applicants that differ", failures.length, 0);
      hold("5xx responses", ground.broken(), 0);
      const never = [...reached].filter(([, times]) => times === 0).map(([state]) => state);
      if (!tenth && !only) hold("listed states that no applicant reached", never.join("; "), "");
      const states = [...reached].filter(([, times]) => times > 0);
      const figures = { applicants: all, platforms, ...counts, "5xx responses": ground.broken() };
      return { figures, tables: [waitTable(states)] };
    } finally {
      await ground.close();
    }
  },
};

/** The list of waits, for the states that were reached. */
const waitTable = (states: [state: string, times: number][]) => ({
  columns: ["state", "times", "who is waited for", "until when", "then"],
  rows: states.map(([state, times]) => {
    const { who, until, next } = waits[state] ?? { who: "", until: "", next: "" };
    return [state, String(times), who, until, next];
  }),
});

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

const mostMoves = 60;
const beginsAt = Date.UTC(2027, 0, 4, 15);

type Tally = { counts: Record<string, number>; reached: Map<string, number> };

async function walk(ground: Ground, platform: TestPlatform, seed: number, { counts, reached }: Tally): Promise<void> {
  const random = randomFrom(seed);
  const begins = beginsAt + Math.floor(random() * 365 * aDay);
  const person = await ground.person(platform, new Date(begins));
  const walker: Walker = {
    ground,
    person,
    platform,
    random,
    model: newModel(begins, platform.settings.isCreditCheckEnabled),
    debts: new Map(),
    last: new Map(),
    guests: new Map(),
    ownersReminder: null,
    count: (what) => {
      counts[what] = (counts[what] ?? 0) + 1;
    },
    compare: (what) => compare(walker, `after ${what}`, reached),
  };
  const { model } = walker;
  const providesAt = random() < 0.5 ? Math.floor(random() * 8) : null;
  await walker.compare("the beginning");
  for (let moves = 0; moves < mostMoves; moves++) {
    if (moves === providesAt && (await provideAccount(walker))) walker.count("platform-provided accounts");
    const step = expectedStep(model, platform.settings);
    if (step === "WAITING_FOR_OFFERS") {
      walker.count("applications made");
      if (!model.done.has("COLLECT_PLAID")) walker.count("applicants who were not asked for a bank");
      // Applying again leads back to the steps before consent.
      if ((await afterConsent(walker)) === "LEFT") return;
      continue;
    }
    const kind = await move(walker, step);
    walker.count(kind);
    await walker.compare(`${kind} at ${step}`);
  }
}

/** The server against the model: the steps of everybody, the open inputs, and the dates. */
async function compare(walker: Walker, what: string, reached: Map<string, number>): Promise<void> {
  const { ground, person, platform, model } = walker;
  if (typeof walker.ownersReminder === "number" && walker.ownersReminder <= model.now) walker.ownersReminder = "ENDED";
  if (model.application) await ground.settle(person.businessId);
  const { status, body } = await person.ask("GET", "/api/v1/workflow");
  hold(`${what}: status`, status, 200);
  const inputs = openInputs(model);
  const step = expectedStep(model, platform.settings);
  const isAsked = step === "WAITING_FOR_OFFERS" && inputs.length > 0;
  const found = String(body["currentStep"]).replace("ONBOARDING.", "");
  hold(`${what}: the step`, found, isAsked ? "REQUEST_ADDITIONAL_USER_INPUT" : step);
  if (model.application) {
    const offers = await person.ask("GET", "/api/v1/workflow/offers");
    hold(`${what}: the offers' step`, offers.body["currentStep"], offerStep(model));
  }
  if (isAsked) {
    const asked = await person.ask("GET", "/api/v1/step/REQUEST_ADDITIONAL_USER_INPUT");
    const { subSteps } = asked.body["existingData"] as { subSteps: { subStep: string }[] };
    hold(`${what}: the inputs asked for`, subSteps.map(({ subStep }) => subStep).join(), inputs.join());
  }
  await compareCoOwners(walker, what);
  const states = waitingIn(model, platform, walker.ownersReminder);
  const more = await compareDates(ground, person, model, states, what);
  for (const state of new Set([...states.map((one) => one.state), ...more]))
    reached.set(state, (reached.get(state) ?? 0) + 1);
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
  walker.model.isAccountProvided = true;
  return true;
}

/** One move of the primary owner before consent. */
async function move(walker: Walker, step: string): Promise<string> {
  const { random, model, last } = walker;
  const chance = random();
  const earlier = before(step, model).filter((name) => last.has(name));
  const one = <T>(list: readonly T[]): T => oneOf(random, list);
  if (chance < 0.12) {
    const wrongs = (wrongInputs[step as keyof typeof wrongInputs] ?? []).filter(({ field }) => isAlwaysWrong(field));
    const wrong = wrongs.length > 0 ? one(wrongs) : null;
    if (wrong && mayBeWrong(walker, step)) {
      const sent = withWrong(rightAnswers[step as keyof typeof rightAnswers], wrong);
      hold(`${step} with a wrong ${wrong.field}`, (await complete(walker, step, sent)).status, 400);
      return "wrong answers";
    }
  }
  if (chance < 0.2) {
    const later = one(after(step).concat("COLLECT_CONSENT"));
    if (later !== step && !model.done.has(later)) {
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
  if (chance < 0.42) {
    const until = model.now + Math.ceil(random() * 3) * aDay;
    await walker.ground.advance(walker.person, new Date(until));
    passTime(model, until);
    return "days passed";
  }
  if (chance < 0.46 && (await closeBank(walker))) return "banks closed";
  if (chance < 0.48 && (await removeSomebody(walker))) return "co-owners removed";
  if (chance < 0.5 && (await replaceSomebody(walker))) return "co-owners replaced";
  await answer(walker, step);
  return "correct answers";
}

/** A field that is wrong regardless of the other answers. */
const isAlwaysWrong = (field: string) => !/^(tin|ssn|accountant|agreeToSoftPull)/.test(field);
const mayBeWrong = ({ platform }: Walker, step: string) => step !== "START_FLOW" || platform.settings.prequalEnabled;

/** Whether the step would be the current one if it were not done. */
const isOnPath = ({ model, platform }: Walker, step: string): boolean => {
  const done = new Set(model.done);
  done.delete(step);
  return expectedStep({ ...model, done }, platform.settings) === step;
};
