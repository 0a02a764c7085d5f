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

type Shape = { type?: unknown; enum?: unknown; const?: unknown };

/**
 * The JSON schema of an answer without its checks. Formats and patterns are not needed to serialize, and a union of one type with null is
 * written as a nullable type, which needs no validation of the value at run time. The members of other unions are told apart by the fields
 * that they name; further fields are dropped like everywhere.
 */
function layoutOf(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(layoutOf);
  if (schema === null || typeof schema !== "object") return schema;
  const { anyOf, ...rest } = schema as { anyOf?: Shape[] };
  const shapes = anyOf?.filter((one) => one.type !== "null");
  const [shape] = shapes ?? [];
  if (anyOf?.length === 2 && shapes?.length === 1 && shape?.type) {
    // A list of values would have to include null.
    const { enum: _, const: __, ...type } = shape;
    return layoutOf({ ...rest, ...type, nullable: true });
  }
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([name, value]) => !((name === "format" || name === "pattern") && typeof value === "string"))
      .filter(([name, value]) => !(name === "additionalProperties" && value === false))
      .map(([name, value]) => [name, layoutOf(value)]),
  );
}
