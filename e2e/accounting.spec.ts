import { randomUUID } from "node:crypto";
import { expect, type Page, test } from "@playwright/test";
import { rightAnswers } from "../packages/contracts/src/onboarding/wrong-inputs.fixture.ts";
import { type Applicant, applicantOf, sampleDocument } from "./applicant.ts";
import { comeBack, heading, openAccount, portal, reach, sendHome } from "./demo.ts";
import { waitForLink } from "./inbox.ts";
import { agree, ownAlone, waitAtTheEnd } from "./journey.ts";
import { businessOf, expectWaiting, rowsOf, type Tenant } from "./rows.ts";
import { inPartnersPage } from "./screen.ts";
import { screenshot } from "./screenshot.ts";

test.afterEach(({ browser, context }) => sendHome({ browser, context }));

const taxQuestion = "How does the business file its taxes?";
const wayQuestion = "How would you like to share your financials?";
const whoQuestion = "Who will connect the accounting software?";

/** A term loan is asked for books. */
async function openAtAccounting(page: Page): Promise<Applicant & { business: Tenant }> {
  const { email } = await openAccount(page);
  const applicant = await applicantOf(page);
  await applicant.answerUntil("ONBOARDING.COLLECT_RAILZ", { SELECT_PRODUCTS: { selectedProducts: ["TERM_LOAN"] } });
  await comeBack(page);
  await expect(heading(page)).toHaveText(taxQuestion);
  return { ...applicant, business: await businessOf(email) };
}

const field = (page: Page, name: string) => portal(page).locator(`[id="${name}"]`);
async function press(page: Page, name: string): Promise<void> {
  await (await reach(page, portal(page).getByRole("button", { name, exact: true }))).click();
}
async function choose(page: Page, name: string): Promise<void> {
  await (await reach(page, portal(page).getByRole("radio", { name }))).check();
}
/** The business files its own return; from here on it is asked how its figures are shared. */
async function fileOwnReturn(page: Page): Promise<void> {
  await choose(page, "Business Tax Return");
  await field(page, "tin").fill("12-3456789");
  await press(page, "Continue");
  await expect(heading(page)).toHaveText(wayQuestion);
}
async function toWhoLinks(page: Page): Promise<void> {
  await fileOwnReturn(page);
  await choose(page, "Connect accounting software");
  await press(page, "Continue");
  await expect(heading(page)).toHaveText(whoQuestion);
}

/** Somebody goes through the vendor's page, in a frame of ours. */
async function connectIn(frame: { frameLocator(selector: string): ReturnType<Page["frameLocator"]> }): Promise<void> {
  const vendor = frame.frameLocator('iframe[title="Accounting software"]');
  await vendor.getByRole("button", { name: "QuickBooks Online" }).click();
  await vendor.getByLabel("User name or e-mail").fill("rosa");
  await vendor.getByLabel("Password").fill("secret");
  await vendor.getByRole("button", { name: "Continue", exact: true }).click();
  await vendor.getByRole("button", { name: /bakery in good health/ }).click();
  await vendor.locator("button.main").click();
}
const pdf = { name: "Return 2025.pdf", mimeType: "application/pdf", buffer: sampleDocument };

test("an owner whose own return has the figures gives the SSN, is not asked for it again, and gets to the wait", async ({
  page,
}) => {
  test.setTimeout(240_000);
  const applicant = await openAtAccounting(page);
  await screenshot(page, "tax-entity-type");
  await press(page, "Continue");
  await expect(field(page, "entityType")).toHaveAccessibleDescription(/Please select at least one option/);
  await screenshot(page, "tax-entity-type-wrong");
  await choose(page, "Personal Tax Return");
  await field(page, "ssn").fill("900-00-0001");
  await screenshot(page, "tax-ssn");
  await press(page, "Continue");
  await expect(heading(page)).not.toHaveText(taxQuestion);
  expect(await applicant.currentStep()).toBe("ONBOARDING.COLLECT_EXISTING_DEBT");
  await press(page, "Back");
  await expect(heading(page)).toHaveText(taxQuestion);
  await expect(portal(page).getByRole("radio", { name: "Personal Tax Return" })).toBeChecked();
  await expect(field(page, "ssn")).toHaveCount(0);
  const ssn = [{ field: "SSN", last4: "0001" }];
  const once = await rowsOf(applicant.business);
  expect(once).toMatchObject({ taxedBy: "PASS_THROUGH", documents: [], accountants: [], accounting: [] });
  expect(once.numbers.filter(({ field }) => field === "SSN" || field === "EIN")).toEqual(ssn);

  // With the number on file the same choice is enough.
  await press(page, "Continue");
  await expect(heading(page)).toHaveText("Does the business have other debt?");
  await press(page, "No existing debt");
  const screen = inPartnersPage(page);
  await ownAlone(screen);
  await agree(screen);
  // The registers ask for the number of the business itself.
  await screen.shows("Confirm business and provide your EIN", { timeout: 40_000 });
  await screen.fill({ tin: "99-0000001" });
  await screen.press("Continue");
  await waitAtTheEnd(screen);
  const rows = await expectWaiting(page.request, applicant.business, ["TERM_LOAN"]);
  expect(rows).toMatchObject({ taxedBy: "PASS_THROUGH", documents: [], accountants: [], accounting: [] });
  expect(rows.numbers.filter(({ field }) => field === "SSN")).toEqual(ssn);
  expect(rows.inputs).toEqual([{ subStep: "VERIFY_BUSINESS_INFORMATION", state: "DONE" }]);
  // The owner's own file is looked at once, with the number that was given.
  expect(rows.reports.filter(({ source }) => source === "BUSINESS_OWNER_CREDIT")).toMatchObject([
    { attempt: 1, outcome: "REPORT" },
  ]);
});

test("an owner connects the accounting software and never sees the step again", async ({ page }) => {
  const applicant = await openAtAccounting(page);
  await toWhoLinks(page);
  await screenshot(page, "accounting-who");
  await choose(page, "I will");
  await press(page, "Continue");
  await expect(heading(page)).toHaveText("Connect your accounting software");
  const vendor = portal(page).frameLocator('iframe[title="Accounting software"]');
  await expect(vendor.getByRole("button", { name: "QuickBooks Online" })).toBeVisible();
  await screenshot(page, "accounting-widget");
  await connectIn(portal(page));
  await expect(heading(page)).toHaveText("Does the business have other debt?");
  expect(await applicant.currentStep()).toBe("ONBOARDING.COLLECT_EXISTING_DEBT");
  await press(page, "Back");
  await expect(heading(page)).toHaveText("Connect your bank account");
  expect(await rowsOf(applicant.business)).toMatchObject({
    taxedBy: "CORPORATE_TAX",
    accounting: [{ state: "ACTIVE" }],
    accountants: [],
    documents: [],
  });
});

test("a widget that does not work is told to us, and there is another way", async ({ page }) => {
  await openAtAccounting(page);
  await toWhoLinks(page);
  await choose(page, "I will");
  await page.route("**/railz/connect/business?*", (route) => route.abort());
  const told = page.waitForRequest(
    (request) =>
      request.url().endsWith("/interaction") && request.postData() === '{"eventType":"ACCOUNTING_WIDGET_FAILED"}',
  );
  await press(page, "Continue");
  await told;
  await expect(portal(page).getByRole("alert")).toContainText("did not open here");
  await screenshot(page, "accounting-widget-failed");
  await press(page, "Back");
  await expect(heading(page)).toHaveText(whoQuestion);
});

test("an owner uploads tax returns instead", async ({ page }) => {
  const { business } = await openAtAccounting(page);
  await fileOwnReturn(page);
  await press(page, "Continue");
  await expect(field(page, "choice")).toHaveAccessibleDescription(/Please select at least one option/);
  await choose(page, "Upload tax returns");
  await screenshot(page, "accounting-way");
  await press(page, "Continue");
  await expect(heading(page)).toHaveText("Upload your business tax returns");
  await expect(portal(page).getByText("Please upload a file")).toBeVisible();
  await screenshot(page, "tax-upload-empty");
  await portal(page).locator('input[type="file"]').setInputFiles(pdf);
  await expect(portal(page).getByText("Return 2025.pdf")).toBeVisible();
  await expect(portal(page).getByText(/^Uploaded/)).toBeVisible();
  await screenshot(page, "tax-upload");
  await press(page, "Continue");
  await expect(heading(page)).toHaveText("Does the business have other debt?");
  expect(await rowsOf(business)).toMatchObject({
    taxedBy: "CORPORATE_TAX",
    documents: [{ ...taxReturn, uploadedBy: "OWNER" }],
    accountants: [],
    accounting: [],
  });
});

const taxReturn = { type: "TAX_RETURN", name: pdf.name, status: "READY" };

test("an accountant is sent a link and brings the returns, and the owner finds them", async ({ page, browser }) => {
  test.setTimeout(240_000);
  const { business } = await openAtAccounting(page);
  await toWhoLinks(page);
  await choose(page, "My accountant");
  await press(page, "Continue");
  await expect(heading(page)).toHaveText("Who is your accountant?");
  const email = newAddress();
  const named = { accountantFirstName: "Nora", accountantLastName: "Quist", accountantEmail: email };
  for (const [name, text] of Object.entries(named)) await field(page, name).fill(text);
  await screenshot(page, "accountant-info");
  const link = await waitForLink(page.request, email);
  await press(page, "Send the link");
  await expect(heading(page)).toHaveText("Does the business have other debt?");

  const context = await browser.newContext({ viewport: page.viewportSize() });
  const desk = await context.newPage();
  await desk.goto(await link());
  await expect(title(desk)).toHaveText("Help your client");
  await screenshot(desk, "accountant-begin");
  await desk.getByRole("button", { name: "Continue", exact: true }).click();
  await expect(title(desk)).toHaveText(/^Share the financials of Harbor Bakery/);
  expect(new URL(desk.url()).searchParams.get("accountant")).toBe("open");
  await screenshot(desk, "accountant-choose");
  await desk.reload();
  await desk.getByRole("radio", { name: "Upload tax returns" }).check();
  await desk.getByRole("button", { name: "Continue", exact: true }).click();
  await desk.locator('input[type="file"]').setInputFiles(pdf);
  await expect(desk.getByText(/^Uploaded/)).toBeVisible();
  await screenshot(desk, "accountant-upload");
  await desk.getByRole("button", { name: "Done", exact: true }).click();
  await expect(title(desk)).toHaveText("Thank you");
  await screenshot(desk, "accountant-done");
  await context.close();
  const rows = await rowsOf(business);
  expect(rows.documents).toEqual([{ ...taxReturn, uploadedBy: "ACCOUNTANT" }]);
  expect(rows.accountants).toEqual([{ email, isUsed: true, isRenewed: false, isWithdrawn: false }]);

  await press(page, "Back");
  await expect(heading(page)).toHaveText(taxQuestion);
  await press(page, "Continue");
  await expect(heading(page)).toHaveText(wayQuestion);
  await choose(page, "Upload tax returns");
  await press(page, "Continue");
  await expect(portal(page).getByText(pdf.name)).toBeVisible();
  await screenshot(page, "accountant-brought");
});

test("an accountant connects the books, by a link that works once, and the owner is asked no more", async ({
  page,
  browser,
}) => {
  test.setTimeout(240_000);
  const applicant = await openAtAccounting(page);
  const email = newAddress();
  const link = await waitForLink(page.request, email);
  await applicant.answerUntil("ONBOARDING.COLLECT_EXISTING_DEBT", {
    COLLECT_RAILZ: { ...rightAnswers.COLLECT_RAILZ, accountantEmail: email },
  });
  const context = await browser.newContext({ viewport: page.viewportSize() });
  const desk = await context.newPage();
  const url = await link();
  await desk.goto(url);
  await desk.getByRole("button", { name: "Continue", exact: true }).click();
  await desk.getByRole("radio", { name: "Connect accounting software" }).check();
  await desk.getByRole("button", { name: "Continue", exact: true }).click();
  await expect(desk.frameLocator("iframe").getByRole("button", { name: "QuickBooks Online" })).toBeVisible();
  await screenshot(desk, "accountant-link");
  await connectIn(desk);
  await expect(title(desk)).toHaveText("Thank you");

  await desk.goto(url);
  await desk.getByRole("button", { name: "Continue", exact: true }).click();
  await expect(title(desk)).toHaveText("This link no longer works");
  await screenshot(desk, "accountant-spent");
  const fresh = await waitForLink(context.request, email);
  await desk.getByRole("button", { name: "Send me a new link" }).click();
  await expect(desk.getByText("a new link is on its way")).toBeVisible();
  expect(await fresh()).not.toBe(url);
  await context.close();
  const rows = await rowsOf(applicant.business);
  expect(rows.accounting).toMatchObject([{ state: "ACTIVE" }]);
  expect(rows.accountants.map(({ isUsed, isRenewed }) => ({ isUsed, isRenewed }))).toEqual([
    { isUsed: true, isRenewed: true },
    { isUsed: false, isRenewed: false },
  ]);
  expect(rows.audit.some(({ by }) => by === "ACCOUNTANT")).toBe(true);

  // The owner is past the question, and finds no way back to it: the books are there.
  await comeBack(page);
  await expect(heading(page)).toHaveText("Does the business have other debt?");
  await press(page, "Back");
  await expect(heading(page)).toHaveText("Connect your bank account");
});

const title = (page: Page) => page.getByRole("heading", { level: 1 });
const newAddress = () => `nora-${randomUUID()}@quist.test`;
