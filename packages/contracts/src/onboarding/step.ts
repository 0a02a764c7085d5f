import type { z } from "zod/mini";

type Shape = z.core.$ZodType;

/** A step is two shapes: what its screen is shown, and what completes it. */
export type StepContract = { screen: Shape; completion: Shape };

export const step = <const S extends StepContract>(contract: S): S => contract;
