import type { FrameLocator, Page } from "@playwright/test";
import { portal } from "./demo.ts";

/** A sign-in with a history that staff have to look at, so that a person waits after the consent. Others lead to offers at once. */
export const reviewedUser = "user_shrinking";

/** The bank-link window, inside the portal's frame on the partner's page, in either language. */
export const bankWindow = (page: Page): FrameLocator =>
  portal(page).frameLocator('iframe[title="Link your bank"], iframe[title="Vincule su banco"]');

/** Passes the window's first page, which a bank that is renewed does not have. */
export const passConsent = (bank: FrameLocator) => bank.getByRole("button", { name: /^Contin(ue|uar)$/ }).click();

export async function signIn(bank: FrameLocator, user: string, name = "First Calm Bank"): Promise<void> {
  await bank.getByRole("button", { name }).click();
  await enterPassword(bank, user);
}

/** Signs in at the bank that was chosen, or at a linked one that is renewed. */
export async function enterPassword(bank: FrameLocator, user: string): Promise<void> {
  await bank.locator("input").nth(0).fill(user);
  await bank.locator("input").nth(1).fill("pass_good");
  await bank.locator("input").nth(1).press("Enter");
}

export async function shareAccounts(bank: FrameLocator): Promise<void> {
  await bank.getByRole("button", { name: /^(Link accounts|Vincular cuentas)$/ }).click();
  await bank.getByRole("button", { name: /^(Finish|Terminar)$/ }).click();
}
