import { additionalInputs } from "@inlay/lending/onboarding/steps.ts";
import { z } from "zod/mini";
import { uuid } from "../ids.ts";

/** The data of WAITING_FOR_OFFERS. */
export const waitingForOffers = z.object({
  /** The number of the business that its people quote to support. */
  reference: z.string(),
  /** The address at which the owner hears from us. */
  email: z.nullable(z.string()),
  /** When the application was received, on the business's clock. */
  receivedAt: z.iso.datetime(),
  /**
   * The time by which the owner gets a decision, on the business's clock; `isLate` says whether it has passed. Null while a co-owner who must
   * be verified has not finished: the promised time begins when the last one has.
   */
  promisedBy: z.nullable(z.iso.datetime()),
  isLate: z.boolean(),
  /** How many times the page polls for the credit reports, once a second, before it lets the person leave. */
  creditReportPolls: z.int(),
});
export type WaitingForOffers = z.infer<typeof waitingForOffers>;

/** The data of REQUEST_ADDITIONAL_USER_INPUT: all open requests in order. The owner answers the first one. */
export const requestedInput = z.object({
  subSteps: z.array(
    z.object({ id: uuid, subStep: z.enum(additionalInputs), payload: z.record(z.string(), z.unknown()) }),
  ),
  /** The data that the screen of the first request shows. */
  screen: z.record(z.string(), z.unknown()),
});
export type RequestedInput = z.infer<typeof requestedInput>;
