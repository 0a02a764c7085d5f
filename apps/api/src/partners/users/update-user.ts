import { Refusal } from "@inlay/contracts/errors.ts";
import { type Metadata, mergeMetadata } from "@inlay/contracts/partner/metadata.ts";
import type { PartnerUser } from "@inlay/contracts/partner/users/user.ts";
import { record } from "../../db/record.ts";
import { refuseDuplicate } from "../../db/refuse-duplicate.ts";
import type { Tx } from "../../db/scope.ts";
import { refuseOtherVersion } from "../../http/public.ts";
import { holdOnboarding } from "../../onboarding/public.ts";
import { updateUser as changeUser } from "../../people/public.ts";
import { addressColumn } from "../address-column.ts";
import { changesIn } from "../changes.ts";
import type { PartnerRequest } from "../request.ts";
import { readUser, resolveUser } from "./read-users.ts";

/** Updates a user with the platform's data. A field is locked once the person has confirmed it. */
export async function updateUser(request: PartnerRequest<"updateUser">): Promise<PartnerUser> {
  const { tx, caller, params, body, ifMatch, by } = request;
  const { platformId } = caller;
  const id = await resolveUser(request, params.userId);
  const tenant = await tx
    .selectFrom("business_user")
    .select("business_id")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const businessId = tenant.business_id;
  await holdOnboarding({ tx, caller: { platformId, businessId } });
  const before = await tx
    .selectFrom("business_user")
    .selectAll()
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const given = {
    ...(body.email !== undefined && { email: body.email?.toLowerCase() ?? null }),
    ...(body.firstName !== undefined && { first_name: body.firstName }),
    ...(body.lastName !== undefined && { last_name: body.lastName }),
    ...(body.phoneNumber !== undefined && { phone_number: body.phoneNumber }),
    ...(body.address !== undefined && { address: addressColumn(body.address ?? undefined) }),
    ...(body.metadata !== undefined && {
      metadata: JSON.stringify(mergeMetadata(before.metadata as Metadata, body.metadata)),
    }),
  };
  const changed = changesIn(before, given, {
    email: "email",
    firstName: "first_name",
    lastName: "last_name",
    phoneNumber: "phone_number",

    address: "address",
    metadata: "metadata",
  });
  await refuseConfirmedFields(tx, before, changed);
  refuseOtherVersion(ifMatch, before.version);
  if (changed.length === 0) return readUser(request, id);
  await refuseDuplicate(changeUser(tx, id, given), {
    user_email_taken: () => new Refusal("USER_EMAIL_ALREADY_EXISTS"),
  });
  await record(tx, {
    platformId,
    businessId,
    kind: "user.updated",
    body: { userId: id, changed },
    action: "partner.user.change",
    object: { kind: "user", id },
    before: { version: before.version },
    after: { changed },
    ...by,
  });
  return readUser(request, id);
}

/** The email address is locked after the first sign-in, and the personal details once the person has confirmed them as an owner. */
async function refuseConfirmedFields(
  tx: Tx,
  { id, last_seen_at: seenAt }: { id: string; last_seen_at: Date | null },
  changed: string[],
): Promise<void> {
  const own = await tx.selectFrom("business_owner").select("id").where("user_id", "=", id).executeTakeFirst();
  const theirs = changed.filter((field) => (field === "email" ? seenAt !== null : own && field !== "metadata"));
  if (theirs.length > 0)
    throw new Refusal("WRONG_STATE", {
      context: { status: "CONFIRMED_BY_PERSON", allowedFrom: ["NOT_CONFIRMED"], fields: theirs },
    });
}
