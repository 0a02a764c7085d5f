import { expect, test } from "@playwright/test";
import { applicantOf } from "./applicant.ts";
import { comeBack, openAccount } from "./demo.ts";
import { businessOf, rowsOf, stepsTold } from "./rows.ts";
import { inPartnersPage } from "./screen.ts";

test("an owner who goes back from the eleventh step to the third changes a name there, keeps all that came later, and goes on at the eleventh", async ({
  page,
}) => {
  test.setTimeout(240_000);
  const { email } = await openAccount(page);
  const business = await businessOf(email);
  const applicant = await applicantOf(page);
  await applicant.answerUntil("ONBOARDING.COLLECT_REFINANCE_OPTIONS", {
    SELECT_PRODUCTS: { selectedProducts: ["TERM_LOAN"] },
    COLLECT_PLAID: { optToProvideBankStatements: true },
  });
  await comeBack(page);
  const screen = inPartnersPage(page);
  await screen.shows("Would you like to refinance any of these debts?");
  await screen.tick("Oven lease");
  await screen.press("Continue");
  await screen.shows("Does the business have other owners?");
  const before = await rowsOf(business);
  expect(before.steps).toHaveLength(10);

  for (const question of [
    "Would you like to refinance any of these debts?",
    "Does the business have other debt?",
    "How does the business file its taxes?",
    "Confirm your statement details",
    "Try uploading bank statements instead",
    "Connect your bank account",
    "Now, tell us more about the business",
    "First, tell us who owns this business",
  ]) {
    await screen.press("Back");
    await screen.shows(question);
  }
  await expect(screen.field("primaryBusinessOwnerLastName")).toHaveValue("Marín");
  await screen.fill({ primaryBusinessOwnerLastName: "Marín Vega" });
  await screen.press("Continue");
  // Nothing that came later depends on a name.
  await screen.shows("Does the business have other owners?");

  const after = await rowsOf(business);
  expect(after.owners).toMatchObject([{ name: "Rosa Marín Vega", isPrimary: true }]);
  const { answers, accounts, documents, debts, accountants, taxedBy, numbers } = before;
  expect(after).toMatchObject({ answers, accounts, documents, debts, accountants, taxedBy, numbers });
  expect(after.steps.toSorted()).toEqual(before.steps.toSorted());
  expect(stepsTold(after, "onboarding.step_edited")).toEqual(["COLLECT_PERSONAL_DETAILS"]);

  // The audit trail knows which answer was there first: what the edit replaced is what was said then.
  const said = after.audit.filter(({ action }) => action === "onboarding.complete-step");
  const edit = said.at(-1);
  expect(edit?.before).not.toBeNull();
  expect(said[2]?.after?.toString("hex")).toBe(edit?.before?.toString("hex"));
  expect(edit?.after?.toString("hex")).not.toBe(edit?.before?.toString("hex"));
  expect(after.auditBreak).toBeNull();
});

test("an owner who goes back and takes another product is asked only for what that one needs besides", async ({
  page,
}) => {
  const { email } = await openAccount(page);
  const applicant = await applicantOf(page);
  await applicant.answerUntil("ONBOARDING.COLLECT_SECONDARY_BUSINESS_OWNER_DETAILS");
  await comeBack(page);
  const screen = inPartnersPage(page);
  for (const question of [
    "Does the business have other owners?",
    "Connect your bank account",
    "Now, tell us more about the business",
    "First, tell us who owns this business",
  ]) {
    await screen.shows(question);
    await screen.press("Back");
  }
  await screen.shows("What type of financing do you need?");
  await expect(screen.root.getByRole("checkbox", { name: "Invoice financing" })).toBeChecked();
  await screen.root.getByRole("checkbox", { name: "Invoice financing" }).uncheck();
  await screen.tick("Merchant cash advance");
  await screen.press("Continue");
  await screen.shows("Does the business have other debt?");
  const rows = await rowsOf(await businessOf(email));
  expect(rows.answers).toMatchObject({ selectedProducts: ["MCA"] });
  expect(rows).toMatchObject({ links: [{ status: "CONNECTED" }], owners: [{ name: "Rosa Marín" }] });
  expect(stepsTold(rows, "onboarding.step_edited")).toEqual(["SELECT_PRODUCTS"]);
});
