import { expect, type Page, test } from "@playwright/test";
import { heading, openFinancing, portal } from "./demo.ts";
import { fundedProduct } from "./funded.ts";
import { press, screenshots } from "./offer-pages.ts";
import { advanceRowsOf, productsOf, rowsOf, type Tenant } from "./rows.ts";
import { advanceClock, postReceivable, reportSales } from "./setup.ts";

// An integrated advance from its money to its end. What its page says is compared with the ledger at each turn.

const money = (cents: number): string => (cents / 100).toLocaleString("en-US", { style: "currency", currency: "USD" });
const name = "Integrated Merchant Cash Advance";

async function expectLedger(page: Page, business: Tenant) {
  await openFinancing(page);
  await expect(heading(page)).toHaveText(name);
  const rows = await advanceRowsOf(business);
  const left = portal(page)
    .getByText(/^Advance balance remaining$/)
    .locator("xpath=..");
  await expect(left).toContainText(money(rows.balanceCents));
  return rows;
}

test("integrated advance: its card sales, a refund and the sums of the days, to paid off", async ({ page }) => {
  test.setTimeout(900_000);
  const { business } = await fundedProduct(page, name, {
    products: ["INTEGRATED_MCA"],
    prepare: (tenant) => reportSales(tenant, 4_000_000),
  });
  const root = portal(page);
  const fresh = await expectLedger(page, business);
  await expect(root.getByText("There are no payments yet.").first()).toBeVisible();
  await screenshots(page, "integrated-1-funded");

  const [product] = await productsOf(business);
  let count = 0;
  const sell = (chargeAmountCents: number, reversalOf?: string) => {
    count++;
    const sale = { transactionId: `sale-${count}`, transactionTime: fresh.now.toISOString(), chargeAmountCents };
    return postReceivable(business, product?.id ?? "", { ...sale, ...(reversalOf && { reversalOf }) });
  };
  const first = await sell(200_000);
  const second = await sell(80_000);
  const refund = await sell(-80_000, "sale-2");
  expect(refund.repaymentAmountCents).toBe(-second.repaymentAmountCents);
  const sold = await expectLedger(page, business);
  expect(sold.balanceCents).toBe(fresh.balanceCents - first.repaymentAmountCents);
  await expect(root.getByText("Sales of the day: $2,000.00")).toBeVisible();
  await expect(root.getByText(/: refund of \$800\.00$/)).toBeVisible();
  await expect(root.getByText(`${money(refund.remainingAfterCents)} remaining after it`).first()).toBeVisible();
  await screenshots(page, "integrated-2-sales");
  await press(page, "Payment history");
  await expect(heading(page)).toHaveText("Payment history");
  await screenshots(page, "integrated-3-history");

  // The platform pays the day's receivables, and the next sale delivers what is left.
  await advanceClock(page.request, business, 5);
  await expectLedger(page, business);
  const last = await sell(100_000_000);
  expect(last.remainingAfterCents).toBe(0);
  await advanceClock(page.request, business, 8);
  expect((await advanceRowsOf(business)).balanceCents).toBe(0);
  expect(await productsOf(business)).toMatchObject([{ status: "FULLY_PAID" }]);
  await openFinancing(page);
  await expect(root.getByText("PAID OFF").first()).toBeVisible();
  await screenshots(page, "integrated-4-paid-off");
  expect((await rowsOf(business)).auditBreak).toBeNull();
});
