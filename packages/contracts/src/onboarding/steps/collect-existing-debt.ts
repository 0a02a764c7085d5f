import { z } from "zod/mini";
import { requiredText } from "../../fields/fields.ts";
import { hasTwoDecimals, numeric, typed } from "../../fields/number.ts";
import { uuid } from "../../ids.ts";
import { step } from "../step.ts";

export const mostDebts = 20;
const longestMonths = 600;

const tooSmall = "Must be greater than 1";
const tooLarge = "Number is too large";

const amountCents = (required: string, mostCents: number) =>
  z.int(numeric(required)).check(z.minimum(100, tooSmall), z.maximum(mostCents, tooLarge));

const debt = z.strictObject({
  description: requiredText("Description is required"),
  monthlyPaymentInCents: amountCents("Monthly payment is required", 100_000_000),
  outstandingBalanceCents: amountCents("Remaining balance is required", 100_000_000_000),
  interestRate: typed(
    z
      .number(numeric("Interest rate is required"))
      .check(
        z.minimum(0, "Must be 0 or more"),
        z.maximum(70, tooLarge),
        z.refine(hasTwoDecimals, "Please use at most 2 decimals"),
      ),
  ),
  monthsRemaining: typed(
    z
      .number(numeric("Months remaining is required"))
      .check(
        z.minimum(0, "Must be 0 or more"),
        z.maximum(longestMonths, tooLarge),
        z.refine<number>(Number.isInteger, "Must be a whole number"),
      ),
  ),
});

export type Debt = z.output<typeof debt>;

/** A debt in a form. Fields not typed yet are null or empty. */
export type DebtRow = Record<Extract<keyof Debt, `${string}Cents`>, number | null> &
  Record<"interestRate" | "monthsRemaining", string | number | null> & { description: string };

export const emptyDebtRow: DebtRow = {
  description: "",
  monthlyPaymentInCents: null,
  outstandingBalanceCents: null,
  interestRate: "",
  monthsRemaining: "",
};

export const isEmptyDebtRow = (row: Partial<DebtRow> | null): boolean =>
  typeof row === "object" &&
  Object.values(row ?? {}).every((value) => value === null || value === undefined || String(value).trim() === "");

/** An empty row of the form is not a debt. */
const unlessEmpty = (row: DebtRow) => (isEmptyDebtRow(row) ? null : row) as z.input<typeof debt> | null;

export const collectExistingDebt = step({
  screen: z.object({
    debts: z.array(
      z.object({
        id: uuid,
        description: z.string(),
        monthlyPaymentInCents: z.int(),
        outstandingBalanceCents: z.int(),
        interestRate: z.number(),
        monthsRemaining: z.int(),
      }),
    ),
  }),
  completion: z.strictObject({
    debts: z.pipe(
      z.array(z.pipe(z.transform(unlessEmpty), z.nullable(debt))).check(z.maxLength(mostDebts)),
      z.transform((rows: (Debt | null)[]) => rows.filter((row) => row !== null)),
    ),
  }),
});
