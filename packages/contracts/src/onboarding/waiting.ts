import { additionalInputs } from "@inlay/lending/onboarding/steps.ts";
import { z } from "zod/mini";
import { uuid } from "../ids.ts";

/** What WAITING_FOR_OFFERS shows. */
export const waitingForOffers = z.object({
  /** By when the owner hears from us, as the business's clock has it; and whether that is over. */
  promisedBy: z.iso.datetime(),
  isLate: z.boolean(),
  /** How often a page asks whether the reports have come, a second apart, before it lets the person go. */
  creditReportPolls: z.int(),
});
export type WaitingForOffers = z.infer<typeof waitingForOffers>;

/** What REQUEST_ADDITIONAL_USER_INPUT shows: everything that is asked, in the order in which it is asked. The first is the one to answer. */
export const requestedInput = z.object({
  subSteps: z.array(
    z.object({ id: uuid, subStep: z.enum(additionalInputs), payload: z.record(z.string(), z.unknown()) }),
  ),
  /** What the screen of the first one is shown. */
  screen: z.record(z.string(), z.unknown()),
});
export type RequestedInput = z.infer<typeof requestedInput>;
