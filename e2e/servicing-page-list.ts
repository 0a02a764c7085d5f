import type { Page } from "@playwright/test";
import { portal } from "./demo.ts";
import { press } from "./offer-pages.ts";
import { advancePages, loanPages, otherPages } from "./servicing-samples.ts";
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
  { name: "all-loans", answers: otherPages.full, go: fromMenu("All loans"), title: "All loans" },
];

/** Every page of servicing of these products. */
export const servicingPages: Readonly<Record<string, readonly Shown[]>> = {
  "term loan": loanList,
  "cash advance": advanceList,
  "all products": otherList,
};
