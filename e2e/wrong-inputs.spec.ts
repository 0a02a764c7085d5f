import { expect, type Page, test } from "@playwright/test";
import { businessNameMessage } from "../packages/contracts/src/fields/business-name.ts";
import type { AnswerableInput, InputScreenData } from "../packages/contracts/src/onboarding/additional-inputs.ts";
import {
  rightAnswers,
  rightBankForm,
  rightCoOwner,
  rightCoOwnerPerson,
  rightCoOwnerV2,
  rightInputs,
  takenCoOwnerEmail,
  takenPercentages,
  type WrongInput,
  wrongAdditionalInputs,
  wrongBankForms,
  wrongCoOwnerForms,
  wrongCoOwnerIdentities,
  wrongCoOwnerPersons,
  wrongInputs,
  wrongRoles,
  wrongSurveys,
} from "../packages/contracts/src/onboarding/wrong-inputs.fixture.ts";
import { demoUrl } from "./addresses.ts";
import { begin, heading, openAccount, portal, reach, settled } from "./demo.ts";
import { inPartnersPage } from "./screen.ts";
import { type Shown, show } from "./shown.ts";

// Error messages do not depend on the window size.
test.skip(({ viewport }) => (viewport?.width ?? 0) < 1000, "once is enough");

const field = (page: Page, name: string) => portal(page).locator(`[id="${name}"]`);
async function goOn(page: Page): Promise<void> {
  await (await reach(page, portal(page).locator("#next-step"))).click();
}
async function choose(page: Page, name: string): Promise<void> {
  await (await reach(page, portal(page).getByRole("radio", { name }))).check();
}

/** Expects the message beside the field, as the field's accessible description. */
async function says(page: Page, name: string, sentence: string): Promise<void> {
  await expect(field(page, name)).toHaveAccessibleDescription(
    new RegExp(sentence.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")),
  );
}

/** Expects the error summary to name the field: its link has the field's label and the message. */
async function names(page: Page, name: string, sentence: string): Promise<void> {
  const link = portal(page).locator(`a[href="#${name}"]`);
  await expect(link).toContainText(sentence);
  const label = await field(page, name).evaluate((element) => {
    const own =
      element instanceof HTMLInputElement || element instanceof HTMLSelectElement ? element.labels?.[0] : null;
    return (own ?? document.getElementById(element.getAttribute("aria-labelledby") ?? ""))?.textContent ?? "";
  });
  expect(label).not.toBe("");
  await expect(link).toContainText(label, { ignoreCase: true });
}
async function saysAndNames(page: Page, { field: name, sentence }: WrongInput): Promise<void> {
  await says(page, name, sentence);
  await names(page, name, sentence);
}

/** Removes the nesting of field paths, because a form has flat fields. */
const flat = (rows: readonly WrongInput[]) =>
  rows.map((row) => ({ ...row, field: row.field.replace(/^\w+StepPayload\./, "") }));
const about = (rows: readonly WrongInput[], prefix: string) => rows.filter(({ field }) => field.startsWith(prefix));

/** The text that a person types for a value; amounts are typed in dollars. */
const typed = ({ field: name, value }: WrongInput): string =>
  value !== null && name.endsWith("Cents") ? String(Number(value) / 100) : String(value ?? "");

/** Tests each wrong input in turn, and restores the right value before the next. */
async function check(page: Page, rows: readonly WrongInput[], right: Record<string, string>): Promise<void> {
  for (const row of rows) {
    await test.step(`with ${row.field} ${JSON.stringify(row.value)}: ${row.sentence}`, async () => {
      await field(page, row.field).fill(typed(row));
      await field(page, row.field).press("Enter");
      await saysAndNames(page, row);
      await field(page, row.field).fill(right[row.field] ?? "");
      await field(page, row.field).blur();
      await expect(field(page, row.field)).not.toHaveAttribute("aria-invalid", "true");
    });
  }
}
async function fill(page: Page, right: Record<string, string>): Promise<void> {
  for (const [name, text] of Object.entries(right)) await field(page, name).fill(text);
}

/**
 * Tests fields that include an address. The error of the untouched state comes first; the country is preset, and a foreign one can only be
 * picked.
 */
async function checkWithAddress(
  page: Page,
  rows: readonly WrongInput[],
  right: Record<string, string>,
  search: "Home address" | "Business address",
): Promise<void> {
  const { state = "", country: _, ...texts } = right;
  const isPicked = ({ value }: WrongInput) => value === "Canada";
  const isPreset = ({ field, value }: WrongInput) => field === "country" && value === "";
  const isUntouched = ({ field, value }: WrongInput) => field === "state" && value === "";
  for (const { sentence } of rows.filter(isPicked)) {
    await portal(page).getByRole("combobox", { name: search }).fill("100 king");
    await portal(page).getByRole("option", { name: "100 King St W, Toronto, ON, Canada" }).click();
    await says(page, "addressLineOne", sentence);
  }
  await portal(page).getByRole("combobox", { name: search }).fill("");
  await page.keyboard.press("Escape");
  await portal(page).getByRole("button", { name: "Can't find your address?" }).click();
  await fill(page, texts);
  await goOn(page);
  for (const row of rows.filter(isUntouched)) await saysAndNames(page, row);
  await field(page, "state").selectOption(state);
  await check(
    page,
    rows.filter((row) => !isPicked(row) && !isPreset(row) && !isUntouched(row)),
    right,
  );
}

test("wrong inputs: the screens of the first steps show every error message", async ({ page }) => {
  test.setTimeout(180_000);
  await openAccount(page);
  await expect(heading(page)).toHaveText("First, tell us your role at your company");
  await goOn(page);
  for (const { sentence } of wrongRoles) await expect(portal(page).getByText(sentence)).toBeVisible();
  await choose(page, "Business Owner");
  await goOn(page);
  await begin(page);

  await expect(heading(page)).toHaveText("See if you qualify for financing");
  await goOn(page);
  for (const row of wrongInputs.START_FLOW) await saysAndNames(page, row);
  await settled(page);
  await inPartnersPage(page).chooseEverywhere("Yes");
  await goOn(page);
  await expect(heading(page)).toHaveText("Good news: you look eligible");
  await goOn(page);

  await expect(heading(page)).toHaveText("What type of financing do you need?");
  await goOn(page);
  for (const row of wrongInputs.SELECT_PRODUCTS) await saysAndNames(page, row);
  await (await reach(page, portal(page).getByRole("checkbox", { name: "Term loan" }))).check();
  await goOn(page);

  await expect(heading(page)).toHaveText("First, tell us who owns this business");
  const { COLLECT_PERSONAL_DETAILS: owner, COLLECT_BUSINESS_DETAILS: business } = rightAnswers;
  await checkWithAddress(page, wrongInputs.COLLECT_PERSONAL_DETAILS, owner, "Home address");
  await goOn(page);

  await expect(heading(page)).toHaveText("Now, tell us more about the business");
  await checkWithAddress(page, wrongInputs.COLLECT_BUSINESS_DETAILS, business, "Business address");
  await field(page, "businessName").fill("Smith & Sons, LLC");
  await goOn(page);
  await says(page, "businessName", businessNameMessage);
  await portal(page).getByRole("button", { name: "Use “Smith and Sons LLC”" }).click();
  await expect(field(page, "businessName")).toHaveValue("Smith and Sons LLC");
  await expect(field(page, "businessName")).toBeFocused();
  await goOn(page);
  await expect(heading(page)).toHaveText("Connect your bank account");
});

const asking = <I extends AnswerableInput>(subStep: I, data: InputScreenData<I>) =>
  ({ step: "REQUEST_ADDITIONAL_USER_INPUT", subStep, data }) as Shown;

async function checkTax(page: Page, rows: readonly WrongInput[], right: { tin: string; ssn: string }): Promise<void> {
  await goOn(page);
  for (const row of about(rows, "entityType")) await saysAndNames(page, row);
  await choose(page, "Personal Tax Return");
  await check(page, about(rows, "ssn"), right);
  await choose(page, "Business Tax Return");
  await check(page, about(rows, "tin"), right);
}
async function checkNoDocument(page: Page, rows: readonly WrongInput[]): Promise<void> {
  for (const { sentence } of rows) await says(page, "next-step", sentence);
  await expect(field(page, "next-step")).toHaveAttribute("aria-disabled", "true");
}
async function checkAccountant(page: Page, rows: readonly WrongInput[]): Promise<void> {
  await choose(page, "My accountant");
  await goOn(page);
  const { accountantFirstName, accountantLastName, accountantEmail } = rightAnswers.COLLECT_RAILZ;
  const right = { accountantFirstName, accountantLastName, accountantEmail };
  await fill(page, right);
  await check(page, about(rows, "accountant"), right);
}

const noAddress = { address: null, verified: false };
const noPerson = { primaryBusinessOwnerFirstName: null, primaryBusinessOwnerLastName: null, phoneNumber: null };
const noTax = { entityType: null, tinLast4: null, hasPrimaryOwnerSsn: false };
const numbers = { tin: "12-3456789", ssn: "900-00-0001" };
const accounts = ["Operating", "Savings"].map((accountName, index) => ({
  id: `0199a2f0-0000-7000-8000-00000000000${index}`,
  bankName: "First Calm Bank",
  accountName,
  accountNumberLast4: "6789",
  achAuthorized: true,
  isPrimary: false,
}));
const noStatement = {
  amountRequestedCents: null,
  useOfFunds: null,
  useOfFundsOther: null,
  grossAnnualRevenueCents: null,
  stateManagedFrom: null,
  businessOwnersAreUsResidents: null,
  ownershipPercentage: null,
};
const coOwnerBlank = {
  secondaryOwnerFirstName: "",
  secondaryOwnerLastName: "",
  secondaryOwnerEmail: "",
  secondaryOwnerPhoneNumber: null,
  address: null,
};

/** The data of each screen, and how a person causes each of its error messages. */
const screens: Record<string, [Shown, (page: Page) => Promise<void>]> = {
  COLLECT_BANK_STATEMENTS: [
    { step: "COLLECT_BANK_STATEMENTS", data: { files: [] } },
    (page) => checkNoDocument(page, wrongInputs.COLLECT_BANK_STATEMENTS),
  ],
  COLLECT_BANK_INFO: [
    { step: "COLLECT_BANK_INFO", data: { account: null, authorization: null } },
    async (page) => {
      await fill(page, rightBankForm);
      await check(page, [...wrongInputs.COLLECT_BANK_INFO, ...wrongBankForms], rightBankForm);
    },
  ],
  COLLECT_RAILZ: [
    {
      step: "ONBOARDING.COLLECT_RAILZ",
      data: { ...noTax, files: [], hasOnlyOneTaxReturn: false, isAccountingCollected: false, accountant: null },
    },
    async (page) => {
      await checkTax(page, wrongInputs.COLLECT_RAILZ, numbers);
      await goOn(page);
      await choose(page, "Connect accounting software");
      await goOn(page);
      await checkAccountant(page, wrongInputs.COLLECT_RAILZ);
    },
  ],
  COLLECT_BUSINESS_TAX: [
    { step: "ONBOARDING.COLLECT_BUSINESS_TAX", data: { ...noTax, files: [], hasOnlyOneTaxReturn: false } },
    async (page) => {
      await checkTax(page, wrongInputs.COLLECT_BUSINESS_TAX, numbers);
      await goOn(page);
      await expect(heading(page)).toHaveText("Upload your business tax returns");
      await checkNoDocument(page, about(wrongInputs.COLLECT_BUSINESS_TAX, "taxReturnFiles"));
    },
  ],
  COLLECT_EXISTING_DEBT: [
    { step: "ONBOARDING.COLLECT_EXISTING_DEBT", data: { debts: [] } },
    async (page) => {
      const right = {
        "debts.0.description": "Oven lease",
        "debts.0.monthlyPaymentInCents": "450.50",
        "debts.0.outstandingBalanceCents": "12,000",
        "debts.0.interestRate": "8.25 %",
        "debts.0.monthsRemaining": "30",
      };
      await choose(page, "Yes");
      await fill(page, right);
      await check(page, wrongInputs.COLLECT_EXISTING_DEBT, right);
    },
  ],
  COLLECT_SECONDARY_BUSINESS_OWNER_DETAILS: [
    {
      step: "ONBOARDING.COLLECT_SECONDARY_BUSINESS_OWNER_DETAILS",
      data: {
        secondaryOwners: [
          {
            ...rightCoOwner,
            ownershipPercentage: takenPercentages.other,
            isControlPerson: false,
            id: "0199a2f0-0000-7000-8000-000000000002",
            firstName: "Ana",
            email: takenCoOwnerEmail,
            currentStep: "ONBOARDING.START_FLOW",
          },
        ],
        primaryOwner: {
          firstName: "Rosa",
          lastName: "Marín",
          email: "rosa@harbor.test",
          ownershipPercentage: takenPercentages.primary,
        },
        isSecondaryOwnerRequired: false,
      },
    },
    async (page) => {
      const right = { ownershipPercentage: "40" };
      await check(page, wrongInputs.COLLECT_SECONDARY_BUSINESS_OWNER_DETAILS, right);
      await (await reach(page, portal(page).getByRole("button", { name: "Add an owner", exact: true }))).click();
      await fill(page, rightCoOwnerV2);
      await check(page, wrongCoOwnerForms, rightCoOwnerV2);
    },
  ],
  COLLECT_CONSENT: [
    {
      step: "ONBOARDING.COLLECT_CONSENT",
      data: {
        isCreditCheckEnabled: true,
        referenceKanmonInCopy: false,
        agreements: [],
        statement: noStatement,
        notOffered: [],
      },
    },
    async (page) => {
      const isUntouched = ({ value }: WrongInput) => value === undefined || value === null || value === false;
      // An amount is typed without a sign.
      const isNegative = ({ value }: WrongInput) => typeof value === "number" && value < 0;
      await goOn(page);
      for (const row of wrongInputs.COLLECT_CONSENT.filter(isUntouched)) await saysAndNames(page, row);
      await field(page, "useOfFunds").selectOption("OTHER");
      const right = {
        amountRequestedCents: "40,000",
        useOfFundsOther: "A second oven",
        grossAnnualRevenueCents: "625,000",
      };
      await fill(page, right);
      const typable = wrongInputs.COLLECT_CONSENT.filter((row) => !isUntouched(row) && !isNegative(row));
      await check(page, typable, right);
    },
  ],
  ONBOARDING_SURVEY: [
    {
      step: "WAITING_FOR_OFFERS",
      data: {
        reference: "7K3M-Q9XD",
        email: "rosa@harbor.test",
        receivedAt: "2026-11-18T12:00:00.000Z",
        promisedBy: "2026-11-20T12:00:00.000Z",
        isLate: false,
        creditReportPolls: 1,
      },
      workflow: {
        onboardingSurveyEnabled: true,
        onboardingSurveyComplete: false,
        hasSeenWaitingForOffersBefore: false,
      },
    },
    async (page) => {
      await expect(heading(page)).toHaveText("We have your application");
      await goOn(page);
      await expect(heading(page)).toHaveText("We value your feedback");
      await goOn(page);
      for (const row of wrongSurveys) await saysAndNames(page, row);
    },
  ],
  VERIFY_USER_IDENTITY_INFORMATION: [
    asking("VERIFY_USER_IDENTITY_INFORMATION", { ...noPerson, primaryBusinessOwnerEmail: null, ...noAddress }),
    async (page) => {
      const { personalStepPayload, ssn } = rightInputs.VERIFY_USER_IDENTITY_INFORMATION;
      const rows = flat(wrongAdditionalInputs.VERIFY_USER_IDENTITY_INFORMATION);
      await checkWithAddress(page, rows, { ...personalStepPayload, ssn }, "Home address");
    },
  ],
  VERIFY_BUSINESS_INFORMATION: [
    asking("VERIFY_BUSINESS_INFORMATION", { businessName: null, phoneNumber: null, ...noAddress }),
    async (page) => {
      const { businessStepPayload } = rightInputs.VERIFY_BUSINESS_INFORMATION;
      const rows = flat(wrongAdditionalInputs.VERIFY_BUSINESS_INFORMATION);
      await checkWithAddress(page, rows, businessStepPayload, "Business address");
    },
  ],
  VERIFY_BUSINESS_TAX_ID: [
    asking("VERIFY_BUSINESS_TAX_ID", noTax),
    (page) => checkTax(page, wrongAdditionalInputs.VERIFY_BUSINESS_TAX_ID, numbers),
  ],
  UPDATE_PRIMARY_BANK_ACCOUNT: [
    asking("UPDATE_PRIMARY_BANK_ACCOUNT", {
      accounts,
      refusedAccountLast4: null,
      isPaidTo: false,
      authorization: { version: "1", text: "", lender: "" },
    }),
    async (page) => {
      // Continue is disabled until an account is chosen, and says so.
      for (const { sentence } of wrongAdditionalInputs.UPDATE_PRIMARY_BANK_ACCOUNT)
        await expect(portal(page).getByRole("button", { name: "Continue" })).toHaveAccessibleDescription(sentence);
    },
  ],
  RECOLLECT_BANK_INFO: [
    asking("RECOLLECT_BANK_INFO", { account: null, authorization: null }),
    async (page) => {
      await fill(page, rightBankForm);
      await check(page, [...wrongAdditionalInputs.RECOLLECT_BANK_INFO, ...wrongBankForms], rightBankForm);
    },
  ],
  RECOLLECT_BANK_STATEMENTS: [
    asking("RECOLLECT_BANK_STATEMENTS", { files: [], isInsteadOfLink: false }),
    (page) => checkNoDocument(page, wrongAdditionalInputs.RECOLLECT_BANK_STATEMENTS),
  ],
  RECOLLECT_RAILZ: [
    asking("RECOLLECT_RAILZ", { isAccountingCollected: false, accountant: null }),
    (page) => checkAccountant(page, wrongAdditionalInputs.RECOLLECT_RAILZ),
  ],
  RECOLLECT_TAX_RETURNS: [
    asking("RECOLLECT_TAX_RETURNS", { files: [] }),
    (page) => checkNoDocument(page, wrongAdditionalInputs.RECOLLECT_TAX_RETURNS),
  ],
  ADDITIONAL_DOCUMENTS_UPLOAD: [
    asking("ADDITIONAL_DOCUMENTS_UPLOAD", { files: [], request: null }),
    (page) => checkNoDocument(page, wrongAdditionalInputs.ADDITIONAL_DOCUMENTS_UPLOAD),
  ],
};

for (const [name, [shown, check]] of Object.entries(screens)) {
  test(`wrong inputs: the screen of ${name} shows every error message`, async ({ page }) => {
    test.setTimeout(240_000);
    await page.route("**/api/v1/businesses/credit-reports-status", (route) =>
      route.fulfill({ json: { complete: true, success: true } }),
    );
    await show(page, shown);
    await expect(portal(page).locator("#next-step")).toBeVisible();
    await check(page);
  });
}

for (const [step, data, rows, more] of [
  ["ONBOARDING.COLLECT_PERSONAL_DETAILS", coOwnerBlank, wrongCoOwnerPersons, {}],
  [
    "REQUEST_ADDITIONAL_USER_INPUT",
    { subSteps: [{ subStep: "VERIFY_SECONDARY_OWNER_IDENTITY_INFORMATION" }], person: coOwnerBlank },
    flat(wrongCoOwnerIdentities),
    { ssn: numbers.ssn },
  ],
] as const) {
  test(`wrong inputs: the co-owner's screen of ${step} shows every error message`, async ({ page }) => {
    test.setTimeout(120_000);
    await openAccount(page);
    await page.route("**/api/v1/business", async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ json: { ...(await answer.json()), roles: ["SECONDARY_OWNER"] } });
    });
    await page.route("**/api/v1/workflow", async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ json: { ...(await answer.json()), currentStep: "BLOCKED_ON_PRIMARY_OWNER" } });
    });
    const steps = ["ONBOARDING.COLLECT_PERSONAL_DETAILS", "ONBOARDING.COLLECT_CONSENT", "WAITING_FOR_OFFERS"];
    await page.route("**/api/secondary-owners/v2/workflow", (route) =>
      route.fulfill({ json: { currentStep: step, platformProgramName: "Larkspur Capital", steps } }),
    );
    await page.route("**/api/secondary-owners/v2/step/*", (route) => route.fulfill({ json: { existingData: data } }));
    await page.goto(`${demoUrl}/financing`);
    await checkWithAddress(page, rows, { ...rightCoOwnerPerson, ...more }, "Home address");
  });
}
