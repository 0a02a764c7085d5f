import type { Styles } from "@inlay/contracts/theme/style-configuration.ts";
import { stoppableTopics } from "@inlay/lending/servicing/notifications.ts";
import { batchEventSamples } from "../batches/samples.fixture.ts";
import type { ParamsOf, TemplateName } from "./all.ts";
import type { Sender } from "./email.ts";

const text = { fontFamily: "Inter", fontSize: 16, lineHeight: 24, color: "#16201d", fontWeight: 400 };

export const sampleStyles: Styles = {
  h1: text,
  subheader: text,
  bodyLarge: text,
  bodyRegular: text,
  bodySmall: { ...text, fontSize: 14, color: "#5b6675" },
  button: { ...text, color: "#ffffff", borderRadius: 8, allCaps: false },
  primaryColor: "#1f5f8b",
  modalBackgroundColor: "#f4f6f8",
};

export const sampleSender: Sender = {
  programName: "Larkspur Capital",
  platformName: "Larkspur Invoicing Inc.",
  lenderName: "Inlay",
  supportEmail: "help@larkspur.example",
  supportPhone: "(503) 555-0190",
  licenseLine: "Loans are made or arranged under a California Financing Law license.",
  postalAddress: "Larkspur Invoicing Inc., 200 SW Market Street, Portland, OR 97201",
  logoUrl: null,
  styles: sampleStyles,
};

const url = "https://portal.larkspur.example/?accountChange=yes&locale=es#Zm9yLXRoZS1vd25lci1hbG9uZS1mb3ItdGhlLW93bmVy";
const invitation = {
  firstName: "Luis",
  // A name that ends with a period, as the names of many companies do.
  businessName: "Harbor Bakery Inc.",
  invitedBy: "Ana Ruiz",
  address: "https://portal.larkspur.example/?invite=inv_Zm9yLXRoZS1vd25lci1hbG9uZS1mb3ItdGhlLW93bmVy",
  days: 14,
};
const owner = { firstName: "Ana", businessName: "Harbor Bakery Inc." };
const payoffChange = { fromCents: 1_250_000, toCents: 1_261_500, loanAmountCents: 5_000_000, payoutCents: 3_588_500 };
const microEntries = { ...owner, last4: "6789", confirmBy: "2027-01-12", url };
const received = { ...owner, reference: "HB-7K2M-94QD", receivedAt: "2026-11-17T20:22:00Z", url };
const account = { last4: "6789", bankName: "First Calm Bank", holderName: null };

const noticeText = {
  title: "Notice of action taken and reasons",
  facts: [
    { label: "Business", value: "Harbor Bakery Inc." },
    { label: "Creditor", value: "Inlay Funding LLC\n100 Example Plaza, Wilmington, DE 19801" },
  ],
  sections: [
    { heading: "What we decided", blocks: [{ kind: "TEXT" as const, text: "We cannot approve the application." }] },
    { heading: "Main reasons", blocks: [{ kind: "LIST" as const, items: ["Time in business", "Bankruptcy"] }] },
  ],
};

/** Parameters of every template, for each of its forms. */
export const samples: { [Name in TemplateName]: [ParamsOf<Name>, ...ParamsOf<Name>[]] } = {
  "account-change": [
    {
      ...owner,
      madeBy: { kind: "PERSON", name: "Luis Ortega" },
      accounts: [
        { ...account, what: ["TYPED", "CHOSEN_FOR_PAYOUTS"], firstPayoutOn: "2026-11-20" },
        { ...account, last4: "4411", holderName: "Harbor Bakery Inc.", what: ["LINKED"], firstPayoutOn: null },
      ],
      url,
      worksUntil: "2026-11-24",
    },
    {
      ...owner,
      madeBy: { kind: "BANK", name: null },
      accounts: [{ ...account, what: ["CORRECTED"], firstPayoutOn: null }],
      url,
      worksUntil: "2026-11-24",
    },
  ],
  "account-change-stopped": [
    {
      ...owner,
      stoppedBy: "Luis Ortega",
      accounts: ["6789", "4411"],
      wasPaid: true,
      wasSignedOut: true,
      usedAgain: { payouts: null, repayments: "0001" },
    },
  ],
  "accountant-invitation": [{ firstName: "Nora", businessName: "Harbor Bakery Inc.", url, days: 14 }],
  "accountant-reminder": [{ firstName: "Nora", businessName: "Harbor Bakery Inc.", invitedOn: "2026-11-10" }],
  "additional-input": [
    {
      ...owner,
      items: ["RECOLLECT_BANK_STATEMENTS", "VERIFY_BUSINESS_TAX_ID", "RECOLLECT_TAX_RETURNS"],
      dueOn: "2026-12-01",
      unusable: [{ fileName: "statement-october-2026-scanned-copy.pdf", reason: "GENERIC_ERROR" }],
      url,
    },
    { ...owner, items: ["RECOLLECT_PLAID"], dueOn: null, unusable: [], url },
  ],
  "application-closed": [
    { ...owner, why: "WITHDRAWN", isCoOwner: false, url },
    { ...owner, why: "INCOMPLETE", isCoOwner: true, url },
  ],
  "application-received": [
    { ...received, promisedBy: "2026-11-19T20:22:00Z" },
    { ...received, promisedBy: null },
  ],
  "consent-copy": [
    {
      ...owner,
      reference: "HB-1042",
      givenAt: "2026-11-17T15:04:00Z",
      texts: [
        {
          kind: "SOFT_PULL",
          version: "2026-09-01",
          text: "You instruct Larkspur Capital in writing to obtain your personal credit report.\n\nIt is a soft inquiry: other lenders do not see it, and it does not affect your credit score.",
        },
      ],
      statement: {
        amountRequestedCents: 4_000_000,
        useOfFunds: "OTHER",
        useOfFundsOther: "A second oven",
        grossAnnualRevenueCents: 62_500_000,
        stateManagedFrom: "OR",
        businessOwnersAreUsResidents: true,
        ownershipBasisPoints: 6_000,
      },
    },
  ],
  "appeal-answered": [
    {
      ...owner,
      outcome: "UPHELD",
      text: "In July our card terminal was broken, so the sales of that month are too low.",
      message: "We left July out and the average balance is still below what we ask for.",
      url,
    },
    {
      ...owner,
      outcome: "RECONSIDERED",
      text: "The loan of the old van was paid off in September.",
      message: "Thank you for the letter of your lender. Without this loan the figures are different.",
      url,
    },
  ],
  "correction-answered": [
    {
      ...owner,
      text: "The street number of our shop is 41, not 14.",
      message: "Thank you. Please enter the address of the business again.",
      url,
    },
    { ...owner, text: "The name has no comma.", message: "We corrected the name to Harbor Bakery Inc.", url: null },
  ],
  "decision-notice": [
    {
      ...owner,
      text: noticeText,
      attachment: { noticeId: "019a7c1e-2f60-7a3b-8c11-5d2e9f0a4b6c", issuedAt: "2026-11-17T20:22:00Z" },
      url,
    },
    { ...owner, text: noticeText, attachment: null, url },
    { ...owner, text: null, attachment: null, url },
  ],
  "identity-decided": [
    { ...owner, outcome: "APPROVED", url },
    { ...owner, outcome: "RETRY_ALLOWED", url },
  ],
  notifications: batchEventSamples.map((events) => ({
    ...owner,
    events,
    moreEvents: 0,
    url,
    stop:
      stoppableTopics(events).length > 0 ? { pageUrl: `${url}?stopEmails=PAYMENT_MADE#token`, oneClickUrl: url } : null,
  })) as [ParamsOf<"notifications">],
  "micro-entries": [
    { ...microEntries, moment: "SETTLED" },
    { ...microEntries, moment: "FAILED", confirmBy: null },
  ],
  "closing-unfinished": [{ ...owner, openUntil: "2026-12-17", url }],
  "offers-expired": [{ ...owner, validUntil: "2027-02-15T20:22:00Z", url }],
  "offers-expiring": [{ ...owner, validUntil: "2026-12-17T20:22:00Z", url }],
  "offers-ready": [{ ...owner, validUntil: "2026-12-17T20:22:00Z", url }],
  "offers-sized-again": [{ ...owner, validUntil: "2026-12-17T20:22:00Z", url }],
  "loan-funded": [
    {
      ...owner,
      productType: "TERM_LOAN",
      amountCents: 5_000_000,
      payoutCents: 4_850_000,
      accountLast4: "6789",
      url,
    },
    { ...owner, productType: "MCA", amountCents: 2_000_000, payoutCents: 2_000_000, accountLast4: "6789", url },
    { ...owner, productType: "LOC_TERM_LOAN", amountCents: 5_000_000, payoutCents: null, accountLast4: "6789", url },
  ],
  "other-account-not-debited": [{ ...owner, amountCents: 1_722_528, last4: "6789", url }],
  "outside-payment-missing": [{ ...owner, amountCents: 1_250_000, url }],
  "outside-payment-returned": [{ ...owner, amountCents: 1_250_000, url }],
  "payoff-changed": [
    { ...owner, ...payoffChange, canSign: true, url },
    { ...owner, ...payoffChange, canSign: false, url },
  ],
  "payoff-letters-received": [{ ...owner, url }],
  "payoff-quoted": [
    { ...owner, amountCents: 5_123_456, effectiveOn: "2026-11-30", takenBy: "2026-11-27T22:45:00Z", url },
  ],
  "payoff-request-expired": [{ ...owner, url }],
  "advance-breached": [{ ...owner, cureBy: "2026-11-30", url }],
  "authorization-wanted": [
    { ...owner, cureBy: "2026-11-30", isReminder: false, url },
    { ...owner, cureBy: "2026-11-30", isReminder: true, url },
  ],
  "payout-returned": [{ ...owner, accountLast4: "6789", fundBy: "2026-11-30", url }],
  "sign-in-code": [{ firstName: "Ana", code: "246810", minutes: 10 }],
  "primary-owner-conflict": [{ businessName: "Harbor Bakery Inc.", businessId: "biz_0192f3c4" }],
  "co-owner-invitation": [invitation],
  "co-owner-reminder": [invitation],
  "business-invitation": [invitation],
  "offer-invitation": [invitation],
  "owner-request": [invitation],
  "owner-wanted": [{ businessName: "Harbor Bakery Inc.", businessId: "biz_0192f3c4" }],
  "signature-request": [invitation],
  "signatures-missing": [{ ...owner, signers: ["Luis Ortega"], url }],
  "agreement-declined": [{ ...owner, signers: ["Luis Ortega", "Mia Chen"], url }],
  "staff-reset": [{ firstName: "Ada" }],
  "step-up-code": [{ firstName: "Ana", code: "135790", minutes: 10 }],
  "step-up-reset": [
    { firstName: "Ana", name: null },
    { firstName: "Ana", name: "Luis Ortega" },
  ],
  "unfinished-application": [
    { ...owner, stepsLeft: 3, url, refusalUrl: `${url.replace("accountChange", "refuseReminders")}` },
  ],
};
