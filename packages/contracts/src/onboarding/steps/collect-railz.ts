import { z } from "zod/mini";
import { email, firstName, lastName } from "../../fields.ts";
import { taxAnswer, taxOnFile, taxSecrets } from "../../tax.ts";
import { keptFile } from "../../uploaded-file.ts";
import { step } from "../step.ts";
import { taxReturnFiles } from "./collect-business-tax.ts";

/** Whom a link goes to, by which books are connected or returns brought. */
export const accountantForm = z.object({
  accountantFirstName: firstName,
  accountantLastName: lastName,
  accountantEmail: email,
});
const { accountantFirstName, accountantLastName, accountantEmail } = accountantForm.shape;

type Named = { [Field in keyof typeof accountantForm.shape]?: string | undefined };

/** Whoever names one part of an accountant names all of them. */
export function namesWholeAccountant({ value, issues }: z.core.ParsePayload<Named>): void {
  const names = Object.keys(accountantForm.shape) as (keyof Named)[];
  const missing = names.filter((name) => value[name] === undefined);
  if (missing.length === names.length) return;
  for (const name of missing)
    for (const { message } of z.safeParse(accountantForm.shape[name], undefined).error?.issues ?? [])
      issues.push({ code: "custom", path: [name], message, input: undefined });
}

/** Three ways for a business that files its own return: books that are connected, an accountant, or the returns themselves. */
export const collectRailz = step({
  screen: z.object({
    ...taxOnFile,
    /** The books are connected already; there is nothing more to bring. */
    isAccountingCollected: z.boolean(),
    accountant: z.nullable(
      z.object({ accountantFirstName: z.string(), accountantLastName: z.string(), accountantEmail: z.string() }),
    ),
    files: z.array(keptFile),
  }),
  completion: z
    .strictObject({
      ...taxAnswer,
      taxReturnFiles: z.optional(taxReturnFiles),
      accountantFirstName: z.optional(accountantFirstName),
      accountantLastName: z.optional(accountantLastName),
      accountantEmail: z.optional(accountantEmail),
    })
    .check(namesWholeAccountant),
  secrets: taxSecrets,
});
