import { applicationCalls } from "@inlay/contracts/partner/applications/calls.ts";
import type { PartnerRouter } from "../request.ts";
import { putMarkup } from "./put-markup.ts";
import { getApplication, listApplications } from "./read-applications.ts";

export function applicationRoutes({ partnerRoute }: PartnerRouter): void {
  partnerRoute(applicationCalls.listApplications, listApplications);
  partnerRoute(applicationCalls.getApplication, getApplication);
  partnerRoute(applicationCalls.putMarkup, putMarkup);
}
