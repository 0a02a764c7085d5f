import { expect, test } from "@playwright/test";
import { demoUrl } from "./addresses.ts";
import { applicantOf } from "./applicant.ts";
import { comeBack, heading, openAccount } from "./demo.ts";

// The server remembers; the size of a window has nothing to do with it.
test.skip(({ viewport }) => (viewport?.width ?? 0) < 1000, "once is enough");

/** Every step on the longest way, and the question that stands on its screen. */
const steps = {
  "ONBOARDING.START_FLOW": "Before you start",
  "ONBOARDING.SELECT_PRODUCTS": "What type of financing do you need?",
  "ONBOARDING.COLLECT_PERSONAL_DETAILS": "First, tell us who owns this business",
  "ONBOARDING.COLLECT_BUSINESS_DETAILS": "Now, tell us more about the business",
  "ONBOARDING.COLLECT_PLAID": "Connect your bank account",
  COLLECT_BANK_STATEMENTS: "Try uploading bank statements instead",
  COLLECT_BANK_INFO: "Confirm your statement details",
  "ONBOARDING.COLLECT_RAILZ": "How does the business file its taxes?",
  "ONBOARDING.COLLECT_EXISTING_DEBT": "Does the business have other debt?",
  "ONBOARDING.COLLECT_REFINANCE_OPTIONS": "Would you like to refinance any of these debts?",
  "ONBOARDING.COLLECT_SECONDARY_BUSINESS_OWNER_DETAILS": "Does the business have other owners?",
  "ONBOARDING.COLLECT_CONSENT": "Last, review and accept terms",
};

for (const [step, question] of Object.entries(steps)) {
  test(`an application that was left at ${step} goes on there in another browser, with everything that was answered`, async ({
    page,
    browser,
  }) => {
    await openAccount(page);
    const applicant = await applicantOf(page);
    await applicant.answerUntil(step, {
      SELECT_PRODUCTS: { selectedProducts: ["TERM_LOAN"] },
      COLLECT_PLAID: { optToProvideBankStatements: true },
    });
    const kept = await applicant.everything();

    const elsewhere = await browser.newContext();
    await elsewhere.addCookies(await page.context().cookies(demoUrl));
    await page.context().close();
    const fresh = await elsewhere.newPage();
    await comeBack(fresh);
    await expect(heading(fresh)).toHaveText(question);
    expect(await (await applicantOf(fresh)).everything()).toEqual(kept);
    await elsewhere.close();
  });
}
