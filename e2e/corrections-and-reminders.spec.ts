import { expect, test } from "@playwright/test";
import { applicantOf } from "./applicant.ts";
import { closeOtherContexts, heading, newGuest, openAccount, openFinancing, portal, reach } from "./demo.ts";
import { waitForRefusalLink, waitForWords } from "./inbox.ts";
import { watchScreens } from "./layout.ts";
import { businessOf } from "./rows.ts";
import { onOurPage } from "./screen.ts";
import { screenshot } from "./screenshot.ts";
import { advanceClock, signInStaffMember } from "./setup.ts";
import { languagesInCi, wordsIn } from "./words.ts";

test.afterEach(({ browser, context }) => closeOtherContexts({ browser, context }));

for (const language of languagesInCi) {
  const say = wordsIn(language);

  test(`correction: an owner asks for one after applying, and reads the answer in an email and on the page, in ${language}`, async ({
    page,
  }) => {
    const query = language === "es" ? "?locale=es" : "";
    const { email } = await openAccount(page, query);
    const applicant = await applicantOf(page);
    await applicant.answerUntil("WAITING_FOR_OFFERS", { SELECT_PRODUCTS: { selectedProducts: ["FAST_PAY"] } });
    await openFinancing(page, query);
    await expect(heading(page)).toBeVisible();
    const button = (name: string) => portal(page).getByRole("button", { name: say(name), exact: true });
    const openDialog = async () => {
      await (await reach(page, button("Help"))).press("Enter");
      await portal(page).getByText(say("Something I entered is wrong. What can I do?")).click();
      await button("Correct something").press("Enter");
      const dialog = portal(page).getByRole("dialog");
      await expect(dialog.getByText(say("What is it about?"))).toBeVisible();
      return dialog;
    };

    const dialog = await openDialog();
    await button("Ask for the correction").press("Enter");
    await expect(dialog.getByText(say("Must select an option"))).toBeVisible();
    await expect(dialog.getByText(say("Please say what is wrong"))).toBeVisible();
    await dialog.getByText(say("Business details")).click();
    const text = dialog.getByLabel(say("What is wrong, and what is right?"));
    await text.fill("Our tax number is 12-3456789");
    await button("Ask for the correction").press("Enter");
    await expect(
      dialog.getByText(
        say("Please leave out tax and account numbers. If we need one, we ask for it on a secure page."),
      ),
    ).toBeVisible();
    await screenshot(page, "correction-1-number");
    await text.fill("We moved to 12 Main Street, Springfield, in the week after we applied.");
    await button("Ask for the correction").press("Enter");
    await expect(dialog.getByText(say("We have your request"))).toBeVisible();
    await screenshot(page, "correction-2-sent");
    await button("Done").press("Enter");

    const business = await businessOf(email);
    const member = await signInStaffMember("UNDERWRITER");
    const { body } = await member("GET", `/businesses/${business.businessId}/corrections`);
    const [asked] = body["corrections"] as { correctionId: string }[];
    const message = "Thank you, we have both addresses on file now.";
    const words = await waitForWords(page.request, email, /we have both addresses on file now/);
    const answered = await member(
      "POST",
      `/businesses/${business.businessId}/corrections/${asked?.correctionId}/answer`,
      { message, reason: "The lease shows both addresses." },
    );
    expect(answered.body).toMatchObject({ state: "APPROVED" });
    await words();
    await page.reload();
    await expect((await openDialog()).getByText(message)).toBeVisible();
    await screenshot(page, "correction-3-answered");
  });
}

test("reminder: an owner who stopped before consent is reminded, and refuses reminders by the button behind the email", async ({
  page,
  browser,
}) => {
  const { email } = await openAccount(page);
  const applicant = await applicantOf(page);
  await applicant.answerUntil("ONBOARDING.COLLECT_BUSINESS_DETAILS");
  const link = await waitForRefusalLink(page.request, email);
  await advanceClock(page.request, await businessOf(email), 3);
  const url = await link();

  // A browser that knows nobody.
  const reader = await newGuest(browser);
  const screen = await watchScreens(reader, onOurPage, "refuse-reminders");
  await reader.goto(url);
  await screen.shows("No more reminders?");
  await screenshot(reader, "refuse-reminders-1");
  await screen.press("Stop the reminders");
  await screen.shows("You get no more reminders");
  await screenshot(reader, "refuse-reminders-2");
  await reader.goto(`${url.split("#")[0]}&again#unknown`);
  await screen.shows("No more reminders?");
  await screen.press("Stop the reminders");
  await screen.says("This link is not complete. Please open it again from the email.");
  await screenshot(reader, "refuse-reminders-3-unknown");
  const inSpanish = new URL(url);
  inSpanish.searchParams.set("locale", "es");
  await reader.goto(inSpanish.href);
  await screen.shows(wordsIn("es")("No more reminders?"));
});
