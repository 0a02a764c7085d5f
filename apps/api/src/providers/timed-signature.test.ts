import { createHmac } from "node:crypto";
import { describe, expect, it } from "vitest";
import { refuseUnsigned } from "./timed-signature.ts";
import { WebhookRefused } from "./webhook.ts";

const now = new Date("2026-11-24T15:00:00Z");
const body = '{"event":"something"}';
const sign = (secret: string, at: Date) =>
  `t=${at.getTime()},v1=${createHmac("sha256", secret).update(`${at.getTime()}.${body}`).digest("hex")}`;
const read = (signature: string, text = body) =>
  refuseUnsigned({ body: text, headers: { "x-signed": signature } }, now, {
    header: "x-signed",
    label: "v1",
    unitMs: 1,
    secret: "ours",
  });
const before = (seconds: number) => new Date(now.getTime() - seconds * 1_000);

describe("timed signature", () => {
  it("is valid for the signed body, for five minutes", () => {
    expect(() => read(sign("ours", now))).not.toThrow();
    expect(() => read(sign("ours", before(299)))).not.toThrow();
    expect(() => read(sign("ours", before(301)))).toThrow(WebhookRefused);
    expect(() => read(sign("ours", before(-31)))).toThrow(WebhookRefused);
    expect(() => read(sign("ours", now), `${body} `)).toThrow(WebhookRefused);
  });

  it("is valid next to another one while the secret is rotated", () => {
    expect(() => read(`${sign("former", now)} ${sign("ours", now)}`)).not.toThrow();
    expect(() => read(`${sign("ours", now)},v1=${"0".repeat(64)}`)).not.toThrow();
    expect(() => read(sign("former", now))).toThrow(WebhookRefused);
  });

  it("is refused when it is missing or malformed", () => {
    for (const nonsense of ["", "t=,v1=", "v1=zz", `t=x,v1=${"0".repeat(64)}`, ",,,="])
      expect(() => read(nonsense)).toThrow(WebhookRefused);
  });

  it("is found among at most three, and a header with more is refused", () => {
    const other = `v1=${"0".repeat(64)}`;
    expect(() => read(`${sign("ours", now)},${other},${other}`)).not.toThrow();
    expect(() => read(`${sign("ours", now)},${other},${other},${other}`)).toThrow(WebhookRefused);
  });

  it("is compared with the body only when it is recent and has the length of a signature", () => {
    const bodyReads = (signature: string) => {
      let reads = 0;
      const webhookRequest = {
        get body() {
          reads++;
          return body;
        },
        headers: { "x-signed": signature },
      };
      expect(() =>
        refuseUnsigned(webhookRequest, now, { header: "x-signed", label: "v1", unitMs: 1, secret: "ours" }),
      ).toThrow(WebhookRefused);
      return reads;
    };
    expect(bodyReads(sign("former", now))).toBe(1);
    expect(bodyReads(sign("former", before(301)))).toBe(0);
    expect(bodyReads(`t=${now.getTime()},v1=00`)).toBe(0);
    expect(bodyReads(`t=${now.getTime()}${",v1=a".repeat(3_000)}`)).toBe(0);
  });
});
