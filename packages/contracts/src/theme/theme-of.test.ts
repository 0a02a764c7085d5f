import { describe, expect, it } from "vitest";
import type { StyleConfiguration } from "./style-configuration.ts";
import { themeOf } from "./theme-of.ts";

const theme = (name: string, createdAt: string, isDefault = false) =>
  ({ name, createdAt, isDefault }) as StyleConfiguration;
const older = theme("summer", "2026-06-01T00:00:00.000Z");
const newer = theme("holiday", "2026-11-01T00:00:00.000Z");
const usual = theme("usual", "2026-01-01T00:00:00.000Z", true);

describe("theme of a business", () => {
  it("is the one chosen by name", () => expect(themeOf([older, newer, usual], "summer")).toBe(older));
  it("is the platform's default if none is chosen or the chosen one no longer exists", () => {
    expect(themeOf([older, newer, usual], null)).toBe(usual);
    expect(themeOf([older, newer, usual], "gone")).toBe(usual);
  });
  it("is the newest if there is no default", () => expect(themeOf([older, newer], null)).toBe(newer));
  it("is undefined if the platform has none", () => expect(themeOf([], "summer")).toBeUndefined());
});
