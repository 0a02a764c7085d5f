import type { PartnerDocument } from "@inlay/contracts/partner/documents/document.ts";
import { confirmUpload, hasArrived, type PlatformUploader } from "../../documents/public.ts";
import { inPlatform, type PartnerInput, type PartnerRequest } from "../request.ts";
import { documentIdIn, ownDocument, readDocument } from "./read-documents.ts";

type Reported = { uploader: PlatformUploader; isThere: boolean };

/** Asks the file store before the transaction begins. */
export async function hasDocumentArrived(input: PartnerInput<"reportDocumentUploaded">): Promise<Reported> {
  const { app, caller, params } = input;
  const id = documentIdIn(params);
  const { business_id } = await inPlatform(input, ({ tx }) => ownDocument(tx, id));
  const uploader: PlatformUploader = { ...caller, businessId: business_id };
  return { uploader, isThere: await hasArrived(app, uploader, id) };
}

export async function reportDocumentUploaded(
  request: PartnerRequest<"reportDocumentUploaded", Reported>,
): Promise<PartnerDocument> {
  const { tx, params, ready, requestId } = request;
  const id = documentIdIn(params);
  await confirmUpload(tx, ready.uploader, { id, isThere: ready.isThere, requestId });
  return readDocument(request, id);
}
