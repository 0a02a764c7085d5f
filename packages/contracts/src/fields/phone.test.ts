import metadata from "libphonenumber-js/metadata.max.json";
import { describe, expect, it } from "vitest";
import { businessPhone, ownerPhone, partnerPhone, personalPhone, secondaryOwnerPhone } from "./phone.ts";
import { usPhoneMetadata } from "./us-phone-metadata.ts";

const messages = (result: { error?: { issues: { message: string }[] } }) =>
  result.error?.issues.map((issue) => issue.message) ?? [];

describe("phone number", () => {
  it.each([
    ["(415) 555-2671", "+14155552671"],
    ["415.555.2671", "+14155552671"],
    ["14155552671", "+14155552671"],
    ["+1 787 555 1234", "+17875551234"],
    ["8005551234", "+18005551234"],
  ])("typed as %s is stored as %s", (typed, kept) => {
    expect(businessPhone.parse(typed)).toBe(kept);
  });

  it.each([
    ["an impossible area code", "1112223333"],
    ["Canada", "+14165551234"],
    ["Jamaica", "+18765551234"],
    ["the United Kingdom", "+442071838750"],
    ["too few digits", "555-1234"],
    ["an extension", "415 555 2671 ext 5"],
    ["words", "call me"],
  ])("is rejected: %s", (_, typed) => {
    expect(messages(ownerPhone.safeParse(typed))).toEqual(["Must be a valid USA phone number"]);
  });

  it("has one error message of its own when it is missing", () => {
    expect(messages(businessPhone.safeParse(""))).toEqual(["Business phone number is required"]);
    expect(messages(ownerPhone.safeParse(undefined))).toEqual(["Phone number is required"]);
    expect(messages(personalPhone.safeParse("  "))).toEqual(["Personal phone number is required"]);
  });

  it("of a co-owner is optional", () => {
    expect(secondaryOwnerPhone.safeParse(null).success).toBe(true);
    expect(secondaryOwnerPhone.safeParse(undefined)).toEqual({ success: true, data: undefined });
    expect(secondaryOwnerPhone.parse(" ")).toBeNull();
    expect(messages(secondaryOwnerPhone.safeParse("123"))).toEqual(["Phone number is not a valid USA number"]);
  });

  it("from a partner contains only digits and a plus", () => {
    expect(partnerPhone.parse("4155552671")).toBe("+14155552671");
    expect(messages(partnerPhone.safeParse("(415) 555-2671"))).toEqual([
      "phoneNumber must be a valid US phone number.",
    ]);
    expect(messages(partnerPhone.safeParse("+1416555123"))).toEqual(["phoneNumber must be a valid US phone number."]);
  });
});

it("phone metadata equals the US and Puerto Rico metadata of libphonenumber-js", () => {
  expect(usPhoneMetadata.countries).toEqual({ US: metadata.countries.US, PR: metadata.countries.PR });
  expect(usPhoneMetadata.version).toBe(metadata.version);
});
