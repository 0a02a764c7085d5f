import { z } from "zod/mini";
import { call } from "../call.ts";
import { uuid } from "../ids.ts";
import { secondaryOwnerPhone } from "../phone.ts";

// Co-owners, as the primary owner names them.
const coOwnerId = z.object({ id: uuid });
const coOwner = z.object({
  id: uuid,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  phoneNumber: z.nullable(z.string()),
  currentStep: z.string(),
});
const coOwners = z.object({ secondaryOwners: z.array(coOwner) });

const named = (message: string) =>
  z.string(message).check(z.trim(), z.minLength(1, { error: message, abort: true }), z.maxLength(200));
const coOwnerDetails = z.strictObject({
  firstName: named("Please enter the first name"),
  lastName: named("Please enter the last name"),
  email: named("Please enter the email").check(z.email("Please enter a valid email")),
  phoneNumber: secondaryOwnerPhone,
});

const coOwnerCall = { door: "portal", slice: "people", action: "co-owners.manage" } as const;

const listing = { ...coOwnerCall, method: "GET", summary: "The co-owners named so far.", answer: coOwners } as const;
const creation = {
  ...coOwnerCall,
  method: "POST",
  summary: "Names a co-owner.",
  body: coOwnerDetails,
  answer: coOwner,
} as const;
const change = {
  ...coOwnerCall,
  method: "PATCH",
  summary: "Corrects a co-owner who has not begun.",
  params: coOwnerId,
  body: z.partial(coOwnerDetails),
  answer: coOwner,
} as const;
const removal = {
  ...coOwnerCall,
  method: "DELETE",
  summary: "Takes away a co-owner who has not begun.",
  params: coOwnerId,
  answer: coOwners,
} as const;

// The two versions answer alike.
export const listCoOwners = call({ ...listing, path: "/api/v1/workflow/secondary-owners" });
export const createCoOwner = call({ ...creation, path: "/api/v1/workflow/secondary-owners" });
export const updateCoOwner = call({ ...change, path: "/api/v1/workflow/secondary-owners/:id" });
export const deleteCoOwner = call({ ...removal, path: "/api/v1/workflow/secondary-owners/:id" });
export const listCoOwnersV2 = call({ ...listing, path: "/api/v2/workflow/secondary-owners" });
export const createCoOwnerV2 = call({ ...creation, path: "/api/v2/workflow/secondary-owners" });
export const updateCoOwnerV2 = call({ ...change, path: "/api/v2/workflow/secondary-owners/:id" });
export const deleteCoOwnerV2 = call({ ...removal, path: "/api/v2/workflow/secondary-owners/:id" });
