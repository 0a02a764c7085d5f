import { expect, type Page, test } from "@playwright/test";
import { applicantOf } from "./applicant.ts";
import { bankWindow, passConsent, shareAccounts, signIn } from "./bank-window.ts";
import { openAccount, openFinancing, settled } from "./demo.ts";
import { confirmBusiness, expectWaitingPage } from "./journey.ts";
import { businessOf, rowsOf, type Tenant } from "./rows.ts";
import { inPartnersPage } from "./screen.ts";
import { screenshot } from "./screenshot.ts";
import { disconnectBank } from "./setup.ts";
import { type Language, languagesInCi, wordsIn } from "./words.ts";

/** Opens the application of an owner whose bank was disconnected after consent. */
async function openDisconnected(page: Page, language: Language): Promise<Tenant> {
  const query = language === "es" ? "?locale=es" : "";
  const { email } = await openAccount(page, query);
  const applicant = await applicantOf(page);
  await applicant.answerUntil("WAITING_FOR_OFFERS");
  const business = await businessOf(email);
  await disconnectBank(business);
  const openInputs = async () =>
    (await rowsOf(business)).inputs.filter(({ state }) => state === "OPEN").map(({ subStep }) => subStep);
  await expect.poll(openInputs).toEqual(expect.arrayContaining(["VERIFY_BUSINESS_INFORMATION", "RECOLLECT_PLAID"]));
  await openFinancing(page, query);
  await confirmBusiness(inPartnersPage(page), wordsIn(language));
  return business;
}

for (const language of languagesInCi) {
  const say = wordsIn(language);

  test(`bank again: an owner whose bank was closed links another bank and is asked nothing more, in ${language}`, async ({
    page,
  }) => {
    const business = await openDisconnected(page, language);
    const screen = inPartnersPage(page);
    await screen.shows(say("Reconnect your bank accounts"));
    await screenshot(page, `bank-again-${language}`);
    await screen.press(say("Link another bank"));
    await screen.confirmItIsMe();
    const bank = bankWindow(page);
    await passConsent(bank);
    await signIn(bank, "user_saas", "Prairie State Credit Union");
    await shareAccounts(bank);
    await screen.says("Prairie State Credit Union");
    await settled(page);
    await screenshot(page, `bank-again-added-${language}`);
    await screen.press(say("Continue"));
    await screen.shows(say("Authorize ACH payments"));
    await screen.press(say("Continue"));
    await expectWaitingPage(screen, say);
    const { links, inputs } = await rowsOf(business);
    expect(links.map(({ institution, status }) => ({ institution, status }))).toEqual([
      { institution: "ins_100001", status: "DISCONNECTED" },
      { institution: "ins_100003", status: "CONNECTED" },
    ]);
    expect(inputs.filter(({ state }) => state !== "DONE")).toEqual([]);
  });

  test(`bank again: an owner whose bank was closed uploads statements instead, in ${language}`, async ({ page }) => {
    const business = await openDisconnected(page, language);
    const screen = inPartnersPage(page);
    await screen.shows(say("Reconnect your bank accounts"));
    await screen.press(say("Upload bank statements instead"));
    await screen.shows(say("Confirm your statement details"));
    await screen.fill({
      name: "Copper Ridge Bank",
      routingNumber: "122199844",
      confirmRoutingNumber: "122199844",
      accountNumber: "000123456789",
      confirmAccountNumber: "000123456789",
    });
    await screen.press(say("Continue"));
    await screen.shows(say("Authorize ACH payments"));
    await screen.press(say("Continue"));
    await screen.confirmItIsMe();
    await screen.shows(say("Upload your recent bank statements"));
    await settled(page);
    await screenshot(page, `bank-again-statements-${language}`);
    await screen.upload("October.pdf");
    await screen.press(say("Continue"));
    await expectWaitingPage(screen, say);
    const { inputs, accounts } = await rowsOf(business);
    expect(inputs.filter(({ state }) => state !== "DONE")).toEqual([]);
    expect(accounts).toContainEqual({ bank: "Copper Ridge Bank", last4: "6789", by: "MANUAL", isAuthorized: true });
  });
}
