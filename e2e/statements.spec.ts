import { randomUUID } from "node:crypto";
import { expect, test } from "@playwright/test";
import { fernhillDomain, seedId } from "../apps/api/src/seed/seed.ts";
import { openAccount, settled } from "./demo.ts";
import {
  agree,
  begin,
  chooseProduct,
  declareNoCoOwners,
  declareNoDebts,
  expectWaitingPage,
  fileBusinessReturn,
  fillBusiness,
  fillOwner,
  uploadReturns,
  uploadStatements,
} from "./journey.ts";
import { businessOf, expectWaiting } from "./rows.ts";
import { inPartnersPage, onOurPage } from "./screen.ts";
import { screenshot } from "./screenshot.ts";
import { signIn } from "./setup.ts";

const statements = { type: "BANK_STATEMENT", name: "October.pdf", status: "READY", uploadedBy: "OWNER" };
const returns = ["Return 2025.pdf", "Return 2024.pdf"].map((name) => ({
  type: "TAX_RETURN",
  name,
  status: "READY",
  uploadedBy: "OWNER",
}));
const account = { bank: "Copper Ridge Bank", last4: "6789", by: "MANUAL", isAuthorized: true };

test("statements: an owner without a linked bank reaches the waiting page with statements, an account entered by hand and uploaded returns", async ({
  page,
}) => {
  test.setTimeout(240_000);
  const { email } = await openAccount(page);
  const screen = inPartnersPage(page);
  await begin(screen);
  await chooseProduct(screen, "Term loan");
  await fillOwner(screen);
  const name = await fillBusiness(screen);
  await screen.shows("Connect your bank account");
  await screen.press("Upload bank statements instead");
  await screen.shows("Try uploading bank statements instead");
  await settled(page);
  await screenshot(page, "bank-statements");
  await uploadStatements(screen);
  await fileBusinessReturn(screen);
  await screen.shows("How would you like to share your financials?");
  await screen.choose("Upload tax returns");
  await screen.press("Continue");
  await uploadReturns(screen);
  await declareNoDebts(screen);
  await declareNoCoOwners(screen);
  await agree(screen);
  await expectWaitingPage(screen);

  const rows = await expectWaiting(page.request, await businessOf(email), ["TERM_LOAN"]);
  expect(rows).toMatchObject({
    name,
    taxedBy: "CORPORATE_TAX",
    links: [],
    accounts: [account],
    documents: [statements, ...returns],
    answers: { selectedProducts: ["TERM_LOAN"], optToProvideBankStatements: true, hasExistingDebt: false },
    debts: [],
    owners: [{ isPrimary: true }],
    inputs: [],
  });
  expect(rows.steps).toEqual([
    ...["START_FLOW", "SELECT_PRODUCTS", "COLLECT_PERSONAL_DETAILS", "COLLECT_BUSINESS_DETAILS", "COLLECT_PLAID"],
    ...["COLLECT_BANK_STATEMENTS", "COLLECT_BANK_INFO", "COLLECT_RAILZ", "COLLECT_EXISTING_DEBT"],
    ...["COLLECT_SECONDARY_BUSINESS_OWNER_DETAILS", "COLLECT_CONSENT"],
  ]);
  expect(rows.numbers).toEqual(expect.arrayContaining([{ field: "EIN", last4: "0001" }]));
});

test("statements: an owner at a platform that uses tax returns instead of accounting data uploads them and reaches the waiting page", async ({
  page,
}) => {
  test.setTimeout(240_000);
  const email = `rosa-${randomUUID()}@harbor.test`;
  await signIn(page, email, `?override-direct-domain=${fernhillDomain}`);
  const screen = onOurPage(page);
  await begin(screen);
  await chooseProduct(screen, "Line of credit");
  await fillOwner(screen);
  await fillBusiness(screen);
  await screen.shows("Connect your bank account");
  await screen.press("Upload bank statements instead");
  await uploadStatements(screen);
  await fileBusinessReturn(screen);
  // The platform uses no accounting data, so the owner is not asked how to share it.
  await uploadReturns(screen);
  await declareNoDebts(screen);
  await declareNoCoOwners(screen);
  await agree(screen);
  await expectWaitingPage(screen);

  const rows = await expectWaiting(page.request, await businessOf(email, seedId("fernhill")), ["LOC_TERM_LOAN"]);
  expect(rows).toMatchObject({
    taxedBy: "CORPORATE_TAX",
    accounts: [account],
    documents: [statements, ...returns],
    accounting: [],
    accountants: [],
  });
  expect(rows.steps).toContain("COLLECT_BUSINESS_TAX");
  expect(rows.steps).not.toContain("COLLECT_RAILZ");
});
