import { expect, test } from "@playwright/test";
import { demoUrl } from "./addresses.ts";
import { codeBySms, leave, passIdentityCheck, phone, sign } from "./closing-pages.ts";
import { heading, openFinancing, portal } from "./demo.ts";
import { closers, fundLoan, payoutsOf, releasePayout } from "./funding.ts";
import { applicationsOf, openOffers, press, queryOf, screenshots } from "./offer-pages.ts";
import { acceptedLoan, rowsOf } from "./rows.ts";
import { advanceClock } from "./setup.ts";
import { confirmItIsMe, stepUpDialog } from "./step-up.ts";
import { type Language, languagesInCi, wordsIn } from "./words.ts";

// The steps between the choice of an offer and its money, with the vendors' pages in their frames.

for (const language of languagesInCi satisfies Language[]) {
  const say = wordsIn(language);

  test(`closing: an owner goes from the chosen loan through every step to the money that leaves, in ${language}`, async ({
    page,
  }) => {
    test.setTimeout(600_000);
    const business = await openOffers(page, language, { products: ["TERM_LOAN"], state: "CA" });
    const root = portal(page);
    await press(page, say("Continue with offer"));

    // The tax number is on file, so the phone is the first step.
    await expect(heading(page)).toHaveText(say("Let's verify your personal number"));
    await expect(heading(page)).toBeFocused();
    await expect(page).toHaveTitle(/^Step 3 of 6 · /);
    await screenshots(page, `closing-1-phone-${language}`);
    await press(page, say("Verify"));
    await expect(root.getByRole("link", { name: say("Personal phone number is required") })).toBeVisible();
    await press(page, say("Back"));
    await expect(heading(page)).toHaveText(say("You're approved!"));
    await press(page, say("Continue with offer"));
    const number = phone();
    await root.getByLabel(say("Personal phone number")).fill(number);
    await press(page, say("Verify"));
    await confirmItIsMe(page, root);
    const code = root.getByRole("textbox", { name: say("6-digit code") });
    await expect(code).toBeFocused();
    await screenshots(page, `closing-2-code-${language}`);
    await code.fill(await codeBySms(page, number, 1));
    await press(page, say("Verify"));

    await expect(heading(page)).toHaveText(say("Let's verify it's you and not an imposter"));
    await expect(heading(page)).toBeFocused();
    await screenshots(page, `closing-3-identity-${language}`);
    await press(page, say("Verify"));
    const identity = root.frameLocator("iframe");
    await expect(identity.getByRole("heading", { level: 1 })).toBeVisible();
    await screenshots(page, `closing-4-identity-frame-${language}`);
    await passIdentityCheck(identity, language === "es");

    await expect(heading(page)).toHaveText(say("Select an account for repayment and funding"));
    await screenshots(page, `closing-5-account-${language}`);
    await press(page, say("Continue"));

    await expect(heading(page)).toHaveText(say("Sign your loan agreement"));
    await screenshots(page, `closing-6-disclosure-${language}`);
    // The step is kept for a person who comes back.
    await openFinancing(page, queryOf(language));
    await expect(heading(page)).toHaveText(say("Sign your loan agreement"));
    const download = page.waitForEvent("download");
    await press(page, say("Download the disclosure (PDF)"));
    expect((await download).suggestedFilename()).toMatch(/\.pdf$/);
    await press(page, say("Sign the disclosure"));
    // Codes now go to the phone.
    const dialog = stepUpDialog(root);
    await dialog.getByRole("textbox").fill(await codeBySms(page, number, 2));
    await page.keyboard.press("Enter");
    const document = root.frameLocator("iframe");
    await expect(document.locator("#next")).toBeVisible();
    await screenshots(page, `closing-7-signing-${language}`);
    await sign(document);
    await expect(root.getByText(say("Read and sign the agreement."))).toBeVisible();
    // A declined document is presented again.
    await expect(document.locator("#next")).toBeVisible();
    await leave(document.locator("#decline"));
    await expect(root.getByText(say("Error occurred when signing the loan legal document"))).toBeVisible();
    await screenshots(page, `closing-8-declined-${language}`);
    await expect(async () => {
      await press(page, say("Try again"));
      await expect(document.locator("#next")).toBeVisible({ timeout: 15_000 });
    }).toPass();
    await sign(document);

    await expect(heading(page)).toHaveText(/^(Congratulations! |¡Felicidades! )\$/);
    await expect(heading(page)).toBeFocused();
    await screenshots(page, `closing-9-accepted-${language}`);
    await press(page, say("Close"));
    await expect(page).toHaveURL(`${demoUrl}/`);

    // The checklist, the funding by two people, and the end of the hold of a new account.
    await expect.poll(() => applicationsOf(business)).toEqual(["CLOSE_LOAN"]);
    const loan = await acceptedLoan(business);
    const staff = await closers();
    await fundLoan(staff, business, loan.applicationId);
    await advanceClock(page.request, business, 7);
    await releasePayout(staff, business);
    await advanceClock(page.request, business, 3);
    await expect.poll(() => payoutsOf(page.request, business)).toEqual([loan.payoutCents]);
    await openFinancing(page, queryOf(language));
    await expect(heading(page)).toHaveText(/^(Congratulations! |¡Felicidades! )\$/);
    await screenshots(page, `closing-10-welcome-${language}`);
    await press(page, say("Continue"));
    await expect(heading(page)).toHaveText(say("Term Loan"));
    await screenshots(page, `closing-11-financing-${language}`);
    expect((await rowsOf(business)).auditBreak).toBeNull();
  });
}
