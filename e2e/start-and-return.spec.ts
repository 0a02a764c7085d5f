import { expect, type Page, test } from "@playwright/test";
import { demoUrl } from "./addresses.ts";
import { applicantOf } from "./applicant.ts";
import { begin, heading, openAccount, portal, reach, settled } from "./demo.ts";
import { inPartnersPage } from "./screen.ts";
import { screenshot } from "./screenshot.ts";
import { languagesInCi, wordsIn } from "./words.ts";

const screenerQuestion = "See if you qualify for financing";
const ownerQuestion = "First, tell us who owns this business";
const businessQuestion = "Now, tell us more about the business";
const bankQuestion = "Connect your bank account";
const debtQuestion = "Does the business have other debt?";

const button = (page: Page, name: string) => portal(page).getByRole("button", { name, exact: true });
async function press(page: Page, name: string): Promise<void> {
  await (await reach(page, button(page, name))).click();
}
/** The text of each row of the list: its name and its status. */
const rows = (page: Page) =>
  portal(page)
    .getByRole("main")
    .getByRole("listitem")
    .evaluateAll((items) => items.map((item) => [...item.children].map((part) => part.textContent)));

/** Opens financing as a person who already has the owner role. */
async function openAsOwner(page: Page, query = ""): Promise<void> {
  await openAccount(page, query);
  const applicant = await applicantOf(page);
  await applicant.ask("PUT", "/api/v1/users/roles", { userRoles: ["PRIMARY_OWNER"] });
  await page.goto(`${demoUrl}/financing${query}`);
}

for (const language of languagesInCi) {
  const say = wordsIn(language);
  const query = language === "es" ? "?locale=es" : "";

  test(`start page: an owner sees before the first question what the application requires, in ${language}`, async ({
    page,
  }) => {
    await openAsOwner(page, query);
    await expect(heading(page)).toHaveText(say("Before you start"));
    for (const words of [
      "What to have at hand",
      "Your online banking sign-in",
      "Accounting software or tax returns",
      "Applying costs nothing. Nothing is owed until you sign.",
      "What we do with your bank data",
    ])
      await expect(portal(page).getByText(say(words), { exact: true })).toBeVisible();
    await expect(portal(page).getByText(/Larkspur Capital\. Loans are made or arranged under/)).toBeVisible();
    await screenshot(page, `${language}-before-you-start`);
    await begin(page, say);
    await expect(heading(page)).toHaveText(say(screenerQuestion));
    await expect(heading(page)).toBeFocused();
  });

  test(`return page: a returning owner sees the done and open steps, in ${language}`, async ({ page }) => {
    await openAccount(page, query);
    const applicant = await applicantOf(page);
    await applicant.answerUntil("ONBOARDING.COLLECT_EXISTING_DEBT", { SELECT_PRODUCTS: { selectedProducts: ["MCA"] } });
    await page.goto(`${demoUrl}/financing${query}`);
    await expect(heading(page)).toHaveText(say("Your application"));
    await expect(portal(page).getByText(language === "en" ? /^3 steps left/ : /^Quedan 3 pasos/)).toBeVisible();
    const [done, current, ahead] = [say("Done"), say("In progress"), say("Not started")];
    expect(await rows(page)).toEqual([
      [say("Type of financing"), done],
      [say("Your details"), done],
      [say("Business details"), done],
      [say("Bank account"), done],
      [say("Other debt"), current],
      [say("Other owners"), ahead],
      [say("Review and accept terms"), ahead],
    ]);
    // The status shown by color is also text, and is part of the accessible name.
    await expect(button(page, say("Business details"))).toHaveAccessibleDescription(done);
    await expect(button(page, say("Other owners"))).toHaveCount(0);
    await screenshot(page, `${language}-step-list`);
    await press(page, say("Continue"));
    await expect(heading(page)).toHaveText(say(debtQuestion));
    await expect(heading(page)).toBeFocused();
    await screenshot(page, `${language}-step-counter`);
  });
}

test("start page: lists only what the one product that the page allows requires", async ({ page }) => {
  await openAsOwner(page, "?products=FAST_PAY");
  await expect(portal(page).getByText("It takes about 15 minutes.")).toBeVisible();
  await expect(portal(page).getByText("Your online banking sign-in")).toBeVisible();
  await expect(portal(page).getByText("EIN or Social Security number")).toHaveCount(0);
  await expect(portal(page).getByText(/Only for/)).toHaveCount(0);
  await screenshot(page, "before-you-start-one-product");
});

test("start page: is not shown again after the first answer, nor on going back", async ({ page }) => {
  await openAsOwner(page);
  await begin(page);
  const yes = portal(page).getByRole("radio", { name: "Yes" });
  await yes.first().check();
  await expect
    .poll(async () => (await (await applicantOf(page)).ask("GET", "/api/v1/step/START_FLOW")).body["draft"])
    .not.toBeNull();
  await page.reload();
  await expect(heading(page)).toHaveText(screenerQuestion);
  await expect(yes.first()).toBeChecked();
  await settled(page);
  await inPartnersPage(page).chooseEverywhere("Yes");
  await press(page, "Continue");
  await press(page, "Continue");
  await expect(heading(page)).toHaveText("What type of financing do you need?");
  await press(page, "Back");
  await expect(heading(page)).toHaveText(screenerQuestion);
});

test("start page: comes between the prequalification greeting and the first step, and Back leads to the greeting", async ({
  page,
}) => {
  await page.goto(`${demoUrl}/financing?products=MCA`);
  const greeting = "You're approved! Here are the details";
  await expect(heading(page)).toHaveText(greeting);
  await press(page, "Continue");
  await expect(heading(page)).toHaveText("Before you start");
  await expect(heading(page)).toBeFocused();
  // An advance is not a loan and must not be called one. The platform's license line may use the word.
  const said = ((await portal(page).getByRole("main").textContent()) ?? "").replace(/Loans are made[^.]*\./, "");
  expect(said).not.toMatch(/\bloan|interest/i);
  await screenshot(page, "before-you-start-advance");
  await press(page, "Back");
  await expect(heading(page)).toHaveText(greeting);
});

test("start page: is the first page if there is neither a greeting nor a screener, and Continue submits the step", async ({
  page,
}) => {
  const plain = { variant: "NEITHER" };
  await page.route("**/api/v1/step/ONBOARDING.START_FLOW*", async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as { existingData: { beforeYouStart: unknown } };
    const { beforeYouStart } = body.existingData;
    await route.fulfill({ json: { ...body, existingData: { ...plain, beforeYouStart } } });
  });
  const sent: unknown[] = [];
  await page.route("**/api/v1/completeStep*", async (route) => {
    sent.push(route.request().postDataJSON());
    // The demo platform has the screener enabled, so the test submits answers that the server accepts.
    const yes = { creditScoreGreaterThan: true, businessesGreaterThan: true };
    const data = { ...yes, averageBusinessesCashBalanceGreaterThan: true };
    const answer = await route.fetch({ postData: { completedStep: "ONBOARDING.START_FLOW", data } });
    const workflow = (await answer.json()) as { existingData: Record<string, object> };
    const start = { ...workflow.existingData["ONBOARDING.START_FLOW"], ...plain };
    const existingData = { ...workflow.existingData, "ONBOARDING.START_FLOW": start };
    await route.fulfill({ json: { ...workflow, existingData } });
  });
  await openAsOwner(page);
  await expect(heading(page)).toHaveText("Before you start");
  expect(sent).toEqual([]);
  await begin(page);
  await expect(heading(page)).toHaveText("What type of financing do you need?");
  expect(sent).toEqual([{ completedStep: "ONBOARDING.START_FLOW", data: {} }]);
  await expect(button(page, "Back")).toHaveCount(0);
});

test("return page: a done step can be edited from the list, which is shown once and then only on request", async ({
  page,
}) => {
  await openAccount(page);
  const applicant = await applicantOf(page);
  await applicant.answerUntil("ONBOARDING.COLLECT_PLAID", { SELECT_PRODUCTS: { selectedProducts: ["FAST_PAY"] } });
  await page.goto(`${demoUrl}/financing`);
  await press(page, "Your details");
  await expect(heading(page)).toHaveText(ownerQuestion);
  await expect(heading(page)).toBeFocused();
  const lastName = portal(page).getByLabel("Last name", { exact: true });
  await lastName.fill("Marín Vega");
  await press(page, "Continue");
  // The application continues at the current step, without a page in between.
  await expect(heading(page)).toHaveText(bankQuestion);
  await press(page, "Back");
  await expect(heading(page)).toHaveText(businessQuestion);

  await press(page, "All steps");
  await expect(heading(page)).toHaveText("Your application");
  await expect(heading(page)).toBeFocused();
  await screenshot(page, "step-list-from-a-step");
  await press(page, "Your details");
  await expect(lastName).toHaveValue("Marín Vega");
  // The browser's Back leads to the list, and from there to the step that the list was opened from.
  await page.evaluate(() => window.history.back());
  await expect(heading(page)).toHaveText("Your application");
  await page.evaluate(() => window.history.back());
  await expect(heading(page)).toHaveText(businessQuestion);
});

test("return page: a product chosen automatically counts as done and cannot be opened", async ({ page }) => {
  await openAccount(page, "?products=FAST_PAY");
  const applicant = await applicantOf(page);
  await applicant.answerUntil("ONBOARDING.COLLECT_BUSINESS_DETAILS", {
    SELECT_PRODUCTS: { selectedProducts: ["FAST_PAY"] },
  });
  await page.goto(`${demoUrl}/financing?products=FAST_PAY`);
  await expect(heading(page)).toHaveText("Your application");
  await expect(button(page, "Your details")).toBeVisible();
  expect((await rows(page))[0]).toEqual(["Type of financing", "Done"]);
  await expect(button(page, "Type of financing")).toHaveCount(0);
});

test("start page and return page: fit the narrowest screen and work by keyboard", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await openAsOwner(page, "?locale=es");
  await screenshot(page, "narrow-before-you-start");
  const applicant = await applicantOf(page);
  await applicant.answerUntil("ONBOARDING.COLLECT_RAILZ", { SELECT_PRODUCTS: { selectedProducts: ["TERM_LOAN"] } });
  await page.goto(`${demoUrl}/financing?locale=es`);
  await expect(heading(page)).toHaveText("Su solicitud");
  await screenshot(page, "narrow-step-list");
  await button(page, "Continuar").focus();
  // After the Continue button, Tab moves through the done steps in the order of the list.
  for (const name of ["Tipo de financiamiento", "Sus datos", "Datos de la empresa", "Cuenta bancaria"]) {
    await page.keyboard.press("Tab");
    await expect(button(page, name)).toBeFocused();
  }
  await page.keyboard.press("Enter");
  await expect(heading(page)).toHaveText(/Conecte|cuentas|banco/i);
  await screenshot(page, "narrow-step-counter");
});
