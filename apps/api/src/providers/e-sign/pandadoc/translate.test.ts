import { describe, expect, it } from "vitest";
import { SigningRefused } from "../port.ts";
import { type Details, documentFor, fieldFor, truthFrom, webhookFrom } from "./translate.ts";

const details: Details = {
  id: "doc1",
  status: "document.viewed",
  metadata: { inlay_reference: "ref-1", business_id: "b-1" },
  fields: [],
  recipients: [
    {
      id: "r1",
      email: "a@x.example",
      role: "primary",
      has_completed: true,
      signature_date: "2026-11-16T15:00:00.000Z",
    },
    { id: "r2", email: "b@x.example", role: "secondary", has_completed: false, signature_date: null },
    { id: "r3", email: "copy@x.example", role: null, has_completed: false, signature_date: null },
  ],
};

describe("PandaDoc document", () => {
  it("is translated into our state and signers, without copy recipients", () => {
    expect(truthFrom(details)).toMatchInlineSnapshot(`
      {
        "documentId": "doc1",
        "reference": "ref-1",
        "signers": [
          {
            "completedAt": 2026-11-16T15:00:00.000Z,
            "signerId": "primary",
          },
          {
            "completedAt": null,
            "signerId": "secondary",
          },
        ],
        "state": "VIEWED",
      }
    `);
  });

  it.each([
    ["document.sent", "SENT"],
    ["document.completed", "COMPLETED"],
    ["document.declined", "DECLINED"],
    ["document.voided", "VOIDED"],
  ])("with status %s is %s", (status, state) => {
    expect(truthFrom({ ...details, status }).state).toBe(state);
  });

  it("is refused before it was sent", () => {
    expect(() => truthFrom({ ...details, status: "document.draft" })).toThrow(SigningRefused);
  });
});

describe("PandaDoc request", () => {
  it("names each signer by our id", () => {
    const document = { reference: "ref-1", businessId: "b-1", name: "Agreement", pdf: Buffer.alloc(0), places: [] };
    const signers = [{ signerId: "primary", firstName: "Ana", lastName: "Núñez", email: "a@x.example", order: 1 }];
    expect(documentFor({ ...document, signers })).toMatchInlineSnapshot(`
      {
        "metadata": {
          "business_id": "b-1",
          "inlay_reference": "ref-1",
        },
        "name": "Agreement",
        "parse_form_fields": false,
        "recipients": [
          {
            "email": "a@x.example",
            "first_name": "Ana",
            "last_name": "Núñez",
            "role": "primary",
            "signing_order": 1,
          },
        ],
      }
    `);
  });

  it("puts a field at its place on the page", () => {
    const place = { signer: "primary", kind: "SIGNATURE" as const, page: 6, x: 72.4, y: 172.6, width: 250, height: 46 };
    expect(fieldFor(place, 0, "r1")).toMatchInlineSnapshot(`
      {
        "assigned_to": "r1",
        "field_id": "signature-1",
        "layout": {
          "page": 6,
          "position": {
            "anchor_point": "topleft",
            "offset_x": 72,
            "offset_y": 173,
          },
          "style": {
            "height": 46,
            "width": 250,
          },
        },
        "type": "signature",
      }
    `);
  });
});

it("PandaDoc webhook: several notifications are read as each document once", () => {
  const body = JSON.stringify([
    { event: "document_state_changed", data: { id: "doc1" } },
    { event: "recipient_completed", data: { id: "doc1" } },
    { event: "document_state_changed", data: { id: "doc2" } },
  ]);
  expect(webhookFrom(body, "n1")).toEqual({ id: "n1", documentIds: ["doc1", "doc2"] });
});
