import { z } from "zod/mini";

/** Who was screened against the sanctions list, what was found, and what staff decided about a possible match. */
export const screenedKind = z.enum(["BUSINESS", "PERSON", "PAYEE", "PLATFORM"]);
export const screeningResult = z.enum(["CLEAR", "POSSIBLE_MATCH"]);
export const screeningVerdict = z.enum(["CLEARED", "CONFIRMED"]);
