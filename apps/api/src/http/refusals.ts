import { portalBody, Refusal, type RefusalCode, type RefusalContext, refusals } from "@inlay/contracts/errors.ts";
import { problemBody } from "@inlay/contracts/partner/problem.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Log } from "../log.ts";
import { VendorUnavailable } from "../providers/vendor-unavailable.ts";

/** Fastify errors before a handler runs. */
const ofFastify: Record<string, RefusalCode> = {
  FST_ERR_CTP_INVALID_JSON_BODY: "MALFORMED_JSON",
  FST_ERR_CTP_EMPTY_JSON_BODY: "MALFORMED_JSON",
  FST_ERR_CTP_BODY_TOO_LARGE: "TOO_LARGE",
  FST_ERR_CTP_INVALID_MEDIA_TYPE: "UNSUPPORTED_MEDIA_TYPE",
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: "MALFORMED_JSON",
};

/** PostgreSQL and connection errors after which a retry is safe, because nothing was committed. */
const ofPostgres: Record<string, RefusalCode> = {
  "55P03": "BUSY", // lock_not_available
  "40P01": "BUSY", // deadlock_detected
  "57014": "UNAVAILABLE", // query_canceled by statement_timeout
  "53300": "UNAVAILABLE", // too_many_connections
  "57P01": "UNAVAILABLE", // admin_shutdown
  "57P03": "UNAVAILABLE", // cannot_connect_now
  ECONNREFUSED: "UNAVAILABLE",
  ECONNRESET: "UNAVAILABLE",
};

/** Whether the transaction was rolled back because of a lock timeout or a deadlock. */
export const isLockConflict = (error: unknown): boolean =>
  ofPostgres[(error as { code?: string }).code ?? ""] === "BUSY";

/** Turns every error into a refusal in the format of its audience. Stacks and internal messages never reach the caller. */
export function handleRefusals(fastify: FastifyInstance, log: Log): void {
  fastify.setErrorHandler((error, request, reply) => {
    const refusal = refusalOf(error);
    if (refusals[refusal.code].status >= 500) log.error("a request failed", { requestId: request.id, error });
    return answer(refusal, request, reply);
  });
  fastify.setNotFoundHandler((request, reply) =>
    answer(new Refusal("NOT_FOUND", { context: { object: "address" } }), request, reply),
  );
}

function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof VendorUnavailable) return new Refusal("UNAVAILABLE");
  const { code = "", statusCode, message = "" } = error as { code?: string; statusCode?: number; message?: string };
  const known = ofFastify[code] ?? ofPostgres[code];
  if (known) return withWhat(known, "the body is not JSON");
  if (message.includes("timeout exceeded when trying to connect") || message.includes("Connection terminated"))
    return new Refusal("UNAVAILABLE");
  // Anything else that Fastify itself refuses is a malformed request.
  if (code.startsWith("FST_") && statusCode !== undefined && statusCode < 500)
    return withWhat("MALFORMED_JSON", "it is malformed");
  return new Refusal("INTERNAL");
}

const withWhat = (code: RefusalCode, what: string): Refusal =>
  new Refusal(code as "MALFORMED_JSON", { context: { what } });

function answer(refusal: Refusal, request: FastifyRequest, reply: FastifyReply) {
  const { status } = refusals[refusal.code];
  request.refusal = refusal.code;
  reply.code(status);
  const retryAfter = secondsToWait(refusal.code, refusal.context);
  if (retryAfter) reply.header("retry-after", retryAfter);
  if (request.url.startsWith("/api/platform/")) {
    const instance = request.url.split("?")[0] ?? "";
    return reply
      .type("application/problem+json")
      .send(JSON.stringify(problemBody(refusal, { instance, requestId: request.id })));
  }
  const body = portalBody(refusal.code, request.id, refusal.fields, refusal.context);
  return reply.type("application/json; charset=utf-8").send(JSON.stringify(body));
}

function secondsToWait(code: RefusalCode, context: RefusalContext): number | null {
  if (code === "RATE_LIMITED") return Number(context["retryAfterSeconds"] ?? 1);
  return code === "UNAVAILABLE" || code === "BUSY" || code === "IDEMPOTENCY_IN_PROGRESS" ? 1 : null;
}
