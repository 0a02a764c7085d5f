import { expect, type Page, test } from "@playwright/test";
import { heading, openFinancing, portal } from "./demo.ts";
import { fundedProduct } from "./funded.ts";
import { press, screenshots } from "./offer-pages.ts";
import { advanceRowsOf, productsOf, rowsOf, type Tenant } from "./rows.ts";
import { advanceClock, reportDays, reportSales } from "./setup.ts";

// A cash advance from its money to its end, seen on its pages. What a page says is compared with the ledger at each turn.

const money = (cents: number): string => (cents / 100).toLocaleString("en-US", { style: "currency", currency: "USD" });
const name = "Merchant Cash Advance";

async function openAdvance(page: Page): Promise<void> {
  await openFinancing(page);
  await expect(heading(page)).toHaveText(name);
}

/** What is left on the page is what the ledger says. */
async function expectLedger(page: Page, business: Tenant) {
  const rows = await advanceRowsOf(business);
  const left = portal(page)
    .getByText(/^Advance balance remaining$/)
    .locator("xpath=..");
  await expect(left).toContainText(money(rows.balanceCents));
  return rows;
}

/** The period that has no outcome yet and began first. */
const runningPeriod = async (business: Tenant) => {
  const period = (await advanceRowsOf(business)).periods.find(({ state }) => state === "OPEN");
  if (!period) throw new Error("no period is open");
  return period;
};

/** Tells the sales of the first open period after its end, and lets the days pass until its payment has settled. */
async function sellInPeriod(page: Page, business: Tenant, salesCents: number): Promise<void> {
  const { startsOn, endsOn } = await runningPeriod(business);
  await passUntil(page, business, endsOn, 1);
  await reportDays(business, startsOn, endsOn, salesCents);
  await advanceClock(page.request, business, 6);
}

/** Advances the clock to some days after a date. */
async function passUntil(page: Page, business: Tenant, date: string, daysAfter: number): Promise<void> {
  const { now } = await advanceRowsOf(business);
  const days = Math.ceil((Date.parse(date) - now.getTime()) / 86_400_000) + daysAfter;
  if (days > 0) await advanceClock(page.request, business, days);
}

const wishes = { products: ["MCA"], prepare: (tenant: Tenant) => reportSales(tenant, 4_000_000) };

test("cash advance: its periods are paid, a dip in sales is given back, and it is paid off", async ({ page }) => {
  test.setTimeout(900_000);
  const { business } = await fundedProduct(page, name, wishes);
  const root = portal(page);
  const fresh = await expectLedger(page, business);
  await expect(root.getByText("CURRENT", { exact: true })).toBeVisible();
  await expect(root.getByText("Auto payment on")).toBeVisible();
  await screenshots(page, "advance-1-funded");

  await sellInPeriod(page, business, 2_000_000);
  await openAdvance(page);
  const paid = await expectLedger(page, business);
  expect(paid.balanceCents).toBeLessThan(fresh.balanceCents);
  await screenshots(page, "advance-2-first-payment");

  // Nobody tells the sales of the next period, so the estimated payment is taken. Its real sales are few.
  const dip = await runningPeriod(business);
  await passUntil(page, business, dip.endsOn, 6);
  await openAdvance(page);
  const estimated = await expectLedger(page, business);
  expect(estimated.balanceCents).toBeLessThan(paid.balanceCents);
  await screenshots(page, "advance-3-estimated");
  await reportDays(business, dip.startsOn, dip.endsOn, 100_000);
  await advanceClock(page.request, business, 1);
  await openAdvance(page);
  const given = await expectLedger(page, business);
  const refund = given.orders.find(({ direction, purpose }) => direction === "OUTGOING" && purpose === "CREDIT_REFUND");
  expect(given.balanceCents).toBe(estimated.balanceCents + (refund?.cents ?? 0));
  await expect(root.getByText("Refunded").first()).toBeVisible();
  await expect(root.getByText(money(refund?.cents ?? 0)).first()).toBeVisible();
  await screenshots(page, "advance-4-true-up");

  await press(page, "Payment history");
  await expect(heading(page)).toHaveText("Payment history");
  await expect(root.getByText("PAID").first()).toBeVisible();
  await screenshots(page, "advance-5-history");

  // A great period pays what is left.
  await sellInPeriod(page, business, 100_000_000);
  const isOver = async () => (await productsOf(business))[0]?.status === "FULLY_PAID";
  for (let day = 0; day < 8 && !(await isOver()); day++) await advanceClock(page.request, business, 1);
  expect((await advanceRowsOf(business)).balanceCents).toBe(0);
  expect(await productsOf(business)).toMatchObject([{ status: "FULLY_PAID" }]);
  await openFinancing(page);
  await expect(root.getByText("PAID OFF").first()).toBeVisible();
  await screenshots(page, "advance-6-paid-off");
  expect((await rowsOf(business)).auditBreak).toBeNull();
});

test("cash advance: a failed debit is late, is tried again on the chosen day, and is cured", async ({ page }) => {
  test.setTimeout(900_000);
  // The bank returns the first entry of each payment, and pays its retry.
  const { business } = await fundedProduct(page, name, { ...wishes, bankUser: "user_good_0201" });
  const root = portal(page);
  const { startsOn, endsOn } = await runningPeriod(business);
  await passUntil(page, business, endsOn, 1);
  await reportDays(business, startsOn, endsOn, 2_000_000);
  /** A day passes on which the business sells nothing, so that no other payment falls due. */
  const passDay = async () => {
    await advanceClock(page.request, business, 1);
    const { now } = await advanceRowsOf(business);
    const yesterday = new Date(now.getTime() - 86_400_000).toISOString().slice(0, 10);
    await reportDays(business, yesterday, yesterday, 0);
  };
  const passUntilSeen = async (isSeen: () => Promise<boolean>) => {
    for (let day = 0; day < 20 && !(await isSeen()); day++) await passDay();
    expect(await isSeen()).toBe(true);
  };
  await passUntilSeen(async () =>
    (await advanceRowsOf(business)).orders.some(({ status }) => status === "FAILED_PAYMENT"),
  );
  await openAdvance(page);
  await expect(root.getByText(/^Your payment of .* did not go through$/)).toBeVisible();
  await expect(root.getByText("There is no late fee.")).toBeVisible();
  const late = await expectLedger(page, business);
  await screenshots(page, "advance-late-1");
  await press(page, /^Choose the day we try again/);
  await expect(heading(page)).toHaveText("Choose the day we try again");
  await root.getByRole("radio").last().check();
  await screenshots(page, "advance-late-2-retry-day");
  await press(page, /^Try again on /);
  await expect(root.getByText(/^We try again on /)).toBeVisible();

  // On the last day that can be chosen, the payment is more than 5 days late.
  const status = async () => (await productsOf(business))[0]?.status;
  await passUntilSeen(async () => (await status()) === "LATE");
  await openAdvance(page);
  await expect(root.getByText("LATE", { exact: true }).first()).toBeVisible();
  await screenshots(page, "advance-late-3-badge");

  await passUntilSeen(async () => (await status()) === "CURRENT");
  await openAdvance(page);
  const cured = await expectLedger(page, business);
  expect(cured.balanceCents).toBeLessThan(late.balanceCents);
  expect(cured.periods[0]?.state).toBe("PAID");
  await expect(root.getByText("CURRENT", { exact: true })).toBeVisible();
  await screenshots(page, "advance-late-4-cured");
  expect((await rowsOf(business)).auditBreak).toBeNull();
});
