import { describe, expect, it } from "vitest";
import type { z } from "zod/mini";
import { Secret } from "../secret.ts";
import { businessName, businessNameMessage } from "./business-name.ts";
import {
  accountNumber,
  address,
  ein,
  email,
  firstName,
  lastName,
  partnerAddress,
  partnerBusinessName,
  routingNumber,
  ssn,
  website,
} from "./fields.ts";

const messages = (shape: z.ZodMiniType, value: unknown) =>
  shape.safeParse(value).error?.issues.map((issue) => issue.message) ?? [];

const home = { addressLineOne: "12 Main St", city: "Austin", state: "TX", zipcode: "78701", country: "USA" };

describe("portal fields report one error at a time", () => {
  it.each<[z.ZodMiniType, unknown, string]>([
    [firstName, " ", "First name is required"],
    [lastName, undefined, "Last name is required"],
    [email, "", "Email is required"],
    [email, "ana@", "Please enter a valid email"],
    [businessName, "", "Business name is required"],
    [businessName, "Smith & Sons", businessNameMessage],
    [website, "", "Website is required"],
    [website, "not a url", "Must be a valid url"],
    [website, "javascript:alert(1)", "Must be a valid url"],
    [website, "localhost", "Must be a valid url"],
    [ein, "", "EIN is required"],
    [ein, undefined, "EIN is required"],
    [ein, "12-34567", "Please enter a full EIN"],
    [ein, "00-1234567", "EIN is not valid"],
    [ein, "89-1234567", "EIN is not valid"],
    [ssn, "", "SSN is required"],
    [ssn, "123-45-678", "Please enter a full SSN"],
    [accountNumber, "", "Account number is required"],
    [accountNumber, "12a", "Account number must only contain digits"],
    [accountNumber, "1".repeat(26), "Account number can have at most 25 digits"],
    [routingNumber, "", "Routing number is required"],
    [routingNumber, "12345", "Routing number must be 9 digits"],
    [routingNumber, "12345678x", "Routing number must be 9 digits"],
    [routingNumber, "123456789", "Routing number is not valid"],
    [address, { ...home, addressLineOne: "" }, "Address line 1 is required"],
    [address, { ...home, addressLineOne: "P.O. Box 12" }, "Address cannot be a PO Box"],
    [address, { ...home, addressLineTwo: "PO BOX 12" }, "Address cannot be a PO Box"],
    [address, { ...home, city: undefined }, "City is required"],
    [address, { ...home, state: "" }, "State is requried"],
    [address, { ...home, country: "" }, "Country is required"],
    [address, { ...home, country: "Canada" }, "Sorry, we do not serve your region at this time."],
    [address, { ...home, zipcode: "" }, "Zip code is required"],
    [address, { ...home, zipcode: "78701-12" }, "Zip code must be 5 digits"],
    [address, undefined, "Address is required"],
  ])("%# %o", (shape, value, message) => {
    expect(messages(shape, value)).toEqual([message]);
  });
});

describe("parsed fields", () => {
  it("are normalized: spaces are trimmed and a website gets a scheme", () => {
    expect(email.parse("  ana@acme.test ")).toBe("ana@acme.test");
    expect(website.parse("acme.com")).toBe("https://acme.com");
    expect(website.parse("http://acme.com/about")).toBe("http://acme.com/about");
    expect(businessName.parse("Peña's Café St. Anne-Marie 24")).toBe("Peña's Café St. Anne-Marie 24");
  });

  it("store every accepted country name as US, and Puerto Rico as the state PR", () => {
    expect(address.parse(home)).toMatchObject({ country: "US", state: "TX" });
    expect(address.parse({ ...home, country: "Puerto Rico" })).toMatchObject({ country: "US", state: "PR" });
    expect(partnerAddress.parse({ ...home, country: "PR" })).toMatchObject({ country: "US", state: "PR" });
  });

  it.each(["78701-1234", "78701+1234", "787011234", "78701 1234"])(
    "bring the zip code %s to five digits",
    (zipcode) => {
      expect(address.parse({ ...home, zipcode }).zipcode).toBe("78701");
    },
  );

  it.each(["12 Poboy Lane", "4 Post Road", "9 Office Box Court"])("do not treat %s as a PO box", (line) => {
    expect(messages(address, { ...home, addressLineOne: line })).toEqual([]);
  });

  it.each(["PO Box 1", "P O Box 1", "p.o.box 1", "Post Office Box 1", "POB 1"])("treat %s as a PO box", (line) => {
    expect(messages(address, { ...home, addressLineOne: line })).toEqual(["Address cannot be a PO Box"]);
  });

  it("hide EIN, SSN, routing number and account number", () => {
    const numbers = { ein: "99-0000012", ssn: "900-00-0012", routing: "021000021", account: "0001 2345" };
    const kept = [
      ein.parse(numbers.ein),
      ssn.parse(numbers.ssn),
      routingNumber.parse(numbers.routing),
      accountNumber.parse(numbers.account),
    ];
    expect(kept.every((value) => value instanceof Secret)).toBe(true);
    expect(kept.map((value) => value.reveal())).toEqual(["990000012", "900000012", "021000021", "00012345"]);
    expect(JSON.stringify(kept)).toBe('["[secret]","[secret]","[secret]","[secret]"]');
  });
});

describe("partner address", () => {
  it.each([
    ["90210", "90210"],
    ["902101234", "90210-1234"],
    ["90210-1234", "90210-1234"],
    ["90210+1234", "90210-1234"],
  ])("accepts the zip code %s and stores %s", (sent, kept) => {
    expect(partnerAddress.parse({ ...home, zipcode: sent }).zipcode).toBe(kept);
  });

  it("is rejected with the partner's messages", () => {
    expect(messages(partnerAddress, { ...home, zipcode: "9021" })).toEqual([
      "Zip code can be 5 digits, 9 digits, or 5+4 including a hyphen or plus sign, e.g. 90210, 902101234, 90210-1234 or 90210+1234",
    ]);
    expect(messages(partnerAddress, { ...home, addressLineOne: "PO Box 5" })).toEqual([
      "The address must be a street address, not a PO Box.",
    ]);
  });

  it("must be complete and allows no unknown fields", () => {
    expect(messages(partnerAddress, { ...home, city: undefined })).toEqual(["city is required."]);
    expect(partnerAddress.safeParse({ ...home, county: "Travis" }).success).toBe(false);
  });
});

describe("business name of the partner API", () => {
  it.each(["Smith & Sons, LLC", "寿司 Bar", "№ 1 (Oregon) – “Best” + 24/7!"])("may be %s", (name) =>
    expect(messages(partnerBusinessName, name)).toEqual([]),
  );
  it.each(["Harbor\u0000Bakery", "Harbor\nBakery", "Harbor\u202eBakery", "Harbor\u200bBakery"])(
    "may not contain characters that are not printable: %j",
    (name) => expect(messages(partnerBusinessName, name)).toEqual(["name must contain printable characters only."]),
  );
});
