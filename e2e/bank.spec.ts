import { expect, type FrameLocator, type Page, test } from "@playwright/test";
import { demoUrl } from "./addresses.ts";
import { applicantOf } from "./applicant.ts";
import { heading, openAccount, portal, settled } from "./demo.ts";
import { look } from "./look.ts";

/** The bank's window, inside our frame, inside the partner's page. */
const bankWindow = (page: Page): FrameLocator => portal(page).frameLocator('iframe[title="Link your bank"]');
const button = (page: Page, name: string) => portal(page).getByRole("button", { name, exact: true });

async function atTheBank(page: Page): Promise<void> {
  await openAccount(page);
  const applicant = await applicantOf(page);
  await applicant.answerUntil("ONBOARDING.COLLECT_PLAID");
  await page.goto(`${demoUrl}/financing`);
  await expect(heading(page)).toHaveText("Connect your bank account");
}

async function openWindow(page: Page): Promise<FrameLocator> {
  await settled(page);
  await button(page, "Connect your bank").click();
  const bank = bankWindow(page);
  await bank.getByRole("button", { name: "Continue" }).click();
  return bank;
}

async function signIn(bank: FrameLocator, user: string): Promise<void> {
  await bank.getByRole("button", { name: "First Calm Bank" }).click();
  await bank.locator("input").nth(0).fill(user);
  await bank.locator("input").nth(1).fill("pass_good");
  await bank.locator("input").nth(1).press("Enter");
}

async function shareAccounts(bank: FrameLocator): Promise<void> {
  await bank.getByRole("button", { name: "Link accounts" }).click();
  await bank.getByRole("button", { name: "Finish" }).click();
}

test("an owner links a bank in its window, authorizes debits and goes on", async ({ page }) => {
  await atTheBank(page);
  await look(page, "bank-connect");
  const bank = await openWindow(page);
  await expect(bank.getByRole("button", { name: "First Calm Bank" })).toBeVisible();
  await look(page, "bank-window-banks");
  await signIn(bank, "user_good");
  await expect(bank.getByText("Business Savings")).toBeVisible();
  await look(page, "bank-window-accounts");
  await shareAccounts(bank);

  await expect(portal(page).getByText("Do you want to link another account?")).toBeVisible();
  await expect(portal(page).getByText("First Calm Bank", { exact: true })).toBeVisible();
  await look(page, "bank-list");
  await settled(page);
  await button(page, "Continue").click();
  await expect(heading(page)).toHaveText("Authorize ACH payments");
  await expect(portal(page).getByText(/^\d+6789$/)).toBeVisible();
  await expect(portal(page).getByText("091099800").first()).toBeVisible();
  await look(page, "bank-authorization");
  await settled(page);
  await button(page, "Continue").click();
  await expect.poll(async () => (await applicantOf(page)).currentStep()).not.toBe("ONBOARDING.COLLECT_PLAID");
});

test("a bank that cannot be linked is refused in words that help, and statements are offered", async ({ page }) => {
  await atTheBank(page);
  const bank = await openWindow(page);
  await signIn(bank, "user_blocked");
  await shareAccounts(bank);
  await expect(portal(page).getByText(/^Sorry, something went wrong while the bank attempted to link/)).toBeVisible();
  await expect(button(page, "Upload bank statements")).toBeVisible();
  await look(page, "bank-refused");
  await settled(page);
  await button(page, "Upload bank statements").click();
  await expect.poll(async () => (await applicantOf(page)).currentStep()).toBe("COLLECT_BANK_STATEMENTS");
});

test("after three closed windows a person is told what else they can do, and we are told that they are stuck", async ({
  page,
}) => {
  await atTheBank(page);
  const told: string[] = [];
  page.on("request", (request) => {
    const { eventType } = (request.postDataJSON() ?? {}) as { eventType?: string };
    if (eventType) told.push(eventType);
  });
  for (let attempt = 1; attempt <= 3; attempt++) {
    const bank = await openWindow(page);
    await bank.getByRole("button", { name: "Close" }).click();
    const leave = bank.getByRole("button", { name: /Yes|Exit|Leave/ });
    await leave.click({ timeout: 2_000 }).catch(() => undefined);
    await expect(portal(page).locator('iframe[title="Link your bank"]')).toHaveCount(0);
  }
  await expect(portal(page).getByText("Having trouble connecting?")).toBeVisible();
  await look(page, "bank-stuck");
  await expect.poll(() => told).toContain("BANK_LINK_STUCK");
});

test("a link on a page of its own is noticed here when it is done there", async ({ page, context }) => {
  await atTheBank(page);
  // A browser that blocks the vendor's script.
  await page.route("**/link-initialize.js", (route) => route.abort());
  await settled(page);
  await button(page, "Connect your bank").click();
  await expect(heading(page)).toHaveText("Open your bank on its own page");
  await look(page, "bank-own-page");
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
