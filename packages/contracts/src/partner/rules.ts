import { z } from "zod/mini";
import type { RuleMarks } from "../errors/validation.ts";
import { refusals } from "../errors.ts";

/** A rule about several fields. JSON Schema cannot express it, so it has its own message and points at the field to correct. */
type Rule<Value> = RuleMarks & { message: string; pointer: string; check: (value: Value) => boolean };

type BusinessPair = { businessId?: string | undefined; platformBusinessId?: string | undefined };

/** For every body that refers to a business. */
export const namesOneBusiness = {
  namesABusiness: {
    message: refusals.REFERENCE_REQUIRED.message,
    pointer: "/businessId",
    fieldCode: "REQUIRED",
    refusal: "REFERENCE_REQUIRED",
    check: (body: BusinessPair) => body.businessId !== undefined || body.platformBusinessId !== undefined,
  },
  namesItOnce: {
    message: refusals.REFERENCE_AMBIGUOUS.message,
    pointer: "/businessId",
    fieldCode: "EXCLUSIVE",
    refusal: "REFERENCE_AMBIGUOUS",
    check: (body: BusinessPair) => body.businessId === undefined || body.platformBusinessId === undefined,
  },
} as const;

/** The checks of a rule table, to be added to a shape. */
export const obey = <Value>(table: Record<string, Rule<Value>>) =>
  Object.values(table).map(({ check, message, pointer, fieldCode, refusal }) =>
    z.refine<Value>(check, { error: message, path: pointer.split("/").slice(1), params: { fieldCode, refusal } }),
  );
