import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type IdKind, idOf, idPrefixes, platformId, publicId, readReference, referenceTo, uuidOf } from "./ids.ts";

const kinds = fc.constantFrom(...(Object.keys(idPrefixes) as IdKind[]));
const uuids = fc.uuid();
const runs = { numRuns: 50 };

describe("public ids", () => {
  it("convert to a uuid and back, for every kind", () => {
    fc.assert(
      fc.property(kinds, uuids, (kind, uuid) => {
        const id = publicId(kind, uuid);
        expect(id).toMatch(new RegExp(`^${idPrefixes[kind]}_[0-9a-hjkmnp-tv-z]{26}$`));
        expect(uuidOf(kind, id)).toBe(uuid);
        expect(idOf(kind).safeParse(id).success).toBe(true);
        expect(referenceTo(kind).safeParse(id).success).toBe(true);
      }),
      runs,
    );
  });

  it("sort in the order of their uuids", () => {
    fc.assert(
      fc.property(uuids, uuids, (a, b) => {
        expect(publicId("business", a) < publicId("business", b)).toBe(a < b);
      }),
      runs,
    );
  });

  it("have a unique prefix for every kind", () => {
    const prefixes = Object.values(idPrefixes);
    expect(new Set(prefixes).size).toBe(prefixes.length);
  });

  it.each([
    ["another kind", publicId("user", "01975f7e-0000-7000-8000-000000000000")],
    ["capitals", publicId("business", "01975f7e-0000-7000-8000-000000000000").toUpperCase()],
    ["too short", "biz_01k"],
    ["a letter outside the alphabet", `biz_${"u".repeat(26)}`],
    ["more bits than a uuid has", `biz_8${"0".repeat(25)}`],
    ["a bare uuid", "01975f7e-0000-7000-8000-000000000000"],
    ["nothing", ""],
  ])("are rejected: %s", (_, text) => {
    expect(uuidOf("business", text)).toBeNull();
    expect(idOf("business").safeParse(text).success).toBe(false);
  });

  it("cannot be created from a text that is not a uuid", () => {
    expect(() => publicId("business", "acme-42")).toThrow("not a uuid");
  });
});

describe("references", () => {
  it("hold our id or the platform's id", () => {
    const uuid = "01975f7e-1234-7000-8000-0123456789ab";
    expect(readReference("business", publicId("business", uuid))).toEqual({ uuid });
    expect(readReference("business", "platform:acme/42 ñ")).toEqual({ platformId: "acme/42 ñ" });
  });

  it.each(["acme-42", "platform:", `platform:${"x".repeat(129)}`, "platform:a\nb"])("reject %j", (text) => {
    expect(readReference("business", text)).toBeNull();
    expect(referenceTo("business").safeParse(text).success).toBe(false);
  });

  it("return the platform's id unchanged", () => {
    expect(platformId.parse(" Acme 42 ")).toBe(" Acme 42 ");
    expect(platformId.safeParse("").success).toBe(false);
    expect(platformId.safeParse("a\u0000b").success).toBe(false);
  });
});
