import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { isoCBOR } from "@simplewebauthn/server/helpers";

type Question = { challenge: string };
/** The fault that the test injects into the authenticator's response. */
export type Fault = { origin?: string; rpId?: string; unverified?: true; counter?: number };

const flags = { present: 0x01, verified: 0x04, attested: 0x40 };
const sha256 = (text: string | Buffer) => createHash("sha256").update(text).digest();
const url = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64url");

/** A software authenticator with an ES256 key and a counter. It answers WebAuthn requests as a phone would. */
export function softAuthenticator(origin: string) {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  const id = randomBytes(32);
  let uses = 0;

  const clientData = (type: string, { challenge }: Question, fault: Fault) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: fault.origin ?? origin, crossOrigin: false }));
  const authenticatorData = (fault: Fault, extra: number, more: Uint8Array) => {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(fault.counter ?? ++uses);
    const seen = flags.present | (fault.unverified ? 0 : flags.verified) | extra;
    return Buffer.concat([sha256(fault.rpId ?? new URL(origin).hostname), Buffer.of(seen), counter, more]);
  };
  const answer = (response: object) => ({
    id: url(id),
    rawId: url(id),
    type: "public-key",
    clientExtensionResults: {},
    response,
  });

  return {
    make: (question: Question, fault: Fault = {}) => {
      // The public key in COSE form: key type EC2, algorithm ES256, curve P-256, and the x and y coordinates.
      const key = new Map<number, number | Uint8Array>();
      for (const [label, value] of [[1, 2] as const, [3, -7] as const, [-1, 1] as const]) key.set(label, value);
      key.set(-2, new Uint8Array(Buffer.from(x, "base64url")));
      key.set(-3, new Uint8Array(Buffer.from(y, "base64url")));
      const credential = Buffer.concat([Buffer.alloc(16), Buffer.of(0, id.length), id, isoCBOR.encode(key)]);
      const authData = new Uint8Array(authenticatorData(fault, flags.attested, credential));
      const attestation = new Map<string, string | Uint8Array | Map<string, string>>([
        ["fmt", "none"],
        ["attStmt", new Map<string, string>()],
        ["authData", authData],
      ]);
      return answer({
        clientDataJSON: url(clientData("webauthn.create", question, fault)),
        attestationObject: url(isoCBOR.encode(attestation)),
        transports: ["internal"],
      });
    },
    use: (question: Question, fault: Fault = {}) => {
      const client = clientData("webauthn.get", question, fault);
      const data = authenticatorData(fault, 0, new Uint8Array());
      const signature = sign("sha256", Buffer.concat([data, sha256(client)]), privateKey);
      return answer({ clientDataJSON: url(client), authenticatorData: url(data), signature: url(signature) });
    },
  };
}
