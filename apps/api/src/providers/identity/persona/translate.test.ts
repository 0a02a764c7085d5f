import { describe, expect, it } from "vitest";
import { checkFrom, inquiryFor, webhookFrom } from "./translate.ts";

const businessId = "0198a000-0000-7000-8000-000000000001";
const personId = "0198a000-0000-7000-8000-000000000002";
const inquiry = (attributes: object) => ({
  data: {
    type: "inquiry",
    id: "inq_1",
    attributes: { status: "created", "reference-id": `${businessId}_${personId}`, ...attributes },
  },
});

describe("Persona check", () => {
  it("is translated with its owner, its status and its times", () => {
    const attributes = {
      status: "approved",
      "completed-at": "2026-11-24T15:00:00Z",
      "decisioned-at": "2026-11-24T15:00:09Z",
    };
    expect(checkFrom(inquiry(attributes))).toMatchInlineSnapshot(`
      {
        "businessId": "0198a000-0000-7000-8000-000000000001",
        "completedAt": 2026-11-24T15:00:00.000Z,
        "decidedAt": 2026-11-24T15:00:09.000Z,
        "inquiryId": "inq_1",
        "personId": "0198a000-0000-7000-8000-000000000002",
        "status": "APPROVED",
      }
    `);
    expect(checkFrom(inquiry({ "reference-id": "somebody else's" }))).toMatchObject({
      businessId: null,
      personId: null,
    });
  });

  it("has one of seven states, whatever the vendor calls them", () => {
    const statuses = ["created", "pending", "completed", "approved", "needs_review", "failed", "declined", "expired"];
    expect(statuses.map((status) => checkFrom(inquiry({ status })).status)).toMatchInlineSnapshot(`
      [
        "CREATED",
        "PENDING",
        "COMPLETED",
        "APPROVED",
        "NEEDS_REVIEW",
        "FAILED",
        "FAILED",
        "EXPIRED",
      ]
    `);
  });

  it("is requested with the known details only", () => {
    const person = { businessId, personId, firstName: "Ana", lastName: "Núñez", email: null, phoneNumber: null };
    expect(inquiryFor("itmpl_1", person)).toMatchInlineSnapshot(`
      {
        "data": {
          "attributes": {
            "fields": {
              "name-first": "Ana",
              "name-last": "Núñez",
            },
            "inquiry-template-id": "itmpl_1",
            "reference-id": "0198a000-0000-7000-8000-000000000001_0198a000-0000-7000-8000-000000000002",
          },
        },
      }
    `);
  });
});

describe("Persona webhook", () => {
  const event = (type: string) =>
    JSON.stringify({
      data: {
        type: "event",
        id: "evt_1",
        attributes: { name: `${type}.completed`, payload: { data: { type, id: "inq_1", attributes: {} } } },
      },
    });

  it("about a check names it, and any other is ignored", () => {
    expect(webhookFrom(event("inquiry"))).toEqual({ id: "evt_1", what: { kind: "CHECK_CHANGED", inquiryId: "inq_1" } });
    expect(webhookFrom(event("report"))).toEqual({ id: "evt_1", what: { kind: "OTHER" } });
  });
});
