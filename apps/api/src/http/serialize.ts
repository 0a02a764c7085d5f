import type { Answer, Call } from "@inlay/contracts/call.ts";
import fastJson, { type Schema } from "fast-json-stringify";
import { z } from "zod/mini";
import type { Config } from "../config.ts";

/**
 * Serializes an answer. Fields that the contract does not name are dropped, so a stray secret does not reach the caller. Outside
 * production the answer is validated against the contract, and a mismatch is an error; in production it is only serialized, for speed.
 */
export function serializerFor<C extends Call>(call: C, config: Config): (answer: Answer<C>) => string {
  if (!config.isProduction) return (answer) => JSON.stringify(z.parse(call.answer, answer));
  const schema = z.toJSONSchema(call.answer, { io: "output", target: "draft-7", unrepresentable: "any" });
  return fastJson(layoutOf(schema) as Schema) as (answer: Answer<C>) => string;
}

/**
 * The JSON schema of an answer without its checks. Formats and patterns are not needed to serialize, and a union with null is written as
 * a nullable type, which needs no validation of the value at run time.
 */
function layoutOf(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(layoutOf);
  if (schema === null || typeof schema !== "object") return schema;
  const { anyOf, ...rest } = schema as { anyOf?: { type?: unknown }[] };
  const shapes = anyOf?.filter((one) => one.type !== "null");
  const [shape] = shapes ?? [];
  if (anyOf && shapes?.length === 1 && shape && anyOf.length === 2)
    return layoutOf({ ...rest, ...shape, nullable: true });
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([name, value]) => !((name === "format" || name === "pattern") && typeof value === "string"))
      .map(([name, value]) => [name, layoutOf(value)]),
  );
}
