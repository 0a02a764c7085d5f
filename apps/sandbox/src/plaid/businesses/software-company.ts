import type { Business } from "../history/booking.ts";
import {
  cardDeposits,
  cardFees,
  evenMonths,
  interest,
  monthly,
  owner,
  payroll,
  salesOf,
  savingUp,
  suppliers,
} from "../history/habits.ts";

const seed = "software";

/** Subscriptions renew every day of the week. */
const sales = salesOf({
  seed,
  dayCents: 118_000,
  weekdays: [0.6, 1.25, 1.15, 1.1, 1.1, 1.1, 0.7],
  months: evenMonths,
  growth: 0.048,
  spread: 0.12,
});

const growth = 0.036;

/** A software company that grows by about 5 % every month. */
export const softwareCompany: Business = {
  name: "Ledgerlight Software",
  openingCents: { checking: 9_412_077, savings: 15_000_000 },
  nsfFeeCents: 3_000,
  incomes: [
    cardDeposits(sales, 0.92, "STRIPE TRANSFER ST-LEDGERLIGHT", "Stripe"),
    owner(27, "LEDGERLIGHT FOUNDERS", 2_000_000, 30_000_000),
    interest(0.042),
  ],
  expenses: [
    savingUp(6, 800_000, 9_000_000),
    payroll(2, {
      seed,
      amountCents: 812_000,
      spread: 0.02,
      growth,
      text: "RIPPLING PAYROLL LEDGERLIGHT",
      merchant: "Rippling",
      category: "GENERAL_SERVICES_OTHER_GENERAL_SERVICES",
    }),
    payroll(2, {
      seed,
      amountCents: 236_500,
      spread: 0.02,
      growth,
      text: "RIPPLING TAXES LEDGERLIGHT",
      merchant: "Rippling",
      category: "GOVERNMENT_AND_NON_PROFIT_TAX_PAYMENT",
    }),
    monthly(3, {
      seed,
      amountCents: 241_800,
      spread: 0.07,
      growth,
      text: "AMAZON WEB SERVICES AWS.AMAZON.COM",
      merchant: "Amazon Web Services",
      channel: "online",
      category: "GENERAL_SERVICES_OTHER_GENERAL_SERVICES",
    }),
    monthly(1, {
      seed,
      amountCents: 246_000,
      spread: 0,
      text: "FOUNDRY LANE COWORKING",
      merchant: "Foundry Lane Coworking",
      category: "RENT_AND_UTILITIES_RENT",
    }),
    suppliers(seed, sales, 0.11, 1, [
      { text: "GOOGLE ADS 4418829", merchant: "Google Ads", category: "GENERAL_SERVICES_OTHER_GENERAL_SERVICES" },
      { text: "LINKEDIN ADVERTISING", merchant: "LinkedIn", category: "GENERAL_SERVICES_OTHER_GENERAL_SERVICES" },
    ]),
    cardFees(sales, 0.029, "STRIPE FEES", "Stripe"),
    monthly(9, {
      seed,
      amountCents: 61_200,
      spread: 0.15,
      growth: 0.02,
      text: "GITHUB INC SUBSCRIPTIONS",
      merchant: "GitHub",
      channel: "online",
      category: "GENERAL_SERVICES_OTHER_GENERAL_SERVICES",
    }),
    monthly(16, {
      seed,
      amountCents: 148_700,
      spread: 0,
      growth: 0.015,
      text: "ANCHOR HEALTH PLANS PREMIUM",
      merchant: "Anchor Health Plans",
      category: "GENERAL_SERVICES_INSURANCE",
    }),
    monthly(19, {
      seed,
      amountCents: 52_500,
      spread: 0,
      text: "PENWELL & ASSOCIATES BOOKKEEPING",
      merchant: null,
      category: "GENERAL_SERVICES_OTHER_GENERAL_SERVICES",
    }),
  ],
};
