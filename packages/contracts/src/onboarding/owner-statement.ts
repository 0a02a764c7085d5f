import { z } from "zod/mini";
import { noPrivateNumber } from "../fields/fields.ts";
import { numeric } from "../fields/number.ts";
import { usStates } from "../fields/us-states.ts";

// What the primary owner states about an application, together with the consent.

export const usesOfFunds = [
  "WORKING_CAPITAL",
  "INVENTORY",
  "EQUIPMENT",
  "EXPANSION",
  "PAYROLL",
  "REFINANCING",
  "MARKETING",
  "OTHER",
] as const;
export type UseOfFunds = (typeof usesOfFunds)[number];

export const leastRequestedCents = 50_000;
export const mostRequestedCents = 50_000_000;

export const statementFields = {
  amountRequestedCents: z
    .int(numeric("Amount requested is required"))
    .check(
      z.minimum(leastRequestedCents, "Must be at least $500"),
      z.maximum(mostRequestedCents, "Must be at most $500,000"),
    ),
  useOfFunds: z.enum(usesOfFunds, "Must select an option"),
  /** Required with OTHER, ignored otherwise. */
  useOfFundsOther: z.optional(
    z.string().check(z.trim(), z.maxLength(200, "Please use at most 200 characters"), noPrivateNumber),
  ),
  grossAnnualRevenueCents: z
    .int(numeric("Gross annual revenue is required"))
    .check(z.minimum(0, "Must be 0 or more"), z.maximum(100_000_000_000, "Number is too large")),
  /** The state from which the business is managed. It decides which state's law applies. */
  stateManagedFrom: z.enum(usStates, "State is required"),
  businessOwnersAreUsResidents: z.boolean("Must select an option"),
  /** The money is for the business only, not for personal, family or household purposes. */
  businessPurposeOnly: z.literal(true, "Required"),
};

type Uses = { useOfFunds: UseOfFunds; useOfFundsOther?: string | undefined };

/** OTHER needs words. They are asked for together with whatever else is missing, so the check runs beside other errors. */
export const saysWhatOtherIs = z.refine<Uses>((stated) => stated.useOfFunds !== "OTHER" || stated.useOfFundsOther, {
  error: "Please say what the money is for",
  path: ["useOfFundsOther"],
  when: ({ value }) => typeof value === "object" && value !== null,
});

/** The statement as it is shown again. Null: not stated yet. That the money is for the business is stated anew each time. */
export const shownStatement = z.object({
  amountRequestedCents: z.nullable(z.int()),
  useOfFunds: z.nullable(z.enum(usesOfFunds)),
  useOfFundsOther: z.nullable(z.string()),
  grossAnnualRevenueCents: z.nullable(z.int()),
  /** At first the state of the business's address. */
  stateManagedFrom: z.nullable(z.enum(usStates)),
  businessOwnersAreUsResidents: z.nullable(z.boolean()),
  /** Stated with the list of owners. Null where that step does not apply. */
  ownershipPercentage: z.nullable(z.number()),
});
