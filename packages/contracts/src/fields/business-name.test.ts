import { describe, expect, it } from "vitest";
import { z } from "zod/mini";
import { businessName, nearestBusinessName } from "./business-name.ts";

describe("nearest allowed business name", () => {
  it.each([
    ["Smith & Sons, LLC", "Smith and Sons LLC"],
    ["Smith&Sons", "Smith and Sons"],
    ["Fish + Chips", "Fish and Chips"],
    ["Work @ Home", "Work at Home"],
    ['The "Best" Diner', "The Best Diner"],
    ["Acme™ (Oregon)", "Acme Oregon"],
    ["Harbor – Bakery", "Harbor - Bakery"],
    ["Joe`s Place", "Joe's Place"],
    ["A/B Printing", "A B Printing"],
    ["Peña & Hijos", "Peña and Hijos"],
    ["Bakery 🥐", "Bakery"],
  ])("of %s is %s, which the rule accepts", (name, nearest) => {
    expect(nearestBusinessName(name)).toBe(nearest);
    expect(z.safeParse(businessName, nearest).success).toBe(true);
  });

  it("of an allowed name is none", () => expect(nearestBusinessName("Peña's Café St. Anne-Marie 24")).toBeNull());
  it("of an empty name is none", () => expect(nearestBusinessName(" ")).toBeNull());
  it("of signs alone is none", () => {
    expect(nearestBusinessName("!!!")).toBeNull();
    expect(nearestBusinessName("(-)")).toBeNull();
  });
  it("is none where letters would be lost", () => expect(nearestBusinessName("寿司 Bar & Grill")).toBeNull());
  it("is none where it would be longer than a name may be", () =>
    expect(nearestBusinessName("&".repeat(60))).toBeNull());
});
