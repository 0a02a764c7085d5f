import { capital, fill, type RefusalCode, type RefusalContext, type RefusalEntry, refusals, words } from "../errors.ts";
import type { FieldError } from "../field-codes.ts";

/** More than this teaches nobody anything. */
const mostFieldErrors = 50;

/** What a partner reads when we say no: RFC 9457, always with the same members. */
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
