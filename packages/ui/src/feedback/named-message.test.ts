import { describe, expect, it } from "vitest";
import { namedMessage } from "./named-message.ts";

describe("message in the error summary", () => {
  it.each<[string, string[], string]>([
    ["Must be a valid url", ["Website"], "Website: Must be a valid url"],
    ["First name is required", ["First name"], "First name is required"],
    ["Please enter a valid email", ["Email"], "Please enter a valid email"],
    ["Must be greater than 1", ["Debt 2", "Monthly payment"], "Debt 2, Monthly payment: Must be greater than 1"],
    ["Description is required", ["Debt 2", "Description"], "Debt 2: Description is required"],
    ["City is required", ["Home address", "City"], "Home address: City is required"],
    ["Minimum age is required", ["Is it older than a year?"], "Is it older than a year? Minimum age is required"],
    ["Required", [], "Required"],
  ])("%s of the field %j is: %s", (message, name, shown) => expect(namedMessage(message, name)).toBe(shown));
});
