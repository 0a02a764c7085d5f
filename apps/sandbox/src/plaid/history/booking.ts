import type { BusinessDate } from "@inlay/lending/calendar/business-date.ts";

/** The vendor's words for what a transaction is for, as far as our businesses need them. The first word is the wide one. */
export type Category =
  | "INCOME_OTHER_INCOME"
  | "INCOME_INTEREST_EARNED"
  | "TRANSFER_IN_ACCOUNT_TRANSFER"
  | "TRANSFER_IN_CASH_ADVANCES_AND_LOANS"
  | "TRANSFER_IN_DEPOSIT"
  | "TRANSFER_IN_OTHER_TRANSFER_IN"
  | "TRANSFER_OUT_ACCOUNT_TRANSFER"
  | "TRANSFER_OUT_WITHDRAWAL"
  | "LOAN_PAYMENTS_CAR_PAYMENT"
  | "LOAN_PAYMENTS_OTHER_PAYMENT"
  | "BANK_FEES_INSUFFICIENT_FUNDS"
  | "BANK_FEES_OTHER_BANK_FEES"
  | "FOOD_AND_DRINK_GROCERIES"
  | "GENERAL_MERCHANDISE_OFFICE_SUPPLIES"
  | "GENERAL_MERCHANDISE_OTHER_GENERAL_MERCHANDISE"
  | "HOME_IMPROVEMENT_HARDWARE"
  | "GENERAL_SERVICES_INSURANCE"
  | "GENERAL_SERVICES_OTHER_GENERAL_SERVICES"
  | "GOVERNMENT_AND_NON_PROFIT_TAX_PAYMENT"
  | "TRANSPORTATION_GAS"
  | "RENT_AND_UTILITIES_RENT"
  | "RENT_AND_UTILITIES_GAS_AND_ELECTRICITY"
  | "RENT_AND_UTILITIES_INTERNET_AND_CABLE";

export type Pocket = "checking" | "savings";

/** A line of a bank statement. */
export type Booking = {
  on: BusinessDate;
  pocket: Pocket;
  /** Positive when money comes in. */
  amountCents: number;
  text: string;
  merchant: string | null;
  category: Category;
  channel: "online" | "in store" | "other";
};

/** A line as a business means it to be; what the bank makes of it is the bank's affair. */
export type Draft = Omit<Booking, "on" | "channel"> & {
  channel?: Booking["channel"];
  /** An order that the bank sends back when there is not enough on the account. Anything else is taken below zero. */
  mayBounce?: boolean;
};

/** A banking day, as a business lives it. */
export type Day = {
  on: BusinessDate;
  /** The banking day before this one: what was sold since then arrives now. */
  before: BusinessDate;
  /** The days after that one, up to this one: what fell due while banks were closed is done now. */
  dueDays: readonly BusinessDate[];
  /** The banking day after it. */
  after: BusinessDate;
  /** What is on the account when the day's deposits are in. */
  balanceCents(pocket: Pocket): number;
};

/** Something that a business does again and again. It may remember what it did, so each telling of a past begins with a new one. */
export type Habit = (startsOn: BusinessDate) => (day: Day) => Draft[];

export type Business = {
  name: string;
  openingCents: Record<Pocket, number>;
  incomes: readonly Habit[];
  expenses: readonly Habit[];
  /** Taken for every order that is sent back. */
  nsfFeeCents: number;
};
