import { z } from "zod/mini";
import { type FieldError, fieldCodes, fieldPlaces } from "../errors/field-codes.ts";
import {
  capital,
  fill,
  nextActionKinds,
  type RefusalCode,
  type RefusalContext,
  type RefusalEntry,
  refusals,
  words,
} from "../errors.ts";

/** A longer list of errors does not help the partner. */
const mostFieldErrors = 50;

/** The error body of the partner API: an RFC 9457 problem, always with the same members. */
export function problemBody(
  refusal: { code: RefusalCode; fields?: readonly FieldError[]; context?: RefusalContext },
  request: { instance: string; requestId: string },
) {
  const entry: RefusalEntry = refusals[refusal.code];
  const code = entry.partnerCode ?? refusal.code;
  const ours = entry.status >= 500;
  const page = `https://docs.inlay.example/errors/${code}`;
  return {
    type: page,
    title: capital(words(code).join(" ")),
    status: entry.status,
    detail: fill(entry.message, refusal.context ?? {}),
    instance: request.instance,
    code,
    errorCode: entry.errorCode ?? null,
    requestId: request.requestId,
    retriable: entry.next.kind === "RETRY" || entry.next.kind === "RETRY_LATER",
    nextAction: { kind: entry.next.kind, message: entry.next.message, ref: entry.next.ref ?? null },
    docUrl: page,
    errors: ours
      ? []
      : (refusal.fields ?? [])
          .slice(0, mostFieldErrors)
          .map(({ in: place = "BODY", pointer, code: fieldCode, message }) => ({
            in: place,
            pointer,
            code: fieldCode,
            message,
          })),
    context: ours ? {} : (refusal.context ?? {}),
  };
}

export type ProblemBody = ReturnType<typeof problemBody>;

/** The shape of a problem, for a refusal inside a successful response. */
export const problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  instance: z.string(),
  code: z.string(),
  errorCode: z.nullable(z.string()),
  requestId: z.string(),
  retriable: z.boolean(),
  nextAction: z.object({ kind: z.enum(nextActionKinds), message: z.string(), ref: z.nullable(z.string()) }),
  docUrl: z.string(),
  errors: z.array(
    z.object({ in: z.enum(fieldPlaces), pointer: z.string(), code: z.enum(fieldCodes), message: z.string() }),
  ),
  context: z.record(z.string(), z.unknown()),
});
