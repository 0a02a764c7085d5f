import type { Answer, Call } from "@inlay/contracts/call.ts";
import fastJson, { type Schema } from "fast-json-stringify";
import { z } from "zod/mini";
import type { Config } from "../config.ts";

/**
 * How an answer becomes text. Both ways drop what the contract does not name, so a secret that strays into an answer stays here.
 * Outside production the contract is enforced to the letter, and a wrong answer is a fault; in production it is written at speed.
 */
export function serializerFor<C extends Call>(call: C, config: Config): (answer: Answer<C>) => string {
  if (!config.isProduction) return (answer) => JSON.stringify(z.parse(call.answer, answer));
  const schema = z.toJSONSchema(call.answer, { io: "output", target: "draft-7", unrepresentable: "any" });
  return fastJson(layoutOf(schema) as Schema) as (answer: Answer<C>) => string;
}

/**
 * The layout of an answer without its checks. Formats and patterns are not needed to write, and a choice between a shape and null is
 * said in the way that costs no validation of the value at run time.
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
