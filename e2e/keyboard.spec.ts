import { expect, type FrameLocator, type Locator, type Page, test } from "@playwright/test";
import { demoUrl } from "./addresses.ts";
import { reviewedUser } from "./bank-window.ts";
import { openAccount, portal, settled } from "./demo.ts";
import { waitForDecision } from "./offer-pages.ts";
import { businessOf, expectWaiting } from "./rows.ts";
import { inPartnersPage } from "./screen.ts";
import { screenshot } from "./screenshot.ts";
import { newCode, stepUpDialog } from "./step-up.ts";
import { type Language, wordsIn } from "./words.ts";

/** Operates a page by keyboard only, and checks that the focus is visible. */
function keyboardOf(page: Page, root: Page | FrameLocator) {
  const { keyboard } = page;
  const hasFocus = (target: Locator) =>
    target.evaluate((element) => element === document.activeElement && document.hasFocus()).catch(() => false);

  /** Presses Tab until the target has the focus. Fails if the target cannot be reached or the focus is not visible. */
  async function tabTo(target: Locator): Promise<void> {
    await expect(target).toBeVisible();
    for (let presses = 0; presses < 80 && !(await hasFocus(target)); presses++) await keyboard.press("Tab");
    await expect(target).toBeFocused();
    const isShown = await target.evaluate((element) => {
      // A slider has the outline around its thumb, whose style a script cannot read.
      const isSlider = element.matches("input[type=range]:focus-visible");
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      return isSlider || (outlineStyle === "solid" && Number.parseFloat(outlineWidth) >= 2);
    });
    expect(isShown, `${target} shows that it has the focus`).toBe(true);
  }
  const press = async (target: Locator, key: "Enter" | "Space") => {
    await tabTo(target);
    await keyboard.press(key);
  };
  return {
    tabTo,
    press,
    push: (name: string) => press(root.getByRole("button", { name, exact: true }), "Enter"),
    tick: (name: string) => press(root.getByRole("checkbox", { name }), "Space"),
    choose: (name: string) => press(root.getByRole("radio", { name }), "Space"),
    type: async (target: Locator, text: string) => {
      await tabTo(target);
      await keyboard.press("ControlOrMeta+A");
      await keyboard.type(text);
    },
    field: (label: string) => root.getByLabel(label, { exact: true }),
  };
}

/** Counts pointer presses in all frames. */
async function countPointers(page: Page): Promise<() => number> {
  let pointers = 0;
  await page.exposeBinding("pointerUsed", () => {
    pointers++;
  });
  await page.addInitScript(() => {
    const tell = () => (window as unknown as { pointerUsed(): void }).pointerUsed();
    for (const kind of ["mousedown", "pointerdown", "touchstart"]) window.addEventListener(kind, tell, true);
  });
  return () => pointers;
}

test("keyboard: a person without a mouse gets from the partner's page to the waiting page", async ({ page }) => {
  test.setTimeout(240_000);
  const pointers = await countPointers(page);
  const { email, name } = await openAccount(page);
  await page.goto(demoUrl);
  await keyboardOf(page, page).press(page.getByRole("link", { name: "Financing" }), "Enter");

  const { shows, root, heading } = inPartnersPage(page);
  const { tabTo, push, press, tick, choose, type, field } = keyboardOf(page, root);
  const { keyboard } = page;

  await test.step("first questions", async () => {
    await shows("First, tell us your role at your company");
    await choose("Business Owner");
    await keyboard.press("Enter");
    await shows("Before you start");
    await expect(heading).toBeFocused();
    await push("Continue");
    await shows("See if you qualify for financing");
    await expect(heading).toBeFocused();
    await push("Continue");
    // A link in the error summary moves the focus to its field.
    await keyboard.press("Tab");
    await keyboard.press("Enter");
    await expect(root.getByRole("radio", { name: "Yes" }).first()).toBeFocused();
    for (const group of await root.getByRole("radiogroup").all())
      await press(group.getByRole("radio").first(), "Space");
    await push("Continue");
    await shows("Good news: you look eligible");
    await push("Continue");
    await shows("What type of financing do you need?");
    await tick("Invoice financing");
    await push("Continue");
  });

  await test.step("personal and business details", async () => {
    await shows("First, tell us who owns this business");
    await type(field("Phone number"), "5035550134");
    await type(field("Home address"), "350 5th");
    await expect(root.getByRole("option", { name: "350 5th Ave, New York, NY, USA" })).toBeVisible();
    await keyboard.press("ArrowDown");
    await keyboard.press("Enter");
    await expect(field("Unit or apartment number")).toBeVisible();
    await push("Continue");
    await shows("Now, tell us more about the business");
    await expect(field("Business name")).toHaveValue(name);
    await type(field("Business phone number"), "5035550135");
    await type(field("Website"), "tidewater.example");
    await push("Can't find your address?");
    await type(field("Address line 1"), "16 Orchard Lane");
    await type(field("City"), "Hood River");
    await tabTo(field("State"));
    await keyboard.type("OR");
    await type(field("Zip code"), "97031");
    await tabTo(field("Country"));
    await keyboard.type("United");
    await push("Continue");
  });

  await test.step("bank link, in the bank-link window", async () => {
    await shows("Connect your bank account");
    await push("Connect your bank");
    await expect(stepUpDialog(root).getByRole("textbox")).toBeFocused();
    await keyboard.type(await newCode(page));
    await keyboard.press("Enter");
    const bank = portal(page).frameLocator('iframe[title="Link your bank"]');
    const inWindow = keyboardOf(page, bank);
    await inWindow.push("Continue");
    await inWindow.press(bank.getByRole("button", { name: "First Calm Bank" }), "Enter");
    await inWindow.type(bank.locator("input").nth(0), reviewedUser);
    await inWindow.type(bank.locator("input").nth(1), "pass_good");
    await keyboard.press("Enter");
    await inWindow.push("Link accounts");
    await inWindow.push("Finish");
    await expect(root.getByText("Do you want to link another account?")).toBeVisible();
    await push("Continue");
    await shows("Authorize ACH payments");
    await push("Continue");
  });

  await test.step("consent, the EIN that business verification requires, and the waiting page", async () => {
    await shows("Does the business have other owners?");
    await type(field("How much of the business you own"), "100");
    await push("Done");
    await shows("Last, review and accept terms");
    await type(field("Amount requested"), "40000");
    await tabTo(field("What is the money for?"));
    await keyboard.type("Inv");
    await type(field("Gross annual revenue"), "625000");
    await expect(field("State the business is managed from")).toHaveValue("OR");
    await press(root.getByRole("radio", { name: "Yes" }), "Space");
    for (const box of await root.getByRole("checkbox").all()) await press(box, "Space");
    await push("Agree and continue");
    await shows("Confirm business and provide your EIN");
    await type(field("EIN"), "990000001");
    await push("Continue");
    await shows("We have your application");
    await push("Continue");
    await expect(root.getByRole("button", { name: "Skip" })).toBeVisible();
    await push("Skip");
    await shows("We will be in touch soon. Thanks!");
  });

  expect(pointers()).toBe(0);
  const rows = await expectWaiting(page.request, await businessOf(email), ["FAST_PAY"]);
  expect(rows).toMatchObject({
    links: [{ institution: "ins_100001", status: "CONNECTED" }],
    accounts: ["2218", "2226"].map((last4) => ({ last4, by: "PLAID", isAuthorized: true })),
    inputs: [{ subStep: "VERIFY_BUSINESS_INFORMATION", state: "DONE" }],
  });
});

for (const language of ["en", "es"] satisfies Language[]) {
  const say = wordsIn(language);

  test(`keyboard: a person without a mouse gets from the waiting page to a chosen offer, in ${language}`, async ({
    page,
  }) => {
    test.setTimeout(600_000);
    const pointers = await countPointers(page);
    const { release } = await waitForDecision(page, language, { products: ["TERM_LOAN", "MCA"] });
    const before = pointers();
    const { root, heading } = inPartnersPage(page);
    const { tabTo, push, press } = keyboardOf(page, root);
    const { keyboard } = page;
    /** The page that was opened last: its heading has the focus, so that Tab goes on from there. */
    const opened = async (title: string, picture: string) => {
      await expect(heading).toHaveText(say(title));
      await expect(heading).toBeFocused();
      await settled(page);
      await screenshot(page, `keyboard-${picture}-${language}`);
    };

    release();
    await opened("You're approved!", "offer");
    const slider = root.getByRole("slider", { name: say("Loan amount") });
    const largest = (await slider.getAttribute("aria-valuetext")) ?? "";
    await tabTo(slider);
    await keyboard.press("ArrowLeft");
    await expect(slider).not.toHaveAttribute("aria-valuetext", largest);
    await keyboard.press("End");
    await expect(slider).toHaveAttribute("aria-valuetext", largest);
    await keyboard.press("Home");
    await expect(slider).toBeFocused();
    const amount = (await slider.getAttribute("aria-valuetext")) ?? "";
    const term = root.getByRole("slider", { name: say("Repay over") });
    await tabTo(term);
    await keyboard.press("ArrowLeft");
    await expect(term).toBeFocused();
    const months = (await term.getAttribute("aria-valuetext")) ?? "";

    await test.step("the derivation of a figure", async () => {
      const figure = root.getByRole("button", { name: /^\d+\.\d\d%, / });
      await press(figure, "Enter");
      const dialog = root.getByRole("dialog");
      await expect(dialog).toContainText(say("Yearly rate (APR)"));
      // Tab stays in the dialog.
      for (const _ of Array.from({ length: 4 })) {
        await keyboard.press("Tab");
        expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true);
      }
      await settled(page);
      await screenshot(page, `keyboard-explain-${language}`);
      await keyboard.press("Escape");
      await expect(dialog).toBeHidden();
      await expect(figure).toBeFocused();
    });

    const isAsBefore = async () => {
      await expect(heading).toBeFocused();
      await expect(slider).toHaveAttribute("aria-valuetext", amount);
      await expect(term).toHaveAttribute("aria-valuetext", months);
    };
    await push(say("Learn more"));
    await opened("What your loan costs", "learn-more");
    await push(say("Back to my offer"));
    await isAsBefore();
    await push(say("How does my offer compare"));
    await opened("How does my offer compare", "compare");
    await push(say("Back to my offer"));
    await isAsBefore();
    await push(say("Will it fit my cash flow?"));
    await opened("Would this loan have fit your cash flow?", "fit");
    await push(say("Back to my offer"));
    await isAsBefore();

    await test.step("the choice among products, and back", async () => {
      await push(say("Compare offers"));
      await opened("You're approved!", "choose");
      await tabTo(root.getByRole("radio").first());
      await keyboard.press("ArrowDown");
      await expect(root.getByRole("radio").nth(1)).toBeFocused();
      await expect(root.getByRole("radio").nth(1)).toBeChecked();
      await push(say("Continue with {selectedName}").replace("{selectedName}", say("Merchant Cash Advance")));
      await opened("An advance that moves with your sales", "advance");
      await push(say("Back"));
      await expect(heading).toBeFocused();
      await push(say("Back"));
      await isAsBefore();
    });

    await push(say("Continue with offer"));
    await opened("Let's verify your personal number", "chosen");
    // Going back gives the choice up.
    await push(say("Back"));
    await expect(heading).toHaveText(say("You're approved!"));
    await expect(heading).toBeFocused();
    await push(say("Continue with offer"));
    await expect(heading).toHaveText(say("Let's verify your personal number"));
    expect(pointers()).toBe(before);
  });
}
