import { expect, type Locator, type Page, test } from "@playwright/test";
import { agreements, consentKinds } from "../packages/contracts/src/onboarding/agreements.ts";
import { rightAnswers } from "../packages/contracts/src/onboarding/wrong-inputs.fixture.ts";
import { type Applicant, applicantOf } from "./applicant.ts";
import { heading, openAccount, openFinancing, portal, reach, resume } from "./demo.ts";
import { agree, fillStatement } from "./journey.ts";
import { businessOf, rowsOf } from "./rows.ts";
import { inPartnersPage } from "./screen.ts";
import { screenshot } from "./screenshot.ts";
import { signInStaffMember, stopApplication } from "./setup.ts";
import { type Language, languagesInCi, wordsIn } from "./words.ts";

async function openAtConsent(page: Page, language: Language = "en"): Promise<Applicant & { email: string }> {
  const query = language === "es" ? "?locale=es" : "";
  const { email } = await openAccount(page, query);
  const applicant = await applicantOf(page);
  // Onboarding for invoice financing asks for neither accounting data nor debts.
  await applicant.answerUntil("ONBOARDING.COLLECT_CONSENT", { SELECT_PRODUCTS: { selectedProducts: ["FAST_PAY"] } });
  await openFinancing(page, query);
  await expect(heading(page)).toHaveText(wordsIn(language)("Last, review and accept terms"));
  return { ...applicant, email };
}

const box = (page: Page, name: string) => portal(page).locator(`[id="${name}"]`);
const boxes = ["businessPurposeOnly", "agreeToTermsAndPrivacyPolicy", "agreeToSoftPull"];
const chooses = (page: Page, name: string, label: string) =>
  expect(box(page, name).locator("option:checked")).toHaveText(label);
async function send(page: Page): Promise<void> {
  await (await reach(page, portal(page).locator("#next-step"))).click();
}

test("consent: every checkbox starts unchecked, also after a reload, and each is required", async ({ page }) => {
  await openAtConsent(page);
  const links = portal(page).getByRole("region", { name: "Please check these answers" }).getByRole("link");
  for (const name of boxes) await expect(box(page, name)).not.toBeChecked();
  await send(page);
  // The state is that of the business's address; everything else is asked for at once.
  await expect(links).toHaveCount(7);
  await screenshot(page, "consent-empty");
  await fillStatement(inPartnersPage(page));
  for (const missing of boxes) {
    for (const name of boxes) await (await reach(page, box(page, name))).setChecked(name !== missing);
    await send(page);
    await expect(box(page, missing)).toHaveAccessibleDescription("Required");
    await expect(links).toHaveCount(1);
  }
  await screenshot(page, "consent-wrong");
  await expect(portal(page).getByText("Saved", { exact: true })).toBeVisible();
  await page.reload();
  await resume(page);
  await expect(heading(page)).toHaveText("Last, review and accept terms");
  for (const name of boxes) await expect(box(page, name)).not.toBeChecked();
  // What was typed is still there.
  await expect(box(page, "amountRequestedCents")).toHaveValue("$40,000.00");
  await expect(box(page, "businessOwnersAreUsResidents-yes")).toBeChecked();
  await screenshot(page, "consent");
});

for (const language of languagesInCi) {
  const say = wordsIn(language);

  test(`consent: an owner states what the money is for and agrees, and the texts are saved as shown, in ${language}`, async ({
    page,
  }) => {
    const applicant = await openAtConsent(page, language);
    await chooses(page, "stateManagedFrom", language === "es" ? "Oregón" : "Oregon");
    await expect(portal(page).getByText(/40\s?%/)).toBeVisible();
    await fillStatement(inPartnersPage(page));
    await (await reach(page, box(page, "businessPurposeOnly"))).uncheck();
    await box(page, "useOfFunds").selectOption("OTHER");
    await box(page, "useOfFundsOther").fill("A second oven");
    await screenshot(page, `consent-stated-${language}`);
    for (const name of boxes) {
      await box(page, name).focus();
      await page.keyboard.press("Space");
    }
    await send(page);
    await expect(heading(page)).not.toHaveText(say("Last, review and accept terms"));
    const { body } = await applicant.ask("GET", "/api/v1/consents");
    const consents = body["consents"] as { kind: keyof typeof agreements; language: string; text: string }[];
    expect(consents.map(({ kind }) => kind)).toEqual(consentKinds);
    for (const { kind, language: kept, text } of consents) {
      const words = agreements[kind].text[language].replaceAll("{lender}", "Larkspur Capital");
      expect({ kept, text }).toEqual({ kept: language, text: words });
    }

    const { statements } = await rowsOf(await businessOf(applicant.email));
    expect(statements).toEqual([
      {
        amountRequestedCents: 4_000_000,
        useOfFunds: "OTHER",
        useOfFundsOther: "A second oven",
        grossAnnualRevenueCents: 62_500_000,
        stateManagedFrom: "OR",
        ownershipBasisPoints: 4_000,
        language,
      },
    ]);

    // The EIN is unknown, so it is requested, and the page moves to that request automatically.
    await expect.poll(() => applicant.currentStep()).toBe("REQUEST_ADDITIONAL_USER_INPUT");
    const asked = (await applicant.ask("GET", "/api/v1/step/REQUEST_ADDITIONAL_USER_INPUT")).body["existingData"];
    expect(asked).toMatchObject({ subSteps: [{ subStep: "VERIFY_BUSINESS_INFORMATION" }] });
    await expect(portal(page).getByText(say("Confirming your information and finalizing your enrollment"))).toHaveCount(
      0,
    );
  });
}

for (const language of languagesInCi) {
  const say = wordsIn(language);
  const filled = (english: string, values: Record<string, string>) =>
    say(english).replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? "");

  test(`early answers: policy is said where the answer is given, and the owner continues to the end, in ${language}`, async ({
    page,
  }) => {
    test.setTimeout(180_000);
    const query = language === "es" ? "?locale=es" : "";
    await openAccount(page, query);
    const applicant = await applicantOf(page);
    const screen = inPartnersPage(page);
    const open = async (step: string, title: string) => {
      await applicant.answerUntil(`ONBOARDING.${step}`, {
        START_FLOW: { ...rightAnswers.START_FLOW, businessesGreaterThan: false },
        COLLECT_EXISTING_DEBT: { debts: [] },
      });
      await openFinancing(page, query);
      await expect(heading(page)).toHaveText(say(title));
    };
    const notice = portal(page)
      .getByRole("status")
      .filter({ hasText: say("You can continue; we will tell you our answer in writing.") });

    const pictureOf = async (said: Locator, name: string) => {
      await reach(page, said);
      await screenshot(page, `early-${name}-${language}`);
    };

    await open("SELECT_PRODUCTS", "What type of financing do you need?");
    await screen.tick(say("Merchant Cash Advance"));
    await expect(notice).toHaveCount(0);
    for (const name of ["Term Loan", "Line of Credit"]) await screen.tick(say(name));
    const both = { en: "term loans and lines of credit", es: "préstamos a plazo y líneas de crédito" }[language];
    const age = "For {products} we look for at least {months} months in business.";
    await expect(notice).toContainText(filled(age, { products: both, months: "12" }));
    await pictureOf(notice, "age");
    await screen.press(say("Continue"));
    await expect(heading(page)).toHaveText(say("First, tell us who owns this business"));

    const inTexas = filled("We offer {products} in most states, but not in {state} yet.", {
      products: say("merchant cash advances"),
      state: "Texas",
    });
    await open("COLLECT_BUSINESS_DETAILS", "Now, tell us more about the business");
    await screen.press(say("Can't find your address?"));
    await screen.field("state").selectOption("OR");
    await expect(notice).toHaveCount(0);
    await screen.field("state").selectOption("TX");
    await expect(notice).toContainText(inTexas);
    await screen.fill({ phoneNumber: "5035550135", website: "harbor.test" });
    await screen.fill({ addressLineOne: "12 Main St", city: "Austin", zipcode: "78701" });
    await pictureOf(notice, "state");
    await screen.press(say("Continue"));
    await expect(heading(page)).toHaveText(say("Connect your bank account"));

    await open("COLLECT_SECONDARY_BUSINESS_OWNER_DETAILS", "Does the business have other owners?");
    const left = portal(page)
      .getByRole("status")
      .filter({ hasText: /\b40\s?%/ });
    await screen.fill({ ownershipPercentage: "80.5" });
    await expect(left).toHaveCount(0);
    await screen.fill({ ownershipPercentage: "60" });
    await expect(left).toBeVisible();
    await pictureOf(left, "owners");
    await screen.press(say("Done"));

    await expect(heading(page)).toHaveText(say("Last, review and accept terms"));
    await expect(notice).toContainText(inTexas);
    await fillStatement(screen);
    await pictureOf(notice, "consent");
    await screen.check(...boxes);
    await send(page);
    await expect(heading(page)).not.toHaveText(say("Last, review and accept terms"));
  });
}

test("consent: the page shows that reports are pending and continues automatically", async ({ page }) => {
  await openAtConsent(page);
  let isComplete = false;
  await page.route("**/credit-reports-status", (route) =>
    isComplete ? route.continue() : route.fulfill({ json: { complete: false, success: false } }),
  );
  await agree(inPartnersPage(page));
  const confirming = portal(page).getByText("Confirming your information and finalizing your enrollment");
  await expect(confirming).toBeVisible();
  await screenshot(page, "finalizing");
  isComplete = true;
  await expect(confirming).toHaveCount(0);
});

test("stopped application: the page gives no reason, and the application continues when two staff members reopen it", async ({
  page,
}) => {
  const { email } = await openAccount(page);
  const applicant = await applicantOf(page);
  await applicant.answerUntil("WAITING_FOR_OFFERS");
  await expect.poll(() => applicant.currentStep()).toBe("REQUEST_ADDITIONAL_USER_INPUT");
  const business = await businessOf(email);
  await stopApplication(business);
  await openFinancing(page);
  await expect(heading(page)).toHaveText("We encountered an error with your information");
  await expect(portal(page).getByRole("button", { name: "Close" })).toBeVisible();
  await screenshot(page, "onboarding-error");

  const reason = "The bureau had mixed up two people.";
  const [maker, checker] = [await signInStaffMember("UNDERWRITER"), await signInStaffMember("UNDERWRITER")];
  const asked = await maker("POST", `/businesses/${business.businessId}/onboarding/reopen`, { reason });
  const path = `/requests/${asked.body["requestId"]}`;
  const { payloadHash } = (await checker("GET", path)).body;
  expect(await checker("POST", `${path}/approve`, { payloadHash, reason })).toMatchObject({ status: 200 });
  await openFinancing(page);
  // The input that was requested before the stop is still requested.
  await expect(heading(page)).toHaveText("Confirm business and provide your EIN");
});
