import { isBankingDay } from "@inlay/lending/calendar/banking-day.ts";
import { addDays, type BusinessDate, businessDate } from "@inlay/lending/calendar/business-date.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bakery } from "../businesses/bakery.ts";
import { contractor } from "../businesses/contractor.ts";
import { restaurant } from "../businesses/restaurant.ts";
import { shop } from "../businesses/shop.ts";
import { softwareCompany } from "../businesses/software-company.ts";
import type { Booking, Business } from "./booking.ts";
import { statementOf } from "./statement.ts";

const businesses: Business[] = [bakery, contractor, softwareCompany, shop, restaurant];
const each = businesses.map((business) => [business.name, business] as const);
const historyDays = 730;

/** Any date on which a bank might be linked. */
const anyToday = fc.integer({ min: 0, max: 1_500 }).map((days) => addDays(businessDate("2026-01-01"), days));
const runs = { numRuns: 4 };
const past = (business: Business, today: BusinessDate) => statementOf(business, addDays(today, -historyDays), today);
const sum = (bookings: readonly Booking[]) => bookings.reduce((total, one) => total + one.amountCents, 0);

/** The full calendar months of two years. */
const monthsOf = (bookings: readonly Booking[]) => [...new Set(bookings.map(({ on }) => on.slice(0, 7)))].slice(1, -1);

const today = businessDate("2026-11-15");
const histories = new Map(businesses.map((business) => [business, past(business, today).bookings]));
const historyOf = (business: Business) => histories.get(business) ?? [];
const revenue = (bookings: readonly Booking[], month: string) =>
  sum(
    bookings.filter(
      ({ on, category }) =>
        on.startsWith(month) && (category === "INCOME_OTHER_INCOME" || category === "TRANSFER_IN_DEPOSIT"),
    ),
  );
const returned = (bookings: readonly Booking[]) =>
  bookings.filter(({ category }) => category === "BANK_FEES_INSUFFICIENT_FUNDS");

describe.each(each)("bank history of %s", (_, business) => {
  it("has a balance that equals the opening balance plus every line, to the cent, on any date", () => {
    fc.assert(
      fc.property(anyToday, (day) => {
        const { bookings, balanceCents } = past(business, day);
        for (const pocket of ["checking", "savings"] as const) {
          const lines = bookings.filter((one) => one.pocket === pocket);
          expect(balanceCents[pocket]).toBe(business.openingCents[pocket] + sum(lines));
        }
        expect(bookings.every(({ amountCents }) => Number.isSafeInteger(amountCents) && amountCents !== 0)).toBe(true);
      }),
      runs,
    );
  });

  it("is the same when generated twice, and a later date only appends lines", () => {
    fc.assert(
      fc.property(anyToday, fc.integer({ min: 1, max: 40 }), (day, later) => {
        const startsOn = addDays(day, -historyDays);
        const once = statementOf(business, startsOn, day);
        expect(statementOf(business, startsOn, day)).toEqual(once);
        const more = statementOf(business, startsOn, addDays(day, later)).bookings;
        expect(more.slice(0, once.bookings.length)).toEqual(once.bookings);
        expect(more.slice(once.bookings.length).every(({ on }) => on > day)).toBe(true);
      }),
      runs,
    );
  });

  it("has lines on banking days only, in order, and none after today", () => {
    fc.assert(
      fc.property(anyToday, (day) => {
        const days = past(business, day).bookings.map(({ on }) => on);
        expect(days.filter((on) => !isBankingDay(on))).toEqual([]);
        expect([...days].sort()).toEqual(days);
        expect(days.filter((on) => on > day || on < addDays(day, -historyDays))).toEqual([]);
      }),
      runs,
    );
  });

  it("has income, rent, wages and some other bill in every month of two years", () => {
    const bookings = historyOf(business);
    const months = monthsOf(bookings);
    expect(months).toHaveLength(23);
    for (const month of months) {
      const lines = bookings.filter(({ on }) => on.startsWith(month));
      expect(revenue(bookings, month), month).toBeGreaterThan(0);
      expect(lines.some(({ category }) => category === "RENT_AND_UTILITIES_RENT")).toBe(true);
      expect(lines.filter(({ text }) => /PAY|PAYROLL/.test(text)).length, month).toBeGreaterThanOrEqual(2);
      expect(lines.some(({ category }) => category === "GENERAL_SERVICES_INSURANCE")).toBe(true);
    }
  });

  it("moves money between its accounts without making or losing any", () => {
    const moved = historyOf(business).filter(({ category }) => category.endsWith("ACCOUNT_TRANSFER"));
    expect(sum(moved)).toBe(0);
  });
});

describe("businesses of the bank history", () => {
  const monthly = (business: Business) =>
    monthsOf(historyOf(business)).map((month) => revenue(historyOf(business), month));
  const total = (amounts: readonly number[]) => amounts.reduce((all, one) => all + one, 0);

  it("bakery: December sales are more than 1.5 times the average month, and no payment is returned", () => {
    const bookings = historyOf(bakery);
    const yearOf = monthsOf(bookings).filter((month) => month.startsWith("2025"));
    const common = total(yearOf.map((month) => revenue(bookings, month))) / yearOf.length;
    expect(revenue(bookings, "2025-12")).toBeGreaterThan(common * 1.5);
    expect(returned(bookings)).toEqual([]);
  });

  it("contractor: payments are returned in more than ten months, each with a fee", () => {
    const bookings = historyOf(contractor);
    const fees = returned(bookings);
    expect(new Set(fees.map(({ on }) => on.slice(0, 7))).size).toBeGreaterThan(10);
    expect(fees.every(({ amountCents }) => amountCents === -contractor.nsfFeeCents)).toBe(true);
    const sentBack = bookings.filter(({ text }) => text.startsWith("RETURNED ITEM NSF"));
    expect(sentBack).toHaveLength(fees.length);
    for (const back of sentBack) {
      const order = bookings.find(
        ({ on, text, amountCents }) =>
          on === back.on && back.text.endsWith(text) && amountCents === -back.amountCents && text !== back.text,
      );
      expect(order).toBeDefined();
    }
  });

  it("software company: revenue more than doubles in two years, and no payment is returned", () => {
    const amounts = monthly(softwareCompany);
    expect(total(amounts.slice(-3))).toBeGreaterThan(2 * total(amounts.slice(0, 3)));
    expect(returned(historyOf(softwareCompany))).toEqual([]);
  });

  it("shop: revenue falls by at least a quarter from one year to the next", () => {
    const amounts = monthly(shop);
    expect(total(amounts.slice(-11))).toBeLessThan(0.75 * total(amounts.slice(0, 11)));
  });

  it("restaurant: three funders are paid on every banking day of the last two months, and payments are returned", () => {
    const bookings = historyOf(restaurant);
    const lately = bookings.filter(({ on }) => on > addDays(today, -60));
    const debits = lately.filter(({ text }) => text.endsWith("DAILY ACH DEBIT") && !text.startsWith("RETURNED"));
    expect(new Set(debits.map(({ text }) => text)).size).toBe(3);
    expect(debits.length).toBe(3 * new Set(lately.map(({ on }) => on)).size);
    expect(returned(lately).length).toBeGreaterThan(2);
    const funded = bookings.filter(({ category }) => category === "TRANSFER_IN_CASH_ADVANCES_AND_LOANS");
    expect(sum(funded)).toBe(13_500_000);
  });
});
