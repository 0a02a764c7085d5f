import { expect, type FrameLocator, type Page, test } from "@playwright/test";
import { rightAnswers } from "../packages/contracts/src/onboarding/wrong-inputs.fixture.ts";
import { sandboxUrl } from "./addresses.ts";
import { applicantOf } from "./applicant.ts";
import { heading, openAccount, openFinancing, portal, reach } from "./demo.ts";
import { businessOf, rowsOf } from "./rows.ts";
import { inPartnersPage } from "./screen.ts";
import { screenshot } from "./screenshot.ts";
import { signIn } from "./setup.ts";
import { newCode, stepUpDialog } from "./step-up.ts";
import { wordsIn } from "./words.ts";

const bankWindow = (root: Page | FrameLocator) =>
  root.frameLocator('iframe[title="Link your bank"]').getByRole("button", { name: /Continue|Continuar/ });
const another = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0");

/** Opens the partner's page at the question for a bank. */
async function openAtBankLink(page: Page, query = "", answers: Record<string, object> = {}): Promise<string> {
  const { email } = await openAccount(page, query);
  await (await applicantOf(page)).answerUntil("ONBOARDING.COLLECT_PLAID", answers);
  await openFinancing(page, query);
  return email;
}

async function connect(page: Page, say = wordsIn("en")) {
  await (await reach(page, portal(page).getByRole("button", { name: say("Connect your bank"), exact: true }))).press(
    "Enter",
  );
  const dialog = stepUpDialog(portal(page));
  await expect(dialog.getByRole("textbox")).toBeFocused();
  return dialog;
}

test("step-up: an owner who links a bank corrects a wrong code, asks for another, and the bank's window opens", async ({
  page,
}) => {
  await openAtBankLink(page);
  const dialog = await connect(page);
  await expect(dialog.getByRole("button", { name: /^Send a new code in \d+ s$/ })).toHaveAttribute(
    "aria-disabled",
    "true",
  );
  await expect(dialog).toContainText("We email every owner about a new or changed account.");
  await page.keyboard.press("Enter");
  await expect(dialog.getByText("Please enter the 6-digit code")).toBeVisible();
  const first = await newCode(page);
  await page.keyboard.type(another(first));
  await page.keyboard.press("Enter");
  await expect(dialog.getByText("That code is not right or has expired.")).toBeVisible();
  await expect(dialog.getByRole("textbox")).toBeFocused();
  await expect(dialog.getByRole("textbox")).toHaveAttribute("aria-invalid", "true");
  await screenshot(page, "step-up-wrong-code");

  await dialog.getByRole("button", { name: "Send a new code", exact: true }).press("Enter");
  await expect(dialog.getByText("A new code is on its way.")).toBeVisible();
  const second = await newCode(page);
  await dialog.getByRole("textbox").fill(`${second.slice(0, 3)} ${second.slice(3)}`);
  await page.keyboard.press("Enter");
  await expect(bankWindow(portal(page))).toBeVisible();
});

test("step-up: Escape closes the dialog, the page says what is missing, and the code that was sent still works", async ({
  page,
}) => {
  await openAtBankLink(page);
  await connect(page);
  const code = await newCode(page);
  await page.keyboard.press("Escape");
  await expect(stepUpDialog(portal(page))).toBeHidden();
  await expect(portal(page).getByText("Please confirm that it is you before you go on.")).toBeVisible();
  await expect(portal(page).getByRole("button", { name: "Connect your bank", exact: true })).toBeFocused();
  const dialog = await connect(page);
  for (const label of ["Send a new code", "Confirm", "Cancel"]) {
    await page.keyboard.press("Tab");
    await expect(dialog.getByRole("button", { name: label, exact: true })).toBeFocused();
  }
  await page.keyboard.press("Tab");
  await page.keyboard.type(code);
  await page.keyboard.press("Enter");
  await expect(bankWindow(portal(page))).toBeVisible();
});

test("step-up: five wrong codes lock the code, and no connection leaves a way to try again", async ({ page }) => {
  await openAtBankLink(page);
  const dialog = await connect(page);
  const wrong = another(await newCode(page));
  await page.route("**/api/v1/step-up/code/confirm", (route) => route.abort());
  await page.keyboard.type(wrong);
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("alert")).toContainText("We could not reach our server.");
  await page.unroute("**/api/v1/step-up/code/confirm");
  for (let guess = 1; guess <= 6; guess++) {
    const answer = page.waitForResponse("**/api/v1/step-up/code/confirm");
    await dialog.getByRole("textbox").fill(wrong);
    await page.keyboard.press("Enter");
    expect((await answer).status()).toBe(guess <= 5 ? 400 : 429);
  }
  await expect(dialog.getByRole("alert")).toContainText("Too many attempts");
  await expect(dialog.getByRole("textbox")).toHaveCount(0);
  await screenshot(page, "step-up-too-many");
});

test("step-up: the dialog shows the account that is typed and, when it is corrected, the one before", async ({
  page,
}) => {
  const { email } = await openAccount(page);
  await (await applicantOf(page)).answerUntil("COLLECT_BANK_INFO", {
    SELECT_PRODUCTS: { selectedProducts: ["TERM_LOAN"] },
    COLLECT_PLAID: { optToProvideBankStatements: true },
  });
  await openFinancing(page);
  const screen = inPartnersPage(page);
  const type = async (number: string) => {
    await screen.shows("Confirm your statement details");
    await screen.fill({
      name: "Copper Ridge Bank",
      routingNumber: "122199844",
      confirmRoutingNumber: "122199844",
      accountNumber: number,
      confirmAccountNumber: number,
    });
    await screen.press("Continue");
    await screen.shows("Authorize ACH payments");
    await screen.press("Continue");
  };
  await type("000123456789");
  await expect(stepUpDialog(screen.root)).toContainText("New accountCopper Ridge Bank •••• 6789");
  await screen.confirmItIsMe();
  await screen.shows("How does the business file its taxes?");
  await screen.press("Back");
  // Another session has to confirm anew.
  await openFinancing(page);
  await screen.press("Back");
  await type("000123454321");
  await expect(stepUpDialog(screen.root)).toContainText("Account nowCopper Ridge Bank •••• 6789");
  await expect(stepUpDialog(screen.root).getByRole("textbox")).toBeFocused();
  await screenshot(page, "step-up-change");
  await screen.confirmItIsMe();
  await screen.shows("How does the business file its taxes?");
  expect((await rowsOf(await businessOf(email))).accounts).toMatchObject([{ last4: "4321", by: "MANUAL" }]);
});

test("step-up: the dialog and its email are in Spanish", async ({ page }) => {
  const say = wordsIn("es");
  await openAtBankLink(page, "?locale=es");
  const dialog = await connect(page, say);
  await expect(dialog).toContainText(say("We email every owner about a new or changed account."));
  await screenshot(page, "es-step-up-link");
  await page.keyboard.type(another(await newCode(page)));
  await page.keyboard.press("Enter");
  await expect(dialog.getByText("Ese código no es correcto o ya venció.")).toBeVisible();
  await dialog.getByRole("button", { name: say("Cancel") }).press("Enter");
  await expect(dialog).toBeHidden();
  await expect(portal(page).getByText("Confirme que es usted antes de continuar.")).toBeVisible();
});

test("step-up: a person verifies their phone and adds a passkey, which then replace the code by email", async ({
  page,
}) => {
  const phone = `+1503555${Math.floor(2_000 + Math.random() * 8_000)}`;
  const email = await openAtBankLink(page, "", {
    COLLECT_PERSONAL_DETAILS: { ...rightAnswers.COLLECT_PERSONAL_DETAILS, phoneNumber: phone },
  });
  await expect(heading(page)).toHaveText("Connect your bank account");
  const devTools = await page.context().newCDPSession(page);
  await devTools.send("WebAuthn.enable");
  await devTools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  });
  const codeBySms = async (count: number) => {
    const read = async () => {
      const answer = await page.request.get(`${sandboxUrl}/messages.json?${new URLSearchParams({ to: phone })}`);
      return ((await answer.json()) as { messages: { body: string }[] }).messages;
    };
    await expect.poll(async () => (await read()).length).toBeGreaterThanOrEqual(count);
    return (await read()).map(({ body }) => /\d{6}/.exec(body)?.[0] ?? "");
  };

  await signIn(page, email);
  const dialog = stepUpDialog(page);
  await page.getByRole("button", { name: "Help" }).click();
  const help = page.getByRole("dialog", { name: "Help" });
  await help.getByRole("button", { name: `Use my phone •••• ${phone.slice(-4)}` }).click();
  await dialog.getByRole("textbox").fill(await newCode(page));
  await page.keyboard.press("Enter");
  const [verification = ""] = await codeBySms(1);
  await help.getByRole("textbox").fill(verification);
  await page.keyboard.press("Enter");
  await expect(help.getByText(`Codes go to your phone •••• ${phone.slice(-4)}.`)).toBeVisible();
  await help.getByRole("button", { name: "Add a passkey" }).click();
  await expect(help.getByText(/^Passkey added on /)).toBeVisible();
  await screenshot(page, "step-up-methods");
  await help.getByRole("button", { name: "Close help" }).click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByRole("button", { name: "Sign in again" }).click();

  // Another session has to confirm anew, and no longer by email.
  await signIn(page, email);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("button", { name: "Connect your bank", exact: true }).click();
  await expect(dialog.getByRole("button", { name: "Use a passkey" })).toBeVisible();
  await screenshot(page, "step-up-passkey");
  await dialog.getByRole("button", { name: "Send a code to my phone" }).click();
  await expect(dialog.getByText(`•••• ${phone.slice(-4)}`)).toBeVisible();
  const codes = await codeBySms(2);
  expect(codes).toHaveLength(2);
  await screenshot(page, "step-up-sms");
  await dialog.getByRole("button", { name: "Use a passkey" }).click();
  await dialog.getByRole("button", { name: "Use a passkey" }).click();
  await expect(bankWindow(page)).toBeVisible();
});
