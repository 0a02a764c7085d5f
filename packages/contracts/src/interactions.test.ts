import { describe, expect, it } from "vitest";
import { countedAttempt, type Interaction, interactions } from "./interactions.ts";

const accepts = (body: unknown) => interactions.safeParse(body).success;
const issuedProductId = "01975f7e-0000-7000-8000-000000000000";
const unionMembers = interactions._zod.def.options;

describe("portal interaction", () => {
  it("has a name from a closed list", () => {
    expect(accepts({ eventType: "ELIGIBILITY_SCREENER_PASSED" })).toBe(true);
    expect(accepts({ eventType: "SOMETHING_ELSE" })).toBe(false);
    expect(accepts({ name: "ELIGIBILITY_SCREENER_PASSED" })).toBe(false);
    expect(accepts({})).toBe(false);
  });

  it("allows no unknown fields", () => {
    expect(accepts({ eventType: "SERVICING_MENU_OPENED", issuedProductId })).toBe(true);
    expect(accepts({ eventType: "SERVICING_MENU_OPENED", issuedProductId, note: "call me" })).toBe(false);
    expect(accepts({ eventType: "UNKNOWN_CUSTOM_INITIALIZATION", name: "acme-dark" })).toBe(false);
    expect(unionMembers.every((member) => member._zod.def.catchall?._zod.def.type === "never")).toBe(true);
  });

  it("allows only ids, choices and small counts as details", () => {
    const kinds = new Set(
      unionMembers.flatMap((member) => Object.values(member._zod.def.shape).map((part) => part._zod.def.type)),
    );
    expect([...kinds].sort()).toEqual(["enum", "literal", "nullable", "number", "string"]);
    expect(accepts({ eventType: "EARLY_PAYOFF_REQUESTED_FOR_LATE_LOAN", issuedProductId: "the late one" })).toBe(false);
    expect(accepts({ eventType: "BANK_LINK_CONNECTION_FAILED", attempt: 100 })).toBe(false);
    expect(accepts({ eventType: "fast-pay-upload-failed", reason: "my invoice.pdf" })).toBe(false);
  });

  it("reports every failed bank link, also after the third in a row", () => {
    for (const attempt of [1, 3, 4, 12, 1000].map(countedAttempt))
      expect(accepts({ eventType: "BANK_LINK_CONNECTION_FAILED", attempt })).toBe(true);
  });

  it("is discriminated by eventType", () => {
    expect(interactions.parse({ eventType: "ERROR_BANNER_SHOWN", code: "RATE_LIMITED" })).toEqual({
      eventType: "ERROR_BANNER_SHOWN",
      code: "RATE_LIMITED",
    });
    expect(accepts({ eventType: "ERROR_BANNER_SHOWN", code: null })).toBe(true);
    expect(accepts({ eventType: "ERROR_BANNER_SHOWN", code: "BUSINESS_NAME_ALREADY_EXIST_EXCEPTION" })).toBe(true);
    const stuck: Interaction = { eventType: "BANK_LINK_STUCK", cause: "CLOSED" };
    expect(accepts(stuck)).toBe(true);
    // @ts-expect-error An interaction cannot have the details of another one.
    const mixed: Interaction = { eventType: "BANK_LINK_STUCK", attempt: 1 };
    expect(accepts(mixed)).toBe(false);
  });
});
