import { expect, type Locator, type Page, test } from "@playwright/test";
import { applyFor } from "./apply.ts";
import { signAgreement, walkToAgreement } from "./closing-pages.ts";
import { heading, openFinancing, portal } from "./demo.ts";
import { closers, fundLoan, payoutsOf, sendPayout } from "./funding.ts";
import { confirmBusiness } from "./journey.ts";
import { expectOffered, press, screenshots } from "./offer-pages.ts";
import { acceptedLoan, rowsOf, type Tenant } from "./rows.ts";
import { inPartnersPage } from "./screen.ts";
import { reportSales } from "./setup.ts";

// Every product from the chosen offer to its money, or to its open line.

type Journey = {
  product: string;
  name: string;
  accepted: RegExp;
  welcome: RegExp;
  /** Only a loan or a line asks for tax returns. Without them the owner is asked for the EIN after consent. */
  isAskedForEin?: boolean;
  isPaidOut?: boolean;
  prepare?: (business: Tenant) => Promise<void>;
};

const amount = String.raw`\$[\d,]+(\.\d\d)?`;
const titled = (title: string) => new RegExp(`^${title.replace("{amount}", amount)}$`);

const journeys: Journey[] = [
  {
    product: "TERM_LOAN",
    name: "Term Loan",
    accepted: titled("Congratulations! {amount} is on the way to your account"),
    welcome: titled("Congratulations! {amount} is on the way to your account"),
    isPaidOut: true,
  },
  {
    product: "MCA",
    name: "Merchant Cash Advance",
    accepted: titled("We are finalizing your cash advance"),
    welcome: titled("Congratulations! Your advance of {amount} is on the way"),
    isAskedForEin: true,
    isPaidOut: true,
  },
  {
    product: "INTEGRATED_MCA",
    name: "Integrated Merchant Cash Advance",
    accepted: titled("We are finalizing your cash advance"),
    welcome: titled("Congratulations! {amount} is on the way to your account"),
    isAskedForEin: true,
    isPaidOut: true,
    prepare: (tenant) => reportSales(tenant, 4_000_000),
  },
  {
    product: "LOC_TERM_LOAN",
    name: "Line of Credit",
    accepted: titled("We are activating your line of credit"),
    welcome: titled("Congratulations! Your credit limit of {amount} is ready"),
  },
  {
    product: "FAST_PAY",
    name: "Invoice Financing",
    accepted: titled("We are activating your financing plans"),
    welcome: titled("Congratulations! Your monthly credit limit of {amount} is ready"),
    isAskedForEin: true,
  },
  {
    product: "EXTEND_PAY_PURCHASE_ORDER",
    name: "Accounts Payable Financing",
    accepted: titled("We are activating your financing plans"),
    welcome: titled("Congratulations! Your monthly credit limit of {amount} is ready"),
    isAskedForEin: true,
  },
];

for (const { product, name, accepted, welcome, isAskedForEin = false, isPaidOut, prepare } of journeys) {
  test(`funding: an owner of a ${name} goes from the offer to ${isPaidOut ? "the money that leaves" : "the open line"}`, async ({
    page,
  }) => {
    test.setTimeout(600_000);
    const business = await applyFor(page, "", { products: [product], state: "CA", ...(prepare && { prepare }) });
    if (isAskedForEin) {
      await expect.poll(async () => (await rowsOf(business)).inputs.length, { timeout: 120_000 }).toBe(1);
      await openFinancing(page);
      await confirmBusiness(inPartnersPage(page));
    }
    await expectOffered(business);
    await openFinancing(page);
    await walkToAgreement(page, { asksForTaxes: isAskedForEin });
    await screenshots(page, `funded-${product}-1-agreement`);
    await signAgreement(page);
    await expect(heading(page)).toHaveText(accepted);
    await screenshots(page, `funded-${product}-2-accepted`);
    const shown = isPaidOut ? [await centsIn(row(page, "On the way to you"))] : [];

    const staff = await closers();
    await fundLoan(staff, business, (await acceptedLoan(business)).applicationId);
    if (isPaidOut) await sendPayout(page.request, staff, business);
    await expect.poll(() => payoutsOf(page.request, business)).toEqual(shown);
    await openFinancing(page);
    await expect(heading(page)).toHaveText(welcome);
    await screenshots(page, `funded-${product}-3-welcome`);
    await press(page, "Continue");
    await expect(portal(page).getByRole("heading", { name, exact: true })).toBeVisible();
    await screenshots(page, `funded-${product}-4-financing`);
    expect((await rowsOf(business)).auditBreak).toBeNull();
  });
}

const row = (page: Page, label: string): Locator =>
  portal(page)
    .locator("dl > div")
    .filter({ hasText: new RegExp(`^${label}`) });

const centsIn = async (of: Locator): Promise<number> =>
  Number(/\$([\d,]+\.\d\d)/.exec((await of.textContent()) ?? "")?.[1]?.replace(/[,.]/g, ""));
