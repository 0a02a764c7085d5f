import type { Call, Parsed } from "@inlay/contracts/call.ts";
import type { FieldPlace } from "@inlay/contracts/errors/field-codes.ts";
import { validationRefusal } from "@inlay/contracts/errors/validation.ts";
import type { FastifyRequest } from "fastify";
import { z } from "zod/mini";

// zod/mini has no error messages until a locale is configured.
z.config(z.locales.en());

/** Parses params, query and body by the contract. The refusal names every invalid field. */
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
