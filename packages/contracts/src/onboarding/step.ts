import type { z } from "zod/mini";

type Shape = z.core.$ZodType;

/** A step is two shapes: what its screen is shown, and what completes it. */
export type StepContract = {
  screen: Shape;
  completion: Shape;
  /** Fields of the completion that must not lie anywhere in the clear, and so are never kept before they are sent. */
  secrets?: readonly string[];
};

export const step = <const S extends StepContract>(contract: S): S => contract;
