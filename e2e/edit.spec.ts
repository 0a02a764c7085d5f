import { expect, test } from "@playwright/test";
import { applicantOf } from "./applicant.ts";
import { openAccount, openFinancing } from "./demo.ts";
import { businessOf, rowsOf, stepsInEvents } from "./rows.ts";
import { inPartnersPage } from "./screen.ts";

test("editing: an owner goes back from step eleven to step three, changes a name, keeps all later answers and continues at step eleven", async ({
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
  await openFinancing(page);
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
  // No later answer depends on a name.
  await screen.shows("Does the business have other owners?");

  const after = await rowsOf(business);
  expect(after.owners).toMatchObject([{ name: "Rosa Marín Vega", isPrimary: true }]);
  const { answers, accounts, documents, debts, accountants, taxedBy, numbers } = before;
  expect(after).toMatchObject({ answers, accounts, documents, debts, accountants, taxedBy, numbers });
  expect(after.steps.toSorted()).toEqual(before.steps.toSorted());
  expect(stepsInEvents(after, "onboarding.step_edited")).toEqual(["COLLECT_PERSONAL_DETAILS"]);

  // The audit trail links the answers: the hash before the edit is the hash after the first answer.
  const said = after.audit.filter(({ action }) => action === "onboarding.complete-step");
  const edit = said.at(-1);
  expect(edit?.before).not.toBeNull();
  expect(said[2]?.after?.toString("hex")).toBe(edit?.before?.toString("hex"));
  expect(edit?.after?.toString("hex")).not.toBe(edit?.before?.toString("hex"));
  expect(after.auditBreak).toBeNull();
});

test("editing: an owner who goes back and chooses another product is asked only for what that product needs in addition", async ({
  page,
}) => {
  const { email } = await openAccount(page);
  const applicant = await applicantOf(page);
  await applicant.answerUntil("ONBOARDING.COLLECT_SECONDARY_BUSINESS_OWNER_DETAILS");
  await openFinancing(page);
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
  await screen.tick("Merchant Cash Advance");
  await screen.press("Continue");
  await screen.shows("Does the business have other debt?");
  const rows = await rowsOf(await businessOf(email));
  expect(rows.answers).toMatchObject({ selectedProducts: ["MCA"] });
  expect(rows).toMatchObject({ links: [{ status: "CONNECTED" }], owners: [{ name: "Rosa Marín" }] });
  expect(stepsInEvents(rows, "onboarding.step_edited")).toEqual(["SELECT_PRODUCTS"]);
});
