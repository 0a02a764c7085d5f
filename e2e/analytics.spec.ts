import { expect, type Page, test } from "@playwright/test";
import { type Interaction, interactions } from "../packages/contracts/src/interactions.ts";
import { sandboxUrl } from "./addresses.ts";
import { applicantOf } from "./applicant.ts";
import { begin, heading, openAccount, portal, reach, settled } from "./demo.ts";
import { inPartnersPage } from "./screen.ts";
import { type Shown, show } from "./shown.ts";

type Name = Interaction["eventType"];

/** The interactions that the portal reported and the server accepted. */
function recordInteractions(page: Page): Interaction[] {
  const reported: Interaction[] = [];
  page.on("response", (response) => {
    if (response.url().endsWith("/servicing/interaction") && response.ok())
      reported.push(response.request().postDataJSON() as Interaction);
  });
  return reported;
}

async function goOn(page: Page): Promise<void> {
  await (await reach(page, portal(page).locator("#next-step"))).click();
}
const refuse = (page: Page, path: string) =>
  page.route(path, (route) =>
    route.fulfill({ status: 500, json: { code: "INTERNAL", message: "no", requestId: "req_1" } }),
  );
const textFile = { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("no statement") };
const pdfFile = { name: "may.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.4\n%%EOF") };
const chooseDocument = async (page: Page, file: typeof textFile) => {
  await expect(heading(page)).toBeVisible();
  await portal(page).locator('input[type="file"]').setInputFiles(file);
};

async function answerScreener(page: Page, answer: "Yes" | "No"): Promise<void> {
  await openAccount(page);
  await (await applicantOf(page)).ask("PUT", "/api/v1/users/roles", { userRoles: ["PRIMARY_OWNER"] });
  await page.reload();
  await begin(page);
  await expect(heading(page)).toHaveText("See if you qualify for financing");
  await inPartnersPage(page).chooseEverywhere(answer);
  await goOn(page);
}

/** Opens the bank-link window four times; linking fails each time. */
async function failAtBank(page: Page): Promise<void> {
  const script =
    "window.Plaid = { create: (wishes) => ({ open: () => wishes.onExit({ error_code: 'ITEM_LOCKED' }), destroy() {} }) };";
  await page.route("**/link-initialize.js", (route) => route.fulfill({ contentType: "text/javascript", body: script }));
  await page.route("**/api/v1/plaid/link-token", (route) =>
    route.fulfill({ json: { link_token: "link-1", scriptUrl: `${sandboxUrl}/plaid/link-initialize.js` } }),
  );
  const noBank = { items: [], achAuthorizationRequired: false, optToProvideBankStatements: false };
  const data = { ...noBank, plaidAssetReportProvided: false, isBankAdded: false };
  await show(page, { step: "ONBOARDING.COLLECT_PLAID", data });
  const open = portal(page).getByRole("button", { name: "Connect your bank", exact: true });
  for (let attempt = 1; attempt <= 4; attempt++) {
    const reported = page.waitForResponse(
      (response) =>
        response.url().endsWith("/servicing/interaction") && response.request().postDataJSON().attempt === attempt,
    );
    await settled(page);
    await open.click();
    await reported;
  }
}

const statements: Shown = { step: "COLLECT_BANK_STATEMENTS", data: { files: [] } };

/** An action or error in the portal, and the interactions that the portal reports for it. */
const events: [string, (page: Page) => Promise<unknown>, Interaction[]][] = [
  [
    "all questions are answered with yes",
    (page) => answerScreener(page, "Yes"),
    [{ eventType: "ELIGIBILITY_SCREENER_SUBMITTED" }, { eventType: "ELIGIBILITY_SCREENER_PASSED" }],
  ],
  [
    "a question is answered with no",
    (page) => answerScreener(page, "No"),
    [{ eventType: "ELIGIBILITY_SCREENER_SUBMITTED" }, { eventType: "ELIGIBILITY_SCREENER_FAILED" }],
  ],
  [
    "an address outside the United States is picked",
    async (page) => {
      const nobody = { primaryBusinessOwnerFirstName: null, primaryBusinessOwnerLastName: null, phoneNumber: null };
      const data = { ...nobody, primaryBusinessOwnerEmail: null, address: null, verified: false };
      await show(page, { step: "ONBOARDING.COLLECT_PERSONAL_DETAILS", data });
      await portal(page).getByRole("combobox", { name: "Home address" }).fill("100 king");
      await portal(page).getByRole("option", { name: "100 King St W, Toronto, ON, Canada" }).click();
    },
    [{ eventType: "UNSUPPORTED_COUNTRY_ENTERED" }],
  ],
  [
    "linking a bank fails four times",
    failAtBank,
    [
      ...[1, 2, 3].map((attempt) => ({ eventType: "BANK_LINK_CONNECTION_FAILED" as const, attempt })),
      { eventType: "BANK_LINK_STUCK", cause: "FAILED" },
      { eventType: "BANK_LINK_CONNECTION_FAILED", attempt: 4 },
    ],
  ],
  [
    "the accounting widget fails",
    async (page) => {
      const url = `${sandboxUrl}/broken-widget`;
      await page.route(url, (route) =>
        route.fulfill({
          contentType: "text/html",
          body: '<script>parent.postMessage({ event: "error" }, "*")</script>',
        }),
      );
      await page.route("**/api/v1/accounting/page", (route) => route.fulfill({ json: { url } }));
      const screen = { isAccountingCollected: false, accountant: null };
      await show(page, { step: "REQUEST_ADDITIONAL_USER_INPUT", subStep: "RECOLLECT_RAILZ", data: screen });
      await (await reach(page, portal(page).getByRole("radio", { name: "I will" }))).check();
      await goOn(page);
    },
    [{ eventType: "ACCOUNTING_WIDGET_FAILED" }],
  ],
  [
    "a step cannot be loaded",
    async (page) => {
      await openAccount(page);
      await (await applicantOf(page)).ask("PUT", "/api/v1/users/roles", { userRoles: ["PRIMARY_OWNER"] });
      await refuse(page, "**/api/v1/step/**");
      await page.reload();
      await expect(portal(page).getByRole("alert")).toBeVisible();
    },
    [{ eventType: "ONBOARDING_LOAD_FAILED" }],
  ],
  [
    "a file of the wrong type is chosen",
    async (page) => {
      await show(page, statements);
      await chooseDocument(page, textFile);
    },
    [{ eventType: "business-document-upload-failed", reason: "WRONG_FILE_TYPE" }],
  ],
  [
    "a file cannot be uploaded",
    async (page) => {
      await refuse(page, "**/api/v1/businesses/document-upload-urls");
      await show(page, statements);
      await chooseDocument(page, pdfFile);
      const banner = portal(page).getByRole("alert").filter({ hasText: "Oops! Looks like something went wrong." });
      await banner.getByRole("button", { name: "Close this message" }).click();
      await expect(banner).toHaveCount(0);
    },
    [
      { eventType: "business-document-upload-failed", reason: "GENERIC_ERROR" },
      { eventType: "ERROR_BANNER_SHOWN", code: "INTERNAL" },
    ],
  ],
  [
    "a role cannot be claimed",
    async (page) => {
      await openAccount(page);
      await refuse(page, "**/api/v1/users/roles");
      await portal(page).getByRole("radio", { name: "Business Owner" }).check();
      await goOn(page);
    },
    [{ eventType: "ROLE_UPSERT_FAILED" }],
  ],
  [
    "the parent page requests an unknown theme",
    (page) => openAccount(page, "?theme=Nobody"),
    [{ eventType: "UNKNOWN_CUSTOM_INITIALIZATION" }],
  ],
];

for (const [name, act, expected] of events) {
  test(`analytics: when ${name}, the portal reports ${expected.map(({ eventType }) => eventType).join(", ")}`, async ({
    page,
  }) => {
    const reported = recordInteractions(page);
    await act(page);
    await expect.poll(() => [...reported].sort(byName)).toEqual([...expected].sort(byName));
  });
}
// Two interactions reported at the same moment may arrive in either order.
const byName = (a: Interaction, b: Interaction) => JSON.stringify(a).localeCompare(JSON.stringify(b));

/** Interactions that the offers and servicing pages report. */
const reportedElsewhere: Name[] = [
  ...(["OFFER_SLIDERS_MOVED", "OFFER_IDLE", "LEGAL_DOCUMENTS_POLL_EXHAUSTED"] as const),
  ...(["LEGAL_DOCUMENT_SIGNING_FAILED", "IDENTITY_VERIFICATION_FAILED"] as const),
  ...(["SERVICING_MENU_OPENED", "PAY_NOW_CLICKED", "EARLY_PAYOFF_REQUESTED_FOR_LATE_LOAN"] as const),
  ...(["PAYMENT_ORDERS_FETCH_FAILED", "INVOICES_FETCH_FAILED", "INVOICE_FILE_DOWNLOAD_FAILED"] as const),
  ...(["PARSE_RESULT_FETCH_FAILED", "BUSINESS_DOCUMENT_FETCH_FAILED", "SESSION_INVOICE_SUBMIT_FAILED"] as const),
  ...(["PAY_NOW_FAILED", "INVOICE_CANCEL_FAILED", "DRAW_CREATE_FAILED", "EARLY_PAYOFF_FAILED"] as const),
  ...(["STATEMENTS_DOWNLOAD_FAILED", "AGREEMENTS_DOWNLOAD_FAILED", "fast-pay-upload-failed"] as const),
  // Reported by a page that opens a single component with its own session.
  "EMBEDDED_TOKEN_FETCH_FAILED",
];

test("analytics: the tests above cover every interaction of onboarding", () => {
  const names = interactions._zod.def.options.map((option) => [...option.shape.eventType._zod.values][0]);
  const reported = events.flatMap(([, , expected]) => expected.map(({ eventType }) => eventType));
  expect([...new Set([...reported, ...reportedElsewhere])].sort()).toEqual([...names].sort());
});
