import { expect, type Page, test } from "@playwright/test";
import { rightAnswers } from "../packages/contracts/src/onboarding/wrong-inputs.fixture.ts";
import { demoUrl, portalUrl } from "./addresses.ts";
import { applicantOf } from "./applicant.ts";
import { heading, openAccount, portal, reach, settled } from "./demo.ts";
import { waitForCode } from "./inbox.ts";
import { screenshot } from "./screenshot.ts";
import { languagesInCi, wordsIn } from "./words.ts";

const number = /^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/;

async function signIn(page: Page, email: string, say: (english: string) => string): Promise<void> {
  const code = await waitForCode(page.request, email);
  await page.getByLabel(say("Email")).fill(email);
  await page.getByRole("button", { name: say("Email me a code") }).click();
  await page.getByLabel(say("6-digit code")).fill(await code());
  await page.keyboard.press("Enter");
}

/** Calls the API from the person's page, to reach a step without its screens. */
const ask = (page: Page, method: string, path: string, body?: object) =>
  page.evaluate(
    async ([how, where, text]) => {
      const init = { method: how as string, headers: { "content-type": "application/json" } };
      const answer = await fetch(where as string, text ? { ...init, body: text } : { method: how as string });
      return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
    },
    [method, path, body && JSON.stringify(body)] as const,
  );

async function answerUntil(page: Page, wanted: string): Promise<void> {
  await ask(page, "PUT", "/api/v1/users/roles", { userRoles: ["PRIMARY_OWNER"] });
  for (let n = 0; n < 6; n++) {
    const step = String((await ask(page, "GET", "/api/v1/workflow")).body["currentStep"]);
    if (step === wanted) return;
    const data = rightAnswers[step.replace("ONBOARDING.", "") as keyof typeof rightAnswers];
    await ask(page, "PUT", "/api/v1/completeStep", { completedStep: step, data });
  }
  throw new Error(`${wanted} was not reached`);
}

for (const language of languagesInCi) {
  const say = wordsIn(language);
  const locale = language === "es" ? "es-US" : "en-US";

  test.describe(() => {
    test.use({ locale });

    test(`help: shows the reference number and the support contacts, in ${language}`, async ({ page, context }) => {
      await context.grantPermissions(["clipboard-read", "clipboard-write"]);
      const scripts: string[] = [];
      page.on("request", (request) => void (request.url().includes("/zendesk/") && scripts.push(request.url())));
      await openAccount(page, `?locale=${language}`);
      await settled(page);
      const button = portal(page).getByRole("button", { name: say("Help"), exact: true });
      await button.focus();
      await page.keyboard.press("Enter");

      const panel = portal(page).getByRole("dialog", { name: say("Help") });
      const reference = panel.getByText(number);
      await expect(reference).toBeVisible();
      const written = (await reference.textContent()) ?? "";
      const supportLink = panel.getByRole("link", { name: "support@larkspur.example" });
      expect(decodeURIComponent((await supportLink.getAttribute("href")) ?? "")).toBe(
        `mailto:support@larkspur.example?subject=${say("Question about {reference}").replace("{reference}", written)}`,
      );
      await expect(panel.getByRole("link", { name: "(503) 555-0190" })).toHaveAttribute("href", "tel:+15035550190");
      await expect(panel.getByText(language === "es" ? "hora del Pacífico" : "Pacific time")).toBeVisible();
      await expect(panel.getByText("California Financing Law")).toBeVisible();
      await screenshot(page, `${language}-help`);

      await panel.getByRole("button", { name: /^(Copy|Copiar)/ }).click();
      await expect(panel.getByText(say("Copied."))).toBeVisible();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(written);
      const question = panel.getByText(say("How do I disconnect my bank?"));
      await question.click();
      await expect(panel.getByText(/bank, in its settings|aplicaciones conectadas/)).toBeVisible();
      await panel.getByText(say("What do you do with my bank data?")).click();
      await panel.getByText(say("What do you do with my bank data?")).scrollIntoViewIfNeeded();
      await screenshot(page, `${language}-help-questions`);

      await page.keyboard.press("Escape");
      await expect(panel).toBeHidden();
      await expect(button).toBeFocused();

      await test.step("help widget, loaded on demand", async () => {
        expect(scripts).toEqual([]);
        await button.click();
        await panel.getByRole("button", { name: say("Message us") }).click();
        const messages = portal(page).frameLocator(
          'iframe[title="Messaging window"], iframe[title="Ventana de mensajes"]',
        );
        await messages.locator("textarea").fill("What is missing?");
        await messages.getByRole("button", { name: language === "es" ? "Enviar" : "Send" }).click();
        await expect(messages.getByText(`(${written})`)).toBeVisible();
        await screenshot(page, `${language}-help-messages`);
        const window = portal(page).locator('iframe[title*="essag"], iframe[title*="mensajes"]');
        // Escape closes the window that has the focus, so the keyup event may never be confirmed.
        await Promise.race([page.keyboard.press("Escape"), window.waitFor({ state: "detached" })]);
        await expect(window).toHaveCount(0);
      });
    });

    test(`session: warns before it ends, can be extended, and keeps the draft, in ${language}`, async ({ page }) => {
      test.setTimeout(120_000);
      await page.clock.install();
      const email = `away-${language}-${test.info().project.name}-${Date.now()}@example.com`;
      await page.goto(portalUrl);
      await signIn(page, email, say);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(say("First, tell us your role at your company"));
      await answerUntil(page, "ONBOARDING.COLLECT_PERSONAL_DETAILS");
      const known = page.waitForResponse("**/api/v1/session");
      await page.reload();
      expect((await (await known).json())["secondsLeft"]).toBeGreaterThan(8 * 3600 - 120);
      await page.locator("#next-step").click();
      const field = page.getByLabel(say("First name"), { exact: true });
      await expect(field).toBeVisible();

      // The page's clock is ahead of the server's, so the test answers with the remaining time itself.
      let secondsLeft = 120;
      await page.route("**/api/v1/session", (route) => route.fulfill({ json: { secondsLeft, canExtend: true } }));
      const warning = page.getByRole("alertdialog", { name: say("Are you still there?") });
      const stay = warning.getByRole("button", { name: say("Stay signed in") }).last();

      await test.step("extending the session", async () => {
        await page.clock.fastForward("07:57:00");
        await expect(warning).toBeHidden();
        await page.clock.fastForward("01:01");
        await expect(warning).toBeVisible();
        await expect(stay).toBeFocused();
        await expect(warning.getByRole("status")).toContainText(/2 minut[eo]s/);
        await screenshot(page, `${language}-session-warning`);
        const extended = page.waitForResponse("**/api/v1/session/extend");
        await page.keyboard.press("Enter");
        expect(await (await extended).json()).toMatchObject({ canExtend: true });
        await expect(warning).toBeHidden();
      });

      await test.step("a countdown that is announced only a few times", async () => {
        await page.clock.fastForward("07:58:01");
        await expect(warning.getByRole("status")).toContainText(/2 minut[eo]s/);
        await page.clock.fastForward("00:40");
        await expect(warning.getByRole("status")).toContainText(/2 minut[eo]s/);
        await page.clock.fastForward("00:25");
        await expect(warning.getByRole("status")).toContainText(/1 minut[eo]/);
        await page.keyboard.press("Escape");
        await expect(warning).toBeHidden();
      });

      await test.step("the end of the session keeps the draft", async () => {
        // Typed right before the warning, so that the draft is not saved yet.
        secondsLeft = 119;
        await field.fill("Rosalind");
        await page.clock.fastForward("07:58:01");
        await expect(warning).toBeVisible();
        await expect
          .poll(async () => {
            const { body } = await ask(page, "GET", "/api/v1/step/ONBOARDING.COLLECT_PERSONAL_DETAILS");
            return JSON.stringify(body["draft"]);
          })
          .toContain("Rosalind");
        await page.unroute("**/api/v1/session");
        // The session has ended on the server too.
        await ask(page, "POST", "/api/businesses/auth/v2/logout");
        await page.clock.fastForward("02:01");
        await expect(page.getByRole("heading", { level: 1 })).toHaveText(say("You have been signed out"));
        await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
        await expect(warning).toBeHidden();
        await expect(page.getByText(/What you had typed|lo que había escrito/)).toBeVisible();
        await expect(page.getByRole("button", { name: say("Sign out") })).toHaveCount(0);
        await screenshot(page, `${language}-session-ended`);
      });

      await test.step("signing in again", async () => {
        await page.getByRole("button", { name: say("Sign in again") }).click();
        await signIn(page, email, say);
        await expect(page.getByRole("heading", { level: 1 })).toHaveText(say("Your application"));
        await page.locator("#next-step").click();
        await expect(field).toHaveValue("Rosalind");
      });
    });
  });
}

test("session: a sign-out in another tab is shown as a sign-out, without a message about a draft if nothing was typed", async ({
  page,
}) => {
  const email = `elsewhere-${test.info().project.name}-${Date.now()}@example.com`;
  await page.goto(portalUrl);
  await signIn(page, email, wordsIn("en"));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("First, tell us your role at your company");
  await ask(page, "POST", "/api/businesses/auth/v2/logout");
  await page.getByRole("radio", { name: "Business Owner" }).check();
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("You have been signed out");
  await expect(page.getByText("What you had typed")).toHaveCount(0);
});

test("session: an embedded session is renewed without a question while the parent page provides tokens; otherwise the person is warned", async ({
  page,
}) => {
  test.setTimeout(90_000);
  await page.clock.install();
  await page.addInitScript(() => {
    const reported: string[] = [];
    Object.assign(window, { reported });
    window.addEventListener(
      "message",
      ({ data }) => void (String(data).includes("session.expiring") && reported.push(data)),
    );
  });
  // Each session lasts a little longer than the two minutes of the warning.
  await page.route("**/api/v1/connect-tokens/exchange", async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ json: { ...(await answer.json()), secondsLeft: 180 } });
  });
  await openAccount(page);
  await portal(page).getByRole("radio", { name: "Business Owner" }).check();
  await (await reach(page, portal(page).getByRole("button", { name: "Continue" }))).click();
  await expect(heading(page)).toHaveText("Before you start");
  const warning = portal(page).getByRole("alertdialog", { name: "Are you still there?" });
  const stay = warning.getByRole("button", { name: "Stay signed in" }).last();

  const renewed = page.waitForResponse("**/exchange");
  await page.clock.fastForward("01:01");
  expect((await renewed).status()).toBe(200);
  await expect(warning).toBeHidden();
  const reported = await page.evaluate(() => (window as unknown as { reported: string[] }).reported.length);
  expect(reported).toBeGreaterThan(0);

  await page.route(`${demoUrl}/financing-session`, (route) => route.fulfill({ status: 500, body: "" }));
  await page.clock.fastForward("01:01");
  await expect(stay).toBeFocused();
  await expect(warning.getByRole("button", { name: "Sign out" })).toHaveCount(0);
  await screenshot(page, "embedded-session-warning");
  await stay.click();
  await expect(warning.getByRole("alert")).toContainText("The page around this one could not sign you in.");
  await page.clock.fastForward("02:05");
  await expect(heading(page)).toHaveText("Your session has ended");
  await screenshot(page, "embedded-session-ended");

  await page.unroute(`${demoUrl}/financing-session`);
  await (await reach(page, portal(page).getByRole("button", { name: "Go on" }))).click();
  await expect(heading(page)).toHaveText("Before you start");
});

test("help: before sign-in only the support contacts are shown", async ({ page }) => {
  await page.goto(portalUrl);
  await page.getByRole("button", { name: "Help", exact: true }).click();
  const panel = page.getByRole("dialog", { name: "Help" });
  await expect(panel.getByRole("link", { name: "support@larkspur.example" })).toBeVisible();
  await expect(panel.getByRole("button", { name: "Message us" })).toHaveCount(0);
  await expect(panel.getByText("Your reference number")).toHaveCount(0);
  await screenshot(page, "sign-in-help");
});

test("help: shows the request id of an error", async ({ page }) => {
  await page.route("**/api/v1/users/roles", (route) =>
    route.fulfill({
      status: 500,
      json: { errorCode: "InternalException", code: "INTERNAL", message: "Oops.", requestId: "req_01m7fh4p4qx1" },
    }),
  );
  await openAccount(page);
  await portal(page).getByRole("radio", { name: "Business Owner" }).check();
  await (await reach(page, portal(page).getByRole("button", { name: "Continue" }))).click();
  await expect(portal(page).getByRole("alert")).toBeVisible();
  await portal(page).getByRole("button", { name: "Help", exact: true }).click();
  const panel = portal(page).getByRole("dialog", { name: "Help" });
  await expect(panel.getByText("req_01m7fh4p4qx1")).toBeVisible();
  await screenshot(page, "help-after-error");
});

test("help: a platform without a help widget shows none, and the support address is shown even if the reference number cannot be loaded", async ({
  page,
}) => {
  await page.route("**/api/v1/help", (route) => route.fulfill({ status: 503, body: "" }));
  const email = `alone-${test.info().project.name}-${Date.now()}@example.com`;
  await page.goto(portalUrl);
  await signIn(page, email, wordsIn("en"));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("First, tell us your role at your company");
  await page.getByRole("button", { name: "Help", exact: true }).click();
  const panel = page.getByRole("dialog", { name: "Help" });
  await expect(panel.getByRole("alert")).toBeVisible();
  await expect(panel.getByRole("link", { name: "support@larkspur.example" })).toBeVisible();
  await screenshot(page, "help-unreachable");
  await page.unroute("**/api/v1/help");
  await page.route("**/api/v1/help", async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ json: { ...(await answer.json()), helpWindowScriptUrl: null } });
  });
  await panel.getByRole("button", { name: "Try again" }).click();
  await expect(panel.getByText(number)).toBeVisible();
  await expect(panel.getByRole("button", { name: "Message us" })).toHaveCount(0);
  await page.keyboard.press("Escape");
  await page.setViewportSize({ width: 320, height: 700 });
  await screenshot(page, "signed-in-narrow");
});

test("help: is in the same place on every page and fits a narrow screen", async ({ page }) => {
  test.setTimeout(120_000);
  await openAccount(page);
  const button = portal(page).getByRole("button", { name: "Help", exact: true });
  const place = () =>
    button.evaluate((element) => ({ x: element.getBoundingClientRect().x, y: element.getBoundingClientRect().y }));
  const waitingAtLock = await place();
  const applicant = await applicantOf(page);
  for (const step of ["ONBOARDING.START_FLOW", "ONBOARDING.COLLECT_BUSINESS_DETAILS", "WAITING_FOR_OFFERS"]) {
    await applicant.answerUntil(step);
    const shown = page.waitForResponse("**/api/v1/workflow");
    await page.reload();
    await shown;
    await expect(heading(page)).toBeVisible();
    expect({ step, ...(await place()) }).toEqual({ step, ...waitingAtLock });
  }
  await page.setViewportSize({ width: 320, height: 700 });
  await settled(page);
  await button.click();
  await expect(portal(page).getByRole("dialog", { name: "Help" }).getByText(number)).toBeVisible();
  await screenshot(page, "help-narrow");
  await page.goto(portalUrl);
  await expect(page.getByRole("button", { name: "Help", exact: true })).toBeVisible();
  await screenshot(page, "sign-in-narrow");
});

test("page: whose script cannot be downloaded says so, and is shown after another try", async ({ page }) => {
  let requests = 0;
  await page.route("**/assets/onboarding-flow-*.js", (route) => {
    requests++;
    return route.abort();
  });
  await openAccount(page);
  await (await reach(page, portal(page).getByRole("radio", { name: "Business Owner" }))).check();
  await (await reach(page, portal(page).getByRole("button", { name: "Continue", exact: true }))).click();
  await expect(portal(page).getByText("Something went wrong")).toBeVisible();
  expect(requests).toBeLessThanOrEqual(2);
  await page.unroute("**/assets/onboarding-flow-*.js");
  await portal(page).getByRole("button", { name: "Try again" }).click();
  await expect(heading(page)).toHaveText("Before you start");
});
