import {
  documentLifecycle,
  largestFileBytes,
  uploadRejections,
  whyNotUpload,
} from "@inlay/lending/documents/document.ts";
import { z } from "zod/mini";
import { idOf, platformId } from "../../ids.ts";
import { objectFields, time } from "../common.ts";
import { namesOneBusiness, obey } from "../rules.ts";

/** The types of documents that a platform can send. An invoice is for an embedded session. */
const partnerDocumentTypes = ["INVOICE"] as const;

/** `upload` is returned once, at creation. Send the file there with these headers before `expiresAt`, then report it as uploaded. */
export const partnerDocument = z.object({
  ...objectFields("document", "document"),
  businessId: idOf("business"),
  platformBusinessId: z.string(),
  documentType: z.enum(partnerDocumentTypes),
  fileName: z.string(),
  contentType: z.string(),
  sizeBytes: z.int(),
  sha256: z.nullable(z.string()),
  /** READY: it was checked and can be used. */
  status: z.enum(documentLifecycle.states),
  rejectionReason: z.nullable(z.enum(uploadRejections)),
  upload: z.nullable(
    z.object({
      method: z.literal("PUT"),
      url: z.string(),
      headers: z.record(z.string(), z.string()),
      expiresAt: time,
    }),
  ),
});
export type PartnerDocument = z.infer<typeof partnerDocument>;

type NamedFile = { documentType: (typeof partnerDocumentTypes)[number]; fileName: string; contentType: string };

const fileRules = {
  isOfItsType: {
    message: "fileName and contentType must be those of a PDF.",
    pointer: "/contentType",
    fieldCode: "NOT_ALLOWED",
    check: ({ documentType, fileName, contentType }: NamedFile) =>
      whyNotUpload(documentType, { name: fileName, mediaType: contentType }) === null,
  },
} as const;

export const partnerDocumentCreate = z
  .strictObject({
    businessId: z.optional(idOf("business")),
    platformBusinessId: z.optional(platformId),
    documentType: z.enum(partnerDocumentTypes),
    fileName: z
      .string("fileName is required.")
      .check(
        z.minLength(1, { error: "fileName is required.", abort: true }),
        z.maxLength(255, "fileName must have at most 255 characters."),
        z.regex(/^[^\p{Cc}]*$/u, "fileName must not contain control characters."),
      ),
    contentType: z.string("contentType is required.").check(z.minLength(1), z.maxLength(100)),
    /** The upload accepts only a file of this size. */
    sizeBytes: z
      .int("sizeBytes must be a whole number of bytes.")
      .check(
        z.minimum(1, "sizeBytes must be at least 1."),
        z.maximum(largestFileBytes, `sizeBytes must be at most ${largestFileBytes}.`),
      ),
    /** In hex. If it is sent, a file with other contents is rejected. */
    sha256: z.optional(
      z.string().check(z.regex(/^[0-9a-f]{64}$/, "sha256 must be 64 hexadecimal digits in lower case.")),
    ),
  })
  .check(...obey(namesOneBusiness), ...obey(fileRules));
