import { z } from "zod/mini";
import { uuid } from "./ids.ts";

/** A code that was sent to a person. */
export const sentCode = z.object({
  challengeId: uuid,
  /** The masked number or address that the code is sent to. */
  sentTo: z.string(),
  /** How long the code works, counted from the response. */
  secondsLeft: z.int(),
});
