import { describe, expect, it } from "vitest";
import { validationRefusal } from "../errors/validation.ts";
import { metadata } from "./metadata.ts";

const refusal = (value: unknown) => {
  const result = metadata.safeParse(value);
  return result.success ? null : validationRefusal(result.error.issues, value, "BODY");
};

describe("metadata", () => {
  it("accepts short text, numbers and booleans", () => {
    const given = { plan: "pro", seats: 12, beta: true, "crm.id-1_a": "A-2026/77", revenueCents: 250_000_000 };
    expect(metadata.parse(given)).toEqual(given);
  });

  it.each([
    ["an SSN", "078-05-1120"],
    ["an SSN in a sentence", "ssn: 078 05 1120."],
    ["an EIN", "12-3456789"],
    ["nine digits", "078051120"],
    ["a card", "4242 4242 4242 4242"],
    ["a card without spaces", "5555555555554444"],
    ["a card as a number", 4242424242424242],
    ["a card of fifteen digits", "3782 822463 10005"],
  ])("rejects %s as sensitive", (_, value) => {
    const refused = refusal({ note: value });
    expect(refused?.code).toBe("SENSITIVE_VALUE");
    expect(refused?.fields).toEqual([
      {
        in: "BODY",
        pointer: "/note",
        code: "NOT_ALLOWED",
        message: "metadata must not hold personal or account numbers.",
      },
    ]);
    expect(JSON.stringify(refused?.fields)).not.toContain(String(value));
  });

  it.each([
    ["a time in milliseconds", 1763170443000],
    ["a time in microseconds as text", "1763170443000123"],
    ["a phone number", "415-555-2671"],
    ["a date", "2026-11-15"],
    ["a long number that is no card", "4242424242424241"],
    ["an invoice number", "INV-2026-000123"],
  ])("accepts %s as not sensitive", (_, value) => {
    expect(refusal({ note: value })).toBeNull();
  });

  it.each([
    ["too many keys", Object.fromEntries(Array.from({ length: 51 }, (_, i) => [`k${i}`, i]))],
    ["too much text in all", Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`k${i}`, "x".repeat(450)]))],
    ["too much text in one", { note: "x".repeat(501) }],
    ["a key with a space", { "a b": 1 }],
    ["a key of 41 letters", { ["k".repeat(41)]: 1 }],
    ["a nested value", { a: { b: 1 } }],
    ["null", { a: null }],
    ["a list", ["a"]],
  ])("rejects %s", (_, value) => {
    expect(refusal(value)?.code).toBe("VALIDATION_FAILED");
  });
});
