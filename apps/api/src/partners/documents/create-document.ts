import type { PartnerDocument } from "@inlay/contracts/partner/documents/document.ts";
import { type PlatformUploader, type PreparedUpload, prepareUploads, requestUploads } from "../../documents/public.ts";
import { resolveBusiness } from "../businesses/read-businesses.ts";
import { inPlatform, type PartnerInput, type PartnerRequest } from "../request.ts";
import { readDocument } from "./read-documents.ts";

type PreparedDocument = { uploader: PlatformUploader; slots: PreparedUpload[] };

const filesOf = ({ fileName, contentType, sizeBytes, sha256 }: PartnerInput<"createDocument">["body"]) => [
  { id: "file", name: fileName, type: contentType, size: sizeBytes, sha256 },
];

/** Resolves the business and creates the upload URL, before the transaction begins. */
export async function prepareDocument(input: PartnerInput<"createDocument">): Promise<PreparedDocument> {
  const { app, caller, body } = input;
  const reference = body.businessId ?? `platform:${body.platformBusinessId}`;
  const businessId = await inPlatform(input, (scope) => resolveBusiness(scope, reference));
  const uploader: PlatformUploader = { ...caller, businessId };
  return { uploader, slots: await prepareUploads(app, uploader, body.documentType, filesOf(body)) };
}

export async function createDocument(
  request: PartnerRequest<"createDocument", PreparedDocument>,
): Promise<PartnerDocument> {
  const { tx, body, ready, requestId } = request;
  const { uploader, slots } = ready;
  const files = filesOf(body);
  await requestUploads(tx, uploader, { type: body.documentType, files, slots, requestId });
  const [slot] = slots;
  if (!slot) throw new Error("no upload was prepared");
  const { method, url, headers, expiresAt } = slot.upload;
  const document = await readDocument(request, slot.documentId);
  return { ...document, upload: { method, url, headers, expiresAt: expiresAt.toISOString() } };
}
