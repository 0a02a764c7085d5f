import { expect, test } from "@playwright/test";
import { line as lineServicing } from "../apps/portal/src/servicing/line.fixture.ts";
import type { IssuedProduct } from "../packages/contracts/src/issued-product.ts";
import type { HomePayment, HomeProduct, ServicingHome } from "../packages/contracts/src/servicing/home.ts";
import { difference, total } from "../packages/lending/src/explain/arithmetic.ts";
import { explained } from "../packages/lending/src/explain/worksheet.ts";
import { cents } from "../packages/lending/src/money/cents.ts";
import { heading, portal, settled } from "./demo.ts";
import { press, queryOf, screenshots } from "./offer-pages.ts";
import { screenshot } from "./screenshot.ts";
import { showServicing } from "./shown-servicing.ts";
import { type Language, wordsIn } from "./words.ts";

// The home page of servicing and its menu, with supplied answers.

const idOf = (number: number) => `0199a2f0-0000-7000-8000-00000000000${number}`;
const account = { name: "First Calm Bank", accountNumberLast4: "6789" };
const payment = (number: number, dueDate: string, takenDate: string, amountCents: number): HomePayment => ({
  issuedProductId: idOf(number),
  kind: "PAYMENT",
  dueDate,
  takenDate,
  amountCents,
  isEstimated: false,
  isLate: false,
  account,
});
const payments = [
  payment(3, "2026-08-04", "2026-08-04", 130_500),
  payment(2, "2026-08-10", "2026-08-10", 93_333),
  payment(1, "2026-08-15", "2026-08-17", 458_400),
];
const common = { loanStatus: "CURRENT", alert: null, hasRequestedPayoff: false } as const;
const products: HomeProduct[] = [
  {
    ...common,
    id: idOf(1),
    productType: "TERM_LOAN",
    createdAt: "2026-01-15T12:00:00.000Z",
    headline: { kind: "REMAINING_PRINCIPAL", amountCents: 2_611_590 },
    progress: { kind: "REPAID", doneCents: 2_388_410, wholeCents: 5_000_000 },
    nextPayment: payments[2] ?? null,
  },
  {
    ...common,
    id: idOf(2),
    productType: "LOC_TERM_LOAN",
    createdAt: "2026-04-10T12:00:00.000Z",
    headline: { kind: "REMAINING_LIMIT", amountCents: 1_583_332 },
    progress: { kind: "IN_USE", doneCents: 916_668, wholeCents: 2_500_000 },
    nextPayment: payments[1] ?? null,
  },
  {
    ...common,
    id: idOf(3),
    productType: "MCA",
    createdAt: "2026-05-04T12:00:00.000Z",
    headline: { kind: "ADVANCE_BALANCE", amountCents: 1_350_495 },
    progress: { kind: "DELIVERED", doneCents: 889_505, wholeCents: 2_240_000 },
    nextPayment: payments[0] ?? null,
  },
];
const line: IssuedProduct = {
  id: idOf(2),
  businessId: idOf(9),
  offerId: "5f7a1f3e-8a53-4f0e-9d2b-0d5c3f1f7a11",
  loanStatus: "CURRENT",
  createdAt: "2026-04-10T12:00:00.000Z",
  closedAt: null,
  servicingData: {
    product: "LOC_TERM_LOAN",
    nextPaymentDate: "2026-08-10",
    nextPaymentAmountCents: 93_333,
    limitAmountCents: 2_500_000,
    availableInCents: 1_583_332,
    feePercentage: "2",
    interestRate: "18",
    durationDays: 360,
    repaymentDurationDays: 180,
    locMaintenanceFeeDisplayType: "PERCENTAGE",
    locMaintenanceFeePercentage: "0.1",
    locMaintenanceFeeCents: 2_500,
  },
};
const daysWith = (shown: readonly HomePayment[]) =>
  Array.from({ length: 14 }, (_, index) => {
    const date = `2026-08-${String(index + 3).padStart(2, "0")}`;
    const due = shown.filter(({ dueDate }) => dueDate === date);
    return { date, amountCents: due.reduce((sum, { amountCents }) => sum + (amountCents ?? 0), 0) };
  });
const { explanations } = explained((write) => {
  const sumUp = (figure: string, amountsCents: number[]) =>
    write(figure, total, { amountsCents: amountsCents.map(cents) }, { amountsCents: "ledger" });
  sumUp(
    "comingCents",
    payments.map(({ amountCents }) => amountCents ?? 0),
  );
  for (const [at, { amountCents }] of payments.entries()) sumUp(`payment/${at}`, [amountCents ?? 0]);
  for (const { id, headline, progress, nextPayment } of products) {
    sumUp(`next/${id}`, [nextPayment?.amountCents ?? 0]);
    const amounts = { fromCents: cents(progress?.wholeCents ?? 0), deliveredCents: cents(progress?.doneCents ?? 0) };
    expect(write(`headline/${id}`, difference, amounts, { fromCents: "ledger", deliveredCents: "ledger" })).toBe(
      headline.amountCents,
    );
  }
});
const financing: ServicingHome = {
  today: "2026-08-03",
  isAutoPaymentOn: true,
  toPay: { lateCents: 0, comingCents: 682_233, days: daysWith(payments), payments },
  products,
  endedProducts: [],
  explanations: Object.fromEntries(explanations) as unknown as ServicingHome["explanations"],
};
const longName = { ...account, name: "First Calm Savings and Loan Cooperative Bank of Eastern Washington" };
const late: ServicingHome = {
  ...financing,
  explanations: {},
  toPay: {
    lateCents: 481_320,
    comingCents: 130_500,
    days: daysWith(payments.slice(0, 1)),
    payments: [
      { ...payment(1, "2026-07-15", "2026-08-05", 458_400), isLate: true, account: longName },
      { ...payment(1, "2026-07-22", "2026-08-05", 22_920), isLate: true, kind: "FEE", account: longName },
      ...payments.slice(0, 1),
    ],
  },
  products: products.map((product, at) =>
    at === 0 ? { ...product, loanStatus: "LATE", alert: "LATE" } : { ...product, alert: "REPAYMENTS_PROCESSING" },
  ),
  endedProducts: [
    {
      id: idOf(4),
      productType: "TERM_LOAN",
      loanStatus: "FULLY_PAID",
      createdAt: "2024-03-01T12:00:00.000Z",
      amountCents: 2_000_000,
    },
  ],
};
const empty: ServicingHome = {
  ...financing,
  toPay: { lateCents: 0, comingCents: 0, days: daysWith([]), payments: [] },
  products: [],
};

const languages: Language[] = ["en", "es"];
for (const language of languages) {
  const say = wordsIn(language);

  test(`servicing home: what is to pay and each product, and the menu leads to offers (${language})`, async ({
    page,
  }) => {
    await showServicing(page, { home: financing, offerStep: "OFFERS_EXPIRED" }, queryOf(language));
    await expect(heading(page)).toHaveText(say("My financing"));
    await expect(portal(page).getByText("$6,822", { exact: false }).first()).toBeVisible();
    await screenshots(page, `servicing-home-${language}`);
    await press(page, say("Menu"));
    const menu = portal(page).getByRole("dialog", { name: say("Menu") });
    await expect(menu.getByRole("button", { name: say("Expired offers") })).toBeVisible();
    await settled(page);
    await screenshot(page, `servicing-menu-${language}`);
    await page.keyboard.press("Escape");
    await expect(menu).toBeHidden();
    await expect(portal(page).getByRole("button", { name: say("Menu") })).toBeFocused();
    await press(page, say("Menu"));
    await menu.getByRole("button", { name: say("Expired offers") }).click();
    await expect(heading(page)).not.toHaveText(say("My financing"));
  });

  test(`servicing home: late amounts first, with long names (${language})`, async ({ page }) => {
    await showServicing(page, { home: late, roles: ["OPERATOR"], offerStep: "DISPLAY_OFFERS" }, queryOf(language));
    await expect(heading(page)).toHaveText(say("My financing"));
    await expect(portal(page).getByText(say("New offers available"))).toHaveCount(0);
    await screenshots(page, `servicing-home-late-${language}`);
  });
}

test("servicing pages: each takes the focus and leads back, and the menu leads home", async ({ page }) => {
  const calls = { "line-of-credit": { lineOfCredit: { ...lineServicing, issuedProductId: idOf(2) } } };
  await showServicing(page, { home: financing, issuedProducts: [line], calls });
  await press(page, "Open Line of Credit");
  await expect(heading(page)).toHaveText("Line of Credit");
  await expect(heading(page)).toBeFocused();
  await screenshots(page, "servicing-product");
  await press(page, "Back");
  await expect(heading(page)).toHaveText("My financing");
  await expect(heading(page)).toBeFocused();
  await press(page, "Open Line of Credit");
  await press(page, "Menu");
  await portal(page).getByRole("dialog", { name: "Menu" }).getByRole("button", { name: "My financing" }).click();
  await expect(heading(page)).toHaveText("My financing");
  await expect(heading(page)).toBeFocused();
});

test("servicing home: without a product, and when it cannot be loaded", async ({ page }) => {
  await showServicing(page, { home: empty });
  await expect(portal(page).getByText("No financing yet")).toBeVisible();
  await screenshots(page, "servicing-home-empty");
  await page.route("**/api/v1/servicing/home", (route) => route.fulfill({ status: 500, json: {} }));
  await page.reload();
  await expect(portal(page).getByRole("button", { name: "Try again" })).toBeVisible();
  await screenshots(page, "servicing-home-error");
});

test("servicing home: in the dark", async ({ page }) => {
  await showServicing(page, { home: late }, "?colorScheme=dark");
  await expect(heading(page)).toHaveText("My financing");
  await screenshots(page, "servicing-home-dark");
});
