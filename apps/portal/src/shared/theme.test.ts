import type { StyleConfiguration } from "@inlay/contracts/style-configuration.ts";
import { describe, expect, it } from "vitest";
import { themeOf } from "./theme.ts";

const theme = (name: string, createdAt: string, isDefault = false) =>
  ({ name, createdAt, isDefault }) as StyleConfiguration;
const older = theme("summer", "2026-06-01T00:00:00.000Z");
const newer = theme("holiday", "2026-11-01T00:00:00.000Z");
const usual = theme("usual", "2026-01-01T00:00:00.000Z", true);

describe("the look of a business's pages", () => {
  it("is the one it chose by name", () => expect(themeOf([older, newer, usual], "summer")).toBe(older));
  it("is the default if it chose none, or one that is gone", () => {
    expect(themeOf([older, newer, usual], null)).toBe(usual);
    expect(themeOf([older, newer, usual], "gone")).toBe(usual);
  });
  it("is the newest if there is no default", () => expect(themeOf([older, newer], null)).toBe(newer));
  it("is ours if the platform has none", () => expect(themeOf([], "summer")).toBeUndefined());
});
