import { expect, type FrameLocator, type Page, test } from "@playwright/test";
import { applicantOf } from "./applicant.ts";
import { bankWindow, enterPassword, passConsent, shareAccounts, signIn } from "./bank-window.ts";
import { heading, openAccount, openFinancing, portal, reach } from "./demo.ts";
import { uploadStatements } from "./journey.ts";
import { businessOf, rowsOf, type Tenant } from "./rows.ts";
import { inPartnersPage } from "./screen.ts";
import { screenshot } from "./screenshot.ts";
import { confirmItIsMe } from "./step-up.ts";
import { type Language, languagesInCi, wordsIn } from "./words.ts";

const button = (page: Page, name: string) => portal(page).getByRole("button", { name, exact: true });

async function openAtBankLink(page: Page, language: Language = "en"): Promise<Tenant> {
  const query = language === "es" ? "?locale=es" : "";
  const { email } = await openAccount(page, query);
  const applicant = await applicantOf(page);
  await applicant.answerUntil("ONBOARDING.COLLECT_PLAID");
  await openFinancing(page, query);
  await expect(heading(page)).toHaveText(wordsIn(language)("Connect your bank account"));
  return businessOf(email);
}

/** The first window of a session needs a step-up. */
async function openWindow(page: Page, isFirst = true, say = wordsIn("en")): Promise<FrameLocator> {
  await (await reach(page, button(page, say("Connect your bank")))).click();
  if (isFirst) await confirmItIsMe(page, portal(page));
  const bank = bankWindow(page);
  await passConsent(bank);
  return bank;
}

/** Expects that the whole window is in sight, from its top to its last button. */
async function expectWhole(page: Page, bank: FrameLocator): Promise<void> {
  const { height } = page.viewportSize() ?? { height: 0 };
  const place = async () => {
    const box = await bank.locator("#panel").boundingBox();
    return box && { isTopSeen: box.y >= 0, isFootSeen: box.y + box.height <= height };
  };
  await expect.poll(place).toEqual({ isTopSeen: true, isFootSeen: true });
}

/** An account entered by hand instead of linked. */
const typedAccount = { bank: "Copper Ridge Bank", last4: "6789", by: "MANUAL", isAuthorized: true };
const filesAreRead = (business: Tenant) =>
  expect.poll(async () => (await rowsOf(business)).documents.map(({ status }) => status)).toEqual(["READY"]);
const statements = { type: "BANK_STATEMENT", name: "October.pdf", status: "READY", uploadedBy: "OWNER" };

test("bank link: an owner links a bank in the bank-link window, authorizes debits and continues", async ({ page }) => {
  const business = await openAtBankLink(page);
  await screenshot(page, "bank-connect");
  const bank = await openWindow(page);
  await expect(bank.getByRole("button", { name: "First Calm Bank" })).toBeVisible();
  await expectWhole(page, bank);
  await expect(bank.getByText("Larkspur Capital").first()).toBeVisible();
  await screenshot(page, "bank-window-banks");
  await signIn(bank, "user_good");
  await expect(bank.getByText("Business Savings")).toBeVisible();
  await expectWhole(page, bank);
  await screenshot(page, "bank-window-accounts");
  await shareAccounts(bank);

  await expect(portal(page).getByText("Do you want to link another account?")).toBeVisible();
  await expect(portal(page).getByText("First Calm Bank", { exact: true })).toBeVisible();
  await screenshot(page, "bank-list");
  await (await reach(page, button(page, "Continue"))).click();
  await expect(heading(page)).toHaveText("Authorize ACH payments");
  await expect(portal(page).getByText(/^\d+6789$/)).toBeVisible();
  await expect(portal(page).getByText("091099800").first()).toBeVisible();
  for (const words of ["First Calm Bank", "Larkspur Capital"])
    await expect(portal(page).getByText(words, { exact: true })).toHaveCount(2);
  await screenshot(page, "bank-authorization");
  await (await reach(page, button(page, "Continue"))).click();
  await expect.poll(async () => (await applicantOf(page)).currentStep()).not.toBe("ONBOARDING.COLLECT_PLAID");
  expect(await rowsOf(business)).toMatchObject({
    links: [{ institution: "ins_100001", status: "CONNECTED", refused: null }],
    accounts: ["6789", "4411"].map((last4) => ({ last4, by: "PLAID", isAuthorized: true })),
    answers: { optToProvideBankStatements: false },
  });
});

const noChecking = {
  en: "Please connect one or more checking accounts.",
  es: "Conecte una o más cuentas corrientes.",
};

for (const language of languagesInCi) {
  const say = wordsIn(language);
  const goOn = async (page: Page) => (await reach(page, button(page, say("Continue")))).click();

  test(`bank link: an owner who shared only a savings account adds a checking account, authorizes it and continues, in ${language}`, async ({
    page,
  }) => {
    const business = await openAtBankLink(page, language);
    const bank = await openWindow(page, true, say);
    await signIn(bank, "user_good");
    await bank.getByRole("checkbox", { name: /Business Checking/ }).uncheck();
    await shareAccounts(bank);
    await goOn(page);
    await expect(heading(page)).toHaveText(say("Authorize ACH payments"));
    await goOn(page);
    await expect(portal(page).getByText(noChecking[language])).toBeVisible();
    await screenshot(page, `bank-savings-only-${language}`);
    await (await reach(page, button(page, say("Back")))).click();

    await (await reach(page, button(page, `${say("Update")}: First Calm Bank`))).click();
    await enterPassword(bank, "user_good");
    await shareAccounts(bank);
    await expect(portal(page).getByText("Business Checking")).toBeVisible();
    await goOn(page);
    await expect(heading(page)).toHaveText(say("Authorize ACH payments"));
    await expect(portal(page).getByText(/^\d+6789$/)).toBeVisible();
    await screenshot(page, `bank-added-account-${language}`);
    await goOn(page);
    await expect.poll(async () => (await applicantOf(page)).currentStep()).not.toBe("ONBOARDING.COLLECT_PLAID");
    expect((await rowsOf(business)).accounts).toMatchObject(
      ["4411", "6789"].map((last4) => ({ last4, by: "PLAID", isAuthorized: true })),
    );
  });
}

/** Banks that we do not link. Their ids at the vendor are ins_129313 and ins_114126. */
for (const bankName of ["Northgate Digital", "Tidewater Online"]) {
  test(`bank link: ${bankName} is excluded, the message offers statements, and statements complete the step`, async ({
    page,
  }) => {
    test.setTimeout(240_000);
    const business = await openAtBankLink(page);
    const bank = await openWindow(page);
    await signIn(bank, "user_good", bankName);
    await shareAccounts(bank);
    await expect(portal(page).getByText(/^Sorry, something went wrong while the bank attempted to link/)).toBeVisible();
    await expect(button(page, "Upload bank statements")).toBeVisible();
    await screenshot(page, "bank-refused");
    await (await reach(page, button(page, "Upload bank statements"))).click();
    await uploadStatements(inPartnersPage(page), true);
    await expect(heading(page)).toHaveText("Does the business have other owners?");
    await filesAreRead(business);
    expect(await rowsOf(business)).toMatchObject({
      // The attempt is recorded; no data of the bank is read.
      links: [{ institution: null, refused: "INSTITUTION_EXCLUDED" }],
      accounts: [typedAccount],
      documents: [statements],
      answers: { optToProvideBankStatements: true },
    });
  });
}

test("bank link: after three closed windows the portal offers alternatives and reports the person as stuck, and statements complete the step", async ({
  page,
}) => {
  test.setTimeout(240_000);
  const business = await openAtBankLink(page);
  const reported: string[] = [];
  page.on("request", (request) => {
    const { eventType } = (request.postDataJSON() ?? {}) as { eventType?: string };
    if (eventType) reported.push(eventType);
  });
  for (let attempt = 1; attempt <= 3; attempt++) {
    const bank = await openWindow(page, attempt === 1);
    await bank.getByRole("button", { name: "Close" }).click();
    const leave = bank.getByRole("button", { name: /Yes|Exit|Leave/ });
    await leave.click({ timeout: 2_000 }).catch(() => undefined);
    await expect(portal(page).locator('iframe[title="Link your bank"]')).toHaveCount(0);
  }
  await expect(portal(page).getByText("Having trouble connecting?")).toBeVisible();
  await screenshot(page, "bank-stuck");
  await expect.poll(() => reported).toContain("BANK_LINK_STUCK");
  await (await reach(page, button(page, "Upload bank statements"))).click();
  await uploadStatements(inPartnersPage(page), true);
  await expect(heading(page)).toHaveText("Does the business have other owners?");
  await filesAreRead(business);
  const rows = await rowsOf(business);
  expect(rows).toMatchObject({
    links: [],
    accounts: [typedAccount],
    documents: [statements],
    answers: { optToProvideBankStatements: true },
  });
  expect(rows.reported.filter((name) => name === "BANK_LINK_STUCK")).toHaveLength(1);
});

test("bank link: the portal detects that a bank was linked on the hosted page", async ({ page, context }) => {
  await openAtBankLink(page);
  // Simulates a browser that blocks the vendor's script.
  await page.route("**/link-initialize.js", (route) => route.abort());
  await (await reach(page, button(page, "Connect your bank"))).click();
  await confirmItIsMe(page, portal(page));
  await expect(heading(page)).toHaveText("Open your bank on its own page");
  await screenshot(page, "bank-own-page");
  const opened = context.waitForEvent("page");
  await portal(page).getByRole("link", { name: "Open my bank" }).click();
  const bank = (await opened).mainFrame();
  await bank.getByRole("button", { name: "Continue" }).click();
  await bank.getByRole("button", { name: "First Calm Bank" }).click();
  await bank.locator("input").nth(0).fill("user_good");
  await bank.locator("input").nth(1).fill("pass_good");
  await bank.locator("input").nth(1).press("Enter");
  await bank.getByRole("button", { name: "Link accounts" }).click();
  await expect(portal(page).getByText("Do you want to link another account?")).toBeVisible();
});
