import { z } from "zod/mini";
import type { RuleMarks } from "../errors/validation.ts";
import { refusals } from "../errors.ts";

/** A rule about several fields. JSON Schema cannot express it, so the rules are in a table that the API reference prints. */
export type Rule<Value> = RuleMarks & { message: string; pointer: string; check: (value: Value) => boolean };

type ClockTarget = { days?: number | undefined; toDate?: string | undefined };
type BusinessPair = { businessId?: string | undefined; platformBusinessId?: string | undefined };
type Numbers = { accountNumber?: unknown; routingNumber?: unknown };

export const rules = {
  /** For every body that refers to a business. */
  businessPair: {
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
  },
  bankAccountPatch: {
    numbersComeTogether: {
      message: "Send accountNumber and routingNumber together.",
      pointer: "/routingNumber",
      fieldCode: "REQUIRED",
      check: ({ accountNumber, routingNumber }: Numbers) =>
        (accountNumber === undefined) === (routingNumber === undefined),
    },
  },
  clock: {
    saysHowFar: {
      message: "Send days or toDate.",
      pointer: "/days",
      fieldCode: "REQUIRED",
      check: (target: ClockTarget) => target.days !== undefined || target.toDate !== undefined,
    },
    saysItOnce: {
      message: "Send days or toDate, not both.",
      pointer: "/toDate",
      fieldCode: "EXCLUSIVE",
      check: (target: ClockTarget) => target.days === undefined || target.toDate === undefined,
    },
  },
} as const satisfies Record<string, Record<string, Rule<never>>>;

/** The checks of a rule table, to be added to a shape. */
export const obey = <Value>(table: Record<string, Rule<Value>>) =>
  Object.values(table).map(({ check, message, pointer, fieldCode, refusal }) =>
    z.refine<Value>(check, { error: message, path: pointer.split("/").slice(1), params: { fieldCode, refusal } }),
  );
