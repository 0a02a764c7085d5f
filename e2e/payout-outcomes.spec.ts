import { expect, type Page, test } from "@playwright/test";
import type { Wishes } from "./apply.ts";
import { bankWindow, passConsent, shareAccounts, signIn } from "./bank-window.ts";
import { confirmBySms, selectAccount, signAgreement, walkToAgreement } from "./closing-pages.ts";
import { heading, openFinancing, portal } from "./demo.ts";
import { closers, creditsOf, fundAgain, fundLoan, recordPayoffLetter, sendPayout } from "./funding.ts";
import { openOffers, press, screenshots } from "./offer-pages.ts";
import { acceptedLoan, productsOf, rowsOf, type Tenant } from "./rows.ts";
import { advanceClock } from "./setup.ts";

// What can happen to the money of a signed loan.

/** An owner has chosen and signed a loan. */
async function signedLoan(page: Page, wishes: Omit<Wishes, "products"> = {}) {
  const business = await openOffers(page, "en", { products: ["TERM_LOAN"], ...wishes });
  const number = await walkToAgreement(page);
  await signAgreement(page);
  await expect(heading(page)).toHaveText(/^Congratulations! \$/);
  return { business, number, ...(await acceptedLoan(business)) };
}

const hasHappened = async (business: Tenant, kind: string): Promise<boolean> =>
  (await rowsOf(business)).events.some((event) => event.kind === kind);

test("payout: one that comes back is paid again to another account that the owner has linked", async ({ page }) => {
  test.setTimeout(900_000);
  const { business, number, applicationId, payoutCents } = await signedLoan(page, { bankUser: "user_good_0004" });
  const staff = await closers();
  await fundLoan(staff, business, applicationId);
  await sendPayout(page.request, staff, business);
  await advanceClock(page.request, business, 4);
  await expect.poll(() => hasHappened(business, "product.payout_awaited")).toBe(true);
  expect(await creditsOf(page.request, business)).toEqual([{ amountCents: payoutCents, last4: "0004" }]);
  const [product] = await productsOf(business);
  expect(product).toMatchObject({ state: "PENDING", status: "CURRENT" });

  await openFinancing(page);
  await expect(heading(page)).toHaveText(selectAccount);
  await expect(
    portal(page).getByText(/^A bank did not accept a payment for your account ending in 0004\./),
  ).toBeVisible();
  await screenshots(page, "payout-1-returned");
  await press(page, "Connect your bank");
  await press(page, "Link another bank");
  await confirmBySms(page, number, 2);
  const bank = bankWindow(page);
  await passConsent(bank);
  await signIn(bank, "user_good", "Copper Ridge Bank");
  await shareAccounts(bank);
  await press(page, "Continue");
  await screenshots(page, "payout-2-linked");
  await press(page, "Continue");
  await expect(heading(page)).toHaveText(selectAccount);
  await portal(page)
    .getByRole("radio", { name: /Copper Ridge Bank/ })
    .check();
  await screenshots(page, "payout-3-another-account");
  await press(page, "Continue");
  await expect(heading(page)).toHaveText(/^Congratulations! \$/);
  await screenshots(page, "payout-4-chosen");

  await fundAgain(staff, business, product?.id ?? "");
  await sendPayout(page.request, staff, business);
  await advanceClock(page.request, business, 4);
  expect(await creditsOf(page.request, business)).toEqual([
    { amountCents: payoutCents, last4: "0004" },
    { amountCents: payoutCents, last4: "6789" },
  ]);
  expect(await productsOf(business)).toMatchObject([{ id: product?.id, state: "ACTIVE", status: "CURRENT" }]);
  await openFinancing(page);
  await expect(heading(page)).toHaveText(/^Congratulations! \$/);
  await screenshots(page, "payout-5-welcome");
  expect((await rowsOf(business)).auditBreak).toBeNull();
});

test("refinance: another lender is paid off at its verified account when the owner's money has arrived", async ({
  page,
}) => {
  test.setTimeout(600_000);
  const lease = {
    description: "Oven lease",
    monthlyPaymentInCents: 45_000,
    outstandingBalanceCents: 900_000,
    interestRate: 8.25,
    monthsRemaining: 21,
  };
  const business = await openOffers(page, "en", { products: ["TERM_LOAN"], debts: [lease] });
  await walkToAgreement(page, { awaitsPayoff: true });
  await screenshots(page, "payoff-0-awaited");
  const staff = await closers();
  const account = { holderName: "Cascade Leasing LLC", accountNumber: "5544332211" };
  const payoffCents = await recordPayoffLetter(page.request, staff[0], business, account);
  expect(payoffCents).toBe(lease.outstandingBalanceCents);
  // The page asks every thirty seconds.
  await expect(heading(page)).toHaveText("Sign your loan agreement", { timeout: 120_000 });
  await signAgreement(page);
  await expect(heading(page)).toHaveText(/^Congratulations! \$/);
  const { applicationId } = await acceptedLoan(business);
  await expect(portal(page).getByText("Payoff of existing debts", { exact: true })).toBeVisible();
  await screenshots(page, "payoff-1-accepted");
  await fundLoan(staff, business, applicationId);
  await sendPayout(page.request, staff, business);
  const [payout, ...early] = await creditsOf(page.request, business);
  expect(payout).toMatchObject({ last4: "6789" });
  expect(early).toEqual([]);
  await advanceClock(page.request, business, 7);
  expect(await creditsOf(page.request, business)).toEqual([payout, { amountCents: payoffCents, last4: "2211" }]);

  await openFinancing(page);
  await expect(heading(page)).toHaveText(/^Congratulations! \$/);
  await expect(portal(page).getByText("Payoff of existing debts", { exact: true })).toBeVisible();
  await screenshots(page, "payoff-2-welcome");
  expect((await rowsOf(business)).auditBreak).toBeNull();
});
