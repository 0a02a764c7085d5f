import { randomUUID } from "node:crypto";
import { expect, type Page, test } from "@playwright/test";
import { fernhillDomain, seedId } from "../apps/api/src/seed/seed.ts";
import { portalUrl } from "./addresses.ts";
import { applicantOf, applicantWith } from "./applicant.ts";
import { answerAll } from "./apply.ts";
import { heading, openFinancing, portal, reach } from "./demo.ts";
import { confirmBusiness, expectWaitingPage } from "./journey.ts";
import { expectChosen, openOffers, press, queryOf, screenshots } from "./offer-pages.ts";
import { onOurPage } from "./screen.ts";
import { screenshot } from "./screenshot.ts";
import {
  advanceClock,
  createPartnerObject,
  createSecretKey,
  enableMarkup,
  refinanceOwnProduct,
  signIn,
  submitMarkup,
} from "./setup.ts";
import { type Language, wordsIn } from "./words.ts";

const approved = "You're approved!";
const expiredTitle = "Your offers expired but we can refresh them for you";

/** The row of a receipt whose label begins with this text. A smaller line may follow it. */
const row = (page: Page, label: string) =>
  portal(page)
    .locator("dl > div")
    .filter({ hasText: new RegExp(`^${label}`) });

for (const language of ["en", "es"] satisfies Language[]) {
  const say = wordsIn(language);

  test(`expired offers: those with the same terms are there again within ten polls, in ${language}`, async ({
    page,
  }) => {
    await openOffers(page, language, { products: ["TERM_LOAN"] });
    const slider = portal(page).getByRole("slider", { name: say("Loan amount") });
    const amount = (await slider.getAttribute("aria-valuetext")) ?? "";
    const applicant = await applicantOf(page);
    const { body } = await applicant.ask("GET", "/api/v1/offers");
    const [{ loanApplicationId }] = body["offerGroups"] as [{ loanApplicationId: string }];
    const skipped = await applicant.ask("POST", "/api/v1/sandbox/skip-to-expired-offers", { loanApplicationId });
    expect(skipped.status).toBe(200);

    await openFinancing(page, queryOf(language));
    await expect(heading(page)).toHaveText(say(expiredTitle));
    await screenshots(page, `expired-${language}`);
    const details = portal(page).getByText(say("Display expired offer"));
    await details.focus();
    await page.keyboard.press("Enter");
    await expect(portal(page).getByText(say("Expired"), { exact: true })).toBeVisible();
    await screenshots(page, `expired-shown-${language}`);

    let polls = 0;
    page.on("request", (request) => {
      if (request.method() === "GET" && request.url().endsWith("/api/v1/workflow/offers")) polls++;
    });
    await press(page, say("Refresh offers"));
    await expect(heading(page)).toHaveText(say(approved));
    await expect(heading(page)).toBeFocused();
    expect(polls).toBeLessThanOrEqual(10);
    await expect(slider).toHaveAttribute("aria-valuetext", amount);
    await expect(portal(page).getByRole("button", { name: say("Continue with offer") })).not.toHaveAttribute(
      "aria-disabled",
      "true",
    );
    await screenshots(page, `refreshed-${language}`);
  });

  test(`expired offers: those whose data is too old wait for a person, in ${language}`, async ({ page }) => {
    const business = await openOffers(page, language, { products: ["TERM_LOAN"] });
    await advanceClock(page.request, business, 31);
    await openFinancing(page, queryOf(language));
    await expect(heading(page)).toHaveText(say(expiredTitle));
    await press(page, say("Refresh offers"));
    await expect(heading(page)).toHaveText(say("We will be in touch soon. Thanks!"));
    await screenshots(page, `refresh-pending-${language}`);
  });

  test(`counter-offer: the owner reads that it is less than asked for, and the combined notice with the reasons, in ${language}`, async ({
    page,
  }) => {
    await openOffers(page, language, { products: ["TERM_LOAN", "LOC_TERM_LOAN"], amountRequestedCents: 24_000_000 });
    const applicant = await applicantOf(page);
    // The notice is written by an event handler after the offers.
    const notices = async () => ((await applicant.ask("GET", "/api/v1/notices")).body["notices"] as unknown[]).length;
    await expect.poll(notices).toBeGreaterThan(0);
    await openFinancing(page, queryOf(language));
    await expect(portal(page).getByText(say("This is less than the amount that you asked for.")).first()).toBeVisible();
    await screenshots(page, `counter-offer-${language}`);
    await press(page, say("Read the notice"));
    const notice = portal(page)
      .locator("section")
      .filter({ has: page.getByText("$240,000.00") })
      .first();
    await expect(notice).toContainText(/APR \d+\.\d\d\s?%/);
    await notice.scrollIntoViewIfNeeded();
    await screenshots(page, `counter-offer-notice-${language}`);
    await press(page, say("Compare offers"));
    await screenshots(page, `counter-offer-choose-${language}`);
  });

  test(`refinance: a loan that pays off another lender has no slider and shows what is paid to whom, in ${language}`, async ({
    page,
  }) => {
    await openOffers(page, language, {
      products: ["TERM_LOAN"],
      debts: [
        {
          description: "Oven lease",
          monthlyPaymentInCents: 45_000,
          outstandingBalanceCents: 1_200_000,
          interestRate: 8.25,
          monthsRemaining: 30,
        },
      ],
    });
    await expect(portal(page).getByRole("slider", { name: say("Loan amount") })).toHaveCount(0);
    await expect(row(page, say("Paid to existing debt"))).toContainText("12,000.00");
    await expect(row(page, say("Net proceeds, you receive"))).toBeVisible();
    await screenshots(page, `refinance-${language}`);
    await press(page, say("Learn more"));
    await expect(row(page, say("Paid to existing debt"))).toContainText("12,000.00");
    await screenshots(page, `refinance-learn-more-${language}`);
    await press(page, say("Back to my offer"));
    await press(page, say("Continue with offer"));
    await expectChosen(page, say);
  });

  test(`refinance: a loan and an advance that pay off a product of ours show what is outstanding, in ${language}`, async ({
    page,
  }) => {
    const business = await openOffers(page, language, { products: ["TERM_LOAN", "MCA"] });
    await refinanceOwnProduct(business);
    await openFinancing(page, queryOf(language));
    await expect(portal(page).getByRole("slider", { name: say("Loan amount") })).toHaveCount(0);
    await expect(row(page, say("Paid to existing debt"))).toBeVisible();
    await screenshots(page, `refinance-own-loan-${language}`);
    await press(page, say("Compare offers"));
    await (await reach(page, portal(page).getByText(say("Merchant Cash Advance"), { exact: true }))).click();
    await press(page, say("Continue with {selectedName}").replace("{selectedName}", say("Merchant Cash Advance")));
    await expect(row(page, say("Outstanding advance"))).toBeVisible();
    await expect(row(page, say("Total new repayment"))).toBeVisible();
    await screenshots(page, `refinance-own-advance-${language}`);
    await press(page, say("Continue with offer"));
    await expectChosen(page, say);
  });

  test(`mark-up: the offers of a platform appear after its mark-up, with its price, on our own page, in ${language}`, async ({
    page,
  }, { project }) => {
    // A platform sets its mark-up once for a product and rating, so each run has a product of its own.
    const products =
      project.name === "phone"
        ? { en: "TERM_LOAN", es: "LOC_TERM_LOAN" }
        : { en: "FAST_PAY", es: "EXTEND_PAY_PURCHASE_ORDER" };
    const platformId = seedId("fernhill");
    await enableMarkup(platformId);
    const secretKey = await createSecretKey(platformId);
    const email = `rosa-${randomUUID()}@harbor.test`;
    const create = (collection: "businesses" | "users", data: object) =>
      createPartnerObject(page.request, secretKey, collection, data);
    const businessId = await create("businesses", { platformBusinessId: randomUUID() });
    const person = { firstName: "Rosa", lastName: "Marín", email, roles: ["PRIMARY_OWNER"] };
    const userId = await create("users", { platformUserId: randomUUID(), businessId, ...person });
    const headers = { authorization: `Bearer ${secretKey}`, "idempotency-key": randomUUID() };
    const created = await page.request.post(`${portalUrl}/api/platform/v1/users/${userId}/connect-tokens`, {
      headers,
      data: {},
    });
    const { connectToken } = (await created.json()) as { connectToken: string };
    const applicant = await applicantWith(page, connectToken);
    await answerAll(applicant, email, { products: [products[language]] });

    const query = `?override-direct-domain=${fernhillDomain}`;
    await signIn(page, email, query);
    // Only a loan asks for tax returns; without them the owner is asked for the EIN after consent.
    const isAskedForEin = project.name === "desktop";
    if (isAskedForEin) await expect.poll(() => applicant.currentStep()).toBe("REQUEST_ADDITIONAL_USER_INPUT");
    await page.goto(`${portalUrl}/${query}&locale=${language}`);
    if (isAskedForEin) await confirmBusiness(onOurPage(page), say);
    await expectWaitingPage(onOurPage(page), say);
    await screenshot(page, `markup-waiting-${language}`);
    const fees = await submitMarkup(secretKey, businessId, "0.75");
    expect(fees.length).toBeGreaterThan(0);
    await onOurPage(page).shows(say(approved));
    // The fee is the platform's and ours together.
    for (const fee of fees)
      await expect(page.locator("main")).toContainText(new RegExp(`${fee.replace(".", "\\.")}\\s?%`));
    await screenshot(page, `markup-${language}`);
  });
}
