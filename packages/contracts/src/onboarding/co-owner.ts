import { isMoreThanWhole, namedFromPercentage } from "@inlay/lending/onboarding/ownership.ts";
import { z } from "zod/mini";
import { requiredText } from "../fields/fields.ts";
import { hasTwoDecimals, numeric, typed } from "../fields/number.ts";
import { secondaryOwnerPhone } from "../fields/phone.ts";
import { uuid } from "../ids.ts";

/** Every owner of at least 20% is named, so a business has at most four co-owners beside the primary owner. */
export const mostCoOwners = 4;

/** The current step of a co-owner who has not started. Only at this step may the primary owner correct or remove them. */
export const coOwnerStart = "ONBOARDING.START_FLOW";

export const coOwner = z.object({
  id: uuid,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  phoneNumber: z.nullable(z.string()),
  currentStep: z.string(),
});
export type CoOwner = z.output<typeof coOwner>;

export const coOwnerDetails = z.strictObject({
  firstName: requiredText("Please enter the first name"),
  lastName: requiredText("Please enter the last name"),
  email: requiredText("Please enter the email").check(z.email("Please enter a valid email")),
  phoneNumber: secondaryOwnerPhone,
});
export type CoOwnerDetails = z.output<typeof coOwnerDetails>;

/** The percentage of an owner who is named. A form sends it as text. */
export const ownershipPercentage = typed(
  z
    .number(numeric("Ownership percentage is required"))
    .check(
      z.minimum(namedFromPercentage, `Must be at least ${namedFromPercentage}`),
      z.maximum(100, { error: "Must be at most 100", abort: true }),
      z.refine(hasTwoDecimals, "Please use at most 2 decimals"),
    ),
);

/** The percentage of somebody who need not be named, 0 if they own nothing. */
export const unnamedPercentage = typed(
  z.number(numeric("Ownership percentage is required")).check(
    z.minimum(0, "Must be at least 0"),
    z.refine((percentage) => percentage < namedFromPercentage, {
      error: `Must be less than ${namedFromPercentage}`,
      abort: true,
    }),
    z.refine(hasTwoDecimals, "Please use at most 2 decimals"),
  ),
);

/** Version 2 adds the ownership percentage and the control person. */
export const coOwnerV2 = z.extend(coOwner, {
  ownershipPercentage: z.nullable(z.number()),
  isControlPerson: z.boolean(),
});
export type CoOwnerV2 = z.output<typeof coOwnerV2>;
export const coOwnerDetailsV2 = z.extend(coOwnerDetails, { ownershipPercentage });
export type CoOwnerDetailsV2 = z.output<typeof coOwnerDetailsV2>;

export const invitationStatuses = ["SENT", "ACCEPTED", "DECLINED", "BOUNCED", "EXPIRED"] as const;

/** The latest invitation of a co-owner and its status. */
export const coOwnerInvitation = z.object({
  ownerId: uuid,
  status: z.enum(invitationStatuses),
  invitedAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
});
export type CoOwnerInvitation = z.output<typeof coOwnerInvitation>;

type Named = { firstName: string; lastName: string; email: string };

/** Conflicts with the other owners: the primary owner's name and every owner's email are taken. Letter case is ignored. */
export function coOwnerClashes(
  details: Named,
  primary: Named | null,
  others: readonly { email: string }[],
): { field: "lastName" | "email"; message: string }[] {
  const email = folded(details.email);
  const found = [];
  if (primary && nameOf(details) === nameOf(primary)) {
    found.push({ field: "lastName" as const, message: "Cannot match exisiting owner name" });
  }
  if (others.some((other) => folded(other.email) === email)) {
    found.push({ field: "email" as const, message: coOwnerEmailTaken });
  } else if (primary && folded(primary.email) === email) {
    found.push({ field: "email" as const, message: "Cannot match existing owner email" });
  }
  return found;
}

type Owning = { ownershipPercentage: number | null };

/** The form's shape: the same fields, checked for conflicts with the owners already named. */
export const coOwnerForm = (primary: (Named & Owning) | null, others: readonly ({ email: string } & Owning)[]) =>
  coOwnerDetailsV2.check((form) => {
    const refuse = (field: string, message: string) =>
      form.issues.push({ code: "custom", input: form.value, path: [field], message });
    for (const { field, message } of coOwnerClashes(form.value, primary, others)) refuse(field, message);
    const owned = [form.value, ...(primary ? [primary] : []), ...others].map((owner) => owner.ownershipPercentage);
    if (isMoreThanWhole(owned)) refuse("ownershipPercentage", ownershipOverWhole);
  });

export const coOwnerEmailTaken = "Owner with email already exists";
export const ownershipOverWhole = "Ownership percentages cannot add up to more than 100";

const folded = (text: string): string => text.trim().normalize().toLowerCase();
const nameOf = ({ firstName, lastName }: Named): string => `${folded(firstName)}\n${folded(lastName)}`;
