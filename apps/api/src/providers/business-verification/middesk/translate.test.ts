import { Secret } from "@inlay/contracts/secret.ts";
import { describe, expect, it } from "vitest";
import { businessFor, firstOf, verificationFrom, webhookFrom } from "./translate.ts";

const business = (change: object = {}) => ({
  object: "business",
  id: "biz-1",
  external_id: "our-1",
  name: "Harbor Bakery",
  status: "in_review",
  unique_external_id: "ask-1",
  registrations: [
    {
      name: "HARBOR BAKERY LLC",
      state: "ME",
      status: "active",
      sub_status: "GOOD_STANDING",
      entity_type: "LLC",
      jurisdiction: "DOMESTIC",
      file_number: "L24",
      registration_date: "2020-09-15",
    },
  ],
  formation: { formation_state: "ME", formation_date: "2020-09-15T00:00:00Z", entity_type: "LLC" },
  review: {
    tasks: [
      { key: "name", status: "success" },
      { key: "address_verification", status: "failure" },
    ],
  },
  tin: { mismatch: false, verified_at: "2026-11-15T00:00:00Z" },
  industry_classification: { categories: [{ naics_codes: ["31-1811"], sic_codes: [5461] }, { naics_codes: [311811] }] },
  people: [{ name: "Robin Calloway", titles: [{ title: "President" }, { title: null }] }],
  addresses: [
    { full_address: "12 Harbor St", submitted: true },
    { full_address: "12 HARBOR STREET, PORTLAND", submitted: false },
  ],
  liens: [
    {
      type: "ucc",
      status: "open",
      state: "ME",
      filing_date: "2025-01-02",
      lapse_date: "2030-01-02",
      secured_parties: [{ name: "Granite Harbor Capital" }],
    },
  ],
  bankruptcies: [{}],
  ...change,
});
const findingsOf = (change: object) => {
  const read = verificationFrom(business(change));
  return read.status === "DONE" ? read.findings : null;
};

describe("Middesk business", () => {
  it("is translated once it is verified", () => {
    expect(verificationFrom(business())).toMatchInlineSnapshot(`
      {
        "businessId": "our-1",
        "findings": {
          "addresses": [
            "12 HARBOR STREET, PORTLAND",
          ],
          "bankruptcyCount": 1,
          "formation": {
            "entityType": "LLC",
            "on": "2020-09-15",
            "state": "ME",
          },
          "isAddressVerified": false,
          "isNameVerified": true,
          "liens": [
            {
              "filedOn": "2025-01-02",
              "isOpen": true,
              "kind": "UCC",
              "lapsesOn": "2030-01-02",
              "securedParties": [
                "Granite Harbor Capital",
              ],
              "state": "ME",
            },
          ],
          "naicsCodes": [
            "311811",
          ],
          "officers": [
            {
              "name": "Robin Calloway",
              "titles": [
                "President",
              ],
            },
          ],
          "registrations": [
            {
              "entityType": "LLC",
              "fileNumber": "L24",
              "isHome": true,
              "name": "HARBOR BAKERY LLC",
              "registeredOn": "2020-09-15",
              "standing": "GOOD",
              "state": "ME",
            },
          ],
          "sicCodes": [
            "5461",
          ],
          "tinMatch": "MATCHED",
        },
        "raw": "[secret]",
        "status": "DONE",
        "verificationId": "biz-1",
      }
    `);
  });

  it.each([
    ...(["open", "pending", "in_audit"] as const).map((status) => [status, "PENDING"]),
    ...(["in_review", "approved", "rejected"] as const).map((status) => [status, "DONE"]),
  ])("with status %s is %s", (status, ours) => {
    expect(verificationFrom(business({ status })).status).toBe(ours);
  });

  it.each([
    ["active", "GOOD_STANDING", "GOOD"],
    ["active", null, "GOOD"],
    ["active", "NOT_IN_GOOD_STANDING", "BAD"],
    ["active", "Delinquent", "BAD"],
    ["inactive", "DISSOLVED", "BAD"],
    ["unknown", null, "UNKNOWN"],
    [null, null, "UNKNOWN"],
  ])("registered as %s and %s has standing %s", (status, sub_status, standing) => {
    const registrations = [{ name: "X", state: "ME", status, sub_status }];
    expect(findingsOf({ registrations })?.registrations[0]?.standing).toBe(standing);
  });

  it.each([
    [null, "UNKNOWN"],
    [{ mismatch: false, verified_at: null }, "UNKNOWN"],
    [{ mismatch: true, unknown: true }, "UNKNOWN"],
    [{ mismatch: true, verified_at: null }, "MISMATCHED"],
    [{ mismatch: false, verified_at: "2026-11-15" }, "MATCHED"],
  ])("with tax number %j is %s", (tin, match) => {
    expect(findingsOf({ tin })?.tinMatch).toBe(match);
  });

  it("is found only by our reference", () => {
    const others = [business({ id: "biz-0", unique_external_id: "ask-0" }), business()];
    expect(firstOf({ data: others }, "ask-1")?.verificationId).toBe("biz-1");
    expect(firstOf({ data: [business()] }, "ask-2")).toBeNull();
  });

  it("with an unknown status is rejected", () => {
    expect(() => verificationFrom(business({ status: "haunted" }))).toThrow();
  });

  it("is requested with our reference, and with its tax number where it is known", () => {
    const address = { line1: "12 Harbor St", line2: null, city: "Portland", state: "ME", postalCode: "04101" };
    const given = {
      reference: "ask-1",
      businessId: "our-1",
      name: "Harbor",
      ein: new Secret("990000001"),
      address,
      phone: null,
    };
    expect(businessFor({ ...given, website: null })).toMatchObject({
      external_id: "our-1",
      unique_external_id: "ask-1",
      tin: { tin: "990000001" },
    });
    expect(businessFor({ ...given, website: null, ein: null })).not.toHaveProperty("tin");
  });
});

describe("Middesk webhook", () => {
  it("is about a business, or ignored", () => {
    const event = { object: "event", id: "evt-1", type: "business.updated" };
    expect(webhookFrom({ ...event, data: { object: business() } })).toEqual({
      id: "evt-1",
      what: { kind: "VERIFICATION_CHANGED", verificationId: "biz-1", businessId: "our-1" },
    });
    expect(webhookFrom({ ...event, data: { object: { object: "order", id: "o" } } }).what).toEqual({ kind: "OTHER" });
  });
});
