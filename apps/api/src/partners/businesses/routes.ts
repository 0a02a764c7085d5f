import { businessCalls } from "@inlay/contracts/partner/businesses/calls.ts";
import type { PartnerRouter } from "../request.ts";
import { createBusiness, prepareBusiness } from "./create-business.ts";
import { getBusiness, getBusinessStatus, listBusinesses } from "./read-businesses.ts";
import { prepareUpdate, updateBusiness } from "./update-business.ts";

export function businessRoutes({ partnerRoute, preparedPartnerRoute }: PartnerRouter): void {
  preparedPartnerRoute(businessCalls.createBusiness, prepareBusiness, createBusiness);
  partnerRoute(businessCalls.listBusinesses, listBusinesses);
  partnerRoute(businessCalls.getBusiness, getBusiness);
  partnerRoute(businessCalls.getBusinessStatus, getBusinessStatus);
  preparedPartnerRoute(businessCalls.updateBusiness, prepareUpdate, updateBusiness);
}
