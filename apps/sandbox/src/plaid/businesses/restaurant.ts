import { addMonths, type BusinessDate } from "@inlay/lending/calendar/business-date.ts";
import type { Business, Habit } from "../history/booking.ts";
import {
  cardDeposits,
  cardFees,
  cashDeposits,
  deposit,
  errands,
  monthly,
  owner,
  payment,
  payroll,
  salesOf,
  suppliers,
} from "../history/habits.ts";

const seed = "restaurant";

const sales = salesOf({
  seed,
  dayCents: 340_000,
  weekdays: [1.15, 0.7, 0.8, 0.9, 1.05, 1.4, 1.5],
  months: [0.9, 0.95, 1, 1.02, 1.08, 1.04, 1, 0.98, 0.98, 1, 0.98, 1.06],
  growth: -0.004,
  spread: 0.16,
});

type Advance = { funder: string; inMonth: number; fundedCents: number; dailyCents: number; payments: number };

/** Months after the history begins. In the last two of its 24 months all three funders debit daily. */
const advances: readonly Advance[] = [
  { funder: "RIVERSTONE FUNDING", inMonth: 11, fundedCents: 6_000_000, dailyCents: 29_900, payments: 290 },
  { funder: "QUICKFORD CAPITAL", inMonth: 16, fundedCents: 4_500_000, dailyCents: 31_900, payments: 205 },
  { funder: "GRANITE PEAK ADVANCE", inMonth: 20, fundedCents: 3_000_000, dailyCents: 33_200, payments: 130 },
];

const repaidDaily =
  ({ dailyCents, funder, inMonth, payments }: Advance): Habit =>
  (startsOn) => {
    const fundedOn = addMonths(startsOn, inMonth);
    let left = payments;
    return ({ before }) => {
      if (before < fundedOn || left === 0) return [];
      left--;
      return payment(dailyCents, `${funder} DAILY ACH DEBIT`, null, "LOAN_PAYMENTS_OTHER_PAYMENT", { mayBounce: true });
    };
  };

const isBetween = (before: BusinessDate, on: BusinessDate, day: BusinessDate) => before < day && day <= on;

const funded =
  ({ funder, inMonth, fundedCents }: Advance): Habit =>
  (startsOn) =>
  ({ before, on }) =>
    isBetween(before, on, addMonths(startsOn, inMonth))
      ? deposit(fundedCents, `${funder} WIRE FUNDING`, null, "TRANSFER_IN_CASH_ADVANCES_AND_LOANS")
      : [];

/** A busy restaurant with three stacked merchant cash advances. */
export const restaurant: Business = {
  name: "Lupe's Cantina",
  openingCents: { checking: 2_750_340, savings: 5_120 },
  nsfFeeCents: 3_500,
  incomes: [
    ...advances.map(funded),
    cardDeposits(sales, 0.84, "TOAST DEP LUPES CANTINA", "Toast"),
    cashDeposits(sales, 0.14, 1, "BRANCH DEPOSIT CASH"),
    owner(26, "G ESPINOZA", 150_000, 2_600_000),
  ],
  expenses: [
    payroll(2, {
      seed,
      amountCents: 1_545_000,
      spread: 0.05,
      text: "ADP WAGE PAY LUPES CANTINA",
      merchant: "ADP",
      category: "GENERAL_SERVICES_OTHER_GENERAL_SERVICES",
    }),
    payroll(2, {
      seed,
      amountCents: 352_000,
      spread: 0.05,
      text: "ADP TAX LUPES CANTINA",
      merchant: "ADP",
      category: "GOVERNMENT_AND_NON_PROFIT_TAX_PAYMENT",
      mayBounce: true,
    }),
    ...advances.map(repaidDaily),
    suppliers(seed, sales, 0.18, 1, [
      { text: "SYSCO CORPORATION INV", merchant: "Sysco", category: "FOOD_AND_DRINK_GROCERIES" },
      { text: "US FOODS ACH", merchant: "US Foods", category: "FOOD_AND_DRINK_GROCERIES" },
    ]),
    suppliers(seed, sales, 0.1, 4, [
      { text: "EL SOL PRODUCE WHOLESALE", merchant: null, category: "FOOD_AND_DRINK_GROCERIES" },
      { text: "SOUTHERN GLAZERS WINE & SPIRITS", merchant: null, category: "FOOD_AND_DRINK_GROCERIES" },
    ]),
    monthly(1, {
      seed,
      amountCents: 870_000,
      spread: 0,
      mayBounce: true,
      text: "PLAZA DEL ORO LEASING RENT",
      merchant: "Plaza del Oro Leasing",
      category: "RENT_AND_UTILITIES_RENT",
    }),
    cardFees(sales, 0.0265, "TOAST PROCESSING FEES", "Toast"),
    monthly(10, {
      seed,
      amountCents: 196_000,
      spread: 0.18,
      mayBounce: true,
      text: "RELIANT ENERGY RETAIL",
      merchant: "Reliant Energy",
      category: "RENT_AND_UTILITIES_GAS_AND_ELECTRICITY",
    }),
    monthly(14, {
      seed,
      amountCents: 93_400,
      spread: 0,
      mayBounce: true,
      text: "HEARTH MUTUAL BUSINESS INS",
      merchant: "Hearth Mutual",
      category: "GENERAL_SERVICES_INSURANCE",
    }),
    monthly(20, {
      seed,
      amountCents: 640_000,
      spread: 0.08,
      mayBounce: true,
      text: "WEBFILE TAX PYMT TX COMPTROLLER",
      merchant: "Texas Comptroller",
      category: "GOVERNMENT_AND_NON_PROFIT_TAX_PAYMENT",
    }),
    errands(25, { seed, amountCents: 12_300, spread: 0.6, category: "FOOD_AND_DRINK_GROCERIES", channel: "in store" }, [
      { text: "RESTAURANT DEPOT #208", merchant: "Restaurant Depot", category: "FOOD_AND_DRINK_GROCERIES" },
      { text: "HEB #614", merchant: "H-E-B", category: "FOOD_AND_DRINK_GROCERIES" },
    ]),
  ],
};
