import { z } from "zod/mini";

export const withdrawalReasons = [
  "FOUND_OTHER_FINANCING",
  "NO_LONGER_NEEDED",
  "TOO_MUCH_TO_PROVIDE",
  "TAKING_TOO_LONG",
  "OTHER",
] as const;
export type WithdrawalReason = (typeof withdrawalReasons)[number];

/** Why the primary owner withdraws the application. */
export const withdrawal = z.strictObject({
  reason: z.enum(withdrawalReasons, "Must select an option"),
  note: z.optional(z.nullable(z.string().check(z.trim(), z.maxLength(500)))),
});
export type Withdrawal = z.infer<typeof withdrawal>;
