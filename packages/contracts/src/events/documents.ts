import { documentTypes, uploadRejections } from "@inlay/lending/documents/document.ts";
import { z } from "zod/mini";
import { cents, count, type EventDefinitions, id, sha256 } from "./event.ts";

const document = z.strictObject({ documentId: id, documentType: z.enum(documentTypes) });
const signing = z.strictObject({ signingId: id });
const disclosure = z.strictObject({ disclosureId: id, offerId: id });

/** Uploaded documents, disclosures, and documents that people sign. */
export const documentEvents = {
  "disclosure.created": {
    when: "the disclosure of an offer was made for an amount",
    object: "disclosure",
    version: 1,
    visibility: "staff",
    webhook: null,
    body: z.extend(disclosure, { amountCents: cents, sha256, supersedes: z.nullable(id) }),
  },
  "disclosure.delivered": {
    when: "the primary owner fetched a disclosure",
    object: "disclosure",
    version: 1,
    visibility: "staff",
    webhook: null,
    body: z.extend(disclosure, { sha256 }),
  },
  "disclosure.signed": {
    when: "the primary owner signed a disclosure",
    object: "disclosure",
    version: 1,
    visibility: "staff",
    webhook: null,
    body: z.extend(disclosure, { signingId: id }),
  },
  "document.opened": {
    when: "a staff member got a download URL of a document",
    object: "document",
    version: 1,
    visibility: "staff",
    webhook: null,
    body: document,
  },
  "document.ready": {
    when: "the scan of a document found nothing",
    object: "document",
    version: 1,
    visibility: "partner",
    webhook: "document.ready",
    body: document,
  },
  "document.rejected": {
    when: "the scan rejected a document",
    object: "document",
    version: 1,
    visibility: "partner",
    webhook: "document.rejected",
    body: z.extend(document, { rejectionReason: z.enum(uploadRejections) }),
  },
  "document.upload_expired": {
    when: "nobody confirmed the upload of a document in time",
    object: "document",
    version: 1,
    visibility: "staff",
    webhook: null,
    body: document,
  },
  "document.upload_requested": {
    when: "a person asked for an upload URL",
    object: "document",
    version: 1,
    visibility: "staff",
    webhook: null,
    body: document,
  },
  "document.uploaded": {
    when: "the file of a document arrived",
    object: "document",
    version: 1,
    visibility: "partner",
    webhook: "document.created",
    body: document,
  },
  "signing.completed": {
    when: "everybody signed a document",
    object: "agreement",
    version: 1,
    visibility: "partner",
    webhook: "agreement.completed",
    body: z.strictObject({ signingId: id, sha256 }),
  },
  "signing.declined": {
    when: "a signer declined to sign",
    object: "agreement",
    version: 1,
    visibility: "staff",
    webhook: null,
    body: signing,
  },
  "signing.failed": {
    when: "the vendor refused a document to be signed",
    object: "agreement",
    version: 1,
    visibility: "staff",
    webhook: null,
    body: signing,
  },
  "signing.ordered": {
    when: "a document to be signed was stored",
    object: "agreement",
    version: 1,
    visibility: "staff",
    webhook: null,
    body: z.strictObject({ signingId: id, sha256, signers: count }),
  },
  "signing.sent": {
    when: "a document can be signed",
    object: "agreement",
    version: 1,
    visibility: "partner",
    webhook: "agreement.sent",
    body: signing,
  },
  "signing.viewed": {
    when: "a signer opened a document",
    object: "agreement",
    version: 1,
    visibility: "partner",
    webhook: "agreement.viewed",
    body: signing,
  },
  "signing.voided": {
    when: "a document is no longer to be signed",
    object: "agreement",
    version: 1,
    visibility: "partner",
    webhook: "agreement.voided",
    body: signing,
  },
} as const satisfies EventDefinitions;
