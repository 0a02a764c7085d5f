import { uuidOf } from "@inlay/contracts/ids.ts";
import type { PartnerApplication } from "@inlay/contracts/partner/applications/application.ts";
import { refuseOtherVersion } from "../../http/public.ts";
import { submitMarkup } from "../../offers/public.ts";
import type { PartnerRequest } from "../request.ts";
import { notFound, readApplication } from "./read-applications.ts";

/** Adds the platform's mark-up to the offers of an application. */
export async function putMarkup(request: PartnerRequest<"putMarkup">): Promise<PartnerApplication> {
  const { tx, caller, params, body, ifMatch, by } = request;
  const { platformId } = caller;
  const id = uuidOf("application", params.applicationId);
  const application = await tx
    .selectFrom("loan_application")
    .select(["id", "business_id", "version"])
    .where("id", "=", id)
    .where("platform_id", "=", platformId)
    .forUpdate()
    .executeTakeFirst();
  if (!application) throw notFound();
  refuseOtherVersion(ifMatch, application.version);
  await submitMarkup(tx, { platformId, businessId: application.business_id }, application.id, body.plans, by);
  return readApplication(request, application.id);
}
