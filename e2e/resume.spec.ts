import { expect, test } from "@playwright/test";
import { demoUrl } from "./addresses.ts";
import { applicantOf } from "./applicant.ts";
import { heading, openAccount, openFinancing } from "./demo.ts";
import { answersOnLongestPath, longestPath } from "./journey.ts";

// The progress is stored on the server and does not depend on the window size.
test.skip(({ viewport }) => (viewport?.width ?? 0) < 1000, "once is enough");

for (const [step, question] of Object.entries(longestPath)) {
  test(`resume: an application left at ${step} continues there in another browser, with all earlier answers`, async ({
    page,
    browser,
  }) => {
    await openAccount(page);
    const applicant = await applicantOf(page);
    await applicant.answerUntil(step, { ...answersOnLongestPath });
    const kept = await applicant.everything();

    const elsewhere = await browser.newContext();
    await elsewhere.addCookies(await page.context().cookies(demoUrl));
    await page.context().close();
    const fresh = await elsewhere.newPage();
    await openFinancing(fresh);
    await expect(heading(fresh)).toHaveText(question);
    expect(await (await applicantOf(fresh)).everything()).toEqual(kept);
    await elsewhere.close();
  });
}
