import type { z } from "zod/mini";
import { Refusal } from "./errors.ts";
import type { FieldCode, FieldError, FieldPlace } from "./field-codes.ts";

type Issue = z.core.$ZodIssue;

/** Rules that are refused under a name of their own when nothing else is wrong. */
type RuleRefusal = "REFERENCE_REQUIRED" | "REFERENCE_AMBIGUOUS" | "SENSITIVE_VALUE";

/** What a rule may say beside its sentence: which kind of mistake it is, and which refusal it amounts to. */
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

/** What a shape found wrong, in our words. `value` is what was parsed: it tells a missing field from a wrong one. */
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

/** A refusal for a request that its shape does not accept: a special one if there is only one thing to say. */
export function validationRefusal(issues: readonly Issue[], value: unknown, place: FieldPlace): Refusal {
  const fields = fieldErrors(issues, value, place);
  const [code = "VALIDATION_FAILED", ...others] = new Set(issues.map((issue) => refusalOf(issue, place)));
  if (others.length > 0) return new Refusal("VALIDATION_FAILED", { fields });
  if (code !== "INVALID_ID" && code !== "UNKNOWN_PARAMETER") return new Refusal(code, { fields });
  const what = fields.map((field) => field.message.replace(/\.$/, "")).join("; ");
  return new Refusal(code, { fields, context: { what } });
}
