import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type JsonWebKey,
  randomUUID,
  sign as signBytes,
} from "node:crypto";
import type { Store } from "../world/store.ts";

type StoredKey = { kid: string; secret: JsonWebKey; createdAt: number };

export type Signer = {
  /** The vendor's header: a JWT with the hash of the body and the time. */
  sign(body: string): Record<string, string>;
  /** The public key, or null. */
  publicKey(kid: string): Record<string, unknown> | null;
};

/** The key is created once and stored, so that a cached public key still verifies webhooks after a restart. */
export function openSigner(store: Store): Signer {
  const keys = store.collection<StoredKey>("plaid-keys");
  const key = keys.all()[0] ?? newKey();
  if (!keys.get(key.kid)) keys.put(key.kid, key);
  return {
    sign: (body) => {
      const claims = {
        iat: Math.floor(Date.now() / 1_000),
        request_body_sha256: createHash("sha256").update(body).digest("hex"),
      };
      const signed = `${encode({ alg: "ES256", kid: key.kid, typ: "JWT" })}.${encode(claims)}`;
      const privateKey = createPrivateKey({ key: key.secret, format: "jwk" });
      const signature = signBytes("sha256", Buffer.from(signed), { key: privateKey, dsaEncoding: "ieee-p1363" });
      return { "plaid-verification": `${signed}.${signature.toString("base64url")}` };
    },
    publicKey: (kid) => {
      const found = keys.get(kid);
      if (!found) return null;
      const jwk = createPublicKey({ key: found.secret, format: "jwk" }).export({ format: "jwk" });
      return { ...jwk, alg: "ES256", use: "sig", kid, created_at: found.createdAt, expired_at: null };
    },
  };
}

const newKey = (): StoredKey => ({
  kid: randomUUID(),
  secret: generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({ format: "jwk" }),
  createdAt: Math.floor(Date.now() / 1_000),
});

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
