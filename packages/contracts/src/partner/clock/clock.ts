import { z } from "zod/mini";
import { idOf } from "../../ids.ts";
import { time } from "../common.ts";
import { obey } from "../rules.ts";

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

type Target = { days?: number | undefined; toDate?: string | undefined };

const clockAdvanceRules = {
  saysHowFar: {
    message: "Send days or toDate.",
    pointer: "/days",
    fieldCode: "REQUIRED",
    check: (target: Target) => target.days !== undefined || target.toDate !== undefined,
  },
  saysItOnce: {
    message: "Send days or toDate, not both.",
    pointer: "/toDate",
    fieldCode: "EXCLUSIVE",
    check: (target: Target) => target.days === undefined || target.toDate === undefined,
  },
} as const;

/** Advances by a number of days, or to noon UTC of a date. */
export const clockAdvance = z
  .strictObject({
    days: z.optional(z.int().check(z.minimum(1), z.maximum(10_000))),
    toDate: z.optional(z.iso.date()),
  })
  .check(...obey(clockAdvanceRules));
export type ClockAdvance = z.infer<typeof clockAdvance>;
