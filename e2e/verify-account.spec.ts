import { expect, type Page, test } from "@playwright/test";
import { rightAnswers } from "../packages/contracts/src/onboarding/wrong-inputs.fixture.ts";
import { type Applicant, applicantOf } from "./applicant.ts";
import { bankWindow, passConsent, shareAccounts, signIn as signInAtBank } from "./bank-window.ts";
import { closeOtherContexts, newGuest, openAccount, openFinancing, settled } from "./demo.ts";
import { waitForVerificationLink } from "./inbox.ts";
import { confirmBusiness, expectWaitingPage, newName } from "./journey.ts";
import { businessOf, type Tenant } from "./rows.ts";
import { inPartnersPage, onOurPage, type Screen } from "./screen.ts";
import { screenshot } from "./screenshot.ts";
import { advanceClock, signIn } from "./setup.ts";
import { type Language, languagesInCi, wordsIn } from "./words.ts";

test.afterEach(({ browser, context }) => closeOtherContexts({ browser, context }));

type Typist = { applicant: Applicant; business: Tenant; email: string; accountId: string; open: () => Promise<void> };
type Verification = { bankAccountId: string; status: string };

const verificationOf = async (applicant: Applicant): Promise<Verification> => {
  const { body } = await applicant.ask("GET", "/api/v1/bank-accounts/micro-entry-verifications");
  return (body["verifications"] as Verification[])[0] ?? { bankAccountId: "", status: "NONE" };
};
const amountsOf = async (applicant: Applicant): Promise<[number, number]> => {
  const { body } = await applicant.ask("GET", "/api/v1/sandbox/micro-entry-amounts");
  const [sent] = body["verifications"] as { amountsCents: [number, number] }[];
  if (!sent) throw new Error("no amounts were sent");
  return sent.amountsCents;
};
const dollars = (cents: number) => (cents / 100).toFixed(2);
/** Two amounts of which at least one was not sent. */
const wrongOf = ([first, second]: [number, number]): [number, number] => [first === 1 ? 2 : first - 1, second];

/** An owner who has given statements and typed in an account, on the waiting page after consent. */
async function aTypist(page: Page, language: Language): Promise<Typist> {
  const query = language === "es" ? "?locale=es" : "";
  const { email } = await openAccount(page, query);
  const applicant = await applicantOf(page);
  await applicant.answerUntil("WAITING_FOR_OFFERS", {
    SELECT_PRODUCTS: { selectedProducts: ["FAST_PAY"] },
    COLLECT_PERSONAL_DETAILS: {
      ...rightAnswers.COLLECT_PERSONAL_DETAILS,
      primaryBusinessOwnerFirstName: newName(),
      primaryBusinessOwnerEmail: email,
    },
    COLLECT_PLAID: { optToProvideBankStatements: true },
  });
  await expect.poll(() => applicant.currentStep()).toBe("REQUEST_ADDITIONAL_USER_INPUT");
  await openFinancing(page, query);
  const screen = inPartnersPage(page);
  await confirmBusiness(screen, wordsIn(language));
  await expectWaitingPage(screen, wordsIn(language));
  await expect.poll(async () => (await verificationOf(applicant)).status).not.toBe("NONE");
  const { bankAccountId: accountId } = await verificationOf(applicant);
  const open = async () => {
    await openFinancing(page, query);
    await expectWaitingPage(screen, wordsIn(language));
  };
  return { applicant, business: await businessOf(email), email, accountId, open };
}

/** Days pass until the verification has this status. */
async function passUntil(page: Page, { applicant, business }: Typist, status: string): Promise<void> {
  for (let day = 0; day < 7 && (await verificationOf(applicant)).status !== status; day++)
    await advanceClock(page.request, business, 1);
  expect((await verificationOf(applicant)).status).toBe(status);
}

async function enter(screen: Screen, amounts: [number, number], say: (english: string) => string): Promise<void> {
  await screen.fill({ firstAmount: dollars(amounts[0]), secondAmount: dollars(amounts[1]) });
  await screen.press(say("Confirm the amounts"));
}

for (const language of languagesInCi) {
  const say = wordsIn(language);

  test(`account verification: an owner sees that two amounts are on their way, enters them and is told when they are wrong, in ${language}`, async ({
    page,
    browser,
  }) => {
    test.setTimeout(300_000);
    const typist = await aTypist(page, language);
    const screen = inPartnersPage(page);
    await screen.says(say("Your bank account is being verified"));
    await settled(page);
    await screenshot(page, `verify-1-waiting-${language}`);
    await screen.press(say("Open the verification"));
    await screen.shows(say("Verify your bank account"));
    await screenshot(page, `verify-2-before-${language}`);
    await screen.press(say("Back to my application"));
    await expectWaitingPage(screen, say);

    const emailed = await waitForVerificationLink(page.request, typist.email);
    await passUntil(page, typist, "PENDING_VERIFICATION");
    const link = new URL(await emailed());
    await typist.open();
    await screen.says(say("Please verify your bank account"));
    await settled(page);
    await screenshot(page, `verify-3-to-do-${language}`);
    await screen.press(say("Enter the two amounts"));
    await screen.shows(say("Verify your bank account"));
    await screen.press(say("Confirm the amounts"));
    await screen.says(say("Enter an amount between $0.01 and $0.99"));
    const amounts = await amountsOf(typist.applicant);
    await enter(screen, wrongOf(amounts), say);
    await screen.says(say("Tries left: {triesLeft}").replace("{triesLeft}", "2"));
    await settled(page);
    await screenshot(page, `verify-4-wrong-${language}`);

    // The link of the email opens the same page after the sign-in.
    const reader = await newGuest(browser);
    link.searchParams.set("locale", "en");
    await signIn(reader, typist.email, "", link.href);
    const own = onOurPage(reader);
    await own.shows("Verify your bank account");
    await screenshot(reader, `verify-5-by-email-${language}`);

    await enter(screen, amounts, say);
    await screen.says(say("This account is verified."));
    await settled(page);
    await screenshot(page, `verify-6-verified-${language}`);
    await screen.press(say("Back to my application"));
    await expectWaitingPage(screen, say);
    await expect(screen.root.getByText(say("Please verify your bank account"))).toHaveCount(0);
  });

  test(`account verification: an owner whose tries are used up gets two new amounts, and links a bank when they expire, in ${language}`, async ({
    page,
  }) => {
    test.setTimeout(300_000);
    const typist = await aTypist(page, language);
    const { applicant, accountId } = typist;
    await passUntil(page, typist, "PENDING_VERIFICATION");
    const amountsCents = wrongOf(await amountsOf(applicant));
    const url = `/api/v1/bank-accounts/${accountId}/confirm-micro-entries`;
    for (let tries = 0; tries < 2; tries++) await applicant.ask("POST", url, { amountsCents });
    await typist.open();
    const screen = inPartnersPage(page);
    await screen.press(say("Enter the two amounts"));
    await enter(screen, amountsCents, say);
    await screen.says(
      say("The amounts were wrong three times, so this account is not verified. Our team is looking at it."),
    );
    await settled(page);
    await screenshot(page, `verify-7-failed-${language}`);
    await screen.press(say("Send two new amounts"));
    await expect(screen.button(say("Send two new amounts"))).toHaveCount(0);
    await passUntil(page, typist, "PENDING_VERIFICATION");
    await advanceClock(page.request, typist.business, 20);
    expect(await verificationOf(applicant)).toMatchObject({ status: "EXPIRED" });

    await typist.open();
    await screen.says(say("Please verify your bank account"));
    await screen.press(say("Open the verification"));
    await screen.says(say("This account was not verified in time, so we can neither pay to it nor debit it."));
    await settled(page);
    await screenshot(page, `verify-8-expired-${language}`);
    await screen.press(say("Link a bank instead"));
    await screen.shows(say("Connect your bank account"));
    await screen.press(say("Connect your bank"));
    await screen.confirmItIsMe();
    const bank = bankWindow(page);
    await passConsent(bank);
    await signInAtBank(bank, "user_good");
    await shareAccounts(bank);
    await screen.says("First Calm Bank");
    await screen.press(say("Continue"));
    await screen.shows(say("Authorize ACH payments"));
    await screen.press(say("Continue"));
    await screen.shows(say("Verify your bank account"));
    await screen.says(
      say("Your linked account at {linkedBankName} can be used. Nothing else needs to be verified.").replace(
        "{linkedBankName}",
        "First Calm Bank",
      ),
    );
    await settled(page);
    await screenshot(page, `verify-9-linked-${language}`);
  });
}
