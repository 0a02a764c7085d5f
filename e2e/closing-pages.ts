import { expect, type FrameLocator, type Locator, type Page } from "@playwright/test";
import { sandboxUrl } from "./addresses.ts";
import { heading, portal } from "./demo.ts";
import { fileBusinessReturn } from "./journey.ts";
import { press } from "./offer-pages.ts";
import { inPartnersPage } from "./screen.ts";
import { confirmItIsMe, stepUpDialog } from "./step-up.ts";

// What a person does on the pages of the closing, and on those of the vendors in their frames.

const digits = (count: number) => String(Math.floor(Math.random() * 10 ** count)).padStart(count, "0");

/** A number that no other person of the run has: its codes are counted. */
export const phone = () => `(415) 2${digits(2)}-${digits(4)}`;

/** The newest code by SMS, once this many were sent to a phone. */
export async function codeBySms(page: Page, to: string, count: number): Promise<string> {
  const read = async () => {
    const number = `+1${to.replace(/\D/g, "")}`;
    const answer = await page.request.get(`${sandboxUrl}/messages.json?${new URLSearchParams({ to: number })}`);
    const { messages } = (await answer.json()) as { messages: { body: string }[] };
    return messages.flatMap(({ body }) => /\d{6}/.exec(body)?.[0] ?? []);
  };
  await expect.poll(async () => (await read()).length, { message: "a code arrives by SMS" }).toBe(count);
  return (await read())[0] ?? "";
}

export const startOfIdentity = "Let's verify it's you and not an imposter";
export const selectAccount = "Select an account for repayment and funding";

/**
 * From the offer that is shown to the start of the identity check: the owner verifies their phone and steps their session up. Without a
 * tax return on file they say how they file before. Returns the phone number.
 */
export async function walkToIdentity(page: Page, { asksForTaxes = false } = {}): Promise<string> {
  const root = portal(page);
  const number = phone();
  const goOn = root.getByRole("button", { name: "Continue with offer" });
  await expect(goOn).not.toHaveAttribute("aria-disabled", "true");
  await press(page, "Continue with offer");
  if (asksForTaxes) await fileBusinessReturn(inPartnersPage(page));
  await expect(heading(page)).toHaveText("Let's verify your personal number");
  await root.getByLabel("Personal phone number").fill(number);
  await press(page, "Verify");
  await confirmItIsMe(page, root);
  await root.getByRole("textbox", { name: "6-digit code" }).fill(await codeBySms(page, number, 1));
  await press(page, "Verify");
  await expect(heading(page)).toHaveText(startOfIdentity);
  return number;
}

/** From the offer that is shown to the agreement, or to the page that awaits a payoff figure: phone, identity and account. Returns the phone number. */
export async function walkToAgreement(
  page: Page,
  { awaitsPayoff = false, ...wishes }: { asksForTaxes?: boolean; awaitsPayoff?: boolean } = {},
): Promise<string> {
  const number = await walkToIdentity(page, wishes);
  await press(page, "Verify");
  await passIdentityCheck(portal(page).frameLocator("iframe"));
  await expect(heading(page)).toHaveText(selectAccount);
  await press(page, "Continue");
  await expect(heading(page)).toHaveText(
    awaitsPayoff ? "We are asking your lender for the payoff figure" : /^Sign your (loan|advance) agreement$/,
  );
  return number;
}

/** Reads and signs the disclosure, if the state requires one, and then the agreement. The session is stepped up. */
export async function signAgreement(page: Page): Promise<void> {
  const root = portal(page);
  const download = root.getByRole("button", { name: "Download the disclosure (PDF)" });
  const toSign = root.getByRole("button", { name: /^Sign the (disclosure|agreement)$/ });
  await expect(download.or(toSign).first()).toBeVisible();
  if (!(await toSign.isVisible())) await press(page, "Download the disclosure (PDF)");
  await expect(toSign).toBeVisible();
  const isDisclosed = (await toSign.textContent()) === "Sign the disclosure";
  await press(page, /^Sign the (disclosure|agreement)$/);
  if (isDisclosed) {
    await sign(root.frameLocator("iframe"));
    await expect(root.getByText("Read and sign the agreement.")).toBeVisible();
  }
  await sign(root.frameLocator("iframe"));
}

/** Passes a step-up of an owner whose phone is verified, with the code of which this many were sent to it. */
export async function confirmBySms(page: Page, number: string, count: number): Promise<void> {
  const dialog = stepUpDialog(portal(page));
  await dialog.getByRole("textbox").fill(await codeBySms(page, number, count));
  await page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
}

/** Passes the vendor's identity check with sample pictures. The page offers other endings than a pass, by their English names. */
export async function passIdentityCheck(frame: FrameLocator, isSpanish = false, ending?: string): Promise<void> {
  // By keyboard, because a click on a frame that moves with its page misses it.
  const push = (english: string, spanish: string) =>
    frame
      .getByRole("button", { name: isSpanish ? spanish : english })
      .last()
      .press("Enter");
  await push("I agree, begin", "Acepto, comenzar");
  await push("Passport", "Pasaporte");
  for (const _ of ["document", "face"]) {
    await push("Use a sample", "Usar una de muestra");
    await push("Use this picture", "Usar esta foto");
  }
  if (ending) await frame.getByRole("radio", { name: ending }).check();
  await push("Send", "Enviar");
  await leave(frame.getByRole("button", { name: isSpanish ? "Cerrar" : "Close" }).last());
}

/** Presses a button once that closes its frame, or moves the focus to a button that a key would press as well. */
export const leave = (button: Locator): Promise<void> => button.dispatchEvent("click");

/** Signs the document in the vendor's frame with a typed name. */
export async function sign(frame: FrameLocator): Promise<void> {
  await expect(frame.locator("#next")).toBeVisible();
  for (const field of await frame.locator("button.field").all()) {
    await field.press("Enter");
    if (await frame.locator("#adopt").isVisible()) await frame.locator("#apply").press("Enter");
    await expect(field).toHaveClass(/done/);
  }
  await leave(frame.locator("#finish"));
}
