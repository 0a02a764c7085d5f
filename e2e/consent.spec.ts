import { expect, type Page, test } from "@playwright/test";
import { agreements, consentKinds } from "../packages/contracts/src/onboarding/agreements.ts";
import { wrongInputs } from "../packages/contracts/src/onboarding/wrong-inputs.fixture.ts";
import { type Applicant, applicantOf } from "./applicant.ts";
import { heading, openAccount, openFinancing, portal, reach, resume } from "./demo.ts";
import { businessOf } from "./rows.ts";
import { screenshot } from "./screenshot.ts";
import { signInStaffMember, stopApplication } from "./setup.ts";
import { type Language, wordsIn } from "./words.ts";

async function openAtConsent(page: Page, language: Language = "en"): Promise<Applicant> {
  const query = language === "es" ? "?locale=es" : "";
  await openAccount(page, query);
  const applicant = await applicantOf(page);
  // Onboarding for invoice financing asks for neither accounting data nor debts.
  await applicant.answerUntil("ONBOARDING.COLLECT_CONSENT", { SELECT_PRODUCTS: { selectedProducts: ["FAST_PAY"] } });
  await openFinancing(page, query);
  await expect(heading(page)).toHaveText(wordsIn(language)("Last, review and accept terms"));
  return applicant;
}

const box = (page: Page, name: string) => portal(page).locator(`[id="${name}"]`);
const boxes = wrongInputs.COLLECT_CONSENT.map(({ field }) => field);
async function send(page: Page): Promise<void> {
  await (await reach(page, portal(page).locator("#next-step"))).click();
}

test("consent: every checkbox starts unchecked, also after a reload, and each is required", async ({ page }) => {
  await openAtConsent(page);
  for (const name of boxes) await expect(box(page, name)).not.toBeChecked();
  for (const { field, sentence } of wrongInputs.COLLECT_CONSENT) {
    for (const name of boxes) await box(page, name).setChecked(name !== field);
    await send(page);
    await expect(box(page, field)).toHaveAccessibleDescription(sentence);
    await expect(
      portal(page).getByRole("region", { name: "Please check these answers" }).getByRole("link"),
    ).toHaveCount(1);
  }
  await screenshot(page, "consent-wrong");
  await page.reload();
  await resume(page);
  await expect(heading(page)).toHaveText("Last, review and accept terms");
  for (const name of boxes) await expect(box(page, name)).not.toBeChecked();
  await screenshot(page, "consent");
});

for (const language of ["en", "es"] satisfies Language[]) {
  const say = wordsIn(language);

  test(`consent: an owner agrees, and the texts are saved as shown, in ${language}`, async ({ page }) => {
    const applicant = await openAtConsent(page, language);
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

    // The EIN is unknown, so it is requested, and the page moves to that request automatically.
    await expect.poll(() => applicant.currentStep()).toBe("REQUEST_ADDITIONAL_USER_INPUT");
    const asked = (await applicant.ask("GET", "/api/v1/step/REQUEST_ADDITIONAL_USER_INPUT")).body["existingData"];
    expect(asked).toMatchObject({ subSteps: [{ subStep: "VERIFY_BUSINESS_INFORMATION" }] });
    await expect(portal(page).getByText(say("Confirming your information and finalizing your enrollment"))).toHaveCount(
      0,
    );
  });
}

test("consent: the page shows that reports are pending and continues automatically", async ({ page }) => {
  await openAtConsent(page);
  let isComplete = false;
  await page.route("**/credit-reports-status", (route) =>
    isComplete ? route.continue() : route.fulfill({ json: { complete: false, success: false } }),
  );
  for (const name of boxes) await box(page, name).check();
  await send(page);
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
