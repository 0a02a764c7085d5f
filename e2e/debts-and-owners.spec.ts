import { expect, type Page, test } from "@playwright/test";
import { rightAnswers, rightCoOwnerV2 } from "../packages/contracts/src/onboarding/wrong-inputs.fixture.ts";
import { applicantOf } from "./applicant.ts";
import { heading, openAccount, openFinancing, portal, reach, resume } from "./demo.ts";
import { agree, expectWaitingPage } from "./journey.ts";
import { businessOf, expectWaiting, rowsOf, type Tenant } from "./rows.ts";
import { inPartnersPage } from "./screen.ts";
import { screenshot } from "./screenshot.ts";

const debtQuestion = "Does the business have other debt?";
const refinanceQuestion = "Would you like to refinance any of these debts?";
const ownerQuestion = "Does the business have other owners?";

/** Onboarding for a cash advance asks about debts and not for accounting data; for a term loan it also asks about refinancing. */
async function openAt(page: Page, step: string, product: "MCA" | "TERM_LOAN" = "MCA"): Promise<Tenant> {
  const { email } = await openAccount(page);
  const applicant = await applicantOf(page);
  await applicant.answerUntil(`ONBOARDING.${step}`, {
    SELECT_PRODUCTS: { selectedProducts: [product] },
    COLLECT_PERSONAL_DETAILS: rightAnswers.COLLECT_PERSONAL_DETAILS,
  });
  await openFinancing(page);
  return businessOf(email);
}

const field = (page: Page, name: string) => portal(page).locator(`[id="${name}"]`);
const button = (page: Page, name: string) => portal(page).getByRole("button", { name, exact: true });
async function press(page: Page, name: string): Promise<void> {
  await (await reach(page, button(page, name))).click();
}
async function fill(page: Page, fields: Record<string, string>): Promise<void> {
  for (const [name, text] of Object.entries(fields)) await field(page, name).fill(text);
}
const answerHasDebt = async (page: Page, answer: "Yes" | "No") =>
  (await reach(page, portal(page).getByRole("radio", { name: answer, exact: true }))).check();
const debt = (index: number, description: string) => ({
  [`debts.${index}.description`]: description,
  [`debts.${index}.monthlyPaymentInCents`]: "450.50",
  [`debts.${index}.outstandingBalanceCents`]: "USD 12.000,00",
  [`debts.${index}.interestRate`]: "8.25 %",
  [`debts.${index}.monthsRemaining`]: "30",
});

test("debts and co-owners: an owner lists the debts and the other owners of the business", async ({ page }) => {
  const business = await openAt(page, "COLLECT_EXISTING_DEBT");
  await expect(heading(page)).toHaveText(debtQuestion);
  await expect(button(page, "No existing debt")).toBeVisible();
  await screenshot(page, "debts-none");
  await answerHasDebt(page, "Yes");
  await expect(button(page, "No existing debt")).toBeVisible();
  await fill(page, debt(0, "Oven lease"));
  await answerHasDebt(page, "No");
  await expect(field(page, "debts.0.description")).toHaveCount(0);
  await expect(button(page, "No existing debt")).toBeVisible();
  await answerHasDebt(page, "Yes");
  await expect(field(page, "debts.0.description")).toHaveValue("Oven lease");
  await press(page, "Add another debt");
  await expect(field(page, "debts.1.description")).toBeFocused();
  await fill(page, debt(1, "Delivery van"));
  await screenshot(page, "debts");
  await press(page, "Remove debt 1");
  await expect(field(page, "debts.0.description")).toHaveValue("Delivery van");
  await press(page, "Done adding debt");

  await expect(heading(page)).toHaveText(ownerQuestion);
  await screenshot(page, "owners-none");
  await fill(page, { ownershipPercentage: "20" });
  for (const firstName of ["Ana", "Luis", "Eva", "Tom"]) {
    await press(page, "Add an owner");
    await expect(heading(page)).toHaveText("Add an owner");
    await fill(page, { ...rightCoOwnerV2, firstName, email: `${firstName}@harbor.test`, ownershipPercentage: "20" });
    await press(page, "Save owner");
    await expect(heading(page)).toHaveText(ownerQuestion);
    await expect(field(page, "ownershipPercentage")).toHaveValue("20");
  }
  await expect(portal(page).getByText("Together that is 100%.")).toBeVisible();
  await expect(button(page, "Add an owner")).toHaveAccessibleDescription("You have reached the maximum of 4 owners.");
  await screenshot(page, "owners");
  await press(page, "Edit Luis Ortega");
  await expect(field(page, "phoneNumber")).toHaveValue(rightCoOwnerV2.phoneNumber);
  await screenshot(page, "owner");
  await fill(page, { lastName: "Reyes", phoneNumber: "" });
  await press(page, "Save owner");
  await (await reach(page, portal(page).getByRole("radio", { name: "Ana Ortega" }))).check();
  await press(page, "Remove Ana Ortega");
  await expect(portal(page).getByRole("status").getByText("Ana Ortega was removed.")).toBeAttached();
  await expect(portal(page).getByRole("radio", { name: "(you)" })).toBeChecked();
  await fill(page, { ownershipPercentage: "40.01" });
  await press(page, "Done");
  const over = "Ownership percentages cannot add up to more than 100";
  await expect(field(page, "ownershipPercentage")).toHaveAccessibleDescription(new RegExp(over));
  await screenshot(page, "owners-over-whole");
  await fill(page, { ownershipPercentage: "39.99" });
  await (await reach(page, portal(page).getByRole("radio", { name: "Eva Ortega" }))).check();
  await screenshot(page, "owners-control-person");
  await expect(portal(page).getByText("Saved")).toBeVisible();
  await page.reload();
  await resume(page);
  await expect(portal(page).getByRole("listitem")).toHaveText([/Luis Reyes/, /Eva Ortega/, /Tom Ortega/]);
  await expect(field(page, "ownershipPercentage")).toHaveValue("39.99");
  await expect(portal(page).getByRole("radio", { name: "Eva Ortega" })).toBeChecked();
  await press(page, "Done");
  await expect(heading(page)).not.toHaveText(ownerQuestion);
  const rows = await rowsOf(business);
  expect(rows.debts).toEqual([
    {
      description: "Delivery van",
      monthlyCents: 45_050,
      balanceCents: 1_200_000,
      basisPoints: 825,
      months: 30,
      refinance: null,
    },
  ]);
  expect(rows.owners).toMatchObject([
    { isPrimary: true, basisPoints: 3_999, isControlPerson: false },
    { name: "Luis Reyes", step: "START_FLOW", basisPoints: 2_000, isControlPerson: false },
    { name: "Eva Ortega", step: "START_FLOW", basisPoints: 2_000, isControlPerson: true },
    { name: "Tom Ortega", step: "START_FLOW", basisPoints: 2_000, isControlPerson: false },
  ]);
  // No invitation is sent before the primary owner consents.
  expect(rows.invitations).toEqual([]);
});

test("co-owners: an owner who stated 100 % goes back, names a co-owner and divides the business anew", async ({
  page,
}) => {
  const business = await openAt(page, "COLLECT_SECONDARY_BUSINESS_OWNER_DETAILS");
  await expect(heading(page)).toHaveText(ownerQuestion);
  await fill(page, { ownershipPercentage: "100" });
  await press(page, "Done");
  await expect(heading(page)).not.toHaveText(ownerQuestion);
  await press(page, "Back");
  await expect(field(page, "ownershipPercentage")).toHaveValue("100");
  await press(page, "Add an owner");
  await fill(page, { ...rightCoOwnerV2, ownershipPercentage: "40" });
  await press(page, "Save owner");
  const over = "Ownership percentages cannot add up to more than 100";
  await expect(field(page, "ownershipPercentage")).toHaveAccessibleDescription(new RegExp(over));
  await press(page, "Back");
  await fill(page, { ownershipPercentage: "60" });
  await press(page, "Add an owner");
  await fill(page, { ...rightCoOwnerV2, ownershipPercentage: "40" });
  await press(page, "Save owner");
  await expect(heading(page)).toHaveText(ownerQuestion);
  await expect(field(page, "ownershipPercentage")).toHaveValue("60");
  await press(page, "Done");
  await expect(heading(page)).not.toHaveText(ownerQuestion);
  expect((await rowsOf(business)).owners).toMatchObject([{ basisPoints: 6_000 }, { basisPoints: 4_000 }]);
});

test("refinancing: an owner chooses a debt, and the choice is shown again later", async ({ page }) => {
  test.setTimeout(240_000);
  const business = await openAt(page, "COLLECT_REFINANCE_OPTIONS", "TERM_LOAN");
  await expect(heading(page)).toHaveText(refinanceQuestion);
  const oven = portal(page).getByRole("checkbox", { name: "Oven lease" });
  await expect(oven).not.toBeChecked();
  await expect(oven).toHaveAccessibleDescription("Remaining balance: $12,000");
  await oven.check();
  await screenshot(page, "refinance");
  await press(page, "Continue");
  await expect(heading(page)).toHaveText(ownerQuestion);
  await press(page, "Back");
  await expect(heading(page)).toHaveText(refinanceQuestion);
  await expect(portal(page).getByRole("checkbox", { name: "Oven lease" })).toBeChecked();

  await press(page, "Continue");
  await fill(page, { ownershipPercentage: "100" });
  await press(page, "Done");
  await agree(inPartnersPage(page));
  await expectWaitingPage(inPartnersPage(page));
  const rows = await expectWaiting(page.request, business, ["TERM_LOAN"]);
  expect(rows.debts).toMatchObject([{ description: "Oven lease", balanceCents: 1_200_000, refinance: true }]);
});

test("debts: the draft of a debt survives a reload", async ({ page }) => {
  await openAt(page, "COLLECT_EXISTING_DEBT");
  await expect(heading(page)).toHaveText(debtQuestion);
  await answerHasDebt(page, "Yes");
  await fill(page, { ...debt(0, "Oven lease"), "debts.0.monthsRemaining": "" });
  await expect(portal(page).getByText("Saved")).toBeVisible();
  await page.reload();
  await resume(page);
  await expect(field(page, "debts.0.outstandingBalanceCents")).toHaveValue("$12,000.00");
  await expect(field(page, "debts.0.interestRate")).toHaveValue("8.25 %");
});
