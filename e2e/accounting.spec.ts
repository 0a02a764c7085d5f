import { randomUUID } from "node:crypto";
import { expect, type Page, test } from "@playwright/test";
import { rightAnswers } from "../packages/contracts/src/onboarding/wrong-inputs.fixture.ts";
import { type Applicant, applicantOf, sampleDocument } from "./applicant.ts";
import { closeOtherContexts, heading, openAccount, openFinancing, portal, reach } from "./demo.ts";
import { waitForLink } from "./inbox.ts";
import { agree, declareNoCoOwners, expectWaitingPage } from "./journey.ts";
import { businessOf, expectWaiting, rowsOf, type Tenant } from "./rows.ts";
import { inPartnersPage } from "./screen.ts";
import { screenshot } from "./screenshot.ts";

test.afterEach(({ browser, context }) => closeOtherContexts({ browser, context }));

const taxQuestion = "How does the business file its taxes?";
const wayQuestion = "How would you like to share your financials?";
const whoQuestion = "Who will connect the accounting software?";

/** Onboarding asks for accounting data for a term loan. */
async function openAtAccounting(page: Page): Promise<Applicant & { business: Tenant }> {
  const { email } = await openAccount(page);
  const applicant = await applicantOf(page);
  await applicant.answerUntil("ONBOARDING.COLLECT_RAILZ", { SELECT_PRODUCTS: { selectedProducts: ["TERM_LOAN"] } });
  await openFinancing(page);
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
/** The business files its own tax return; the next question is how it shares its accounting data. */
async function fileOwnReturn(page: Page): Promise<void> {
  await choose(page, "Business Tax Return");
  await field(page, "tin").fill("12-3456789");
  await press(page, "Continue");
  await expect(heading(page)).toHaveText(wayQuestion);
}
async function chooseWhoConnects(page: Page): Promise<void> {
  await fileOwnReturn(page);
  await choose(page, "Connect accounting software");
  await press(page, "Continue");
  await expect(heading(page)).toHaveText(whoQuestion);
}

/** Completes the vendor's page in our frame. */
async function connectIn(frame: { frameLocator(selector: string): ReturnType<Page["frameLocator"]> }): Promise<void> {
  const vendor = frame.frameLocator('iframe[title="Accounting software"]');
  await vendor.getByRole("button", { name: "QuickBooks Online" }).click();
  await vendor.getByLabel("User name or e-mail").fill("rosa");
  await vendor.getByLabel("Password").fill("secret");
  await vendor.getByRole("button", { name: "Continue", exact: true }).click();
  await vendor.getByRole("button", { name: /seasonal bakery with healthy finances/ }).click();
  await vendor.locator("button.main").click();
}
const pdf = { name: "Return 2025.pdf", mimeType: "application/pdf", buffer: sampleDocument };

test("accounting: an owner whose personal return covers the business enters the SSN once and reaches the waiting page", async ({
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

  // With the SSN on file, the choice alone is enough.
  await press(page, "Continue");
  await expect(heading(page)).toHaveText("Does the business have other debt?");
  await press(page, "No existing debt");
  const screen = inPartnersPage(page);
  await declareNoCoOwners(screen);
  await agree(screen);
  // The business verification requires the EIN of the business.
  await screen.shows("Confirm business and provide your EIN");
  await screen.fill({ tin: "99-0000001" });
  await screen.press("Continue");
  await expectWaitingPage(screen);
  const rows = await expectWaiting(page.request, applicant.business, ["TERM_LOAN"]);
  expect(rows).toMatchObject({ taxedBy: "PASS_THROUGH", documents: [], accountants: [], accounting: [] });
  expect(rows.numbers.filter(({ field }) => field === "SSN")).toEqual(ssn);
  expect(rows.inputs).toEqual([{ subStep: "VERIFY_BUSINESS_INFORMATION", state: "DONE" }]);
  // The owner's credit report is requested once, with the SSN that was entered.
  expect(rows.reports.filter(({ source }) => source === "BUSINESS_OWNER_CREDIT")).toMatchObject([
    { attempt: 1, outcome: "REPORT" },
  ]);
});

test("accounting: the step is not shown again after an owner connects the accounting software", async ({ page }) => {
  const applicant = await openAtAccounting(page);
  await chooseWhoConnects(page);
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

test("accounting: a failed widget is reported to the server, and the owner can choose another way", async ({
  page,
}) => {
  await openAtAccounting(page);
  await chooseWhoConnects(page);
  await choose(page, "I will");
  await page.route("**/railz/connect/business?*", (route) => route.abort());
  const reported = page.waitForRequest(
    (request) =>
      request.url().endsWith("/interaction") && request.postData() === '{"eventType":"ACCOUNTING_WIDGET_FAILED"}',
  );
  await press(page, "Continue");
  await reported;
  await expect(portal(page).getByRole("alert")).toContainText("did not open here");
  await screenshot(page, "accounting-widget-failed");
  await press(page, "Back");
  await expect(heading(page)).toHaveText(whoQuestion);
});

test("accounting: an owner uploads tax returns instead", async ({ page }) => {
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
  const why = "Please upload the other year, or say that this file is all there is";
  await expect(portal(page).getByRole("button", { name: "Continue", exact: true })).toHaveAccessibleDescription(why);
  await screenshot(page, "tax-upload");
  await (await reach(page, field(page, "hasOnlyOneTaxReturn"))).check();
  await press(page, "Continue");
  await expect(heading(page)).toHaveText("Does the business have other debt?");
  expect(await rowsOf(business)).toMatchObject({
    taxedBy: "CORPORATE_TAX",
    answers: { hasOnlyOneTaxReturn: true },
    documents: [{ ...taxReturn, uploadedBy: "OWNER" }],
    accountants: [],
    accounting: [],
  });
});

const taxReturn = { type: "TAX_RETURN", name: pdf.name, status: "READY" };

test("accounting: an accountant uploads the returns with an emailed link, and the owner sees them", async ({
  page,
  browser,
}) => {
  test.setTimeout(240_000);
  const { business } = await openAtAccounting(page);
  await chooseWhoConnects(page);
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
  await expect(
    portal(page)
      .getByRole("alert")
      .filter({ hasText: `Sent to ${email}` }),
  ).toBeVisible();
  await screenshot(page, "accountant-sent");

  const context = await browser.newContext({ viewport: page.viewportSize() });
  const desk = await context.newPage();
  await desk.goto(await link());
  await expect(title(desk)).toHaveText("Help your client");
  const about = desk.getByRole("region", { name: "What this is about" });
  for (const words of [/^Harbor Bakery/, "Rosa Marín", "Larkspur Invoicing", "Larkspur Capital"])
    await expect(about.getByText(words, { exact: true })).toBeVisible();
  await expect(desk.getByRole("button", { name: "Help" })).toBeVisible();
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
  await expect(desk.getByRole("button", { name: "Share something else" })).toBeVisible();
  await expect(desk.getByRole("button", { name: "Continue" })).toHaveCount(0);
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

test("accounting: an accountant connects the accounting software with a one-time link, and the owner is not asked again", async ({
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

  // The owner is past the step and cannot return to it, because accounting data is connected.
  await openFinancing(page);
  await expect(heading(page)).toHaveText("Does the business have other debt?");
  await press(page, "Back");
  await expect(heading(page)).toHaveText("Connect your bank account");
});

const title = (page: Page) => page.getByRole("heading", { level: 1 });
const newAddress = () => `nora-${randomUUID()}@quist.test`;
