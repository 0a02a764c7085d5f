import {
  DecryptCommand,
  GenerateDataKeyCommand,
  KMSClient,
  KMSServiceException,
  ReEncryptCommand,
} from "@aws-sdk/client-kms";
import { type KeyVault, KeyVaultRefused, KeyVaultUnavailable } from "../port.ts";
import type { KmsSettings } from "./config.ts";

/** AWS KMS: the master keys never leave it, and it logs every use. `about` is the encryption context. */
export function kmsKeyVault(settings: KmsSettings): KeyVault {
  const client = new KMSClient({
    endpoint: settings.KMS_URL,
    region: settings.KMS_REGION,
    credentials: { accessKeyId: settings.KMS_ACCESS_KEY_ID, secretAccessKey: settings.KMS_SECRET_ACCESS_KEY },
    // A repeated call has no effect, and a request waits for the key.
    maxAttempts: 3,
  });
  const withTimeout = () => ({ abortSignal: AbortSignal.timeout(settings.KMS_TIMEOUT_MS) });
  const masterKeyId = settings.KMS_KEY_ID;

  return {
    masterKeyId,
    generate: async (about) => {
      const command = new GenerateDataKeyCommand({
        KeyId: masterKeyId,
        KeySpec: "AES_256",
        EncryptionContext: { about },
      });
      const { Plaintext, CiphertextBlob, KeyId } = await answered(client.send(command, withTimeout()));
      return {
        key: bytesOf(Plaintext),
        wrapped: { masterKeyId: requireKey(masterKeyId, KeyId), bytes: bytesOf(CiphertextBlob) },
      };
    },
    unwrap: async ({ masterKeyId: KeyId, bytes }, about) => {
      const command = new DecryptCommand({ KeyId, CiphertextBlob: bytes, EncryptionContext: { about } });
      return bytesOf((await answered(client.send(command, withTimeout()))).Plaintext);
    },
    rewrap: async ({ masterKeyId: SourceKeyId, bytes }, about) => {
      const command = new ReEncryptCommand({
        CiphertextBlob: bytes,
        SourceKeyId,
        SourceEncryptionContext: { about },
        DestinationKeyId: masterKeyId,
        DestinationEncryptionContext: { about },
      });
      const { CiphertextBlob, KeyId } = await answered(client.send(command, withTimeout()));
      return { masterKeyId: requireKey(masterKeyId, KeyId), bytes: bytesOf(CiphertextBlob) };
    },
  };
}

function bytesOf(bytes: Uint8Array | undefined): Buffer {
  if (!bytes) throw new Error("the key service answered without the key");
  return Buffer.from(bytes);
}

/** The id beside a wrapped key decides which master key unwraps it later. */
function requireKey(wanted: string, used: string | undefined): string {
  if (used !== wanted) throw new Error(`the key service used the master key ${used} instead of ${wanted}`);
  return used;
}

async function answered<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    const isRefused =
      error instanceof KMSServiceException &&
      error.$fault === "client" &&
      error.name !== "ThrottlingException" &&
      error.$metadata.httpStatusCode !== 429;
    if (isRefused) throw new KeyVaultRefused(`the key service answered ${error.name}`, { cause: error });
    throw new KeyVaultUnavailable("the key service is unavailable", { cause: error });
  }
}
