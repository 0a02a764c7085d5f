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

/** One invalid field of a request. `pointer` is a JSON pointer into the part that `in` names; the default is the body. */
export type FieldError = { pointer: string; code: FieldCode; message: string; in?: FieldPlace };
