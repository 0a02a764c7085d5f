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

export type DraftableStep = StepContract & { completion: { shape: object } };
/** What may be kept of a step before it is sent: the fields that complete it, without its secrets. */
export const draftFieldsOf = ({ completion, secrets = [] }: DraftableStep): string[] =>
  Object.keys(completion.shape).filter((field) => !secrets.includes(field));
