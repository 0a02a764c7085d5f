import { describe, expect, it } from "vitest";
import { failureFrom, foundIn, refusalIn, signatureOf, smsFrom } from "./translate.ts";

const created = {
  account_sid: "AC0",
  api_version: "2010-04-01",
  body: "Hello",
  date_created: "Tue, 24 Nov 2026 15:00:01 +0000",
  date_sent: null,
  direction: "outbound-api",
  error_code: null,
  error_message: null,
  from: "+15005550006",
  messaging_service_sid: null,
  num_media: "0",
  num_segments: "1",
  sid: "SM1",
  status: "queued",
  to: "+12125550123",
  uri: "/2010-04-01/Accounts/AC0/Messages/SM1.json",
};

describe("Twilio message", () => {
  it("is sent, delivered or failed", () => {
    expect(smsFrom(created)).toMatchInlineSnapshot(`
      {
        "carrierId": "SM1",
        "failure": null,
        "state": "SENT",
      }
    `);
    expect(smsFrom({ ...created, status: "delivered" })).toMatchObject({ state: "DELIVERED", failure: null });
    expect(smsFrom({ ...created, status: "undelivered", error_code: 30006 })).toMatchInlineSnapshot(`
      {
        "carrierId": "SM1",
        "failure": "LANDLINE",
        "state": "FAILED",
      }
    `);
  });

  it("has a failure reason in our terms", () => {
    const codes = [21211, 21614, 21610, 30003, 30007, 63038];
    expect(codes.map(failureFrom)).toMatchInlineSnapshot(`
      [
        "NO_SUCH_NUMBER",
        "LANDLINE",
        "OPTED_OUT",
        "UNREACHABLE",
        "BLOCKED",
        "OTHER",
      ]
    `);
  });

  it("is found again by number, text and time together", () => {
    const since = new Date("2026-11-24T15:00:30Z");
    const list = { messages: [created] };
    const text = { to: "+12125550123", text: "Hello" };
    expect(foundIn(list, text, since)?.carrierId).toBe("SM1");
    expect(foundIn(list, { ...text, to: "+12125550124" }, since)).toBeNull();
    expect(foundIn(list, { ...text, text: "Hello!" }, since)).toBeNull();
    expect(foundIn(list, text, new Date("2026-11-24T15:02:00Z"))).toBeNull();
  });
});

describe("Twilio refusal", () => {
  it("contains the vendor's error code", () => {
    expect(refusalIn({ code: 21610, message: "Unsubscribed", more_info: "", status: 400 })).toBe(21610);
    expect(refusalIn(null)).toBeNull();
  });
});

describe("Twilio signature", () => {
  it("covers the URL and every field, sorted by name", () => {
    const form = new URLSearchParams({ To: "+12125550123", MessageSid: "SM1", MessageStatus: "delivered" });
    const other = new URLSearchParams({ MessageStatus: "delivered", To: "+12125550123", MessageSid: "SM1" });
    const signature = signatureOf("token", "https://inlay.example/webhooks", form);
    expect(signature).toMatchInlineSnapshot(`"+P/Dz9jXnuTWb8n0LBCGok4twrE="`);
    expect(signatureOf("token", "https://inlay.example/webhooks", other)).toBe(signature);
    expect(signatureOf("token", "https://inlay.example/other", form)).not.toBe(signature);
  });
});
