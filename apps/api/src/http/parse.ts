import type { Call, Parsed } from "@inlay/contracts/call.ts";
import type { FieldPlace } from "@inlay/contracts/field-codes.ts";
import { validationRefusal } from "@inlay/contracts/validation.ts";
import type { FastifyRequest } from "fastify";
import { z } from "zod/mini";

// The mini form of zod speaks no language until it is given one.
z.config(z.locales.en());

/** Everything a request says, in the shapes of its contract; or the refusal that names each thing that is wrong with it. */
export function parse<C extends Call>(call: C, request: FastifyRequest) {
  return {
    params: (call.params && part(call.params, request.params, "PATH")) as Parsed<C, "params">,
    query: (call.query && part(call.query, request.query, "QUERY")) as Parsed<C, "query">,
    body: (call.body && part(call.body, request.body ?? {}, "BODY")) as Parsed<C, "body">,
  };
}

function part(shape: NonNullable<Call["body"]>, value: unknown, place: FieldPlace): unknown {
  const result = z.safeParse(shape, value);
  if (!result.success) throw validationRefusal(result.error.issues, value, place);
  return result.data;
}
