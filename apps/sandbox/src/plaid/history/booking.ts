import type { BusinessDate } from "@inlay/lending/calendar/business-date.ts";

/** The vendor's categories that our businesses use. The first part is the primary category. */
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

/** A line that a business initiates. The bank may return it. */
export type Draft = Omit<Booking, "on" | "channel"> & {
  channel?: Booking["channel"];
  /** The bank returns it when the balance is too low. All other lines may overdraw the account. */
  mayBounce?: boolean;
};

/** A banking day of a business. */
export type Day = {
  on: BusinessDate;
  /** The banking day before this one. Sales since then arrive now. */
  before: BusinessDate;
  /** The days after that one, up to this one. What was due while banks were closed is booked now. */
  dueDays: readonly BusinessDate[];
  /** The banking day after it. */
  after: BusinessDate;
  /** The balance after the day's deposits. */
  balanceCents(pocket: Pocket): number;
};

/** A recurring activity of a business. It may have state, so each generated history creates new ones. */
export type Habit = (startsOn: BusinessDate) => (day: Day) => Draft[];

export type Business = {
  name: string;
  openingCents: Record<Pocket, number>;
  incomes: readonly Habit[];
  expenses: readonly Habit[];
  /** Charged for every returned payment. */
  nsfFeeCents: number;
};
