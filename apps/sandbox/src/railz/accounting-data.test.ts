import { addDays, businessDate } from "@inlay/lending/calendar/business-date.ts";
import { describe, expect, it } from "vitest";
import { statementOf } from "../plaid/history/statement.ts";
import { accountingDataOf, netOf } from "./accounting-data.ts";
import { companies } from "./scenarios.ts";

const today = businessDate("2026-11-15");
const beginOn = addDays(today, -730);
const [from, to] = [businessDate("2024-01-01"), businessDate("2026-12-31")];

describe.each(companies.map((company) => [company.business.name, company] as const))(
  "accounting data of %s",
  (_, { business }) => {
    const { bookings } = statementOf(business, beginOn, today);
    const months = accountingDataOf(business, beginOn, today).months(from, to);
    const sum = (lines: readonly { cents: number }[]) => lines.reduce((total, { cents }) => total + cents, 0);

    it("has the full months of two years, and no unfinished month", () => {
      expect(months.map(({ startsOn }) => startsOn).at(0)).toBe("2024-12-01");
      expect(months.at(-1)?.endsOn).toBe("2026-10-31");
      expect(months).toHaveLength(23);
    });

    it("has the revenue of the bank history, month by month and to the cent", () => {
      for (const { startsOn, endsOn, income } of months) {
        const paidIn = bookings.filter(
          ({ on, category }) =>
            on >= startsOn &&
            on <= endsOn &&
            (category === "INCOME_OTHER_INCOME" || category === "TRANSFER_IN_DEPOSIT"),
        );
        const revenue = income.filter(({ subSection }) => subSection === "Operating Revenue");
        expect(sum(revenue)).toBe(paidIn.reduce((total, { amountCents }) => total + amountCents, 0));
      }
    });

    it("balances, and cash changes by the cash flow", () => {
      let before: number | null = null;
      for (const { balance, cashFlow, income } of months) {
        const of = (section: string) => sum(balance.filter((line) => line.section === section));
        expect(of("Assets")).toBe(of("Liabilities") + of("Equity"));
        const cash = sum(balance.filter(({ subSection }) => subSection === "Cash and Cash Equivalents"));
        if (before !== null) expect(cash - before).toBe(sum(cashFlow));
        expect(cashFlow[0]?.cents).toBe(netOf(income));
        before = cash;
      }
    });
  },
);
