import { z } from "zod/mini";
import { email, firstName, lastName } from "../../fields/fields.ts";
import { taxAnswer, taxOnFile, taxSecrets } from "../../fields/tax.ts";
import { keptFile } from "../../fields/uploaded-file.ts";
import { step } from "../step.ts";
import { hasOnlyOneTaxReturn, taxReturnFiles } from "./collect-business-tax.ts";

/** The accountant who is emailed a link to connect accounting data or upload tax returns. */
export const accountantForm = z.object({
  accountantFirstName: firstName,
  accountantLastName: lastName,
  accountantEmail: email,
});
const { accountantFirstName, accountantLastName, accountantEmail } = accountantForm.shape;

type Named = { [Field in keyof typeof accountantForm.shape]?: string | undefined };

/** If one field of the accountant is given, all are required. */
export function namesWholeAccountant({ value, issues }: z.core.ParsePayload<Named>): void {
  const names = Object.keys(accountantForm.shape) as (keyof Named)[];
  const missing = names.filter((name) => value[name] === undefined);
  if (missing.length === names.length) return;
  for (const name of missing)
    for (const { message } of z.safeParse(accountantForm.shape[name], undefined).error?.issues ?? [])
      issues.push({ code: "custom", path: [name], message, input: undefined });
}

/** A business that files its own return connects accounting data, names an accountant or uploads the returns. */
export const collectRailz = step({
  screen: z.object({
    ...taxOnFile,
    /** Accounting data is already connected; nothing else is required. */
    isAccountingCollected: z.boolean(),
    accountant: z.nullable(
      z.object({ accountantFirstName: z.string(), accountantLastName: z.string(), accountantEmail: z.string() }),
    ),
    files: z.array(keptFile),
    hasOnlyOneTaxReturn,
  }),
  completion: z
    .strictObject({
      ...taxAnswer,
      taxReturnFiles: z.optional(taxReturnFiles),
      hasOnlyOneTaxReturn: z.optional(hasOnlyOneTaxReturn),
      accountantFirstName: z.optional(accountantFirstName),
      accountantLastName: z.optional(accountantLastName),
      accountantEmail: z.optional(accountantEmail),
    })
    .check(namesWholeAccountant),
  secrets: taxSecrets,
});
