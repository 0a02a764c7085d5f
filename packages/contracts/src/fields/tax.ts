import { z } from "zod/mini";
import { ein, einDigits, ssn, ssnDigits } from "./fields.ts";

/** The tax return that covers the income of a business: its own, or its owner's. */
export const taxEntityTypes = ["CORPORATE_TAX", "PASS_THROUGH"] as const;
export type TaxEntityType = (typeof taxEntityTypes)[number];

const choose = "Please select at least one option";
export const taxEntityType = z.enum(taxEntityTypes, choose);

/** The tax data on file. A sensitive number shows its last four digits at most. */
export const taxOnFile = {
  entityType: z.nullable(taxEntityType),
  tinLast4: z.nullable(z.string()),
  hasPrimaryOwnerSsn: z.boolean(),
};

/** The submitted answer. The server decides which number is required by what is on file. */
export const taxAnswer = { entityType: taxEntityType, tin: z.optional(ein), ssn: z.optional(ssn) };
export const taxSecrets = ["tin", "ssn"] as const;

/** An empty field keeps the number on file. */
const orKept = (digits: z.ZodMiniType<string, string>) =>
  z.string().check((typed) => {
    const parsed = typed.value.trim() === "" ? null : z.safeParse(digits, typed.value);
    if (parsed?.success) typed.value = parsed.data;
    for (const { message } of parsed?.error?.issues ?? [])
      typed.issues.push({ code: "custom", message, input: typed.value });
  });

/** The form's shape: the same fields with plain digits, requiring only the number of the chosen return. */
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
