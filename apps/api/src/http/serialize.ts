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
  return fastJson(withoutFormats(schema) as Schema) as (answer: Answer<C>) => string;
}

/** Formats and patterns are checks, not layout; a serialiser that applies them is slower and knows fewer of them. */
function withoutFormats(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutFormats);
  if (schema === null || typeof schema !== "object") return schema;
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([name, value]) => !((name === "format" || name === "pattern") && typeof value === "string"))
      .map(([name, value]) => [name, withoutFormats(value)]),
  );
}
