import { decodeProtectedHeader, jwtVerify } from "jose";
import { describe, expect, it } from "vitest";
import { behavesLikeSupport } from "../port.suite.ts";
import { zendeskSupport } from "./adapter.ts";

const secret = "a secret of the test";
const support = zendeskSupport({
  ZENDESK_KEY_ID: "app_test",
  ZENDESK_SECRET: secret,
  ZENDESK_SCRIPT_URL: "https://static.example/snippet.js",
});

describe("the help window's token", () => {
  behavesLikeSupport(
    () => support,
    async (token, now) => {
      try {
        return (await jwtVerify(token, new TextEncoder().encode(secret), { currentDate: now })).payload;
      } catch {
        return null;
      }
    },
  );

  it("names the key that it was signed with, as the vendor wants it", async () => {
    const token = await support.tokenFor({ userId: "u", reference: "7K3M-Q9XD", name: null, email: null }, new Date());
    expect(decodeProtectedHeader(token)).toEqual({ alg: "HS256", typ: "JWT", kid: "app_test" });
  });
});
