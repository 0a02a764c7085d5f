import type { z } from "zod/mini";
import { Refusal } from "../errors.ts";
import type { FieldCode, FieldError, FieldPlace } from "./field-codes.ts";

type Issue = z.core.$ZodIssue;

/** Rules that have their own refusal code, used if nothing else is wrong with the request. */
type RuleRefusal = "REFERENCE_REQUIRED" | "REFERENCE_AMBIGUOUS" | "SENSITIVE_VALUE";

/** What a rule may declare beside its message: the field code, and the refusal code. */
export type RuleMarks = { fieldCode?: FieldCode; refusal?: RuleRefusal };

const marksOf = (issue: Issue): RuleMarks => (issue.code === "custom" ? (issue.params ?? {}) : {});

const pointerOf = (path: readonly PropertyKey[]): string =>
  path.map((part) => `/${String(part).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");

const valueAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (inner, key) => (typeof inner === "object" && inner !== null ? Reflect.get(inner, key) : undefined),
    value,
  );

function fieldCodeOf(issue: Issue, value: unknown): FieldCode {
  const marked = marksOf(issue).fieldCode;
  if (marked !== undefined) return marked;
  const found = valueAt(value, issue.path);
  if (found === undefined || found === "") return "REQUIRED";
  if (issue.code === "too_small") return typeof found === "number" ? "TOO_SMALL" : "TOO_SHORT";
  if (issue.code === "too_big") return typeof found === "number" ? "TOO_LARGE" : "TOO_LONG";
  return "INVALID";
}

/** Converts Zod issues to field errors. `value` is the parsed input, which distinguishes a missing field from a wrong one. */
export function fieldErrors(issues: readonly Issue[], value: unknown, place: FieldPlace): FieldError[] {
  return issues.flatMap((issue): FieldError[] =>
    issue.code === "unrecognized_keys"
      ? issue.keys.map((key) => ({
          in: place,
          pointer: pointerOf([...issue.path, key]),
          code: "UNKNOWN",
          message: `${key} is not known here.`,
        }))
      : [{ in: place, pointer: pointerOf(issue.path), code: fieldCodeOf(issue, value), message: issue.message }],
  );
}

function refusalOf(
  issue: Issue,
  place: FieldPlace,
): RuleRefusal | "UNKNOWN_PARAMETER" | "INVALID_ID" | "VALIDATION_FAILED" {
  if (issue.code === "unrecognized_keys" && place === "QUERY") return "UNKNOWN_PARAMETER";
  if (issue.code === "invalid_format" && (issue.format === "id" || issue.format === "reference")) return "INVALID_ID";
  return marksOf(issue).refusal ?? "VALIDATION_FAILED";
}

/** The refusal for a request that its shape rejects: a specific code if all issues share one, else VALIDATION_FAILED. */
export function validationRefusal(issues: readonly Issue[], value: unknown, place: FieldPlace): Refusal {
  const fields = fieldErrors(issues, value, place);
  const [code = "VALIDATION_FAILED", ...others] = new Set(issues.map((issue) => refusalOf(issue, place)));
  if (others.length > 0) return new Refusal("VALIDATION_FAILED", { fields });
  if (code !== "INVALID_ID" && code !== "UNKNOWN_PARAMETER") return new Refusal(code, { fields });
  const what = fields.map((field) => field.message.replace(/\.$/, "")).join("; ");
  return new Refusal(code, { fields, context: { what } });
}
