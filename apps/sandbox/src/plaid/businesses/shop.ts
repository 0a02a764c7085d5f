import type { Business } from "../history/booking.ts";
import {
  cardDeposits,
  cardFees,
  cashDeposits,
  errands,
  monthly,
  owner,
  payroll,
  salesOf,
  suppliers,
} from "../history/habits.ts";

const seed = "shop";

/** Sales fall every month, except in December. */
const sales = salesOf({
  seed,
  dayCents: 218_000,
  weekdays: [0.8, 0.8, 0.85, 0.9, 1, 1.2, 1.5],
  months: [0.85, 0.88, 0.95, 1, 1.02, 0.98, 0.95, 1, 1.02, 1.02, 1.1, 1.3],
  growth: -0.031,
  spread: 0.2,
});

/** A shop with falling sales, funded by its owner. */
export const shop: Business = {
  name: "Corner & Thread Clothing",
  openingCents: { checking: 3_360_981, savings: 210_000 },
  nsfFeeCents: 3_400,
  incomes: [
    cardDeposits(sales, 0.88, "CLOVER MERCHANT SVC DEPOSIT", "Clover"),
    cashDeposits(sales, 0.1, 1, "BRANCH DEPOSIT CASH AND CHECK"),
    owner(4, "P HARGROVE", 1_400_000, 4_000_000),
    owner(18, "P HARGROVE", 1_100_000, 4_000_000),
  ],
  expenses: [
    payroll(2, {
      seed,
      amountCents: 842_000,
      spread: 0.06,
      growth: -0.02,
      text: "PAYCHEX EIB PAYROLL",
      merchant: "Paychex",
      category: "GENERAL_SERVICES_OTHER_GENERAL_SERVICES",
    }),
    payroll(2, {
      seed,
      amountCents: 196_000,
      spread: 0.06,
      growth: -0.02,
      text: "PAYCHEX TPS TAXES",
      merchant: "Paychex",
      category: "GOVERNMENT_AND_NON_PROFIT_TAX_PAYMENT",
    }),
    monthly(1, {
      seed,
      amountCents: 615_000,
      spread: 0,
      mayBounce: true,
      text: "MARKET STREET RETAIL TRUST RENT",
      merchant: "Market Street Retail Trust",
      category: "RENT_AND_UTILITIES_RENT",
    }),
    suppliers(seed, sales, 0.22, 3, [
      {
        text: "FAIRE WHOLESALE INC",
        merchant: "Faire",
        category: "GENERAL_MERCHANDISE_OTHER_GENERAL_MERCHANDISE",
        channel: "online",
      },
      { text: "CASCADE KNITWEAR ACH", merchant: null, category: "GENERAL_MERCHANDISE_OTHER_GENERAL_MERCHANDISE" },
    ]),
    suppliers(seed, sales, 0.14, 5, [
      { text: "DENIM SOURCE NY INV", merchant: null, category: "GENERAL_MERCHANDISE_OTHER_GENERAL_MERCHANDISE" },
      { text: "LINEA SHOES USA", merchant: null, category: "GENERAL_MERCHANDISE_OTHER_GENERAL_MERCHANDISE" },
    ]),
    cardFees(sales, 0.024, "CLOVER MERCHANT SVC FEE", "Clover"),
    monthly(11, {
      seed,
      amountCents: 68_400,
      spread: 0.15,
      text: "PACIFIC GAS & ELECTRIC WEB",
      merchant: "PG&E",
      category: "RENT_AND_UTILITIES_GAS_AND_ELECTRICITY",
    }),
    monthly(13, {
      seed,
      amountCents: 36_900,
      spread: 0,
      text: "HEARTH MUTUAL BUSINESS INS",
      merchant: "Hearth Mutual",
      category: "GENERAL_SERVICES_INSURANCE",
    }),
    monthly(16, {
      seed,
      amountCents: 141_777,
      spread: 0,
      mayBounce: true,
      text: "SBA LOAN PAYMENT 8812",
      merchant: "Small Business Administration",
      category: "LOAN_PAYMENTS_OTHER_PAYMENT",
    }),
    errands(14, { seed, amountCents: 6_100, spread: 0.6, category: "GENERAL_MERCHANDISE_OFFICE_SUPPLIES" }, [
      { text: "STAPLES 00117", merchant: "Staples", category: "GENERAL_MERCHANDISE_OFFICE_SUPPLIES" },
      { text: "USPS PO 0565430", merchant: "USPS", category: "GENERAL_SERVICES_OTHER_GENERAL_SERVICES" },
    ]),
  ],
};
