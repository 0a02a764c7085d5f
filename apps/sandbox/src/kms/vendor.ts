import { createCipheriv, createDecipheriv, createHmac, randomBytes } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { whyRefused } from "../aws-signature.ts";
import type { Vendor } from "../world/ground.ts";
import { keyNames, scenarios } from "./scenarios.ts";

type Context = Record<string, string>;
type Body = {
  KeyId?: string;
  EncryptionContext?: Context;
  CiphertextBlob?: string;
  SourceKeyId?: string;
  SourceEncryptionContext?: Context;
  DestinationKeyId?: string;
  DestinationEncryptionContext?: Context;
};

/** An error by its name on the wire. KMS answers all of these with 400. */
class KmsError extends Error {}

/** The vendor's signature check has the error names of S3. */
const signatureErrors: Record<string, string> = {
  AccessDenied: "AccessDeniedException",
  InvalidAccessKeyId: "UnrecognizedClientException",
  SignatureDoesNotMatch: "InvalidSignatureException",
};

/** AWS KMS: wraps data keys. A key's material is derived from its id, so nothing is stored. */
export function kms({ secretAccessKey }: { secretAccessKey: string }): Vendor {
  const operations: Record<string, (body: Body) => Record<string, unknown>> = {
    GenerateDataKey: ({ KeyId = "", EncryptionContext }) => {
      const key = randomBytes(32);
      return {
        KeyId,
        Plaintext: key.toString("base64"),
        CiphertextBlob: encrypt(KeyId, key, EncryptionContext).toString("base64"),
      };
    },
    Decrypt: ({ KeyId, CiphertextBlob = "", EncryptionContext }) => {
      const { keyId, clear } = decrypt(Buffer.from(CiphertextBlob, "base64"), KeyId, EncryptionContext);
      return { KeyId: keyId, Plaintext: clear.toString("base64"), EncryptionAlgorithm: "SYMMETRIC_DEFAULT" };
    },
    ReEncrypt: (body) => {
      const { SourceKeyId, CiphertextBlob = "", SourceEncryptionContext, DestinationKeyId = "" } = body;
      const { keyId, clear } = decrypt(Buffer.from(CiphertextBlob, "base64"), SourceKeyId, SourceEncryptionContext);
      const encrypted = encrypt(DestinationKeyId, clear, body.DestinationEncryptionContext);
      return { SourceKeyId: keyId, KeyId: DestinationKeyId, CiphertextBlob: encrypted.toString("base64") };
    },
  };

  function routes(app: FastifyInstance): void {
    // The signature covers the bytes of the body.
    app.addContentTypeParser("application/x-amz-json-1.1", { parseAs: "buffer" }, (_request, body, done) =>
      done(null, body),
    );
    app.post<{ Body: Buffer }>("/", async ({ raw, body }, reply) => {
      reply.type("application/x-amz-json-1.1");
      try {
        const { method = "", url = "", headers } = raw;
        const refusal = whyRefused({ method, url, headers, body }, { sandbox: secretAccessKey }, new Date());
        if (refusal) throw new KmsError(signatureErrors[refusal]);
        const [, name = ""] = String(headers["x-amz-target"]).split(".");
        const operation = operations[name];
        if (!operation) throw new KmsError("UnknownOperationException");
        return JSON.stringify(operation(JSON.parse(body.toString()) as Body));
      } catch (error) {
        if (!(error instanceof KmsError)) throw error;
        return reply.code(400).send(JSON.stringify({ __type: error.message, message: error.message }));
      }
    });
  }

  return {
    name: "kms",
    title: "Master keys, as AWS KMS",
    scenarios,
    routes,
    worldOf: () => null,
    happens: {},
    webhooks: { sign: () => ({}), forge: (body) => body },
  };
}

/** The material of a key, which the real service would never give away. */
function materialOf(keyId: string): Buffer {
  const name = keyId.split(":key/")[1] ?? "";
  if (name.startsWith(keyNames.disabled)) throw new KmsError("DisabledException");
  if (!name.startsWith(keyNames.exists)) throw new KmsError("NotFoundException");
  return createHmac("sha256", "sandbox").update(keyId).digest();
}

const contextBytes = (context: Context = {}) => Buffer.from(JSON.stringify(Object.entries(context).toSorted()));

/** The key's id with its length, the nonce, the tag and the ciphertext. */
function encrypt(keyId: string, clear: Buffer, context?: Context): Buffer {
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", materialOf(keyId), nonce).setAAD(contextBytes(context));
  const encrypted = Buffer.concat([cipher.update(clear), cipher.final()]);
  return Buffer.concat([Buffer.of(keyId.length), Buffer.from(keyId), nonce, cipher.getAuthTag(), encrypted]);
}

function decrypt(blob: Buffer, wantedKeyId: string | undefined, context?: Context): { keyId: string; clear: Buffer } {
  const idEnd = 1 + (blob[0] ?? 0);
  const keyId = blob.toString("utf8", 1, idEnd);
  if (wantedKeyId !== undefined) {
    materialOf(wantedKeyId);
    if (wantedKeyId !== keyId) throw new KmsError("IncorrectKeyException");
  }
  try {
    const decipher = createDecipheriv("aes-256-gcm", materialOf(keyId), blob.subarray(idEnd, idEnd + 12));
    decipher.setAAD(contextBytes(context)).setAuthTag(blob.subarray(idEnd + 12, idEnd + 28));
    return { keyId, clear: Buffer.concat([decipher.update(blob.subarray(idEnd + 28)), decipher.final()]) };
  } catch (error) {
    throw error instanceof KmsError ? error : new KmsError("InvalidCiphertextException");
  }
}
