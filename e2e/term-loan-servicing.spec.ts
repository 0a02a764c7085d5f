import { expect, type Page, test } from "@playwright/test";
import { heading, openFinancing, portal } from "./demo.ts";
import { fundedLoan } from "./funded.ts";
import { press, screenshots } from "./offer-pages.ts";
import { loanRowsOf, productsOf, rowsOf, type Tenant } from "./rows.ts";
import { advanceClock } from "./setup.ts";

// A term loan from its money to its end, seen on its pages. What a page says is compared with the ledger at each turn.

/** With one product the home page is that of the product. */
async function openLoan(page: Page): Promise<void> {
  await openFinancing(page);
  await expect(heading(page)).toHaveText("Term Loan");
}

const money = (cents: number): string => (cents / 100).toLocaleString("en-US", { style: "currency", currency: "USD" });

/** The remaining principal and the payments on the page are those of the ledger. */
async function expectLedger(page: Page, business: Tenant) {
  const rows = await loanRowsOf(business);
  const root = portal(page);
  await expect(root.getByText(/Remaining principal/).locator("xpath=..")).toContainText(money(rows.principalCents));
  const paid = rows.installments.filter(({ cents, paidCents }) => cents === paidCents);
  await expect(root.getByRole("img", { name: /^Principal and interest/ })).toHaveAccessibleName(
    `Principal and interest of each payment. ${paid.length} of ${rows.installments.length} are paid.`,
  );
  return rows;
}

test("term loan: its pages show the loan from its money over a payment and a payoff to paid off", async ({ page }) => {
  test.setTimeout(900_000);
  const { business } = await fundedLoan(page, "user_good");
  const root = portal(page);
  const fresh = await expectLedger(page, business);
  await expect(root.getByText("CURRENT", { exact: true })).toBeVisible();
  await expect(root.getByText("Auto payment on")).toBeVisible();
  await screenshots(page, "loan-1-funded");

  await root
    .getByRole("button", { name: /^\$[\d,.]+, how we get this number$/ })
    .first()
    .click();
  await expect(root.getByText(/^How we get \$/)).toBeVisible();
  await screenshots(page, "loan-2-explained");
  await page.keyboard.press("Escape");

  await advanceClock(page.request, business, 40);
  await openLoan(page);
  const paid = await expectLedger(page, business);
  expect(paid.principalCents).toBeLessThan(fresh.principalCents);
  await screenshots(page, "loan-3-first-payment");
  await press(page, "Payment history");
  await expect(heading(page)).toHaveText("Payment history");
  const table = root.getByRole("region", { name: "Payments" });
  await expect(table.getByRole("row")).toHaveCount(paid.installments.length + 1);
  await expect(table.getByRole("row").nth(1)).toContainText(`${money(paid.installments[0]?.cents ?? 0)}PAID`);
  await expect(root.getByText("Payment received")).toBeVisible();
  const download = page.waitForEvent("download");
  await press(page, "Add the payments to your calendar");
  expect((await download).suggestedFilename()).toBe("payments.ics");
  await screenshots(page, "loan-4-history");

  await openLoan(page);
  await press(page, "Pay off loan");
  await expect(heading(page)).toHaveText("Pay off loan");
  await expect(root.getByText("You save")).toBeVisible();
  await screenshots(page, "loan-5-payoff");
  await root.getByRole("radio").last().check();
  await press(page, "Review payoff");
  await expect(heading(page)).toHaveText("Review and confirm");
  await screenshots(page, "loan-6-payoff-review");
  await press(page, /^Pay off \$/);
  await expect(heading(page)).toHaveText("Your payoff is scheduled");
  await screenshots(page, "loan-7-payoff-scheduled");
  await press(page, "Cancel the payoff");
  await expect(heading(page)).toHaveText("Pay off loan");
  await press(page, "Review payoff");
  await press(page, /^Pay off \$/);
  await expect(heading(page)).toHaveText("Your payoff is scheduled");
  const { debits } = await loanRowsOf(business);
  const payoff = debits.filter(({ purpose }) => purpose === "PAYOFF").at(-1);
  await expect(root.getByText(money(payoff?.cents ?? 0)).first()).toBeVisible();

  await advanceClock(page.request, business, 14);
  expect((await loanRowsOf(business)).principalCents).toBe(0);
  expect(await productsOf(business)).toMatchObject([{ status: "FULLY_PAID" }]);
  await openFinancing(page);
  await expect(root.getByText("PAID OFF").first()).toBeVisible();
  await screenshots(page, "loan-8-paid-off");
  expect((await rowsOf(business)).auditBreak).toBeNull();
});

test("term loan: a failed payment is seen with its ways out, is tried again on the chosen day, and is cured", async ({
  page,
}) => {
  test.setTimeout(900_000);
  // The bank returns the first entry of each payment, and pays its retry.
  const { business } = await fundedLoan(page, "user_good_0201");
  const root = portal(page);
  const hasFailed = async () => (await loanRowsOf(business)).debits.some(({ status }) => status === "FAILED_PAYMENT");
  for (let day = 20; day < 45 && !(await hasFailed()); day++)
    await advanceClock(page.request, business, day === 20 ? 20 : 1);
  expect(await hasFailed()).toBe(true);
  await openLoan(page);
  await expect(root.getByText(/^Your payment of .* did not go through$/)).toBeVisible();
  const late = await expectLedger(page, business);
  const due = late.installments.find(({ cents, paidCents }) => paidCents < cents);
  await expect(root.getByRole("button", { name: `Pay ${money(due?.cents ?? 0)} now` })).toBeVisible();
  await screenshots(page, "loan-late-1");

  await press(page, /^Pay \$.* now$/);
  await expect(heading(page)).toHaveText("Pay now");
  await screenshots(page, "loan-late-2-pay-now");
  await press(page, "Back");
  await press(page, /^Choose the day we try again/);
  await expect(heading(page)).toHaveText("Choose the day we try again");
  await root.getByRole("radio").first().check();
  await screenshots(page, "loan-late-3-retry-day");
  await press(page, /^Try again on /);
  await expect(root.getByText(/^We try again on /)).toBeVisible();
  await screenshots(page, "loan-late-4-chosen");

  await advanceClock(page.request, business, 14);
  await openLoan(page);
  const cured = await expectLedger(page, business);
  expect(cured.principalCents).toBeLessThan(late.principalCents);
  await expect(root.getByText(/did not go through/)).toBeHidden();
  await screenshots(page, "loan-late-5-cured");
  expect((await rowsOf(business)).auditBreak).toBeNull();
});
