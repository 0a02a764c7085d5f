import { z } from "zod";
import { type SettingsOf, sandboxUrl, sharedSecret, text, timeoutMs, type VendorConfig } from "../../../environment.ts";

export const s3 = {
  name: "s3",
  title: "S3, files",
  variables: {
    S3_URL: sandboxUrl("/s3", "The file store. Presigned URLs use the same address, so browsers must reach it, too."),
    S3_REGION: { shape: z.string(), description: "The region of the bucket.", sandbox: "us-east-1" },
    S3_BUCKET: text("inlay", "The bucket of all files."),
    S3_ACCESS_KEY_ID: text("sandbox", "The id of the access key."),
    S3_SECRET_ACCESS_KEY: sharedSecret("The access key."),
    S3_TIMEOUT_MS: timeoutMs(15_000, "The timeout of a request."),
  },
} satisfies VendorConfig;

export type S3Settings = SettingsOf<(typeof s3)["variables"]>;
