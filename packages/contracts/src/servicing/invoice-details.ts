import { addDays, type BusinessDate, businessDate } from "@inlay/lending/calendar/business-date.ts";
import { z } from "zod/mini";

// What a person types about an invoice or a bill before it is submitted. The server checks the same rules again.

const leastCents = 100;

/** An amount that may still be missing, or be no amount. */
const typedCents = z.nullable(z.union([z.number(), z.nan()]));
const typedDate = z.nullable(z.string());
const typed = z.object({
  amountCents: typedCents,
  requestedCents: typedCents,
  issueDate: typedDate,
  dueDate: typedDate,
});

/** What was typed of an invoice and holds. A bill has no issue date. */
export type InvoiceDetails = {
  amountCents: number;
  requestedCents: number;
  issueDate: string | null;
  dueDate: string;
};

type Typed = z.infer<typeof typed>;
type Finding = { field: keyof Typed; message: string };
type Rule = (typed: Typed) => Finding | null;

const isLess = (cents: number | null): boolean => cents === null || Number.isNaN(cents) || cents < leastCents;
const isDay = (date: string | null): date is string => date !== null && z.iso.date().safeParse(date).success;

const least =
  (field: "amountCents" | "requestedCents", message: string): Rule =>
  (values) =>
    isLess(values[field]) ? { field, message } : null;

const atMostAmount =
  (message: string): Rule =>
  ({ amountCents, requestedCents }) =>
    amountCents !== null && requestedCents !== null && requestedCents > amountCents
      ? { field: "requestedCents", message }
      : null;

const valid =
  (field: "issueDate" | "dueDate"): Rule =>
  (values) =>
    isDay(values[field]) ? null : { field, message: "Must be a valid date" };

const dueFrom =
  (earliest: BusinessDate, message: string): Rule =>
  ({ dueDate }) =>
    isDay(dueDate) && dueDate < earliest ? { field: "dueDate", message } : null;

const dueAfterIssue: Rule = ({ issueDate, dueDate }) =>
  isDay(issueDate) && isDay(dueDate) && dueDate <= issueDate
    ? { field: "dueDate", message: "Invoice due date must be after invoice issue date" }
    : null;

const requestedLeast = least("requestedCents", "Amount requested must be greater than or equal to $1");

/** Of each field the first finding is shown. */
function shapeOf(rules: readonly Rule[]) {
  return z.pipe(
    typed.check(({ value, issues }) => {
      const found = rules.flatMap((rule) => rule(value) ?? []);
      const first = new Map(found.toReversed().map((one) => [one.field, one]));
      for (const { field, message } of first.values())
        issues.push({ code: "custom", input: value, path: [field], message });
    }),
    z.transform((values) => values as InvoiceDetails),
  );
}

/** What is typed of an invoice of invoice financing. All four fields are needed. */
export const invoiceDetailsShape = (today: BusinessDate) =>
  shapeOf([
    least("amountCents", "Total invoice amount must be greater than or equal to $1"),
    requestedLeast,
    atMostAmount("Amount requested for financing must be less than or equal to the total invoice amount"),
    valid("issueDate"),
    valid("dueDate"),
    dueAfterIssue,
    dueFrom(addDays(today, 7), "The invoice issue date must be at least 7 days in the future"),
  ]);

/** What is typed of a bill of accounts-payable financing. */
export const billDetailsShape = (today: BusinessDate) =>
  shapeOf([
    ({ amountCents }) =>
      amountCents === null ? { field: "amountCents", message: "Invoice remaining balance amount is required" } : null,
    least("amountCents", "Invoice remaining balance amount must be greater than or equal to $1"),
    requestedLeast,
    atMostAmount("Amount requested for financing must be less than or equal to the remaining balance"),
    valid("dueDate"),
    dueFrom(addDays(today, -5), "Invoice due date cannot be more than 5 days in the past."),
  ]);

export const detailsShape = (isBill: boolean, today: string) =>
  isBill ? billDetailsShape(businessDate(today)) : invoiceDetailsShape(businessDate(today));
