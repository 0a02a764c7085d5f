import type { z } from "zod/mini";

type Shape = z.core.$ZodType;

/** A step has two shapes: the data of its screen, and the answer that completes it. */
export type StepContract = {
  screen: Shape;
  completion: Shape;
  /** Fields of the completion that must not be stored unencrypted, and so are never part of a draft. */
  secrets?: readonly string[];
};

export const step = <const S extends StepContract>(contract: S): S => contract;

export type DraftableStep = StepContract & { completion: { shape: object } };
/** The fields of a step that a draft may hold: those of its completion, without its secrets. */
export const draftFieldsOf = ({ completion, secrets = [] }: DraftableStep): string[] =>
  Object.keys(completion.shape).filter((field) => !secrets.includes(field));
