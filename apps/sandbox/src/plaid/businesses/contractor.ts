import type { Business, Habit } from "../history/booking.ts";
import { about, chance, oneOf } from "../history/chance.ts";
import { deposit, errands, monthly, owner, payment, payroll } from "../history/habits.ts";

const seed = "contractor";

/** Paid per stage of the work, in large amounts and often late. */
const progressPayments: Habit =
  () =>
  ({ on }) => {
    if (chance(seed, "paid", on) > 0.15) return [];
    const from = oneOf(["MCALLISTER", "BRIAR CREEK HOA", "T OKONKWO", "HAVENWOOD DEV LLC", "R & J SOTO"], seed, on);
    const amountCents = about(1_420_000, 0.55, seed, "stage", on);
    return deposit(
      Math.round(amountCents / 1_000) * 1_000,
      `MOBILE DEPOSIT CHECK ${from}`,
      null,
      "TRANSFER_IN_DEPOSIT",
    );
  };

/** Subcontractors are paid a share of the money above a reserve. */
const subcontractors: Habit =
  () =>
  ({ on, balanceCents }) => {
    const spareCents = balanceCents("checking") - 450_000;
    if (spareCents < 200_000 || chance(seed, "sub", on) > 0.55) return [];
    const share = Math.min(spareCents * 0.45, 950_000);
    const number = 2_000 + Math.floor(chance(seed, "check", on) * 900);
    return payment(
      about(share, 0.1, seed, "owed", on),
      `CHECK ${number}`,
      null,
      "GENERAL_SERVICES_OTHER_GENERAL_SERVICES",
    );
  };

/** A contractor whose customers pay late, so that payments are returned for insufficient funds. */
export const contractor: Business = {
  name: "Bledsoe Framing & Remodel",
  openingCents: { checking: 913_544, savings: 40_210 },
  nsfFeeCents: 3_600,
  incomes: [progressPayments, owner(25, "D BLEDSOE", -100_000, 3_000_000)],
  expenses: [
    payroll(1, {
      seed,
      amountCents: 312_600,
      spread: 0.12,
      text: "ADP WAGE PAY BLEDSOE FRAMING",
      merchant: "ADP",
      category: "GENERAL_SERVICES_OTHER_GENERAL_SERVICES",
      mayBounce: true,
    }),
    subcontractors,
    errands(46, { seed, amountCents: 71_000, spread: 0.75, category: "HOME_IMPROVEMENT_HARDWARE", mayBounce: true }, [
      { text: "BUILDERS LUMBER YARD 0117", merchant: "Builders Lumber Yard", category: "HOME_IMPROVEMENT_HARDWARE" },
      { text: "THE HOME DEPOT #2804", merchant: "The Home Depot", category: "HOME_IMPROVEMENT_HARDWARE" },
      { text: "LOWES #00652", merchant: "Lowe's", category: "HOME_IMPROVEMENT_HARDWARE" },
      { text: "SUNBELT RENTALS", merchant: "Sunbelt Rentals", category: "GENERAL_SERVICES_OTHER_GENERAL_SERVICES" },
    ]),
    errands(30, { seed: `${seed} fuel`, amountCents: 9_800, spread: 0.35, category: "TRANSPORTATION_GAS" }, [
      { text: "EXXONMOBIL 47781203", merchant: "ExxonMobil", category: "TRANSPORTATION_GAS", channel: "in store" },
      { text: "QT 0752 OUTSIDE", merchant: "QuikTrip", category: "TRANSPORTATION_GAS", channel: "in store" },
    ]),
    monthly(1, {
      seed,
      amountCents: 165_000,
      spread: 0,
      mayBounce: true,
      text: "COUNTY LINE STORAGE YARD RENT",
      merchant: null,
      category: "RENT_AND_UTILITIES_RENT",
    }),
    monthly(8, {
      seed,
      amountCents: 88_912,
      spread: 0,
      mayBounce: true,
      text: "FORD MOTOR CREDIT AUTO PYMT",
      merchant: "Ford Credit",
      category: "LOAN_PAYMENTS_CAR_PAYMENT",
    }),
    monthly(14, {
      seed,
      amountCents: 117_350,
      spread: 0,
      mayBounce: true,
      text: "TRADESMAN LIABILITY INS PREM",
      merchant: "Tradesman Insurance",
      category: "GENERAL_SERVICES_INSURANCE",
    }),
    monthly(17, {
      seed,
      amountCents: 97_100,
      spread: 0.2,
      mayBounce: true,
      text: "IRS USATAXPYMT 941",
      merchant: "IRS",
      category: "GOVERNMENT_AND_NON_PROFIT_TAX_PAYMENT",
    }),
    monthly(22, {
      seed,
      amountCents: 31_244,
      spread: 0.08,
      text: "VERIZON WIRELESS PAYMENTS",
      merchant: "Verizon",
      category: "RENT_AND_UTILITIES_INTERNET_AND_CABLE",
    }),
  ],
};
