import { expect, type Page, test } from "@playwright/test";
import { rightAnswers } from "../packages/contracts/src/onboarding/wrong-inputs.fixture.ts";
import { applicantOf } from "./applicant.ts";
import { heading, openAccount, openFinancing, portal, reach, settled } from "./demo.ts";
import { expectWaitingPage } from "./journey.ts";
import { inPartnersPage } from "./screen.ts";
import { screenshot } from "./screenshot.ts";
import { type Language, wordsIn } from "./words.ts";

const press = async (page: Page, name: string) =>
  (await reach(page, portal(page).getByRole("button", { name }).last())).click();

/** An owner applies, is offered these products and sees the first offer. */
async function openOffers(page: Page, language: Language, products: string[]): Promise<void> {
  const query = language === "es" ? "?locale=es" : "";
  const { email } = await openAccount(page, query);
  const applicant = await applicantOf(page);
  const answers = {
    SELECT_PRODUCTS: { selectedProducts: products },
    COLLECT_PERSONAL_DETAILS: { ...rightAnswers.COLLECT_PERSONAL_DETAILS, primaryBusinessOwnerEmail: email },
  };
  await applicant.answerUntil("ONBOARDING.COLLECT_PLAID", answers);
  await applicant.linkBank("user_good");
  await applicant.answerUntil("WAITING_FOR_OFFERS", {
    ...answers,
    COLLECT_PLAID: {},
    COLLECT_RAILZ: {
      entityType: "CORPORATE_TAX",
      tin: "99-0000001",
      taxReturnFiles: [await applicant.upload("tax-returns"), await applicant.upload("tax-returns")],
    },
    COLLECT_EXISTING_DEBT: { debts: [] },
    COLLECT_SECONDARY_BUSINESS_OWNER_DETAILS: { ownershipPercentage: 100 },
  });
  // The decision is held back, so that the page after consent is always there first.
  let isHeld = true;
  await page.route("**/api/v1/workflow/offers", (route) =>
    isHeld ? route.fulfill({ json: { currentStep: "OFFERS_PENDING" } }) : route.continue(),
  );
  await openFinancing(page, query);
  await expectWaitingPage(inPartnersPage(page), wordsIn(language));
  isHeld = false;
  await expect(heading(page)).toHaveText(wordsIn(language)("You're approved!"), { timeout: 60_000 });
}

for (const language of ["en", "es"] satisfies Language[]) {
  const say = wordsIn(language);

  test(`cash-flow fit: the owner sees what an offer would have left of the balances, in ${language}`, async ({
    page,
  }) => {
    await openOffers(page, language, ["TERM_LOAN", "MCA"]);
    let answer: "FAIL" | "TOO_FEW" | "REAL" = "FAIL";
    await page.route("**/api/v1/offers/*/cash-flow-fit*", async (route) => {
      if (answer === "FAIL") await route.fulfill({ status: 500, json: { code: "INTERNAL", requestId: "req_1" } });
      else if (answer === "TOO_FEW")
        await route.fulfill({ json: { outcome: "TOO_FEW_DAYS", knownDays: 41, neededDays: 90 } });
      else await route.continue();
    });

    await press(page, say("Will it fit my cash flow?"));
    await expect(heading(page)).toHaveText(say("Would this loan have fit your cash flow?"));
    await expect(heading(page)).toBeFocused();
    await expect(portal(page).getByText(say("We could not load your balances"))).toBeVisible();
    await settled(page);
    await screenshot(page, `cash-flow-fit-failed-${language}`);
    answer = "TOO_FEW";
    await press(page, say("Try again"));
    await expect(portal(page).getByText(say("We know too few of your balances"))).toBeVisible();
    await settled(page);
    await screenshot(page, `cash-flow-fit-too-few-${language}`);
    await press(page, say("Back to my offer"));

    answer = "REAL";
    const slider = portal(page).getByRole("slider", { name: say("Loan amount") });
    await slider.focus();
    await page.keyboard.press("ArrowLeft");
    const amount = (await slider.getAttribute("aria-valuetext")) ?? "";
    await press(page, say("Will it fit my cash flow?"));
    await expect(portal(page).getByText(say("Least you would have had"))).toBeVisible();
    await expect(portal(page).getByText(`${amount}.00`).first()).toBeVisible();
    await settled(page);
    await screenshot(page, `cash-flow-fit-${language}`);
    await (await reach(page, portal(page).getByText(say("Show as a table")))).click();
    await expect(portal(page).getByRole("row")).not.toHaveCount(0);
    expect(await portal(page).getByRole("row").count()).toBeGreaterThan(50);
    const before = page.viewportSize();
    await page.setViewportSize({ width: 320, height: 700 });
    await settled(page);
    await screenshot(page, `cash-flow-fit-table-320-${language}`);
    if (before) await page.setViewportSize(before);
    await press(page, say("Back to my offer"));
    await expect(slider).toHaveAttribute("aria-valuetext", amount);
  });
}
