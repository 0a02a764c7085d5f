import { expect, type Page, test } from "@playwright/test";
import { sampleDocument } from "./applicant.ts";
import { reviewedUser } from "./bank-window.ts";
import { heading, openAccount, portal, reach, resume } from "./demo.ts";
import { fillStatement, received } from "./journey.ts";
import { inPartnersPage } from "./screen.ts";
import { screenshot } from "./screenshot.ts";
import { confirmItIsMe, stepUpDialog } from "./step-up.ts";
import { type Language, wordsIn } from "./words.ts";

async function goOn(page: Page, say: (english: string) => string): Promise<void> {
  await (await reach(page, portal(page).getByRole("button", { name: say("Continue"), exact: true }))).click();
}

/** Expects each message at its field and in the error summary, which has the focus. */
async function expectErrors(page: Page, say: (english: string) => string, sentences: string[]): Promise<void> {
  const summary = portal(page).getByRole("region", { name: say("Please check these answers") });
  await expect(summary).toBeFocused();
  for (const sentence of sentences) {
    await expect(summary.getByRole("link", { name: say(sentence) })).toBeVisible();
    await expect(portal(page).getByText(say(sentence))).toHaveCount(2);
  }
  await expect(summary.getByRole("link")).toHaveCount(sentences.length);
}

async function press(page: Page, name: string): Promise<void> {
  await (await reach(page, portal(page).getByRole("button", { name, exact: true }))).click();
}
async function choose(page: Page, name: string): Promise<void> {
  await (await reach(page, portal(page).getByRole("radio", { name }))).check();
}

/** The bank-link window has its own translations. */
const bankWords = {
  en: { goOn: "Continue", link: "Link accounts", finish: "Finish" },
  es: { goOn: "Continuar", link: "Vincular cuentas", finish: "Terminar" },
};
const taxReturns = [2025, 2024].map((year) => ({
  name: `Return ${year}.pdf`,
  mimeType: "application/pdf",
  buffer: sampleDocument,
}));

for (const language of ["en", "es"] satisfies Language[]) {
  const say = wordsIn(language);
  const field = (page: Page, label: string) => portal(page).getByLabel(say(label), { exact: true });
  const inWindow = bankWords[language];

  test(`onboarding: an owner starts on the partner's page and reaches the waiting page, in ${language}`, async ({
    page,
  }) => {
    const { name } = await openAccount(page, language === "es" ? "?locale=es" : "");
    const see = (screen: string) => screenshot(page, `${language}-${screen}`);

    await test.step("role", async () => {
      await expect(heading(page)).toHaveText(say("First, tell us your role at your company"));
      await goOn(page, say);
      await expect(portal(page).getByText(say("Must select an option"))).toBeVisible();
      await see("role");
      await portal(page)
        .getByRole("radio", { name: say("Business Owner") })
        .check();
      await goOn(page, say);
    });

    await test.step("page before the first question", async () => {
      await expect(heading(page)).toHaveText(say("Before you start"));
      await see("before-you-start");
      await goOn(page, say);
    });

    await test.step("eligibility screener", async () => {
      await expect(heading(page)).toHaveText(say("See if you qualify for financing"));
      await goOn(page, say);
      await expectErrors(page, say, [
        "Credit Score Range is required",
        "Minimum Business Age is required",
        "Businesses Cash Balance is required",
      ]);
      await see("screener-wrong");
      for (const question of [
        "Has the business been running for 1 year or more?",
        "Does the business hold $2,000 or more in the bank on average?",
      ])
        await expect(portal(page).getByText(say(question), { exact: true })).toBeVisible();
      for (const yes of await portal(page)
        .getByRole("radio", { name: say("Yes") })
        .all())
        await yes.check();
      await see("screener");
      await goOn(page, say);
      await expect(heading(page)).toHaveText(say("Good news: you look eligible"));
      await see("eligible");
      await goOn(page, say);
    });

    await test.step("choice of product", async () => {
      await expect(heading(page)).toHaveText(say("What type of financing do you need?"));
      await goOn(page, say);
      await expectErrors(page, say, ["Must select an option"]);
      await portal(page)
        .getByRole("checkbox", { name: say("Term Loan") })
        .check();
      await portal(page)
        .getByRole("checkbox", { name: say("Invoice Financing") })
        .check();
      await see("products");
      await goOn(page, say);
    });

    await test.step("personal details, with a reload in the middle", async () => {
      await expect(heading(page)).toHaveText(say("First, tell us who owns this business"));
      // The partner provided the person's details, so the form is prefilled.
      await expect(field(page, "First name")).toHaveValue("Rosa");
      await field(page, "First name").fill("");
      await field(page, "Last name").fill("");
      await field(page, "Email").fill("rosa@");
      await field(page, "Phone number").fill("12");
      await goOn(page, say);
      await expectErrors(page, say, [
        "First name is required",
        "Last name is required",
        "Please enter a valid email",
        "Must be a valid USA phone number",
        "Address line 1 is required",
      ]);
      await see("owner-wrong");
      await field(page, "First name").fill("Rosalía");
      await expect(portal(page).getByText(say("First name is required"))).toHaveCount(0);
      await field(page, "Last name").fill(" Marín ");
      await field(page, "Phone number").fill("503 555 0134");
      await expect(field(page, "Last name")).toHaveValue("Marín");
      await expect(portal(page).getByText(say("Saved"), { exact: true })).toBeVisible();

      await page.reload();
      await resume(page, say);
      await expect(heading(page)).toHaveText(say("First, tell us who owns this business"));
      await expect(field(page, "First name")).toHaveValue("Rosalía");
      await expect(field(page, "Phone number")).toHaveValue("+1 (503) 555-0134");
      await expect(field(page, "Email")).toHaveValue("rosa@");
      await field(page, "Email").fill("rosa@tidewater.example");
      await field(page, "Home address").fill("100 king");
      await portal(page).getByRole("option", { name: "100 King St W, Toronto, ON, Canada" }).click();
      await expect(portal(page).getByText(say("Sorry, we do not serve your region at this time."))).toBeVisible();
      await field(page, "Home address").fill("16 orch");
      await portal(page).getByRole("option", { name: "16 Orchard Ln, Hood River, OR, USA" }).click();
      await expect(field(page, "Unit or apartment number")).toBeVisible();
      await see("owner");
      await goOn(page, say);
    });

    await test.step("business details", async () => {
      await expect(heading(page)).toHaveText(say("Now, tell us more about the business"));
      await expect(field(page, "Business name")).toHaveValue(name);
      await field(page, "Business name").fill("Tidewater & Sons");
      await field(page, "Website").fill("tide water");
      // A press is lost if the partner's page scrolls to the new step during it, as on a busy machine. The person presses again.
      await expect(async () => {
        const byHand = portal(page).getByRole("button", { name: say("Can't find your address?") });
        if (await byHand.isVisible()) await byHand.click();
        await expect(field(page, "Address line 1")).toBeVisible({ timeout: 5_000 });
      }).toPass();
      await field(page, "Address line 1").fill("PO Box 7");
      await field(page, "Zip code").fill("9703");
      await goOn(page, say);
      await expectErrors(page, say, [
        "Business name can only contain alphanumeric characters, spaces, hyphens, apostrophes, periods, and diacritics",
        "Business phone number is required",
        "Must be a valid url",
        "Address cannot be a PO Box",
        "City is required",
        "State is requried",
        "Zip code must be 5 digits",
      ]);
      await see("business-wrong");
      await field(page, "Business name").fill(name);
      await field(page, "Business phone number").fill("(503) 555-0135");
      await field(page, "Website").fill("tidewater.example");
      await field(page, "Address line 1").fill("16 Orchard Lane");
      await field(page, "City").fill("Hood River");
      await field(page, "Zip code").fill("97031-1234");
      await field(page, "State").selectOption("OR");
      await expect(field(page, "Country")).toHaveValue("United States");
      await see("business");
      await goOn(page, say);
      await expect(heading(page)).toHaveText(say("Connect your bank account"));
    });

    await test.step("back, with the browser's button and with the page's", async () => {
      // This is what the browser's Back button does; the parent page stays where it is.
      await page.evaluate(() => window.history.back());
      await expect(heading(page)).toHaveText(say("Now, tell us more about the business"));
      await expect(field(page, "Website")).toHaveValue("https://tidewater.example");
      await portal(page)
        .getByRole("button", { name: say("Back"), exact: true })
        .click();
      await expect(heading(page)).toHaveText(say("First, tell us who owns this business"));
      await expect(heading(page)).toBeFocused();
      await field(page, "Last name").fill("Marín Vega");
      await goOn(page, say);
      await expect(heading(page)).toHaveText(say("Connect your bank account"));
    });

    await test.step("bank link, in the bank-link window", async () => {
      await press(page, say("Connect your bank"));
      await expect(stepUpDialog(portal(page)).getByRole("textbox")).toBeFocused();
      await see("step-up");
      await confirmItIsMe(page, portal(page));
      const bank = portal(page).frameLocator('iframe[title="Link your bank"]');
      await bank.getByRole("button", { name: inWindow.goOn }).click();
      await bank.getByRole("button", { name: "First Calm Bank" }).click();
      await bank.locator("input").nth(0).fill(reviewedUser);
      await bank.locator("input").nth(1).fill("pass_good");
      await bank.locator("input").nth(1).press("Enter");
      await bank.getByRole("button", { name: inWindow.link }).click();
      await bank.getByRole("button", { name: inWindow.finish }).click();
      await expect(portal(page).getByText(say("Do you want to link another account?"))).toBeVisible();
      await see("bank");
      await goOn(page, say);
      await expect(heading(page)).toHaveText(say("Authorize ACH payments"));
      await see("authorization");
      await goOn(page, say);
    });

    await test.step("tax return", async () => {
      await expect(heading(page)).toHaveText(say("How does the business file its taxes?"));
      await choose(page, say("Business Tax Return"));
      await portal(page).locator("#tin").fill("123456789");
      await see("tax");
      await goOn(page, say);
      await expect(heading(page)).toHaveText(say("How would you like to share your financials?"));
      await choose(page, say("Upload tax returns"));
      await goOn(page, say);
      await expect(heading(page)).toHaveText(say("Upload your business tax returns"));
      const guidance = "The last 2 years or more, one PDF a year, with all pages and schedules.";
      await expect(portal(page).getByText(say(guidance))).toBeVisible();
      await portal(page).locator('input[type="file"]').setInputFiles(taxReturns);
      for (const { name } of taxReturns) await expect(portal(page).getByText(name)).toBeVisible();
      await see("tax-returns");
      await goOn(page, say);
    });

    await test.step("debts and co-owners", async () => {
      await expect(heading(page)).toHaveText(say("Does the business have other debt?"));
      await see("debts");
      await press(page, say("No existing debt"));
      await expect(heading(page)).toHaveText(say("Does the business have other owners?"));
      await portal(page).locator("#ownershipPercentage").fill("100");
      await see("owners");
      await press(page, say("Done"));
    });

    await test.step("consent and waiting page", async () => {
      await expect(heading(page)).toHaveText(say("Last, review and accept terms"));
      await fillStatement(inPartnersPage(page));
      for (const name of ["agreeToTermsAndPrivacyPolicy", "agreeToSoftPull"])
        await portal(page).locator(`[id="${name}"]`).check();
      await see("consent");
      await (await reach(page, portal(page).locator("#next-step"))).click();
      await expect(heading(page)).toHaveText(say(received));
      await see("received");
      await goOn(page, say);
      await expect(heading(page)).toHaveText(say("We value your feedback"));
      await see("survey");
      await choose(page, say("To grow your business"));
      await goOn(page, say);
      await expect(heading(page)).toHaveText(say("We will be in touch soon. Thanks!"));
      await see("waiting");
      await page.reload();
      await expect(heading(page)).toHaveText(say("We will be in touch soon. Thanks!"));
    });
  });
}
