import { createHash } from "node:crypto";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { expect, it } from "vitest";
import { WebhookRefused } from "../../webhook.ts";
import { BankUnavailable } from "../port.ts";
import { type PublicKey, webhookReader } from "./read-webhook.ts";

const { privateKey, publicKey } = await generateKeyPair("ES256");
const key: PublicKey = { ...(await exportJWK(publicKey)), expired_at: null };
const body = JSON.stringify({ webhook_type: "ITEM", webhook_code: "LOGIN_REPAIRED", item_id: "item-1" });
const signedAt = new Date("2026-11-23T15:00:00Z");
const signed = async (at: Date) => {
  const token = await new SignJWT({ request_body_sha256: createHash("sha256").update(body).digest("hex") })
    .setProtectedHeader({ alg: "ES256", kid: "key-1" })
    .setIssuedAt(at)
    .sign(privateKey);
  return { body, headers: { "plaid-verification": token } };
};

it("bank webhook reader: requests a key once, and again when an hour has passed", async () => {
  let asked = 0;
  const read = webhookReader(async () => {
    asked++;
    return key;
  });
  const laterBy = (minutes: number) => new Date(signedAt.getTime() + minutes * 60_000);
  for (const minutes of [0, 1, 59]) await read(await signed(laterBy(minutes)), laterBy(minutes));
  expect(asked).toBe(1);
  await read(await signed(laterBy(61)), laterBy(61));
  expect(asked).toBe(2);
});

it("bank webhook reader: refuses a revoked key and an unknown key", async () => {
  for (const answer of [{ ...key, expired_at: 1_700_000_000 }, null])
    await expect(webhookReader(async () => answer)(await signed(signedAt), signedAt)).rejects.toThrow(WebhookRefused);
});

it("bank webhook reader: requests an unknown key once in five minutes, however many webhooks name it", async () => {
  let asked = 0;
  const read = webhookReader(async () => {
    asked++;
    return null;
  });
  const forged = async (minutes: number) => {
    const at = new Date(signedAt.getTime() + minutes * 60_000);
    await expect(read(await signed(at), at)).rejects.toThrow(WebhookRefused);
  };
  await Promise.all([forged(0), forged(0), forged(0)]);
  await forged(4);
  expect(asked).toBe(1);
  await forged(6);
  expect(asked).toBe(2);
});

it("bank webhook reader: refuses an old webhook without requesting its key", async () => {
  let asked = 0;
  const read = webhookReader(async () => {
    asked++;
    return key;
  });
  await expect(read(await signed(signedAt), new Date(signedAt.getTime() + 331_000))).rejects.toThrow(WebhookRefused);
  expect(asked).toBe(0);
});

it("bank webhook reader: reports the bank as unavailable, not the webhook as refused, when the key cannot be requested", async () => {
  const read = webhookReader(() => Promise.reject(new BankUnavailable("the bank is unavailable")));
  // A failed request is not remembered as an unknown key.
  for (let n = 0; n < 2; n++) await expect(read(await signed(signedAt), signedAt)).rejects.toThrow(BankUnavailable);
});
