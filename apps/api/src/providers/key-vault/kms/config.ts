import { z } from "zod";
import { type SettingsOf, sandboxUrl, sharedSecret, text, timeoutMs, type VendorConfig } from "../../../environment.ts";

export const kms = {
  name: "kms",
  title: "AWS KMS, master keys",
  variables: {
    KMS_URL: sandboxUrl("/kms", "The key service."),
    KMS_REGION: text("us-east-1", "The region of the keys."),
    KMS_KEY_ID: {
      // An alias can be moved to another key, and the id beside a wrapped key would then be wrong.
      shape: z.string().regex(/^arn:aws[\w-]*:kms:[\w-]+:\d{12}:key\/[\w-]+$/, "the ARN of a key, not an alias"),
      description: "The ARN of the master key that wraps new data keys.",
      sandbox: "arn:aws:kms:us-east-1:000000000000:key/inlay-1",
      production: "the ARN of our own key",
    },
    KMS_ACCESS_KEY_ID: text("sandbox", "The id of the access key."),
    KMS_SECRET_ACCESS_KEY: sharedSecret("The access key."),
    KMS_TIMEOUT_MS: timeoutMs(5_000, "The timeout of a call, retries included."),
  },
} satisfies VendorConfig;

export type KmsSettings = SettingsOf<(typeof kms)["variables"]>;
