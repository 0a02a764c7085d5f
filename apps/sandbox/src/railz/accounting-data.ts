import { addDays, addMonths, type BusinessDate, businessDate } from "@inlay/lending/calendar/business-date.ts";
import type { Booking, Business, Category } from "../plaid/history/booking.ts";
import { statementOf } from "../plaid/history/statement.ts";

/** A line of a report: section, account and amount. */
export type Line = { section: string; subSection: string; account: string; cents: number };

export type Month = { startsOn: BusinessDate; endsOn: BusinessDate; income: Line[]; balance: Line[]; cashFlow: Line[] };

type Place = { section: string; subSection: string; account: string };
const revenue = (account: string): Place => ({ section: "Revenue", subSection: "Operating Revenue", account });
const goods = (account: string): Place => ({
  section: "Cost of Goods Sold",
  subSection: "Cost of Goods Sold",
  account,
});
const expense = (account: string): Place => ({ section: "Expenses", subSection: "Operating Expenses", account });

/** The account of each bank category, on a cash basis. A category that is not listed is neither income nor expense. */
const places: Partial<Record<Category, Place>> = {
  INCOME_OTHER_INCOME: revenue("Sales"),
  TRANSFER_IN_DEPOSIT: revenue("Sales, cash and checks"),
  INCOME_INTEREST_EARNED: { section: "Revenue", subSection: "Other Revenue", account: "Interest earned" },
  FOOD_AND_DRINK_GROCERIES: goods("Purchases, food"),
  GENERAL_MERCHANDISE_OTHER_GENERAL_MERCHANDISE: goods("Purchases, merchandise"),
  HOME_IMPROVEMENT_HARDWARE: goods("Purchases, materials"),
  GENERAL_MERCHANDISE_OFFICE_SUPPLIES: expense("Supplies"),
  GENERAL_SERVICES_INSURANCE: expense("Insurance"),
  GENERAL_SERVICES_OTHER_GENERAL_SERVICES: expense("Payroll and services"),
  GOVERNMENT_AND_NON_PROFIT_TAX_PAYMENT: expense("Taxes"),
  TRANSPORTATION_GAS: expense("Fuel"),
  RENT_AND_UTILITIES_RENT: expense("Rent"),
  RENT_AND_UTILITIES_GAS_AND_ELECTRICITY: expense("Utilities"),
  RENT_AND_UTILITIES_INTERNET_AND_CABLE: expense("Internet"),
  BANK_FEES_INSUFFICIENT_FUNDS: expense("Bank fees"),
  BANK_FEES_OTHER_BANK_FEES: expense("Card and bank fees"),
};
const interest: Place = { section: "Expenses", subSection: "Other Expenses", account: "Interest" };
/** A returned payment reverses its expense. */
const returned = expense("Returned payments");
const interestShare = 0.15;
/** The loans and the equipment of every business at the beginning. */
const openingLoansCents = 6_000_000;
const equipmentCents = 4_200_000;

const isLoanPayment = ({ category }: Booking) => category.startsWith("LOAN_PAYMENTS");
const isReturn = ({ text }: Booking) => text.startsWith("RETURNED ITEM");
const interestIn = (booking: Booking) =>
  isLoanPayment(booking) ? Math.round(-booking.amountCents * interestShare) : 0;

/** The account of a bank line. */
export function accountOf(booking: Booking): string {
  if (isReturn(booking)) return returned.account;
  if (isLoanPayment(booking) || booking.category === "TRANSFER_IN_CASH_ADVANCES_AND_LOANS") return "Loans payable";
  return places[booking.category]?.account ?? "Owner's equity";
}

function incomeOf(bookings: readonly Booking[]): Line[] {
  const lines = new Map<string, Line>();
  const book = (place: Place, cents: number) => {
    const line = lines.get(place.account) ?? { ...place, cents: 0 };
    lines.set(place.account, { ...line, cents: line.cents + cents });
  };
  for (const booking of bookings) {
    const place = isReturn(booking) ? returned : places[booking.category];
    if (place) book(place, place.section === "Revenue" ? booking.amountCents : -booking.amountCents);
    if (isLoanPayment(booking)) book(interest, interestIn(booking));
  }
  return [...lines.values()];
}

/** Revenue minus expenses. */
export const netOf = (income: readonly Line[]): number =>
  income.reduce((net, { section, cents }) => net + (section === "Revenue" ? cents : -cents), 0);

/** The loan balance after these bank lines. */
const loansAfter = (bookings: readonly Booking[]) =>
  bookings.reduce((owed, booking) => {
    if (booking.category === "TRANSFER_IN_CASH_ADVANCES_AND_LOANS") return owed + booking.amountCents;
    return isLoanPayment(booking) ? Math.max(0, owed + booking.amountCents + interestIn(booking)) : owed;
  }, openingLoansCents);

function balanceOf(business: Business, past: readonly Booking[]): Line[] {
  const held = (pocket: Booking["pocket"]) =>
    past.reduce((sum, one) => sum + (one.pocket === pocket ? one.amountCents : 0), business.openingCents[pocket]);
  const cash = { section: "Assets", subSection: "Cash and Cash Equivalents" };
  const [checking, savings, loans] = [held("checking"), held("savings"), loansAfter(past)];
  return [
    { ...cash, account: "Business Checking", cents: checking },
    { ...cash, account: "Business Savings", cents: savings },
    { section: "Assets", subSection: "Fixed Assets", account: "Equipment", cents: equipmentCents },
    { section: "Liabilities", subSection: "Current Liabilities", account: "Loans payable", cents: loans },
    {
      section: "Equity",
      subSection: "Equity",
      account: "Owner's equity",
      cents: checking + savings + equipmentCents - loans,
    },
  ];
}

/** Cash flow of a month: net income, and all other bank lines as loans or owner's transfers. */
function cashFlowOf(bookings: readonly Booking[], income: readonly Line[]): Line[] {
  const moved = bookings.reduce((sum, { amountCents }) => sum + amountCents, 0);
  const net = netOf(income);
  return [
    { section: "Operating Activities", subSection: "Operating Activities", account: "Net income", cents: net },
    { section: "Investing Activities", subSection: "Investing Activities", account: "Equipment", cents: 0 },
    {
      section: "Financing Activities",
      subSection: "Financing Activities",
      account: "Loans and owner",
      cents: moved - net,
    },
  ];
}

/** The accounting data of a business, derived from its bank history between two days. */
export function accountingDataOf(business: Business, beginOn: BusinessDate, today: BusinessDate) {
  const { bookings } = statementOf(business, beginOn, today);
  return {
    bookings,
    /** The full months between two days for which there is data. */
    months: (from: BusinessDate, to: BusinessDate): Month[] => {
      const first = from > beginOn ? from : beginOn;
      const last = to < today ? to : today;
      const months: Month[] = [];
      for (let startsOn = monthOnOrAfter(first); ; startsOn = addMonths(startsOn, 1)) {
        const endsOn = addDays(addMonths(startsOn, 1), -1);
        if (endsOn > last) return months;
        const within = bookings.filter(({ on }) => on >= startsOn && on <= endsOn);
        const income = incomeOf(within);
        const past = bookings.filter(({ on }) => on <= endsOn);
        const cashFlow = cashFlowOf(within, income);
        months.push({ startsOn, endsOn, income, balance: balanceOf(business, past), cashFlow });
      }
    },
  };
}

const monthOnOrAfter = (day: BusinessDate): BusinessDate => {
  const first = businessDate(`${day.slice(0, 7)}-01`);
  return first === day ? first : addMonths(first, 1);
};

/** A ratio with four decimal places; null when the divisor is not positive. */
const over = (one: number, other: number) => (other > 0 ? Math.round((one / other) * 10_000) / 10_000 : null);

export function ratiosOf({ income, balance }: Month): { section: string; ratio: string; value: number | null }[] {
  const sum = (lines: readonly Line[], section: string, subSection?: string) =>
    lines
      .filter((line) => line.section === section && (!subSection || line.subSection === subSection))
      .reduce((total, { cents }) => total + cents, 0);
  const sold = sum(income, "Revenue", "Operating Revenue");
  const cash = sum(balance, "Assets", "Cash and Cash Equivalents");
  const owed = sum(balance, "Liabilities");
  return [
    { section: "Liquidity", ratio: "currentRatio", value: over(cash, owed) },
    { section: "Leverage", ratio: "debtToEquity", value: over(owed, sum(balance, "Equity")) },
    {
      section: "Profitability",
      ratio: "grossProfitMargin",
      value: over(sold - sum(income, "Cost of Goods Sold"), sold),
    },
    { section: "Profitability", ratio: "netProfitMargin", value: over(netOf(income), sold) },
  ];
}
