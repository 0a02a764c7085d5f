import { expect, test } from "@playwright/test";
import { demoUrl } from "./addresses.ts";
import { applicantOf } from "./applicant.ts";
import { comeBack, heading, openAccount } from "./demo.ts";
import { answersOfTheLongestWay, longestWay } from "./journey.ts";

// The server remembers; the size of a window has nothing to do with it.
test.skip(({ viewport }) => (viewport?.width ?? 0) < 1000, "once is enough");

for (const [step, question] of Object.entries(longestWay)) {
  test(`an application that was left at ${step} goes on there in another browser, with everything that was answered`, async ({
    page,
    browser,
  }) => {
    await openAccount(page);
    const applicant = await applicantOf(page);
    await applicant.answerUntil(step, { ...answersOfTheLongestWay });
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
