import { call } from "@inlay/contracts/call.ts";
import { describe, expect, it } from "vitest";
import { z } from "zod/mini";
import type { Config } from "../config.ts";
import { serializerFor } from "./serialize.ts";

const shape = z.object({
  id: z.string().check(z.regex(/^a/)),
  pet: z.nullable(
    z.discriminatedUnion("kind", [
      z.object({ kind: z.literal("cat"), lives: z.nullable(z.int()), color: z.nullable(z.enum(["red", "grey"])) }),
      z.object({ kind: z.enum(["dog", "wolf"]), isLoud: z.boolean() }),
    ]),
  ),
});
const described = call({
  method: "GET",
  path: "/api/v1/pets",
  audience: "portal",
  slice: "people",
  action: "self.view",
  summary: "Reads a pet.",
  answer: shape,
});

describe.each([true, false])("answer, where production is %s", (isProduction) => {
  const serialize = serializerFor(described, { isProduction } as Config);

  it.each([
    null,
    { kind: "cat" as const, lives: 9, color: "grey" as const },
    { kind: "cat" as const, lives: null, color: null },
    { kind: "wolf" as const, isLoud: true },
  ])("has a union that may be null: %j", (pet) => {
    expect(JSON.parse(serialize({ id: "a1", pet }))).toEqual({ id: "a1", pet });
  });

  it("has no field that the contract does not name, also inside a union", () => {
    const pet = { kind: "wolf" as const, isLoud: true };
    const stray = { id: "a1", ssn: "900-00-0001", pet: { ...pet, ssn: "900-00-0001" } };
    expect(JSON.parse(serialize(stray))).toEqual({ id: "a1", pet });
  });
});
