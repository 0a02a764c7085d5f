import { z } from "zod/mini";
import { idOf } from "../ids.ts";
import { time } from "./common.ts";
import { obey, rules } from "./rules.ts";

/** The test clock of a business. It follows real time until it is first advanced; from then on it is frozen between advances. */
export const partnerClock = z.object({
  object: z.literal("clock"),
  businessId: idOf("business"),
  platformBusinessId: z.string(),
  now: time,
  frozen: z.boolean(),
  advancingTo: z.nullable(time),
  progress: z.nullable(z.object({ daysDone: z.int(), daysTotal: z.int() })),
});
export type PartnerClock = z.infer<typeof partnerClock>;

/** Advances by a number of days, or to noon UTC of a date. */
export const clockAdvance = z
  .strictObject({
    days: z.optional(z.int().check(z.minimum(1), z.maximum(10_000))),
    toDate: z.optional(z.iso.date()),
  })
  .check(...obey(rules.clock));
export type ClockAdvance = z.infer<typeof clockAdvance>;
