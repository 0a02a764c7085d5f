import { expect, type Page } from "@playwright/test";
import { heading, portal } from "./demo.ts";
import { press } from "./offer-pages.ts";
import { advancePages, invoicePages, linePages, loanPages, otherPages, uploadedInvoice } from "./servicing-samples.ts";
import type { showServicing } from "./shown-servicing.ts";

export type Answers = Parameters<typeof showServicing>[1];
type Say = (english: string) => string;
/** A page with the answers that it shows, and the way to it from the home page. */
export type Shown = { answers: Answers; name: string; go?: (page: Page, say: Say) => Promise<unknown>; title: string };

export const fromMenu = (entry: string) => async (page: Page, say: Say) => {
  await press(page, say("Menu"));
  await portal(page)
    .getByRole("dialog")
    .getByRole("button", { name: say(entry), exact: true })
    .click();
};

const way = (name: string) => (page: Page, say: Say) => press(page, new RegExp(`^${say(name)}`));

const loanList: Shown[] = [
  { name: "current", answers: loanPages.current, title: "Term Loan" },
  { name: "long-name", answers: loanPages.longName, title: "Term Loan" },
  { name: "history", answers: loanPages.current, go: fromMenu("Payment history"), title: "Payment history" },
  { name: "payoff", answers: loanPages.current, go: fromMenu("Pay off loan"), title: "Pay off loan" },
  { name: "payoff-fees", answers: loanPages.payoffFees, go: fromMenu("Pay off loan"), title: "Pay off loan" },
  { name: "payoff-scheduled", answers: loanPages.payoffScheduled, title: "Term Loan" },
  { name: "payoff-waits", answers: loanPages.payoffWaits, go: fromMenu("Pay off loan"), title: "Pay off loan" },
  { name: "late", answers: loanPages.late, title: "Term Loan" },
  {
    name: "pay-now",
    answers: loanPages.late,
    go: (page, say) => press(page, new RegExp(`^${say("Pay {amount} now").replace("{amount}", ".*")}$`)),
    title: "Pay now",
  },
  { name: "split", answers: loanPages.late, go: way("Split it in two"), title: "Split it in two" },
  { name: "other-account", answers: loanPages.late, go: way("Use another account"), title: "Use another account" },
  {
    name: "no-other-account",
    answers: loanPages.lateWithoutAccount,
    go: way("Use another account"),
    title: "Use another account",
  },
  {
    name: "retry-day",
    answers: loanPages.late,
    go: way("Choose the day we try again"),
    title: "Choose the day we try again",
  },
  { name: "pay-now-pending", answers: loanPages.payNowPending, title: "Term Loan" },
  { name: "defaulted", answers: loanPages.defaulted, title: "Term Loan" },
  { name: "paid-off", answers: loanPages.paidOff, title: "Term Loan" },
];

const advanceList: Shown[] = [
  { name: "current", answers: advancePages.current, title: "Merchant Cash Advance" },
  { name: "fresh", answers: advancePages.fresh, title: "Merchant Cash Advance" },
  { name: "history", answers: advancePages.current, go: fromMenu("Payment history"), title: "Payment history" },
  { name: "late", answers: advancePages.late, title: "Merchant Cash Advance" },
  {
    name: "other-account",
    answers: advancePages.late,
    go: way("Use another account"),
    title: "Use another account",
  },
  { name: "breach", answers: advancePages.breach, title: "Merchant Cash Advance" },
  { name: "true-up-asked", answers: advancePages.trueUpAsked, title: "Merchant Cash Advance" },
  {
    name: "true-up-ask",
    answers: advancePages.current,
    go: (page, say) => press(page, say("Ask for a true-up")),
    title: "Ask for a true-up",
  },
  { name: "integrated", answers: advancePages.integrated, title: "Integrated Merchant Cash Advance" },
  { name: "integrated-missing", answers: advancePages.integratedMissing, title: "Integrated Merchant Cash Advance" },
  {
    name: "integrated-history",
    answers: advancePages.integrated,
    go: fromMenu("Payment history"),
    title: "Payment history",
  },
];

const drawAmount = async (page: Page, say: Say) => {
  await press(page, say("Draw funds"));
  await portal(page)
    .getByRole("textbox", { name: say("Draw amount") })
    .fill("10000");
  await portal(page)
    .getByRole("textbox", { name: say("Draw amount") })
    .blur();
};

const payoffOfDraw = async (page: Page, say: Say) => {
  await fromMenu("Pay off draw")(page, say);
  await portal(page).getByRole("main").getByRole("listitem").last().getByRole("button").click();
};

const lineList: Shown[] = [
  { name: "current", answers: linePages.current, title: "Line of Credit" },
  { name: "unused", answers: linePages.unused, title: "Line of Credit" },
  { name: "many", answers: linePages.many, title: "Line of Credit" },
  { name: "late", answers: linePages.late, title: "Line of Credit" },
  { name: "defaulted", answers: linePages.defaulted, title: "Line of Credit" },
  {
    name: "draw-empty",
    answers: linePages.current,
    go: (page, say) => press(page, say("Draw funds")),
    title: "Submit details",
  },
  { name: "draw", answers: linePages.many, go: drawAmount, title: "Submit details" },
  {
    name: "draw-confirm",
    answers: linePages.many,
    go: async (page, say) => {
      await drawAmount(page, say);
      await press(page, say("Continue"));
    },
    title: "Confirm details",
  },
  {
    name: "about-limit",
    answers: linePages.waiting,
    go: async (page, say) => {
      await press(page, say("Draw funds"));
      await press(page, say("About your limit"));
    },
    title: "About your limit",
  },
  { name: "history", answers: linePages.waiting, go: fromMenu("Draw history"), title: "Draw history" },
  {
    name: "draw-details",
    answers: linePages.current,
    go: async (page, say) => {
      await fromMenu("Payment schedule")(page, say);
      await portal(page).getByRole("region").getByRole("button").first().click();
    },
    title: "Draw of {day}",
  },
  { name: "select-payoff", answers: linePages.many, go: fromMenu("Pay off draw"), title: "Pay off draw" },
  { name: "draw-payoff", answers: linePages.current, go: payoffOfDraw, title: "Pay off draw" },
  {
    name: "draw-payoff-review",
    answers: linePages.current,
    go: async (page, say) => {
      await payoffOfDraw(page, say);
      await press(page, say("Review payoff"));
    },
    title: "Review and confirm",
  },
  { name: "draw-payoff-late", answers: linePages.payoffLate, go: payoffOfDraw, title: "Pay off draw" },
  {
    name: "draw-payoff-scheduled",
    answers: linePages.payoffScheduled,
    go: payoffOfDraw,
    title: "You have scheduled a payoff for this draw.",
  },
  { name: "schedule", answers: linePages.many, go: fromMenu("Payment schedule"), title: "Payment schedule" },
];

/** Uploads a file, which the server is not asked to keep. */
async function uploadInvoice(page: Page, say: Say) {
  const { documentId } = uploadedInvoice;
  await page.route("**/upload-invoice-urls", async (route) => {
    const [file] = route.request().postDataJSON().files;
    const place = { uploadUrl: "/sample-upload", downloadUrl: `/files/${documentId}` };
    await route.fulfill({ json: { files: [{ id: file.id, documentId, documentUploadUrl: place }] } });
  });
  await page.route("**/sample-upload", (route) => route.fulfill({ status: 200 }));
  await press(page, say("Upload invoices"));
  await expect(heading(page)).toHaveText(say("Upload invoices"));
  const file = {
    name: "invoice-2110-cascadia.pdf",
    mimeType: "application/pdf",
    buffer: Buffer.from("%PDF-1.7\n%%EOF"),
  };
  await portal(page).locator("input[type=file]").setInputFiles(file);
  await expect(heading(page)).toHaveText(say("Invoice details"));
}

async function choosePlan(page: Page, say: Say) {
  await uploadInvoice(page, say);
  await press(page, say("Continue"));
  await expect(heading(page)).toHaveText(say("Select plan"));
  await portal(page).getByRole("radio").nth(1).check({ force: true });
}

const invoiceList: Shown[] = [
  { name: "current", answers: invoicePages.current, title: "Invoice Financing" },
  { name: "late", answers: invoicePages.late, title: "Invoice Financing" },
  { name: "used-up", answers: invoicePages.usedUp, title: "Invoice Financing" },
  { name: "empty", answers: invoicePages.empty, title: "Invoice Financing" },
  { name: "history", answers: invoicePages.late, go: fromMenu("Invoice history"), title: "Invoice history" },
  {
    name: "details",
    answers: invoicePages.current,
    go: (page, say) => press(page, say("See the invoice")),
    title: "Invoice details",
  },
  {
    name: "upload",
    answers: invoicePages.current,
    go: (page, say) => press(page, say("Upload invoices")),
    title: "Upload invoices",
  },
  { name: "upload-details", answers: invoicePages.current, go: uploadInvoice, title: "Invoice details" },
  { name: "upload-plan", answers: invoicePages.current, go: choosePlan, title: "Select plan" },
  {
    name: "upload-review",
    answers: invoicePages.current,
    go: async (page, say) => {
      await choosePlan(page, say);
      await press(page, say("Review and confirm"));
    },
    title: "Review and confirm",
  },
  {
    name: "limit",
    answers: invoicePages.current,
    go: async (page, say) => {
      await uploadInvoice(page, say);
      await press(page, say("About your limit"));
    },
    title: "About your limit",
  },
  { name: "bills", answers: invoicePages.bills, title: "Accounts Payable Financing" },
];

const otherList: Shown[] = [
  { name: "bank-accounts", answers: otherPages.full, go: fromMenu("Bank accounts"), title: "Bank accounts" },
  { name: "bank-accounts-empty", answers: otherPages.empty, go: fromMenu("Bank accounts"), title: "Bank accounts" },
  {
    name: "select-account",
    answers: otherPages.full,
    go: async (page, say) => {
      await fromMenu("Bank accounts")(page, say);
      await press(page, say("Change the account"));
    },
    title: "Select an account for repayment and funding",
  },
  { name: "statements", answers: otherPages.full, go: fromMenu("Loan statements"), title: "Statements" },
  { name: "statements-empty", answers: otherPages.empty, go: fromMenu("Loan statements"), title: "Loan statements" },
  { name: "agreements", answers: otherPages.full, go: fromMenu("Agreements"), title: "Agreements" },
  { name: "agreements-empty", answers: otherPages.empty, go: fromMenu("Agreements"), title: "Agreements" },
  { name: "emails", answers: otherPages.full, go: fromMenu("Emails"), title: "Emails" },
  { name: "all-loans", answers: otherPages.full, go: fromMenu("All loans"), title: "All loans" },
];

/** Every page of servicing of these products. */
export const servicingPages: Readonly<Record<string, readonly Shown[]>> = {
  "term loan": loanList,
  "cash advance": advanceList,
  "line of credit": lineList,
  "invoice line": invoiceList,
  "all products": otherList,
};
