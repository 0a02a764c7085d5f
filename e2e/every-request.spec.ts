import { expect, test } from "@playwright/test";
import { answers, askedInputs, requestEveryInput } from "./additional-input-answers.ts";
import { applicantOf } from "./applicant.ts";
import { openAccount, openFinancing, settled } from "./demo.ts";
import { expectWaitingPage } from "./journey.ts";
import { businessOf, rowsOf } from "./rows.ts";
import { inPartnersPage } from "./screen.ts";
import { screenshot } from "./screenshot.ts";
import { signInStaffMember } from "./setup.ts";
import { languagesInCi, wordsIn } from "./words.ts";

for (const language of languagesInCi) {
  const say = wordsIn(language);

  test(`additional input: an owner answers every kind of request one after the other, in ${language}`, async ({
    page,
  }) => {
    test.setTimeout(300_000);
    const query = language === "es" ? "?locale=es" : "";
    const { email } = await openAccount(page, query);
    const applicant = await applicantOf(page);
    await applicant.answerUntil("WAITING_FOR_OFFERS");
    const { businessId } = await businessOf(email);
    await requestEveryInput(businessId);

    await openFinancing(page, query);
    const screen = inPartnersPage(page);
    for (const [number, subStep] of askedInputs.entries()) {
      const { title, give } = answers[subStep];
      await screen.shows(say(title));
      if (number > 0) await expect(screen.heading).toBeFocused();
      await settled(page);
      await screenshot(page, `asked-${language}-${String(number + 1).padStart(2, "0")}-${subStep.toLowerCase()}`);
      await give(screen, say);
    }
    await expectWaitingPage(screen, say);
    const { inputs, auditBreak } = await rowsOf(await businessOf(email));
    expect(inputs.filter(({ state }) => state !== "DONE")).toEqual([]);
    expect(new Set(inputs.map(({ subStep }) => subStep))).toEqual(new Set(askedInputs));
    expect(auditBreak).toBeNull();
  });
}

test("additional input: an owner whose application is held sees the waiting page and has nothing to answer about the hold", async ({
  page,
}) => {
  const { email } = await openAccount(page);
  const applicant = await applicantOf(page);
  await applicant.answerUntil("WAITING_FOR_OFFERS");
  await expect.poll(() => applicant.currentStep()).toBe("REQUEST_ADDITIONAL_USER_INPUT");
  const { businessId } = await businessOf(email);
  const underwriter = await signInStaffMember("UNDERWRITER");
  const hold = { subStep: "MANUAL_OVERRIDE", reason: "A second look." };
  expect(await underwriter("POST", `/businesses/${businessId}/additional-inputs`, hold)).toMatchObject({ status: 200 });
  await openFinancing(page);
  const screen = inPartnersPage(page);
  // Business verification did not find the business; a request that the owner can answer comes before the hold.
  const { title, give } = answers.VERIFY_BUSINESS_INFORMATION;
  await screen.shows(title);
  await give(screen, wordsIn("en"));
  await expectWaitingPage(screen);
  await settled(page);
  await screenshot(page, "asked-held");
});
