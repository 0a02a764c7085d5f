import { expect, type Page, test } from "@playwright/test";
import { demoUrl } from "./addresses.ts";
import { applicantOf } from "./applicant.ts";
import { begin, heading, openAccount, portal, reach, settled } from "./demo.ts";
import { inPartnersPage } from "./screen.ts";
import { screenshot } from "./screenshot.ts";
import { type Language, wordsIn } from "./words.ts";

const screenerQuestion = "See if you qualify for financing";
const ownerQuestion = "First, tell us who owns this business";
const businessQuestion = "Now, tell us more about the business";
const bankQuestion = "Connect your bank account";
const debtQuestion = "Does the business have other debt?";

const button = (page: Page, name: string) => portal(page).getByRole("button", { name, exact: true });
async function press(page: Page, name: string): Promise<void> {
  await (await reach(page, button(page, name))).click();
}
/** Each row of the list as it reads: its name and its status. */
const rows = (page: Page) =>
  portal(page)
    .getByRole("main")
    .getByRole("listitem")
    .evaluateAll((items) => items.map((item) => [...item.children].map((part) => part.textContent)));

/** Somebody who is the owner already opens financing. */
async function openAsOwner(page: Page, query = ""): Promise<void> {
  await openAccount(page, query);
  const applicant = await applicantOf(page);
  await applicant.ask("PUT", "/api/v1/users/roles", { userRoles: ["PRIMARY_OWNER"] });
  await page.goto(`${demoUrl}/financing${query}`);
}

for (const language of ["en", "es"] satisfies Language[]) {
  const say = wordsIn(language);
  const query = language === "es" ? "?locale=es" : "";

  test(`an owner hears before the first question what it takes, in ${language}`, async ({ page }) => {
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

  test(`an owner who comes back sees what is done and what is left, in ${language}`, async ({ page }) => {
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
    // What is said by colour is said in words too, and goes with the name.
    await expect(button(page, say("Business details"))).toHaveAccessibleDescription(done);
    await expect(button(page, say("Other owners"))).toHaveCount(0);
    await screenshot(page, `${language}-step-list`);
    await press(page, say("Continue"));
    await expect(heading(page)).toHaveText(say(debtQuestion));
    await expect(heading(page)).toBeFocused();
    await screenshot(page, `${language}-step-counter`);
  });
}

test("what stands before the first question is only what the one product needs that the page allows", async ({
  page,
}) => {
  await openAsOwner(page, "?products=FAST_PAY");
  await expect(portal(page).getByText("It takes about 15 minutes.")).toBeVisible();
  await expect(portal(page).getByText("Your online banking sign-in")).toBeVisible();
  await expect(portal(page).getByText("EIN or Social Security number")).toHaveCount(0);
  await expect(portal(page).getByText(/Only for/)).toHaveCount(0);
  await screenshot(page, "before-you-start-one-product");
});

test("it is not shown again to somebody who has begun to answer, nor to somebody who looks back", async ({ page }) => {
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

test("after a greeting it comes between the greeting and the first step, and Back leads to the greeting", async ({
  page,
}) => {
  await page.goto(`${demoUrl}/financing?products=MCA`);
  const greeting = "You're approved! Here are the details";
  await expect(heading(page)).toHaveText(greeting);
  await press(page, "Continue");
  await expect(heading(page)).toHaveText("Before you start");
  await expect(heading(page)).toBeFocused();
  // An advance is not a loan, and is not called one. The platform's licence has its own words.
  const said = ((await portal(page).getByRole("main").textContent()) ?? "").replace(/Loans are made[^.]*\./, "");
  expect(said).not.toMatch(/\bloan|interest/i);
  await screenshot(page, "before-you-start-advance");
  await press(page, "Back");
  await expect(heading(page)).toHaveText(greeting);
});

test("where nothing is asked at the start, it is what the owner sees first, and Continue sends the step", async ({
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
    // The platform of this page does screen, so the server gets an answer that it takes.
    const yes = { creditScoreGreaterThan: true, businessesGreaterThan: true };
    const data = { ...yes, averageBusinessesCashBalanceGreaterThan: true };
    await route.continue({ postData: { completedStep: "ONBOARDING.START_FLOW", data } });
  });
  await openAsOwner(page);
  await expect(heading(page)).toHaveText("Before you start");
  expect(sent).toEqual([]);
  await begin(page);
  await expect(heading(page)).toHaveText("What type of financing do you need?");
  expect(sent).toEqual([{ completedStep: "ONBOARDING.START_FLOW", data: {} }]);
  await expect(button(page, "Back")).toHaveCount(0);
});

test("a step that is done can be changed from the list, which is shown once and then only when asked for", async ({
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
  // Straight to where the application stands: nothing comes between two steps.
  await expect(heading(page)).toHaveText(bankQuestion);
  await press(page, "Back");
  await expect(heading(page)).toHaveText(businessQuestion);

  await press(page, "All steps");
  await expect(heading(page)).toHaveText("Your application");
  await expect(heading(page)).toBeFocused();
  await screenshot(page, "step-list-from-a-step");
  await press(page, "Your details");
  await expect(lastName).toHaveValue("Marín Vega");
  // The browser's Back leads to the list again, and from there to the step that it was opened from.
  await page.evaluate(() => window.history.back());
  await expect(heading(page)).toHaveText("Your application");
  await page.evaluate(() => window.history.back());
  await expect(heading(page)).toHaveText(businessQuestion);
});

test("a product that nobody was asked about is done, and there is nothing to look at", async ({ page }) => {
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

test("both pages fit the narrowest screen, and are used without a mouse", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await openAsOwner(page, "?locale=es");
  await screenshot(page, "narrow-before-you-start");
  const applicant = await applicantOf(page);
  await applicant.answerUntil("ONBOARDING.COLLECT_RAILZ", { SELECT_PRODUCTS: { selectedProducts: ["TERM_LOAN"] } });
  await page.goto(`${demoUrl}/financing?locale=es`);
  await expect(heading(page)).toHaveText("Su solicitud");
  await screenshot(page, "narrow-step-list");
  await button(page, "Continuar").focus();
  // From the way on, Tab leads through what is done, in the order of the list.
  for (const name of ["Tipo de financiamiento", "Sus datos", "Datos de la empresa", "Cuenta bancaria"]) {
    await page.keyboard.press("Tab");
    await expect(button(page, name)).toBeFocused();
  }
  await page.keyboard.press("Enter");
  await expect(heading(page)).toHaveText(/Conecte|cuentas|banco/i);
  await screenshot(page, "narrow-step-counter");
});
