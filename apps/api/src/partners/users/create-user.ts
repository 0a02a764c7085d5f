import { Refusal } from "@inlay/contracts/errors.ts";
import { publicId } from "@inlay/contracts/ids.ts";
import type { PartnerUser } from "@inlay/contracts/partner/users/user.ts";
import { v7 as uuidv7 } from "uuid";
import { record } from "../../db/record.ts";
import { refuseDuplicate } from "../../db/refuse-duplicate.ts";
import { claimRoles, insertUser, rolesOccupied } from "../../people/public.ts";
import { addressColumn } from "../address-column.ts";
import { resolveBusiness } from "../businesses/read-businesses.ts";
import type { PartnerRequest } from "../request.ts";
import { findByPlatformId, readUser } from "./read-users.ts";

export async function createUser(request: PartnerRequest<"createUser">): Promise<PartnerUser> {
  const { tx, caller, body, by } = request;
  const { platformId } = caller;
  const businessId = await resolveBusiness(request, body.businessId ?? `platform:${body.platformBusinessId}`);
  const existing = await findByPlatformId(request, body.platformUserId);
  if (existing)
    throw new Refusal("ALREADY_EXISTS", { context: { object: "user", objectId: publicId("user", existing) } });
  const roles = body.roles ?? [];
  if (roles.includes("PRIMARY_OWNER") && (await rolesOccupied(tx, businessId)).includes("PRIMARY_OWNER")) {
    throw new Refusal("PRIMARY_OWNER_TAKEN");
  }
  const userId = uuidv7();
  await refuseDuplicate(
    insertUser(tx, {
      id: userId,
      platform_id: platformId,
      business_id: businessId,
      platform_user_id: body.platformUserId,
      email: body.email?.toLowerCase() ?? null,
      first_name: body.firstName ?? null,
      last_name: body.lastName ?? null,
      phone_number: body.phoneNumber ?? null,
      address: addressColumn(body.address),
      metadata: JSON.stringify(body.metadata ?? {}),
    }),
    {
      user_email_taken: () => new Refusal("USER_EMAIL_ALREADY_EXISTS"),
      business_user_platform_id_platform_user_id_key: () => new Refusal("BUSY"),
    },
  );
  await record(tx, {
    platformId,
    businessId,
    kind: "user.created",
    body: { userId },
    action: "partner.user.create",
    object: { kind: "user", id: userId },
    ...by,
  });
  if (roles.length > 0) {
    const held = await claimRoles(tx, { platformId, businessId, userId, roles, ...by });
    // Another user claimed ownership after the check above, so the whole write is refused.
    if (held.includes("PRIMARY_OWNER_CONFLICT")) throw new Refusal("PRIMARY_OWNER_TAKEN");
  }
  return readUser(request, userId);
}
