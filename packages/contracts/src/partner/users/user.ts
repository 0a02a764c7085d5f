import { businessRoles, claimableRoles } from "@inlay/lending/onboarding/roles.ts";
import { z } from "zod/mini";
import { email, firstName, keptAddress, lastName, partnerAddress } from "../../fields/fields.ts";
import { partnerPhone } from "../../fields/phone.ts";
import { idOf, platformId } from "../../ids.ts";
import { objectFields, time } from "../common.ts";
import { keptMetadata, metadata, metadataPatch } from "../metadata.ts";
import { namesOneBusiness, obey } from "../rules.ts";

export const partnerUser = z.object({
  ...objectFields("user", "user"),
  platformUserId: z.string(),
  businessId: idOf("business"),
  platformBusinessId: z.string(),
  email: z.nullable(z.string()),
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  phoneNumber: z.nullable(z.string()),
  address: z.nullable(keptAddress),
  roles: z.array(z.enum(businessRoles)),
  status: z.enum(["INVITED", "ACTIVE", "DEACTIVATED"]),
  lastSeenAt: z.nullable(time),
  metadata: keptMetadata,
});
export type PartnerUser = z.infer<typeof partnerUser>;

/** If no role is sent, the portal asks the person for one. */
export const partnerUserCreate = z
  .strictObject({
    platformUserId: platformId,
    businessId: z.optional(idOf("business")),
    platformBusinessId: z.optional(platformId),
    email: z.optional(email),
    firstName: z.optional(firstName),
    lastName: z.optional(lastName),
    phoneNumber: z.optional(partnerPhone),
    address: z.optional(partnerAddress),
    roles: z.optional(z.array(z.enum(claimableRoles)).check(z.maxLength(claimableRoles.length))),
    metadata: z.optional(metadata),
  })
  .check(...obey(namesOneBusiness));
export type PartnerUserCreate = z.infer<typeof partnerUserCreate>;

/** A correction of the platform's data about a person. Missing fields stay unchanged, and null removes a value. Details from the person do not change. */
export const partnerUserPatch = z.strictObject({
  email: z.optional(z.nullable(email)),
  firstName: z.optional(z.nullable(firstName)),
  lastName: z.optional(z.nullable(lastName)),
  phoneNumber: z.optional(z.nullable(partnerPhone)),
  address: z.optional(z.nullable(partnerAddress)),
  metadata: z.optional(metadataPatch),
});
export type PartnerUserPatch = z.output<typeof partnerUserPatch>;
