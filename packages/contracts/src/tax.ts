import { z } from "zod/mini";
import { ein, einDigits, ssn, ssnDigits } from "./fields.ts";

/** Which return the income of a business is taxed by: its own, or that of its owner. */
export const taxEntityTypes = ["CORPORATE_TAX", "PASS_THROUGH"] as const;
export type TaxEntityType = (typeof taxEntityTypes)[number];

const choose = "Please select at least one option";
export const taxEntityType = z.enum(taxEntityTypes, choose);

/** What is on file of it. Of a number that must not be seen, its last digits at most. */
export const taxOnFile = {
  entityType: z.nullable(taxEntityType),
  tinLast4: z.nullable(z.string()),
  hasPrimaryOwnerSsn: z.boolean(),
};

/** What is sent. Which number is needed depends on what is on file, which the server knows. */
export const taxAnswer = { entityType: taxEntityType, tin: z.optional(ein), ssn: z.optional(ssn) };
export const taxSecrets = ["tin", "ssn"] as const;

/** Nothing typed leaves what is on file. */
const orKept = (digits: z.ZodMiniType<string, string>) =>
  z.string().check((typed) => {
    const parsed = typed.value.trim() === "" ? null : z.safeParse(digits, typed.value);
    if (parsed?.success) typed.value = parsed.data;
    for (const { message } of parsed?.error?.issues ?? [])
      typed.issues.push({ code: "custom", message, input: typed.value });
  });

/** What a form checks: the same, with the digits in the open, and only the number that the choice asks for. */
export const taxForm = (onFile: { tinLast4: string | null; hasPrimaryOwnerSsn: boolean }) =>
  z.discriminatedUnion(
    "entityType",
    [
      z.object({ entityType: z.literal("CORPORATE_TAX"), tin: onFile.tinLast4 ? orKept(einDigits) : einDigits }),
      z.object({
        entityType: z.literal("PASS_THROUGH"),
        ssn: onFile.hasPrimaryOwnerSsn ? z.optional(z.string()) : ssnDigits,
      }),
    ],
    choose,
  );
