import type { Business } from "../history/booking.ts";
import {
  cardDeposits,
  cardFees,
  cashDeposits,
  errands,
  interest,
  monthly,
  owner,
  payroll,
  salesOf,
  savingUp,
  suppliers,
} from "../history/habits.ts";

const seed = "bakery";

/** Closed on Mondays; most sales are in November and December. */
const sales = salesOf({
  seed,
  dayCents: 172_000,
  weekdays: [1.4, 0, 0.85, 0.9, 0.95, 1.1, 1.6],
  months: [0.78, 0.92, 0.94, 1.04, 1.1, 0.98, 0.86, 0.86, 0.98, 1.06, 1.32, 1.62],
  growth: 0.004,
  spread: 0.18,
});

/** A seasonal bakery with healthy finances. */
export const bakery: Business = {
  name: "Juniper & Rye Bakery",
  openingCents: { checking: 2_184_216, savings: 1_250_000 },
  nsfFeeCents: 3_500,
  incomes: [
    cardDeposits(sales, 0.86, "SQUARE INC SQ DEPOSIT JUNIPER RYE", "Square"),
    cashDeposits(sales, 0.13, 2, "BRANCH DEPOSIT CASH"),
    owner(21, "A LINDQVIST", 600_000, 2_600_000),
    interest(0.031),
  ],
  expenses: [
    savingUp(5, 60_000, 1_500_000),
    payroll(2, {
      seed,
      amountCents: 712_400,
      spread: 0.04,
      growth: 0.003,
      text: "GUSTO PAY 6S2M81 PAYROLL",
      merchant: "Gusto",
      category: "GENERAL_SERVICES_OTHER_GENERAL_SERVICES",
    }),
    payroll(2, {
      seed,
      amountCents: 168_900,
      spread: 0.04,
      growth: 0.003,
      text: "GUSTO TAX 6S2M81 PAYROLL TAXES",
      merchant: "Gusto",
      category: "GOVERNMENT_AND_NON_PROFIT_TAX_PAYMENT",
    }),
    monthly(1, {
      seed,
      amountCents: 465_000,
      spread: 0,
      mayBounce: true,
      text: "BAKERY ROW PROPERTIES LLC RENT",
      merchant: "Bakery Row Properties",
      category: "RENT_AND_UTILITIES_RENT",
    }),
    suppliers(seed, sales, 0.14, 2, [
      { text: "GREAT PLAINS MILLING ACH", merchant: "Great Plains Milling", category: "FOOD_AND_DRINK_GROCERIES" },
      { text: "NORTHFIELD FLOUR & GRAIN ACH", merchant: "Northfield Flour", category: "FOOD_AND_DRINK_GROCERIES" },
    ]),
    suppliers(seed, sales, 0.1, 4, [
      { text: "CREAMERY COOPERATIVE INVOICE", merchant: "Creamery Cooperative", category: "FOOD_AND_DRINK_GROCERIES" },
      { text: "SUNRISE EGG FARM", merchant: "Sunrise Egg Farm", category: "FOOD_AND_DRINK_GROCERIES" },
    ]),
    suppliers(seed, sales, 0.04, 5, [
      { text: "ULINE SHIP SUPPLIES", merchant: "Uline", category: "GENERAL_MERCHANDISE_OFFICE_SUPPLIES" },
      { text: "TWIN CITIES PAPER & BOX", merchant: null, category: "GENERAL_MERCHANDISE_OFFICE_SUPPLIES" },
    ]),
    cardFees(sales, 0.0235, "SQUARE INC PROCESSING FEES", "Square"),
    monthly(12, {
      seed,
      amountCents: 121_400,
      spread: 0.2,
      text: "XCEL ENERGY BILLPAY",
      merchant: "Xcel Energy",
      category: "RENT_AND_UTILITIES_GAS_AND_ELECTRICITY",
    }),
    monthly(15, {
      seed,
      amountCents: 118_233,
      spread: 0,
      mayBounce: true,
      text: "PRAIRIE EQUIPMENT FINANCE LOAN PMT",
      merchant: "Prairie Equipment Finance",
      category: "LOAN_PAYMENTS_OTHER_PAYMENT",
    }),
    monthly(18, {
      seed,
      amountCents: 43_800,
      spread: 0,
      text: "HEARTH MUTUAL BUSINESS INS",
      merchant: "Hearth Mutual",
      category: "GENERAL_SERVICES_INSURANCE",
    }),
    monthly(
      20,
      {
        seed,
        amountCents: 214_000,
        spread: 0.25,
        text: "MN DEPT OF REVENUE SALES TAX",
        merchant: null,
        category: "GOVERNMENT_AND_NON_PROFIT_TAX_PAYMENT",
      },
      [1, 4, 7, 10],
    ),
    errands(22, { seed, amountCents: 8_420, spread: 0.7, category: "FOOD_AND_DRINK_GROCERIES", channel: "in store" }, [
      { text: "RESTAURANT DEPOT #418", merchant: "Restaurant Depot", category: "FOOD_AND_DRINK_GROCERIES" },
      { text: "TARGET T-1833", merchant: "Target", category: "GENERAL_MERCHANDISE_OTHER_GENERAL_MERCHANDISE" },
      { text: "SHELL OIL 5744219", merchant: "Shell", category: "TRANSPORTATION_GAS" },
    ]),
  ],
};
