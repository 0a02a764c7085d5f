import { expect, test } from "@playwright/test";
import { applicantOf } from "./applicant.ts";
import { codeBySms, confirmBySms } from "./closing-pages.ts";
import { heading, openFinancing, portal } from "./demo.ts";
import { fundedLoan } from "./funded.ts";
import { closers, putInDefault } from "./funding.ts";
import { press, queryOf, screenshots } from "./offer-pages.ts";
import { loanRowsOf, productsOf, rowsOf, type Tenant } from "./rows.ts";
import { advanceClock } from "./setup.ts";
import { stepUpDialog } from "./step-up.ts";
import { wordsIn } from "./words.ts";

// A term loan whose account pays nothing, seen on its pages.

const money = (cents: number): string => (cents / 100).toLocaleString("en-US", { style: "currency", currency: "USD" });
const statusOf = async (business: Tenant) => (await productsOf(business))[0]?.status;

test("late loan: a payment is moved, the loan is late and support quotes its payoff, and another account pays what is due", async ({
  page,
}) => {
  test.setTimeout(1_200_000);
  // The bank returns every debit.
  const { business, phone } = await fundedLoan(page, "user_good_0002");
  const root = portal(page);
  const open = async () => {
    await openFinancing(page);
    await expect(heading(page)).toHaveText("Term Loan");
  };

  const [planned] = (await loanRowsOf(business)).installments;
  await press(page, "Move this payment");
  await expect(heading(page)).toHaveText("Move a payment");
  await root.getByRole("radio").last().check();
  await screenshots(page, "late-loan-1-move");
  await press(page, /^Move to /);
  await expect(heading(page)).toHaveText("Term Loan");
  await expect
    .poll(async () => Date.parse((await loanRowsOf(business)).installments[0]?.dueOn ?? ""))
    .toBeGreaterThan(Date.parse(planned?.dueOn ?? ""));

  for (let day = 30; day < 75 && (await statusOf(business)) !== "LATE"; day += 3)
    await advanceClock(page.request, business, day === 30 ? 30 : 3);
  expect(await statusOf(business)).toBe("LATE");
  await open();
  await expect(root.getByText("LATE", { exact: true }).first()).toBeVisible();
  await expect(root.getByText(/^Your payment of .* did not go through$/)).toBeVisible();
  await screenshots(page, "late-loan-2-badge");

  await press(page, "Menu");
  await root.getByRole("dialog", { name: "Menu" }).getByRole("button", { name: "Pay off loan" }).click();
  await expect(heading(page)).toHaveText("Your loan is late");
  await expect(root.getByText("To schedule your payoff, please email support.")).toBeVisible();
  await screenshots(page, "late-loan-3-notify");
  await press(page, "Notify Support");
  await expect(heading(page)).toHaveText("Payoff requested");
  await screenshots(page, "late-loan-4-requested");
  await press(page, "Done");

  // The owner chooses an account that pays, and confirms that it is them.
  await (await applicantOf(page)).linkBank("user_good", "ins_100002");
  await open();
  await press(page, "Menu");
  await root.getByRole("dialog", { name: "Menu" }).getByRole("button", { name: "Bank accounts" }).click();
  await expect(heading(page)).toHaveText("Bank accounts");
  await screenshots(page, "late-loan-5-accounts");
  await press(page, "Change the account");
  await expect(heading(page)).toHaveText("Select an account for repayment and funding");
  await root.getByRole("radio", { checked: false }).first().check();
  await press(page, "Continue");
  await expect(stepUpDialog(root)).toBeVisible();
  await screenshots(page, "late-loan-6-step-up");
  await codeBySms(page, phone, 2);
  await confirmBySms(page, phone, 2);
  await expect(heading(page)).toHaveText("Bank accounts");
  await expect(root.getByText(/^New or changed: it receives money from /).first()).toBeVisible();
  await screenshots(page, "late-loan-7-held");

  await open();
  const due = await loanRowsOf(business);
  await press(page, /^Pay \$.* now$/);
  await expect(heading(page)).toHaveText("Pay now");
  await press(page, /^Pay \$.* on /);
  await expect(heading(page)).toHaveText("Your payment is on its way");
  await screenshots(page, "late-loan-8-paid");
  await press(page, "Done");
  await expect(root.getByText(/^Your payment of \$.* is on its way$/)).toBeVisible();

  await advanceClock(page.request, business, 7);
  expect(await statusOf(business)).toBe("CURRENT");
  await open();
  await expect(root.getByText("CURRENT", { exact: true })).toBeVisible();
  const cured = await loanRowsOf(business);
  expect(cured.principalCents).toBeLessThan(due.principalCents);
  await expect(root.getByText(/Remaining principal/).locator("xpath=..")).toContainText(money(cured.principalCents));
  await screenshots(page, "late-loan-9-cured");
  expect((await rowsOf(business)).auditBreak).toBeNull();
});

test("late loan: 91 days late it is put in default by two members of staff, and its pages say so and still take a payment", async ({
  page,
}) => {
  test.setTimeout(1_800_000);
  // The bank returns every debit.
  const { business } = await fundedLoan(page, "user_good_0002");
  const root = portal(page);
  const applicant = await applicantOf(page);
  const today = async () => String((await applicant.ask("GET", "/api/v1/servicing/home")).body["today"]);
  const [product] = await productsOf(business);
  await advanceClock(page.request, business, 120);
  const staff = await closers();
  const enter = async () => putInDefault(staff, business, product?.id ?? "", await today());
  for (let weeks = 0; weeks < 8 && !(await enter()); weeks++) await advanceClock(page.request, business, 7);
  expect(await statusOf(business)).toBe("DEFAULTED");

  for (const language of ["en", "es"] as const) {
    const say = wordsIn(language);
    await openFinancing(page, queryOf(language));
    await expect(heading(page)).toHaveText(say("Term Loan"));
    await expect(root.getByText(say("DEFAULTED"), { exact: true }).first()).toBeVisible();
    await expect(root.getByText(say("This loan is in default"))).toBeVisible();
    await screenshots(page, `late-loan-10-default-${language}`);
  }
  await openFinancing(page);
  await press(page, "Menu");
  const menu = root.getByRole("dialog", { name: "Menu" });
  await expect(menu.getByRole("button", { name: "Payment history" })).toBeVisible();
  await expect(menu.getByRole("button", { name: "Pay off loan" })).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(menu).toBeHidden();
  await expect(root.getByRole("button", { name: /^Pay \$.* now$/ })).toBeVisible();
  expect((await rowsOf(business)).auditBreak).toBeNull();
});
