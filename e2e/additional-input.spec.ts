import { expect, type Page, test } from "@playwright/test";
import { rightAnswers } from "../packages/contracts/src/onboarding/wrong-inputs.fixture.ts";
import { applicantOf } from "./applicant.ts";
import { heading, openAccount, openFinancing, portal, reach } from "./demo.ts";
import { expectWaitingPage, newName } from "./journey.ts";
import { businessOf, expectWaiting, rowsOf } from "./rows.ts";
import { inPartnersPage } from "./screen.ts";
import { screenshot } from "./screenshot.ts";
import { type Language, languagesInCi, wordsIn } from "./words.ts";

const field = (page: Page, name: string) => portal(page).locator(`[id="${name}"]`);
async function goOn(page: Page): Promise<void> {
  await (await reach(page, portal(page).locator("#next-step"))).click();
}

/** Opens the application of an owner with this last name after consent. The sandbox's reports make additional inputs necessary. */
async function openAtAdditionalInput(page: Page, lastName: string, language: Language = "en") {
  const query = language === "es" ? "?locale=es" : "";
  const { email } = await openAccount(page, query);
  const applicant = await applicantOf(page);
  const mark = Math.random().toString(36).slice(2, 10);
  await applicant.answerUntil("WAITING_FOR_OFFERS", {
    SELECT_PRODUCTS: { selectedProducts: ["FAST_PAY"] },
    COLLECT_PERSONAL_DETAILS: {
      ...rightAnswers.COLLECT_PERSONAL_DETAILS,
      // A unique name, because the bureau remembers earlier requests about a person.
      primaryBusinessOwnerFirstName: newName(),
      primaryBusinessOwnerLastName: lastName,
      primaryBusinessOwnerEmail: `rosa-${mark}@harbor.test`,
    },
  });
  const asked = async () => {
    const { body } = await applicant.ask("GET", "/api/v1/step/REQUEST_ADDITIONAL_USER_INPUT");
    return ((body["existingData"] as { subSteps?: unknown[] } | undefined)?.subSteps ?? []).length;
  };
  await expect.poll(asked).toBe(2);
  await openFinancing(page, query);
  return { ...applicant, business: await businessOf(email) };
}

for (const language of languagesInCi) {
  const say = wordsIn(language);

  test(`additional input: an owner without any report verifies their identity and the business, in ${language}`, async ({
    page,
  }) => {
    const applicant = await openAtAdditionalInput(page, "Nofile", language);
    await expect(heading(page)).toHaveText(say("Confirm primary business owner and provide SSN"));
    await goOn(page);
    await expect(field(page, "ssn")).toHaveAccessibleDescription(say("SSN is required"));
    await screenshot(page, "verify-identity-wrong");
    await field(page, "ssn").fill("900-00-0001");
    await goOn(page);

    await expect(heading(page)).toHaveText(say("Confirm business and provide your EIN"));
    await expect(heading(page)).toBeFocused();
    await screenshot(page, "verify-business");
    await field(page, "tin").fill("99-0000001");
    await goOn(page);
    await expect(heading(page)).not.toHaveText(say("Confirm business and provide your EIN"));
    await expect.poll(() => applicant.currentStep()).toBe("WAITING_FOR_OFFERS");
    const reports = () => applicant.ask("GET", "/api/v1/businesses/credit-reports-status");
    await expect
      .poll(async () => (await reports()).body)
      .toEqual({
        complete: true,
        success: true,
      });
    const rows = await expectWaiting(page.request, applicant.business, ["FAST_PAY"]);
    expect(rows.inputs.toSorted((a, b) => a.subStep.localeCompare(b.subStep))).toEqual([
      { subStep: "VERIFY_BUSINESS_INFORMATION", state: "DONE" },
      { subStep: "VERIFY_USER_IDENTITY_INFORMATION", state: "DONE" },
    ]);
    expect(rows.reports.filter(({ source }) => source === "BUSINESS_OWNER_CREDIT")).toMatchObject([
      { attempt: 1, outcome: "NO_HIT" },
      { attempt: 2, outcome: "REPORT" },
    ]);
  });
}

test("additional input: an owner unlocks a locked credit report, confirms it and reaches the waiting page", async ({
  page,
}) => {
  test.setTimeout(240_000);
  const { business } = await openAtAdditionalInput(page, "Thawing");
  await expect(heading(page)).toHaveText("Confirm business and provide your EIN");
  await field(page, "tin").fill("99-0000001");
  await goOn(page);
  await expect(heading(page)).toHaveText("Your credit report is locked");
  expect((await rowsOf(business)).inputs).toContainEqual({ subStep: "VERIFY_CREDIT_REPORT_UNLOCKED", state: "OPEN" });
  await goOn(page);
  await expectWaitingPage(inPartnersPage(page));
  const rows = await expectWaiting(page.request, business, ["FAST_PAY"]);
  expect(rows.reports.filter(({ source }) => source === "BUSINESS_OWNER_CREDIT")).toMatchObject([
    { attempt: 1, outcome: "LOCKED" },
    { attempt: 2, outcome: "REPORT" },
  ]);
  expect(rows.inputs.every(({ state }) => state === "DONE")).toBe(true);
});

test("additional input: an owner with a locked credit report sees how to unlock it, and again while it stays locked", async ({
  page,
}) => {
  await openAtAdditionalInput(page, "Frozen");
  await expect(heading(page)).toHaveText("Confirm business and provide your EIN");
  await field(page, "tin").fill("99-0000001");
  await goOn(page);
  await expect(heading(page)).toHaveText("Your credit report is locked");
  await expect(portal(page).getByRole("link", { name: "Experian's credit freeze center" })).toHaveAttribute(
    ...(["target", "_blank"] as const),
  );
  await expect(portal(page).getByText("A soft check does not affect your credit score.")).toBeVisible();
  await screenshot(page, "credit-locked");
  await goOn(page);
  await expect(portal(page).getByText("We looked again, and the report was still locked.")).toBeVisible();
});
