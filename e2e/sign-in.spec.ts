import { expect, type Page, test } from "@playwright/test";
import { demoUrl, portalUrl } from "./addresses.ts";
import { waitForCode } from "./inbox.ts";
import { screenshot } from "./screenshot.ts";

/** One person per window size, because parallel requests for one address could not tell their codes apart. */
const people = {
  phone: {
    customer: "harbor-bakery",
    email: "owner@harborbakery.example",
    greeting: "Congratulations! You qualify for up to",
  },
  desktop: {
    customer: "northfield-print",
    email: "dana@northfieldprint.example",
    greeting: "Before you start",
  },
};
const me = () => (test.info().project.name === "phone" ? people.phone : people.desktop);

async function askForCode(page: Page, email: string): Promise<string> {
  const code = await waitForCode(page.request, email);
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Email me a code" }).click();
  await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
  return code();
}

const codeField = (page: Page) => page.getByLabel("6-digit code");

test("sign-in: the page has the platform's logo, or the first letter of its name", async ({ page }) => {
  await page.goto(portalUrl);
  const brand = page.getByRole("banner");
  await expect(brand.getByText("Larkspur Capital", { exact: true })).toBeVisible();
  await expect(brand.getByText("L", { exact: true })).toBeVisible();
  const logoUrl = "https://logo.test/larkspur.svg";
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="28" height="28"><rect width="28" height="28"/></svg>';
  await page.route(logoUrl, (route) => route.fulfill({ contentType: "image/svg+xml", body: svg }));
  await page.route("**/api/public/v1/platforms?*", async (route) => {
    const platform = (await (await route.fetch()).json()) as { signInPage: object };
    await route.fulfill({ json: { ...platform, signInPage: { ...platform.signInPage, logoUrl } } });
  });
  await page.reload();
  await expect(brand.locator("img")).toHaveAttribute("src", logoUrl);
  await expect(brand.getByText("L", { exact: true })).toHaveCount(0);
});

test("sign-in: an owner signs in with a code, stays signed in, and signs out", async ({ page }) => {
  const { customer, email, greeting } = me();
  // The platform creates its customers in our API when they first open financing.
  await page.request.post(`${demoUrl}/customer`, { form: { customer, back: "/financing" } });

  await page.goto(portalUrl);
  await expect(page.getByRole("heading", { name: "Welcome to Larkspur Capital" })).toBeVisible();
  await screenshot(page, "sign-in");
  await page.getByRole("button", { name: "Email me a code" }).click();
  await expect(page.getByText("Email is required")).toBeVisible();
  await expect(page.getByLabel("Email")).toBeFocused();

  const code = await askForCode(page, email);
  await expect(codeField(page)).toBeFocused();
  await screenshot(page, "sign-in-code");

  const wrong = code === "123456" ? "654321" : "123456";
  await page.keyboard.type(wrong);
  await page.keyboard.press("Enter");
  await expect(page.getByText("That code is not right or has expired.")).toBeVisible();
  await expect(codeField(page)).toHaveAttribute("aria-invalid", "true");
  await screenshot(page, "sign-in-wrong-code");

  // The code as people paste it, with a space in the middle.
  await codeField(page).fill(`${code.slice(0, 3)} ${code.slice(3)}`);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: greeting })).toBeFocused();
  await screenshot(page, "home");
  expect(await page.evaluate(() => document.cookie)).toBe("");
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);

  await page.reload();
  await expect(page.getByRole("heading", { level: 1, name: greeting })).toBeVisible();

  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Goodbye for now");
  await expect(page.getByLabel("Email")).toHaveCount(0);
  await screenshot(page, "goodbye");
  await page.getByRole("button", { name: "Sign in again" }).click();
  await expect(page.getByLabel("Email")).toBeFocused();
  await page.reload();
  await expect(page.getByLabel("Email")).toBeVisible();
});

test("sign-in: a new person verifies their email and starts with an unnamed business", async ({ page }) => {
  const email = `new-${test.info().project.name}-${Date.now()}@example.com`;
  await page.goto(portalUrl);
  const code = await askForCode(page, email);
  await codeField(page).fill(code);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("First, tell us your role at your company");
  await screenshot(page, "direct-role");
});

test("sign-in: five wrong codes block further attempts, and a different email can be used", async ({ page }) => {
  const email = `guesser-${test.info().project.name}-${Date.now()}@example.com`;
  await page.goto(portalUrl);
  const code = await askForCode(page, email);
  const wrong = code === "123456" ? "654321" : "123456";
  for (let guess = 1; guess <= 6; guess++) {
    const answer = page.waitForResponse("**/login-otp/verify");
    await codeField(page).fill(wrong);
    await page.keyboard.press("Enter");
    expect((await answer).status()).toBe(guess <= 5 ? 400 : 429);
  }
  await expect(page.getByRole("alert")).toContainText("Too many attempts");
  await screenshot(page, "sign-in-too-many");
  await page.getByRole("button", { name: "Use a different email" }).click();
  await expect(page.getByLabel("Email")).toHaveValue(email);
});
