// Run as a separate process in a given time zone. It prints one hash of the calendar's results for every day from 2024 to 2032.
import { createHash } from "node:crypto";
import { standardAch } from "./ach.ts";
import { addBankingDays, bankingDayOnOrAfter, isBankingDay } from "./banking-day.ts";
import { addDays, addMonths, type BusinessDate, businessDate, dateAt, weekdayOf } from "./business-date.ts";
import { settlementEstimate } from "./settlement-estimate.ts";

const all = createHash("sha256");
let days = 0;
const end = businessDate("2033-01-01");
for (let date: BusinessDate = businessDate("2024-01-01"); date < end; date = addDays(date, 1)) {
  const noon = standardAch(new Date(`${date}T12:00:00Z`));
  const evening = standardAch(new Date(`${date}T22:30:00Z`));
  all.update(
    JSON.stringify([
      date,
      weekdayOf(date),
      isBankingDay(date),
      bankingDayOnOrAfter(date),
      addBankingDays(date, 2),
      settlementEstimate(date),
      addMonths(date, 1),
      dateAt(new Date(`${date}T00:00:00Z`)),
      noon,
      evening,
    ]),
  );
  days++;
}
console.log(
  JSON.stringify({ days, hash: all.digest("hex"), localHours: new Date("2024-01-01T00:00:00Z").getTimezoneOffset() }),
);
