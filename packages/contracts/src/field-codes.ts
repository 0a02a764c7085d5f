export const fieldCodes = [
  "REQUIRED",
  "INVALID",
  "TOO_SHORT",
  "TOO_LONG",
  "TOO_SMALL",
  "TOO_LARGE",
  "NOT_ALLOWED",
  "NOT_UNIQUE",
  "EXCLUSIVE",
  "UNKNOWN",
] as const;
export type FieldCode = (typeof fieldCodes)[number];
export const fieldPlaces = ["BODY", "QUERY", "PATH", "HEADER"] as const;
export type FieldPlace = (typeof fieldPlaces)[number];

/** One thing wrong with a request. `pointer` is a JSON pointer into the part that `in` names, the body unless said. */
export type FieldError = { pointer: string; code: FieldCode; message: string; in?: FieldPlace };
