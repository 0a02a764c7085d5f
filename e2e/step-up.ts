import { expect, type FrameLocator, type Page } from "@playwright/test";
import { stepUpCode } from "./inbox.ts";
import { wordsIn } from "./words.ts";

type Person = { email: string; codes: number };
const people = new WeakMap<Page, Person>();

/** Notes whose page it is, because the codes of a step-up go to that person's email address. */
export const isPageOf = (page: Page, email: string): void => void people.set(page, { email, codes: 0 });

/** The dialog of a step-up, in either language. */
export const stepUpDialog = (root: Page | FrameLocator) =>
  root.getByRole("alertdialog", {
    name: new RegExp(`^(Confirm that it is you|${wordsIn("es")("Confirm that it is you")})$`),
  });

/** The newest code that the page's person was sent since the last call. */
export async function newCode(page: Page): Promise<string> {
  const person = people.get(page);
  if (!person) throw new Error("It is not known whose page this is.");
  person.codes++;
  return stepUpCode(page.request, person.email, person.codes);
}

/** Passes the step-up that a request of this page needs, with the code from the person's mailbox. */
export async function confirmItIsMe(page: Page, root: Page | FrameLocator): Promise<void> {
  const dialog = stepUpDialog(root);
  await expect(dialog).toBeVisible();
  await dialog.getByRole("textbox").fill(await newCode(page));
  await page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
}
