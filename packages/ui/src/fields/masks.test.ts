import { maskitoTransform } from "@maskito/core";
import { describe, expect, it } from "vitest";
import { type MaskKind, masks } from "./masks.ts";

describe("text pasted into a masked field", () => {
  it.each<[MaskKind, string, string]>([
    ["phone", "4155550134", "+1 (415) 555-0134"],
    ["phone", "14155550134", "+1 (415) 555-0134"],
    ["phone", "+14155550134", "+1 (415) 555-0134"],
    ["phone", "(415) 555-0134", "+1 (415) 555-0134"],
    ["phone", "415.555.0134", "+1 (415) 555-0134"],
    ["ssn", "123456789", "123-45-6789"],
    ["ssn", "123 45 6789", "123-45-6789"],
    ["ssn", "123-45-6789 ", "123-45-6789"],
    ["ein", "12 3456789", "12-3456789"],
    ["ein", "123456789", "12-3456789"],
    ["date", "01021990", "01/02/1990"],
    ["date", "01-02-1990", "01/02/1990"],
    ["code", "123 456", "123456"],
    ["code", "Your code is 123456.", "123456"],
  ])("of kind %s: %s becomes %s", (kind, pasted, shown) => expect(maskitoTransform(pasted, masks[kind])).toBe(shown));
});
