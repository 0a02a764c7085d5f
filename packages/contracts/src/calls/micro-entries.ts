import { microEntryLifecycle } from "@inlay/lending/banking/micro-entries.ts";
import { z } from "zod/mini";
import { call } from "../call.ts";
import { uuid } from "../ids.ts";

const verification = z.object({
  bankAccountId: uuid,
  bankName: z.nullable(z.string()),
  accountNumberLast4: z.string(),
  status: z.enum(microEntryLifecycle.states),
  /** The day on which the two credits are in the account; null until they are sent. */
  creditsExpectedOn: z.nullable(z.iso.date()),
  /** The last day on which their amounts can be confirmed; null until they are in the account. */
  confirmBy: z.nullable(z.iso.date()),
  triesLeft: z.int(),
  /** Why it failed; null unless it did. */
  failure: z.nullable(z.enum(["TOO_MANY_VERIFICATIONS", "ENTRY_FAILED", "TOO_MANY_TRIES"])),
  /** It has ended, and its owner can have two new amounts sent. */
  canRestart: z.boolean(),
});
export type MicroEntryVerification = z.output<typeof verification>;

const amount = z.int().check(z.gte(1), z.lte(99));

export const listMicroEntryVerifications = call({
  method: "GET",
  path: "/api/v1/bank-accounts/micro-entry-verifications",
  audience: "portal",
  slice: "payments",
  action: "bank-account.view",
  summary: "Lists the latest verification by micro-entries of each bank account of the business.",
  answer: z.object({ verifications: z.array(verification) }),
});

export const confirmMicroEntries = call({
  method: "POST",
  path: "/api/v1/bank-accounts/:id/confirm-micro-entries",
  audience: "portal",
  slice: "payments",
  action: "bank-account.verify",
  summary:
    "Confirms the amounts of the two credits that were sent to an account. Three wrong tries end the verification.",
  params: z.object({ id: uuid }),
  body: z.strictObject({ amountsCents: z.tuple([amount, amount]) }),
  answer: z.object({ verification }),
});

export const restartMicroEntries = call({
  method: "POST",
  path: "/api/v1/bank-accounts/:id/restart-micro-entries",
  audience: "portal",
  slice: "payments",
  action: "bank-account.verify",
  summary:
    "Sends two new credits to an account that was not verified. At most three verifications are sent in 30 days.",
  params: z.object({ id: uuid }),
  answer: z.object({ verification }),
});
