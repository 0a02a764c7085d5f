import type { ClosingData } from "./closing-step.ts";

/** The person has signed everything that is presented to them. */
export const isAllSigned = ({ documents = [] }: ClosingData): boolean =>
  documents.length > 0 && documents.every(({ userHasSigned }) => userHasSigned);
