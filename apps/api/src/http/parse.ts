import type { Call, Parsed } from "@inlay/contracts/call.ts";
import type { FieldPlace } from "@inlay/contracts/field-codes.ts";
import { validationRefusal } from "@inlay/contracts/validation.ts";
import type { FastifyRequest } from "fastify";
import { z } from "zod/mini";

// The mini form of zod speaks no language until it is given one.
z.config(z.locales.en());

const parts = [
  ["params", "PATH"],
  ["query", "QUERY"],
  ["body", "BODY"],
] as const satisfies [keyof Call, FieldPlace][];

/** Everything a request says, in the shapes of its contract; or the refusal that names each thing that is wrong with it. */
export function parse<C extends Call>(call: C, request: FastifyRequest) {
  const parsed: Record<string, unknown> = {};
  for (const [part, place] of parts) {
    const shape = call[part];
    if (!shape) continue;
    const value = part === "body" ? (request.body ?? {}) : request[part];
    const result = z.safeParse(shape, value);
    if (!result.success) throw validationRefusal(result.error.issues, value, place);
    parsed[part] = result.data;
  }
  return parsed as { params: Parsed<C, "params">; query: Parsed<C, "query">; body: Parsed<C, "body"> };
}
