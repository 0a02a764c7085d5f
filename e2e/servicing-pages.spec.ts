import { expect, type Page, test } from "@playwright/test";
import { heading, openFinancing, portal, settled } from "./demo.ts";
import { press, queryOf } from "./offer-pages.ts";
import { screenshot } from "./screenshot.ts";
import { advancePages, loanPages, otherPages } from "./servicing-samples.ts";
import { showServicing } from "./shown-servicing.ts";
import { languagesInCi, wordsIn } from "./words.ts";

// Every page of servicing with supplied answers: no accessibility violations, and the rules of the layout.

type Answers = Parameters<typeof showServicing>[1];
type Say = (english: string) => string;
type Shown = { answers: Answers; name: string; go?: (page: Page, say: Say) => Promise<unknown>; title: string };

const fromMenu = (entry: string) => async (page: Page, say: Say) => {
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

const lists = { "term loan": loanList, "cash advance": advanceList, "all products": otherList };
for (const [about, list] of Object.entries(lists))
  for (const language of languagesInCi)
    test(`servicing pages of a ${about}: each is laid out by the rules (${language})`, async ({ page }) => {
      test.setTimeout(600_000);
      const say = wordsIn(language);
      const answers: Answers = { ...loanPages.current };
      for (const [at, shown] of list.entries()) {
        Object.assign(answers, shown.answers);
        if (at === 0) await showServicing(page, answers, queryOf(language));
        else await openFinancing(page, queryOf(language));
        await shown.go?.(page, say);
        await expect(heading(page)).toHaveText(say(shown.title));
        await settled(page);
        await screenshot(page, `servicing-${about.replace(" ", "-")}-${shown.name}-${language}`);
      }
    });

const broken = { "term loan": loanPages.broken, "cash advance": advancePages.broken };
test("servicing pages: one that cannot be loaded can be tried again", async ({ page }) => {
  const answers: Answers = { ...loanPages.current };
  await showServicing(page, answers);
  for (const [about, supplied] of Object.entries(broken)) {
    Object.assign(answers, supplied);
    await page.reload();
    await expect(portal(page).getByRole("button", { name: "Try again" })).toBeVisible();
    await screenshot(page, `servicing-${about.replace(" ", "-")}-broken`);
  }
});
