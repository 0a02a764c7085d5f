import { expect, type Page, test } from "@playwright/test";
import { rightAnswers } from "../packages/contracts/src/onboarding/wrong-inputs.fixture.ts";
import { portalUrl } from "./addresses.ts";
import { type Applicant, applicantOf } from "./applicant.ts";
import { buildPortal, type Files, fulfill } from "./built-portal.ts";
import { heading, openAccount, openFinancing, portal, settled } from "./demo.ts";
import { screenshot } from "./screenshot.ts";
import { confirmItIsMe } from "./step-up.ts";
import { type Language, languagesInCi, wordsIn } from "./words.ts";

// The tests build the sandbox portal once, so one worker is enough.
test.describe.configure({ mode: "default" });

let sandboxPortal: Promise<Files> | null = null;

/**
 * The served portal is the production build. Here its page loads the script of another build that has the sandbox features. The page and
 * its content security policy are the server's.
 */
async function openSandboxPortal(page: Page): Promise<void> {
  sandboxPortal ??= buildPortal("index.html", { define: { "import.meta.env.VITE_ENVIRONMENT": '"sandbox"' } });
  const files = await sandboxPortal;
  const [served, ours] = [await (await page.request.get(portalUrl)).text(), String(files.get("/index.html"))].map(
    // The last script is the portal; the earlier ones only preload modules.
    (html) => [...html.matchAll(/<script[^>]* src="([^"]+)"/g)].at(-1)?.[1] ?? "",
  );
  await page.route(`${portalUrl}/assets/**`, (route) => {
    const { pathname } = new URL(route.request().url());
    const file = files.get(pathname) ?? (pathname === served ? `import "${ours}";` : undefined);
    return file === undefined ? route.fallback() : fulfill(route, pathname, file);
  });
}

const helper = (page: Page, say: (english: string) => string) =>
  portal(page).getByRole("region", { name: say("Test business") });

/** Takes a screenshot with the helper in view. */
async function screenshotHelper(page: Page, say: (english: string) => string, name: string): Promise<void> {
  await settled(page);
  await helper(page, say).scrollIntoViewIfNeeded();
  await screenshot(page, name);
}

/** Presses the helper's button, and returns when it was pressed. */
async function completeForMe(page: Page, say: (english: string) => string, doing: string): Promise<number> {
  await settled(page);
  const pressedAt = Date.now();
  await helper(page, say)
    .getByRole("button", { name: say("Complete it for me") })
    .click();
  await expect(helper(page, say).getByText(say(doing))).toBeVisible();
  return pressedAt;
}

async function openAt(page: Page, step: string, language: Language, answers: Record<string, object> = {}) {
  const query = language === "es" ? "?locale=es" : "";
  await openAccount(page, query);
  const applicant = await applicantOf(page);
  await applicant.answerUntil(step, answers);
  await openSandboxPortal(page);
  await openFinancing(page, query);
  return applicant;
}

for (const language of languagesInCi) {
  const say = wordsIn(language);
  test(`test business: the helper links a bank and connects accounting data without the vendors' pages, in ${language}`, async ({
    page,
  }) => {
    test.setTimeout(120_000);
    const answers = { SELECT_PRODUCTS: { selectedProducts: ["TERM_LOAN"] } };
    const applicant = await openAt(page, "ONBOARDING.COLLECT_PLAID", language, answers);
    await expect(heading(page)).toHaveText(say("Connect your bank account"));
    await expect(helper(page, say)).toBeVisible();
    const workflow = "**/api/v1/workflow";
    await page.route(workflow, async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ json: { ...(await answer.json()), testBusiness: false } });
    });
    await openFinancing(page, language === "es" ? "?locale=es" : "");
    await expect(heading(page)).toHaveText(say("Connect your bank account"));
    await settled(page);
    await expect(helper(page, say)).toHaveCount(0);
    await page.unroute(workflow);
    await openFinancing(page, language === "es" ? "?locale=es" : "");
    await expect(helper(page, say)).toContainText(
      say("Links a sample bank with two years of transactions, authorizes debits and continues."),
    );
    await screenshotHelper(page, say, `${language}-test-business-bank`);
    const advancedAt = page.waitForRequest("**/api/v1/completeStep").then(() => Date.now());
    const pressedAt = await completeForMe(page, say, "Linking the sample bank…");
    await screenshot(page, `${language}-test-business-bank-doing`);
    expect((await advancedAt) - pressedAt, "the helper waits a second").toBeGreaterThanOrEqual(1_000);
    await expect(heading(page)).toHaveText(say("How does the business file its taxes?"));
    await expect(heading(page)).toBeFocused();
    const { items } = (await applicant.ask("GET", "/api/v1/plaid/items")).body as { items: Item[] };
    expect(items).toMatchObject([
      { status: "CONNECTED", accounts: [{ achAuthorized: true }, { achAuthorized: true }] },
    ]);

    await screenshotHelper(page, say, `${language}-test-business-books`);
    await completeForMe(page, say, "Connecting the books of the sample company…");
    await expect.poll(() => applicant.currentStep()).not.toBe("ONBOARDING.COLLECT_RAILZ");
    await expect(helper(page, say)).toHaveCount(0);
    const { body } = await applicant.ask("GET", "/api/v1/step/ONBOARDING.COLLECT_RAILZ");
    expect(body["existingData"]).toMatchObject({ isAccountingCollected: true, tinLast4: "0001" });
  });
}
type Item = { status: string; accounts: { achAuthorized: boolean }[] };

test("test business: the helper sends a sample SSN for an owner whom the bureau does not find, and the credit reports complete", async ({
  page,
}) => {
  test.setTimeout(120_000);
  const mark = Math.random().toString(36).slice(2, 10);
  const applicant = await openAt(page, "WAITING_FOR_OFFERS", "en", {
    SELECT_PRODUCTS: { selectedProducts: ["FAST_PAY"] },
    COLLECT_PERSONAL_DETAILS: {
      ...rightAnswers.COLLECT_PERSONAL_DETAILS,
      primaryBusinessOwnerLastName: "Nofile",
      primaryBusinessOwnerEmail: `rosa-${mark}@harbor.test`,
    },
  });
  await expect(heading(page)).toHaveText("Confirm primary business owner and provide SSN");
  await screenshotHelper(page, wordsIn("en"), "test-business-identity");
  await completeForMe(page, wordsIn("en"), "Sending the details with a sample SSN…");
  await expect(heading(page)).not.toHaveText("Confirm primary business owner and provide SSN");
  await skipUntilWaiting(page, applicant);
  const reports = async () => (await applicant.ask("GET", "/api/v1/businesses/credit-reports-status")).body;
  await expect.poll(reports).toEqual({ complete: true, success: true });
});

/** Skips each step with the developer tools until the waiting page, and returns the skipped steps. */
async function skipUntilWaiting(page: Page, applicant: Applicant): Promise<string[]> {
  const tools = portal(page).getByRole("complementary", { name: "Developer tools" });
  const passed: string[] = [];
  for (let step = await applicant.currentStep(); step !== "WAITING_FOR_OFFERS"; step = await applicant.currentStep()) {
    passed.push(step);
    await expect(tools).toContainText(step);
    await settled(page);
    // By keyboard: the height of the frame may still change, and a click would then miss the button.
    await tools.getByRole("button", { name: "Skip this step" }).press("Enter");
    if (step === "COLLECT_BANK_INFO") await confirmItIsMe(page, portal(page));
    await expect.poll(() => applicant.currentStep()).not.toBe(step);
    expect(passed.length, passed.join(" ")).toBeLessThan(20);
  }
  return passed;
}

test("test business: a developer skips every step from the role to the waiting page", async ({ page }) => {
  test.setTimeout(120_000);
  await openSandboxPortal(page);
  await openAccount(page);
  const applicant = await applicantOf(page);
  const passed = await skipUntilWaiting(page, applicant);
  expect(passed.slice(0, 2)).toEqual(["SELECT_USER_ROLES", "ONBOARDING.START_FLOW"]);
  expect(passed).toContain("ONBOARDING.COLLECT_PLAID");
  expect(passed.at(-1)).toBe("ONBOARDING.COLLECT_CONSENT");
  await expect(heading(page)).toBeVisible();
  await screenshot(page, "dev-tools-waiting");
});

test("test business: a developer skips the document steps of a business that uploads statements instead of linking a bank", async ({
  page,
}) => {
  test.setTimeout(120_000);
  const applicant = await openAt(page, "COLLECT_BANK_STATEMENTS", "en", {
    COLLECT_PLAID: { optToProvideBankStatements: true },
  });
  expect(await skipUntilWaiting(page, applicant)).toEqual(
    expect.arrayContaining(["COLLECT_BANK_STATEMENTS", "COLLECT_BANK_INFO"]),
  );
});

/** Presses a shortcut. Where the server takes longer than the tools poll, the page is opened again, as they say. */
async function skipTo(page: Page, applicant: Applicant, name: string, step: string, title: string): Promise<void> {
  await settled(page);
  await portal(page).getByRole("button", { name, exact: true }).press("Enter");
  const offersStep = async () => (await applicant.ask("GET", "/api/v1/workflow/offers")).body["currentStep"];
  await expect.poll(offersStep).toBe(step);
  await expect(heading(page).filter({ hasText: title }).or(tooLate(page))).toBeVisible();
  if (await tooLate(page).isVisible()) await openFinancing(page);
  await expect(heading(page)).toHaveText(title);
  await settled(page);
}
const tooLate = (page: Page) => portal(page).getByText("Reload the page in a moment.");

/** Takes a screenshot with the developer tools in view. */
async function screenshotTools(page: Page, name: string): Promise<void> {
  await portal(page).getByRole("complementary", { name: "Developer tools" }).scrollIntoViewIfNeeded();
  await settled(page);
  await screenshot(page, name);
}

const expired = "Your offers expired but we can refresh them for you";

test("test business: a developer skips to offers, lets them expire and refreshes them", async ({ page }) => {
  await openSandboxPortal(page);
  await openAccount(page);
  const applicant = await applicantOf(page);
  await skipTo(page, applicant, "Skip to offers", "DISPLAY_OFFERS", "You're approved!");
  await screenshotTools(page, "dev-tools-offers");
  await skipTo(page, applicant, "Skip to expired offers", "OFFERS_EXPIRED", expired);
  await screenshotTools(page, "dev-tools-expired");
  await skipTo(page, applicant, "Skip to display offers", "DISPLAY_OFFERS", "You're approved!");
});

test("test business: a developer skips to no offers and applies for another loan", async ({ page }) => {
  await openSandboxPortal(page);
  await openAccount(page);
  const applicant = await applicantOf(page);
  const declined = "Sorry, you do not have any offers available right now";
  await skipTo(page, applicant, "Skip to no offers", "NO_OFFERS_EXTENDED", declined);
  await screenshotTools(page, "dev-tools-no-offers");
  await portal(page).getByLabel("Product").selectOption("MCA");
  await settled(page);
  await portal(page).getByRole("button", { name: "Skip to another loan" }).press("Enter");
  await expect(heading(page)).not.toHaveText(declined);
});

test("test business: a developer is told that offers need the platform's account for payouts", async ({ page }) => {
  await openAt(page, "WAITING_FOR_OFFERS", "en", { SELECT_PRODUCTS: { selectedProducts: ["TERM_LOAN"] } });
  const message =
    "A disbursement account is required prior to skipping to offers. Please create the bank account using our API, then refresh the page and try skipping to offers again.";
  // The demo partner does not bring the accounts for payouts, and the setting is not changed for all other journeys.
  await page.route("**/api/v1/sandbox/skip-to-offers", (route) =>
    route.fulfill({
      status: 409,
      json: { code: "CANNOT_CREATE_OFFER_NO_DISBURSEMENT_ACCOUNT_EXCEPTION", message, requestId: "req_1" },
    }),
  );
  await settled(page);
  await portal(page).getByRole("button", { name: "Skip to offers" }).press("Enter");
  await expect(portal(page).getByText(message)).toBeVisible();
  await screenshotTools(page, "dev-tools-no-account");
});

test("test business: the production build has neither the helper nor the developer tools", async ({ page }) => {
  await openAccount(page);
  await (await applicantOf(page)).answerUntil("ONBOARDING.COLLECT_PLAID");
  await openFinancing(page);
  await expect(heading(page)).toHaveText("Connect your bank account");
  await expect(portal(page).getByText("Complete it for me")).toHaveCount(0);
  await expect(portal(page).getByText("Developer tools")).toHaveCount(0);
});
